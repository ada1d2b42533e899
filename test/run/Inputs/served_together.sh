# served_together.sh SLOWFS-RUN PYTHON READS PERCENT TIMES FILE COMMAND...: runs a command that reads a copy of the
# file on slow storage without the kernel's cache, whose path follows the command, up to so many times: the
# machine may be busy. Prints whether so many collective reads of the ranks were served in one of the runs,
# for which so many percent of the bytes that the ranks asked for were read from storage.
slow=$1 python=$2 reads=$3 percent=$4 times=$5 file=$6
shift 6
while test "$times" -gt 0; do
  times=$((times - 1))
  "$slow" --service-us 2000 -- sh -c '
    cp "$0" "$SLOWFS_BACKING" && "$@" "$SLOWFS_DIR/${0##*/}" collective' "$file" "$@" > "together.$$" 2> "errors.$$" ||
    { cat "errors.$$"; exit 1; }
  sort "together.$$" | cmp - right || exit 1
  "$python" -c '
import json, sys
total = json.load(open("stats.json"))["total"]
most = total["read_bytes"] * int(sys.argv[2]) / 100
sys.exit(total["collective_cache_reads"] < int(sys.argv[1]) or total["storage_bytes"] > most)
' "$reads" "$percent" && echo "served together: yes" && exit
done
echo "served together: no"
