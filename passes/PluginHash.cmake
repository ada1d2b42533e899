# Writes the hash of FILE into the header OUTPUT.
file(SHA256 ${FILE} Hash)
file(WRITE ${OUTPUT} "#define FORESLICE_PLUGIN_HASH \"${Hash}\"\n")
