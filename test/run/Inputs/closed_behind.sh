# Runs a reader under the command several times; looks each time who has the folder open.
set -e
cd "$SLOWFS_DIR"
head -c 6000000 /dev/zero > data
cd /
for turn in 1 2 3 4 5 6 7 8 9 10; do
  "$@" python3 -c '
import os, sys
fd = os.open(sys.argv[1], os.O_RDONLY)
for at in range(0, 6000000 - 3000, 40000):
    os.pread(fd, 3000, at)
' "$SLOWFS_DIR/data"
  for link in /proc/[0-9]*/fd/*; do
    if [ "$link" -ef "$SLOWFS_DIR/data" ]; then
      echo "open behind the program: $link"
      exit 1
    fi
  done
done
