# served_together.sh SLOWFS-RUN PYTHON READS TIMES FILE COMMAND...: runs a command that reads a copy of the
# file on slow storage without the kernel's cache, whose path follows the command, up to so many times: the
# machine may be busy. Prints whether so many collective reads of the ranks were served in one of the runs.
slow=$1 python=$2 reads=$3 times=$4 file=$5
shift 5
while test "$times" -gt 0; do
  times=$((times - 1))
  "$slow" --service-us 2000 -- sh -c '
    cp "$0" "$SLOWFS_BACKING" && "$@" "$SLOWFS_DIR/${0##*/}" collective' "$file" "$@" > "together.$$" 2> "errors.$$" ||
    { cat "errors.$$"; exit 1; }
  sort "together.$$" | cmp - right || exit 1
  "$python" -c '
import json, sys
sys.exit(json.load(open("stats.json"))["total"]["collective_cache_reads"] < int(sys.argv[1]))
' "$reads" && echo "served together: yes" && exit
done
echo "served together: no"
