# Runs the commands that are given, one argument each, and ends with status 1 where one has
# another output or another exit status than the first.
isFirst=yes
for command; do
  output=$(sh -c "$command" 2> "same.$$")
  result="$output, status $?"
  test "$isFirst" = yes || test "$result" = "$expected" || {
    echo "$command"
    echo "gives:    $result"
    echo "expected: $expected"
    cat "same.$$"
    rm "same.$$"
    exit 1
  }
  rm "same.$$"
  expected=$result
  isFirst=no
done
