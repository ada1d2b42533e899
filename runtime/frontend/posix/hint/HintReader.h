//===- HintReader.h - files that hints disclose ---------------------------===//
//
// Opens the files of hints, in their order, and hands them to the source of
// hints. On a thread of its own, so that the descriptors are none of the
// program's, and the program does not wait.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_HINT_HINTREADER_H
#define FORESLICE_FRONTEND_POSIX_HINT_HINTREADER_H

#include "cache/CachedFile.h"
#include "source/hint/Hint.h"
#include "source/hint/HintSource.h"
#include "support/FunctionRef.h"
#include "support/Mutex.h"

#include <deque>
#include <map>
#include <memory>
#include <vector>

namespace foreslice {

class HintReader {
public:
  static HintReader &get();

  /// Whether hints are taken.
  static bool isWanted();
  /// Takes the hints of FORESLICE_HINTS, if that is set. Before the program
  /// reads.
  void start() FORESLICE_EXCLUDES(M);
  /// False if there are too many that were not served yet.
  bool disclose(std::vector<Hint> Hints) FORESLICE_EXCLUDES(M);
  /// Forgets the hints of a file that were not served yet; all, if Path is
  /// empty.
  void withdraw(const std::string &Path) FORESLICE_EXCLUDES(M);

  /// What the file is read ahead by; null if there is no hint of the file.
  std::shared_ptr<CachedFile> fileOf(FileKey Key) FORESLICE_EXCLUDES(M);
  /// The program closes the file.
  void closes(FileKey Key) FORESLICE_EXCLUDES(M);

private:
  static void *run(void *Self);
  void serve() FORESLICE_EXCLUDES(M);
  bool startThread() FORESLICE_REQUIRES(M);
  void serve(const Hint &H) FORESLICE_EXCLUDES(M);
  std::shared_ptr<CachedFile> open(const Hint &H) FORESLICE_EXCLUDES(M);
  void closeRead() FORESLICE_EXCLUDES(M);

  Mutex M;
  CondVar News;
  std::deque<Hint> Queue FORESLICE_GUARDED_BY(M);
  std::map<FileKey, std::shared_ptr<CachedFile>> Open FORESLICE_GUARDED_BY(M);
  std::vector<std::shared_ptr<CachedFile>> ToClose FORESLICE_GUARDED_BY(M);
  std::optional<bool> Started FORESLICE_GUARDED_BY(M);
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_HINT_HINTREADER_H
