//===- LinkLine.h - the libraries of a link line, and where they are ------===//
//
// Finds libraries where the linker will: in the folders of -L, where clang
// looks for this target, in LIBRARY_PATH, in the sysroot.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_LINKLINE_H
#define FORESLICE_DRIVER_LINKLINE_H

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace foreslice::driver {

/// A library as the link line names it.
struct LinkedLibrary {
  /// "mpi" of -lmpi, ":libmpi.so.12" of -l:libmpi.so.12, or a path.
  std::string Name;
  bool IsPath = false;
  /// Under -Bstatic: only an archive will do.
  bool Static = false;

  /// As on the line, for messages.
  std::string text() const { return IsPath ? Name : "-l" + Name; }
};

/// What a linker's command line says of libraries.
class LinkLine {
public:
  /// The next word for the linker.
  void add(std::string_view Word);
  void addInput(std::string_view Path);

  std::vector<LinkedLibrary> Libraries;
  std::vector<std::string> Folders; ///< Of -L.
  std::string Sysroot;
  bool Relocatable = false; ///< -r

private:
  bool takeValue(std::string_view Option, std::string_view Value);

  std::string Pending;     ///< An option whose value comes next.
  bool OnlyStatic = false; ///< What follows is under -Bstatic.
};

class LibrarySearch {
public:
  /// Clang is the command that will link: the clang and all its arguments.
  LibrarySearch(const LinkLine &Line, std::vector<std::string> Clang)
      : Line(Line), Clang(std::move(Clang)) {}

  /// The file that the linker will take; "" if there is none.
  std::string find(const LinkedLibrary &Library);
  /// The same among paths and the folders of -L only.
  std::string findBeside(const LinkedLibrary &Library) const;
  /// The file that Input in the linker script at Script means, or a library
  /// that the one at Script needs.
  std::string findFor(const std::string &Script, const std::string &Input);

private:
  std::string findIn(const std::vector<std::string> &Folders,
                     const LinkedLibrary &Library) const;
  /// Folders that the linker looks into without being told.
  const std::vector<std::string> &defaultFolders();
  std::string inSysroot(const std::string &Path) const;

  const LinkLine &Line;
  const std::vector<std::string> Clang;
  std::optional<std::vector<std::string>> Defaults;
};

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_LINKLINE_H
