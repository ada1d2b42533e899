//===- LoadedLibrary.h - a library that may be missing --------------------===//
//
// Where there is no archive of a library to link in, its functions are looked
// up by name: a program starts without the library, and the run time asks first
// whether the library is there. A file of one library has the functions as rows
// (RESULT, NAME, PARAMETERS, ARGUMENTS) of a macro, and defines them by these
// macros under their own names, for the inline functions of the library's
// header, too.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_LOADEDLIBRARY_H
#define FORESLICE_SUPPORT_LOADEDLIBRARY_H

#include <dlfcn.h>
#include <span>

namespace foreslice {

struct LoadedFunction {
  const char *Name;
  void **Address;
};

/// Loads the library File for the life of the process, and finds all Functions.
/// False if the file or one function is missing. Any thread.
inline bool loadLibrary(const char *File,
                        std::span<const LoadedFunction> Functions) {
  void *Library = dlopen(File, RTLD_NOW | RTLD_LOCAL);
  if (!Library)
    return false;
  for (const LoadedFunction &F : Functions)
    if (!(*F.Address = dlsym(Library, F.Name)))
      return false;
  return true;
}

} // namespace foreslice

/// The address of a library's function.
#define FORESLICE_LOADED_ADDRESS(RESULT, NAME, PARAMETERS, ARGUMENTS)          \
  static decltype(&::NAME) loaded_##NAME;
/// An entry for loadLibrary.
#define FORESLICE_LOADED_ENTRY(RESULT, NAME, PARAMETERS, ARGUMENTS)            \
  {#NAME, reinterpret_cast<void **>(&loaded_##NAME)},
/// The function as the header declares the function.
#define FORESLICE_LOADED_DEFINITION(RESULT, NAME, PARAMETERS, ARGUMENTS)       \
  RESULT NAME PARAMETERS { return loaded_##NAME ARGUMENTS; }

#endif // FORESLICE_SUPPORT_LOADEDLIBRARY_H
