# Runs the commands that are given, one argument each, and ends with status 1 where one has
# another output, other messages or another exit status than the first.
isFirst=yes
for command; do
  output=$(sh -c "$command" 2> "same.$$")
  result="$output, status $?, messages: $(cat "same.$$")"
  rm "same.$$"
  test "$isFirst" = yes || test "$result" = "$expected" || {
    echo "$command"
    echo "gives:    $result"
    echo "expected: $expected"
    exit 1
  }
  expected=$result
  isFirst=no
done
