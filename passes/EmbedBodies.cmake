# Writes the bytes of FILE into OUTPUT, as elements of an array.
file(READ ${FILE} Bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," Bytes "${Bytes}")
file(WRITE ${OUTPUT} "${Bytes}\n")
