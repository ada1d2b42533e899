//===- CodeModules.h - the program or library of an address ---------------===//
//
// A call is recognised in another run by the module and the call's offset in
// the module: neither depends on where the module is loaded.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_RECORDER_CODEMODULES_H
#define FORESLICE_RECORDER_CODEMODULES_H

#include <cstdint>
#include <string>

namespace foreslice {

/// A loaded program or library.
struct CodeModule {
  std::string Path;
  /// As the linker wrote the id; empty without an id.
  std::string BuildId;
};

/// The place of an address.
struct CodePlace {
  const void *Module = nullptr; ///< First byte of the module; null if unknown.
  uint64_t Offset = 0;          ///< From Module, in bytes.
};
/// Takes no lock. Any thread.
CodePlace placeOf(const void *Address);
/// The module of Address. Takes no lock: if a thread of the run time held a
/// lock of the loader while the program forks, the lock would stay locked in
/// the child for ever. Any thread.
CodeModule moduleAt(const void *Address);
/// The program itself. Takes no lock.
CodeModule programModule();

} // namespace foreslice

#endif // FORESLICE_RECORDER_CODEMODULES_H
