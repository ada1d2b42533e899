//===- FileOrder.h - files in the order in which they may be read ---------===//
//
// Programs read the files of their command line, or of a folder, one after
// another, or each rank every so many of them. Not thread-safe.
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
  /// Files of a folder that has more are not looked at.
  static constexpr size_t MostFiles = 10'000;

  explicit FileOrder(std::vector<std::string> Paths);
  /// Files that the program is known to read in this order, one by one.
  static FileOrder known(std::vector<std::string> Paths);

  /// The arguments of the program that may be paths of files.
  static FileOrder ofCommandLine(const std::string &Process);
  /// The files of a folder, whose path ends in a slash: as the folder lists
  /// them, by name, and those that have the name Like but for its numbers, by
  /// their numbers. None if the folder cannot be listed.
  static std::vector<FileOrder> ofFolder(const std::string &Folder,
                                         const std::string &Like);

  /// The name with # for each number.
  static std::string withoutNumbers(std::string_view Name);

  /// The program has come to a file.
  void comes(const std::string &Path);
  /// So many times in a row the program has gone on by the same step.
  unsigned steps() const { return Steps; }
  bool has(const std::string &Path) const { return Places.contains(Path); }
  /// Which file that is, from 0.
  std::optional<size_t> placeOf(const std::string &Path) const;
  /// The Number-th file from the last one on, by the program's step; null if
  /// there is none.
  const std::string *next(unsigned Number) const;

private:
  std::vector<std::string> Paths;
  std::unordered_map<std::string, std::ptrdiff_t> Places; ///< In Paths.
  std::optional<std::ptrdiff_t> Last; ///< Where the program is.
  std::ptrdiff_t Step = 0;
  unsigned Steps = 0;
  bool IsKnown = false; ///< That Step is 1.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_WATCH_FILEORDER_H
