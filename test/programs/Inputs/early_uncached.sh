# Of test/programs/early-uncached.c: early_uncached.sh MPIRUN RANKS PROGRAM DATA WANTED [CHANGE]. The file is
# old enough to be read early; CHANGE, a command, changes the file before MPI starts. Whether the slice is far
# enough ahead is up to the scheduler: a run that does not say what is wanted is repeated with a later start.
mpirun=$1 ranks=$2 program=$3 data=$4 wanted=$5 change=$6
cd "$SLOWFS_DIR" || exit 1
for late in 100 1000 8000; do
  rm -f data other
  cp "$data" data && tac "$data" > other && touch -d '1 hour ago' data other && sleep 4
  CHANGE=${change:+cd $SLOWFS_BACKING && $change} LATE_MS=$late FORESLICE_STATS=$program.json \
    $mpirun -n "$ranks" "$program" data > "$program.out" || exit 1
  LATE_MS=0 FORESLICE_DISABLE=1 $mpirun -n "$ranks" "$program" data > "$program.right" || exit 1
  sort "$program.right" > "$program.right.sorted"
  sort "$program.out" | cmp - "$program.right.sorted" || exit 1
  said=$(python3 -c 'import json, sys
s = json.load(open(sys.argv[1]))
t = s["total"]
print("ready", t["ready_hits"], "missed", t["misses"], "wasted", t["pages_wasted"],
      "changed" * any("has changed since" in note["text"] for note in s["notes"]))' "$program.json")
  case $said in $wanted*) break ;; esac
done
echo "$said"
