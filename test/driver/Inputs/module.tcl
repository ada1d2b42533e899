# Plays Environment Modules: prints what a module file does.
proc module-whatis { text } { puts "whatis $text" }
proc conflict { name } { puts "conflict $name" }
proc prepend-path { name folder } { puts "$name $folder" }
set ModulesCurrentModulefile [lindex $argv 0]
source $ModulesCurrentModulefile
ModulesHelp
