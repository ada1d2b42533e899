//===- LinkLine.h - the libraries of a link line, and their places --------===//
//
// Finds libraries in the linker's places: the folders of -L, clang's folders
// for this target, LIBRARY_PATH, the sysroot.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_LINKLINE_H
#define FORESLICE_DRIVER_LINKLINE_H

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace foreslice::driver {

/// A library as named on the link line.
struct LinkedLibrary {
  /// "mpi" of -lmpi, ":libmpi.so.12" of -l:libmpi.so.12, or a path.
  std::string Name;
  bool IsPath = false;
  /// Under -Bstatic: only an archive will do.
  bool Static = false;

  /// As on the line, for messages.
  std::string text() const { return IsPath ? Name : "-l" + Name; }
};

/// The libraries on a linker's command line.
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

  std::string Pending;     ///< An option that takes the next word.
  bool OnlyStatic = false; ///< Libraries behind are under -Bstatic.
};

class LibrarySearch {
public:
  /// Clang is the linking command: clang with all arguments.
  LibrarySearch(const LinkLine &Line, std::vector<std::string> Clang)
      : Line(Line), Clang(std::move(Clang)) {}

  /// The file for the linker; "" if there is none.
  std::string find(const LinkedLibrary &Library);
  /// Like find(), among paths and the folders of -L only.
  std::string findBeside(const LinkedLibrary &Library) const;
  /// The file for Input, a name in the linker script at Script, or a library
  /// needed by the library at Script.
  std::string findFor(const std::string &Script, const std::string &Input);

private:
  std::string findIn(const std::vector<std::string> &Folders,
                     const LinkedLibrary &Library) const;
  /// Folders that the linker searches by default.
  const std::vector<std::string> &defaultFolders();
  std::string inSysroot(const std::string &Path) const;

  const LinkLine &Line;
  const std::vector<std::string> Clang;
  std::optional<std::vector<std::string>> Defaults;
};

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_LINKLINE_H
