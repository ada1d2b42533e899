#!/bin/sh
# Runs a program with FORESLICE_DISABLE set on rank 0 only.
case "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" in
0) FORESLICE_DISABLE=1 && export FORESLICE_DISABLE ;;
esac
exec "$@"
