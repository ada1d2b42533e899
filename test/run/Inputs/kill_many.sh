# kill_many.sh COMMAND...: more processes than the companion serves at a time are killed
# while the companion is stopped. COMMAND runs once the companion has looked.
companion=${FORESLICE_SEGMENT#/proc/}
companion=${companion%%/*}
looks() { awk '/^voluntary_ctxt_switches/ { print $2 }' /proc/$companion/status; }
kill -STOP $companion
for i in $(seq 70); do sh -c 'kill -9 $$'; done
before=$(looks)
kill -CONT $companion
while [ "$(looks)" -lt $((before + 2)) ]; do :; done
exec "$@"
