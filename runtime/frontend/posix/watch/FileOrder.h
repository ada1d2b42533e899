//===- FileOrder.h - files in the order of a likely reading ---------------===//
//
// Programs read the files of the command line, or of a folder, one after
// another, or each rank every n-th file. Not thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_WATCH_FILEORDER_H
#define FORESLICE_FRONTEND_POSIX_WATCH_FILEORDER_H

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace foreslice {

class FileOrder {
public:
  /// Folders with more files are not looked at.
  static constexpr size_t MostFiles = 10'000;

  explicit FileOrder(std::vector<std::string> Paths);
  /// Files known to be read by the program in this order, one by one.
  static FileOrder known(std::vector<std::string> Paths);

  /// The program's arguments that may be paths of files.
  static FileOrder ofCommandLine(const std::string &Process);
  /// The files of a folder, with a path ending in a slash, in three orders: as
  /// listed by the folder, by name, and by the numbers in names that equal Like
  /// but for numbers. None if the folder cannot be listed.
  static std::vector<FileOrder> ofFolder(const std::string &Folder,
                                         const std::string &Like);

  /// Where the part of a path below a tree of numbered folders begins, as "5/0"
  /// of "data/c/5/0"; none if the file's folder has no number in the name.
  static std::optional<size_t> placeInTree(std::string_view Path);
  /// The files of such a tree with names that equal those of Path but for
  /// numbers, by numbers, from Path on. At most MostFolders are listed, one by
  /// one, and storage may be slow. IsCut says whether there may be more behind.
  static FileOrder ofTree(const std::string &Path, unsigned MostFolders,
                          bool &IsCut);

  /// The name with # for each number.
  static std::string withoutNumbers(std::string_view Name);

  /// The program has come to a file.
  void comes(const std::string &Path);
  /// The program goes on as in the order Before, of which this one is a part.
  void goesOn(const FileOrder &Before) {
    Step = Before.Step;
    Steps = Before.Steps;
  }
  /// Times in a row of an equal step.
  unsigned steps() const { return Steps; }
  /// Whether the last step went from a number to the next one.
  bool countsUp() const { return IsByNumbers && Step == 1; }
  bool has(const std::string &Path) const { return Places.contains(Path); }
  const std::vector<std::string> &paths() const { return Paths; }
  /// Number of the file, from 0.
  std::optional<size_t> placeOf(const std::string &Path) const;
  /// The file Number steps behind the last file; null if there is none.
  const std::string *next(unsigned Number) const;

private:
  std::vector<std::string> Paths;
  std::unordered_map<std::string, std::ptrdiff_t> Places; ///< In Paths.
  std::optional<std::ptrdiff_t> Last; ///< The program's place.
  std::ptrdiff_t Step = 0;
  unsigned Steps = 0;
  bool IsKnown = false;     ///< True if Step is known to be 1.
  bool IsByNumbers = false; ///< True if Paths are sorted by numbers.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_WATCH_FILEORDER_H
