# pages_ahead.sh SLOWFS-RUN PYTHON PAGES TIMES FILE OUTPUT COMMAND...: runs a command that reads a copy of the file
# on slow storage, whose path follows the command, up to so many times: the machine may be
# busy. Prints whether so many pages of files were fetched in one of the runs. Ends with
# status 1 where the command prints anything else than OUTPUT has.
slow=$1 python=$2 pages=$3 times=$4 file=$5 output=$6
shift 6
while test "$times" -gt 0; do
  times=$((times - 1))
  "$slow" --kernel-cache --service-us 2000 -- sh -c '
    cp "$0" "$SLOWFS_BACKING" && "$@" "$SLOWFS_DIR/${0##*/}"' "$file" "$@" > "ahead.$$" || exit 1
  cmp "$output" "ahead.$$" || exit 1
  "$python" -c '
import json, sys
sys.exit(sum(f["pages_prefetched"] for f in json.load(open("stats.json"))["files"]) < int(sys.argv[1]))
' "$pages" && echo "read ahead: yes" && exit
done
echo "read ahead: no"
