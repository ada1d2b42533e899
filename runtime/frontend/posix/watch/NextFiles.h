//===- NextFiles.h - the files that a program reads next ------------------===//
//
// A program that reads one file after another mostly goes on so: through its
// command line, or through a folder. The program reads of the next files what
// it has read of the last file. A signature says more: which files come, in
// which order, and what is read of each. The files are read ahead as if hints
// disclosed them. When a file comes out of order, what was expected is
// withdrawn. Not thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_WATCH_NEXTFILES_H
#define FORESLICE_FRONTEND_POSIX_WATCH_NEXTFILES_H

#include "frontend/posix/watch/FileOrder.h"
#include "frontend/posix/watch/ReadRanges.h"
#include "source/hint/Hint.h"
#include "storage/FileKey.h"

#include <functional>
#include <map>
#include <optional>

namespace foreslice {

class NextFiles {
public:
  /// What is done with hints: HintReader has what each is.
  struct Actions {
    std::function<void(std::vector<Hint>)> Expect;
    std::function<void(const std::string &)> Skip, Withdraw;
  };
  /// A file of a signature.
  struct KnownFile {
    std::string Path;
    std::vector<ByteRange> Reads;
  };
  /// Known gives the files of a signature, in order. It is called once, when
  /// the program comes to its first file. Process is the program's folder in
  /// /proc.
  explicit NextFiles(Actions Do,
                     std::function<std::vector<KnownFile>()> Known = {},
                     std::string Process = "/proc/self")
      : Do(std::move(Do)), Known(std::move(Known)),
        Process(std::move(Process)) {}

  /// The program has come to a file that it reads from storage.
  void begins(FileKey Key, const std::string &Path);
  /// The program closes the file of Size bytes, of which it has read that.
  void ends(FileKey Key, const ReadRanges &Read, uint64_t Size);

private:
  /// Files of one folder whose names end alike.
  struct Kind {
    unsigned Files = 0; ///< That the program came to.
    std::string Last;   ///< Of these.
    /// How the last one was read, and how many before it in a row.
    std::vector<ByteRange> Reads;
    unsigned Alike = 0;
    std::vector<FileOrder> Orders;
  };

  void begin();
  void moveKnown(const std::string &Path);
  Kind &kindOf(const std::string &Path);
  FileOrder *best(Kind &K);
  const std::vector<ByteRange> &readsOf(const Kind &K,
                                        const std::string &Path) const;
  void expect(const Kind &K, const std::string &Path, std::vector<Hint> &Hints);
  void expectAfter(const FileOrder &Order, const Kind &K);
  void withdrawOld();
  void withdrawAll();

  const Actions Do;
  const std::function<std::vector<KnownFile>()> Known;
  const std::string Process;
  std::map<FileKey, std::string> Open;
  std::optional<FileOrder> CommandLine, Signature;
  std::vector<KnownFile> KnownFiles; ///< Of the signature.
  unsigned Moves = 0;                ///< Of these to another folder.
  std::map<std::string, Kind> Kinds;
  /// Disclosed, and not come to yet; with what Files was then.
  std::map<std::string, uint64_t> Expected;
  uint64_t Files = 0; ///< That the program came to.
  unsigned Right = 0; ///< Of these as expected, in a row.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_WATCH_NEXTFILES_H
