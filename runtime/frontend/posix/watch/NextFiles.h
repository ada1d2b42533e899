//===- NextFiles.h - the next files of a program --------------------------===//
//
// A program reading one file after another mostly goes on: through the command
// line, or through a folder. The program is taken to read equal parts of the
// next files. A signature says more: the files, the order, and the parts read
// of each. The files are read ahead like disclosed hints. When a file comes out
// of order, the expected files are withdrawn. Not thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_WATCH_NEXTFILES_H
#define FORESLICE_FRONTEND_POSIX_WATCH_NEXTFILES_H

#include "frontend/posix/watch/FileOrder.h"
#include "frontend/posix/watch/ReadRanges.h"
#include "source/hint/Hint.h"
#include "storage/FileKey.h"

#include <array>
#include <functional>
#include <map>
#include <optional>

namespace foreslice {

class NextFiles {
public:
  /// Actions on hints, explained in HintReader.
  struct Actions {
    std::function<void(std::vector<Hint>)> Expect;
    std::function<void(const std::string &)> Skip, Withdraw;
    /// Learns how the mount keeps pages, by a file that the program has read,
    /// before the next file is opened: a look at the next file would read a
    /// page at the time when the program does.
    std::function<void(FileKey, const std::string &)> Look =
        [](FileKey, const std::string &) {};
  };
  /// A file of a signature.
  struct KnownFile {
    std::string Path;
    std::vector<ByteRange> Reads;
    /// The length for which the ranges count; none: any length.
    std::optional<uint64_t> Bytes{};
  };
  /// Known gives the files of a signature, in order, and is called once, at the
  /// program's first file. Process is the program's folder in /proc.
  explicit NextFiles(Actions Do,
                     std::function<std::vector<KnownFile>()> Known = {},
                     std::string Process = "/proc/self")
      : Do(std::move(Do)), Known(std::move(Known)),
        Process(std::move(Process)) {}

  /// The program starts: the first files of a signature are expected, by their
  /// paths, or beside files of the same names in the command line.
  void starts();
  /// The program has come to a file, read from storage.
  void begins(FileKey Key, const std::string &Path);
  /// The program closes the file of Size bytes, and has read Read.
  void ends(FileKey Key, const ReadRanges &Read, uint64_t Size);

private:
  /// Files of one folder with equal ends of names, or files of numbered folders
  /// with names that are equal but for numbers.
  struct Kind {
    unsigned Files = 0; ///< Files read by the program.
    std::string Last;   ///< The last of these files.
    /// The last closed file, the reads of the file, and the number of files
    /// before with equal reads. A library may open a file once to see the
    /// format, and again to read: both count as one.
    std::string Closed;
    std::vector<ByteRange> Reads;
    unsigned Alike = 0;
    /// The same of the file before.
    std::vector<ByteRange> ReadsBefore;
    unsigned AlikeBefore = 0;
    bool IsAgain = false; ///< The last closed file is open again.

    /// Expected of the next files.
    const std::vector<ByteRange> &next() const {
      return IsAgain && !ReadsBefore.empty() ? ReadsBefore : Reads;
    }
    /// The program has closed Path, a file of Size bytes, and has read Read.
    void ends(const std::string &Path, const ReadRanges &Read, uint64_t Size);
    std::vector<FileOrder> Orders;
    bool IsCut = false; ///< Orders end before the last file.
  };
  /// The kinds of a file, of which the second one may be missing.
  using KindsOfFile = std::array<Kind *, 2>;

  void begin();
  void moveKnown(const std::string &Path);
  Kind &kindNamed(const std::string &Key);
  KindsOfFile kindsOf(const std::string &Path);
  void list(Kind &K, const std::string &Path) const;
  void listTree(Kind &K, const std::string &Path) const;
  std::pair<FileOrder *, Kind *> best(const KindsOfFile &Of);
  const std::vector<ByteRange> &readsOf(const Kind &K,
                                        const std::string &Path) const;
  void expect(const Kind &K, const std::string &Path, std::vector<Hint> &Hints);
  /// So many files are expected now.
  unsigned mostAhead() const;
  void expectAfter(const FileOrder &Order, const Kind &K);
  void withdrawOld();
  void withdrawAll();

  const Actions Do;
  const std::function<std::vector<KnownFile>()> Known;
  const std::string Process;
  std::map<FileKey, std::string> Open;
  std::pair<FileKey, std::string> LastBegun; ///< The last file in begins().
  std::optional<FileOrder> CommandLine, Signature;
  std::vector<KnownFile> KnownFiles; ///< Files of the signature.
  unsigned Moves = 0; ///< Moves of these files to another folder.
  std::map<std::string, Kind> Kinds;
  /// Disclosed files ahead of the program, with Files at the time.
  std::map<std::string, uint64_t> Expected;
  uint64_t Files = 0; ///< Files read by the program.
  unsigned Right = 0; ///< Expected files in a row.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_WATCH_NEXTFILES_H
