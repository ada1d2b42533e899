//===- LibraryFile.h - the kinds of files in a link -----------------------===//
//
// Looks into a file like a linker: at the content, never at the name. A linker
// script stands for the files named inside.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_LIBRARYFILE_H
#define FORESLICE_DRIVER_LIBRARYFILE_H

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace foreslice::driver {

using SymbolNames = std::set<std::string, std::less<>>;

struct LibraryFile {
  enum class Kind { Unreadable, Shared, Archive, Object, Script };

  Kind Is = Kind::Unreadable;
  std::string Path;
  /// The processor of an ELF file, from <elf.h>; 0 for other files.
  unsigned Machine = 0;
  /// The SONAME of a shared library; "" if missing.
  std::string Soname;
  /// The SONAMEs needed by a shared library or a program.
  std::vector<std::string> Needed;
  /// Symbols that a shared library or an archive defines, of Wanted only.
  SymbolNames Defined;
  /// Names in a linker script's INPUT and GROUP: "-lmpi", "libmpi.so.12",
  /// "/usr/lib/libmpi.so.12".
  std::vector<std::string> Inputs;
};

/// Reads the file at Path. Keeps only symbols in Wanted.
LibraryFile readLibrary(const std::string &Path, const SymbolNames &Wanted);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_LIBRARYFILE_H
