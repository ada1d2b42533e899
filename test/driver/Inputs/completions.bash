# Prints what bash offers for words: completions.bash FOLDER COMMAND WORD...
. "$1/share/bash-completion/completions/$2"
PATH=$1/bin:$PATH
COMP_WORDS=("${@:2}")
COMP_CWORD=$(($# - 2))
_foreslice
[[ ${#COMPREPLY[@]} == 0 ]] || echo "${COMPREPLY[@]}"
