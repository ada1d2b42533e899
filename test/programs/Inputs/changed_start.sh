# Runs a program plainly and sliced, each with a file of its own that changes between the start of
# the program and its open in one way after the other: changed_start.sh FOLDER PLAIN SLICED, in
# front of the names of files. Prints a line for each way in which the outputs differ.
folder=$1 plain=$2 sliced=$3
mkdir -p "$folder" && cd "$folder" || exit 1
head -c 1048576 /dev/urandom > first && head -c 1048576 /dev/urandom > second || exit 1
while read -r change; do
  for program in plain sliced; do
    rm -rf data other && cp first other && ln -s other data && cp second new || exit 1
    wait=60
    if [ $program = plain ]; then wait=0; fi
    eval "run=\$$program"
    CHANGE=$change AWAIT_SECONDS=$wait $run data > $program.out 2> $program.err
    echo "status $?" >> $program.out
  done
  grep -q "read ahead: yes" sliced.err || echo "nothing was read ahead: $change"
  cmp -s plain.out sliced.out || echo "other output: $change"
done <<'WAYS'
true
mv new other
ln -sfn new data
cat new > other
truncate -s 70000 other
truncate -s 0 other
rm other
rm other; mkdir other
rm other; head -c 300000 new > other
dd if=new of=other bs=65536 seek=3 count=2 conv=notrunc status=none
cat new >> other
chmod 0 other
WAYS
