//===- CodeModules.h - which program or library an address lies in --------===//
//
// A call is known again in another run by its module and where the call lies in
// that: neither depends on where the module is loaded.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_RECORDER_CODEMODULES_H
#define FORESLICE_RECORDER_CODEMODULES_H

#include <cstdint>
#include <string>

namespace foreslice {

/// A program or a library as it is loaded.
struct CodeModule {
  std::string Path;
  /// As the linker wrote it; empty if there is none.
  std::string BuildId;
};

/// Where Address lies.
struct CodePlace {
  const void *Module = nullptr; ///< Its first byte; null if it is unknown.
  uint64_t Offset = 0;          ///< From there, in bytes.
};
/// Takes no lock. Any thread.
CodePlace placeOf(const void *Address);
/// The module that Address lies in. Takes no lock: a thread of the run time
/// that had one of the loader's while the program forks would leave that locked
/// in the child for ever. Any thread.
CodeModule moduleAt(const void *Address);
/// The program itself. Takes no lock.
CodeModule programModule();

} // namespace foreslice

#endif // FORESLICE_RECORDER_CODEMODULES_H
