# Of test/programs/read-once.test: all ranks have the same file, by a name of their own.
cp "$DATA" "$SLOWFS_DIR/data" || exit 1
for rank in 0 1 2 3; do
  ln -s data "$SLOWFS_DIR/data.$rank"
done
"$PROGRAM.drop" drop "$SLOWFS_DIR/data"
DROPPED=1 FORESLICE_OPEN_AHEAD=always $1 -n "$RANKS" "$PROGRAM" -n 16 "$SLOWFS_DIR/data"
