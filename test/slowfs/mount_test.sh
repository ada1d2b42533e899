#!/usr/bin/env bash
# The mounted file system: file operations pass through, data are right, every
# read reaches the server, reads overlap, mounts go away. Counts and contents,
# no times: `mount_test.sh BIN_DIRECTORY`.
set -u
bin=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

check() { # check DESCRIPTION COMMAND...
  local what=$1
  shift
  "$@" || { echo "FAIL: $what" >&2; failures=$((failures + 1)); }
}
field() { # field NAME: of the counts of the last run
  sed -E "s/.*\"$1\": ([0-9]+).*/\1/" "$scratch/counts"
}
run() { # run OPTION... -- COMMAND...
  "$bin/slowfs-run" --counts "$scratch/counts" "$@"
}
end() { # end SIGNAL PID: of a process that is not our child
  kill "-$1" "$2"
  while kill -0 "$2" 2> /dev/null; do :; done
}

# What shells and MPI-IO libraries do to files.
operations() {
  set -e
  cd "$SLOWFS_DIR"
  head -c 300000 /dev/urandom > original
  cp original copy
  cmp original "$SLOWFS_BACKING/copy"
  cmp original copy
  printf tail >> copy
  [[ $(stat -c %s copy) == 300004 ]]
  truncate -s 1000 copy
  cmp -n 1000 original copy
  [[ $(stat -c %s "$SLOWFS_BACKING/copy") == 1000 ]]
  mkdir folder
  mv copy folder/moved
  [[ ! -e copy && $(ls folder) == moved ]]
  ln folder/moved hard
  [[ $(stat -c %h hard) == 2 && hard -ef folder/moved ]]
  ln -s folder/moved soft
  [[ $(readlink soft) == folder/moved ]]
  chmod 640 hard
  [[ $(stat -c %a folder/moved) == 640 ]]
  touch -d @1000 hard
  [[ $(stat -c %Y hard) == 1000 ]]
  fallocate -l 5000 hard
  [[ $(stat -c %s hard) == 5000 ]]
  sync hard
  df . > /dev/null
  flock hard true
  # A lock that is held is seen by others.
  exec 9< hard
  flock 9
  ! flock -n hard true
  for name in {1..200}; do : > "folder/$name"; done
  [[ $(ls folder | wc -l) == 201 ]]
  rm -r folder hard soft
  [[ $(ls "$SLOWFS_BACKING") == original ]]
}
export -f operations

run --service-us 0 -- true
status=$?
[[ $status == 77 ]] && exit 77
check "slowfs-run of true exits 0, not $status" [ "$status" = 0 ]
check "file operations" run --service-us 100 -- bash -c operations

check "blocks are stripes" run --stripe-kb 1024 -- bash -c \
  'touch "$SLOWFS_DIR/f"; [[ $(stat -c %o "$SLOWFS_DIR/f") == 1048576 ]]'
check "blocks are as asked for" run --block-kb 4096 -- bash -c \
  'touch "$SLOWFS_DIR/f"; [[ $(stat -c %o "$SLOWFS_DIR/f") == 4194304 ]]'

# direct_io: each read is a request, in the size that was asked for.
run --service-us 100 -- bash -c \
  'head -c 1M /dev/zero > "$SLOWFS_BACKING/f"
   for i in 1 2; do dd if="$SLOWFS_DIR/f" of=/dev/null bs=64K status=none; done'
check "32 reads reach the server, not $(field reads)" [ "$(field reads)" -ge 32 ]
check "two times 1 MiB are read" [ "$(field read_bytes)" = 2097152 ]
check "16 pages are read, not $(field distinct_pages)" \
  [ "$(field distinct_pages)" = 16 ]
check "each of them twice, not $(field page_reads) in all" \
  [ "$(field page_reads)" = 32 ]

# A service time this long, and 8 readers at once: all wait together.
run --service-us 500000 -- bash -c \
  'head -c 1M /dev/zero > "$SLOWFS_BACKING/f"
   for i in {0..7}; do
     dd if="$SLOWFS_DIR/f" of=/dev/null bs=64K count=1 skip=$i status=none &
   done
   wait'
check "8 reads wait together, not $(field deepest_queue)" \
  [ "$(field deepest_queue)" = 8 ]

# Writes wait only if asked to.
for option in "" --delay-writes; do
  run --service-us 1000 $option -- bash -c 'echo data > "$SLOWFS_DIR/f"'
  check "a write waits with '$option': $(field deepest_queue)" \
    [ "$(field deepest_queue)" = "$([[ -n $option ]] && echo 1 || echo 0)" ]
  check "the write is counted" [ "$(field writes)" = 1 ]
done

# The kernel's cache answers the second reading.
run --service-us 100 --kernel-cache --read-ahead-kb 512 -- bash -c \
  'head -c 1M /dev/zero > "$SLOWFS_BACKING/f"
   for i in 1 2 3; do cat "$SLOWFS_DIR/f" > /dev/null; done'
check "a cached file is read once" [ "$(field read_bytes)" = 1048576 ]

# Statuses and signals; nothing stays mounted.
run -- bash -c 'echo "$SLOWFS_DIR" > '"$scratch/where"'; exit 5'
check "the command's status is passed on" [ $? = 5 ]
check "unmounted after the command" [ ! -e "$(cat "$scratch/where")" ]
mkfifo "$scratch/started"
"$bin/slowfs-run" -- bash -c \
  'echo "$SLOWFS_DIR" > '"$scratch/started"'; exec sleep 1d' &
runner=$!
read -r where < "$scratch/started"
kill -TERM $runner
wait $runner
check "a signal ends it with 143, not $?" [ $? = 143 ]
check "unmounted after a signal" [ ! -e "$where" ]

# A server that was killed leaves a stale mount; the next one replaces it.
mkdir "$scratch/backing" "$scratch/mount"
mount=("$bin/foreslice-slowfs" --backing "$scratch/backing"
       --mount "$scratch/mount" --until-pid $$)
echo content > "$scratch/backing/f"
server=$("${mount[@]}")
check "mounted once the command returns" \
  [ "$(cat "$scratch/mount/f")" = content ]
end KILL "$server"
server=$("${mount[@]}")
check "a stale mount is replaced" [ "$(cat "$scratch/mount/f")" = content ]
end TERM "$server"
check "unmounted on SIGTERM" [ -z "$(ls "$scratch/mount")" ]

"$bin/foreslice-slowfs" --mount "$scratch/mount" 2> "$scratch/errors"
check "a missing option is status 1" [ $? = 1 ]
check "the message names it" grep -q -e --backing "$scratch/errors"

exit $((failures > 0))
