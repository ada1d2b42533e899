-- Plays Lmod: prints what a module file does.
function help(text) print(text) end
function whatis(text) print("whatis " .. text) end
function conflict(name) print("conflict " .. name) end
function prepend_path(name, folder) print(name .. " " .. folder) end
function pathJoin(a, b) return a .. "/" .. b end
function myFileName() return arg[1] end
dofile(arg[1])
