//===- LibraryFile.h - what a file of a link is ---------------------------===//
//
// Looks into a file as a linker does: at its content, never at its name. A
// linker script stands for the files that it names.
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
  /// The processor that an ELF file is for, of <elf.h>; 0 of others.
  unsigned Machine = 0;
  /// Of a shared library; "" if it has none.
  std::string Soname;
  /// The SONAMEs that a shared library, or a program, needs.
  std::vector<std::string> Needed;
  /// Whether the file says what it needs.
  bool HasDynamic = false;
  /// The folders where the loader looks for what this file needs, and for what
  /// the others need, too; as in the file: "$ORIGIN/../lib:/opt/lib".
  std::string RunPath, RPath;
  /// Symbols that a shared library or an archive defines, of Wanted only.
  SymbolNames Defined;
  /// What a linker script's INPUT and GROUP name: "-lmpi", "libmpi.so.12",
  /// "/usr/lib/libmpi.so.12".
  std::vector<std::string> Inputs;
};

/// Reads the file at Path. Of its symbols only those of Wanted are kept.
LibraryFile readLibrary(const std::string &Path, const SymbolNames &Wanted);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_LIBRARYFILE_H
