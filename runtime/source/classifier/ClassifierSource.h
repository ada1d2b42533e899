//===- ClassifierSource.h - reads of a class ------------------------------===//
//
// Watches what each thread of the program does with each file, classifies the
// accesses window by window, and asks for reads that the class lets expect. The
// ranks tell each other their classes (policy/RankBoards.h), so that a rank can
// go by the global one before it knows its own. A slice or a signature knows
// better: then this source only listens. Madhyastha, Elford and Reed (1996),
// section 4.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_CLASSIFIER_CLASSIFIERSOURCE_H
#define FORESLICE_SOURCE_CLASSIFIER_CLASSIFIERSOURCE_H

#include "classifier/StreamClassifier.h"
#include "policy/Policy.h"
#include "policy/RankBoards.h"
#include "source/AskedReads.h"
#include "support/Mutex.h"

#include <map>

namespace foreslice {

class ClassifierSource final : public Source {
public:
  ClassifierSource(Posting &To, RankBoards &Boards, unsigned Window)
      : Source(To, "classifier"), Boards(Boards), Window(Window) {}

  /// Accesses of all threads.
  bool counts() const override { return true; }
  bool mayHaveAsked() const override {
    return HasAsked.load(std::memory_order_relaxed);
  }
  bool listens() const override { return true; }
  bool listensToWrites() const override { return true; }
  /// Below a signature's.
  double confidence() const override { return 0.25; }
  bool reads(const std::shared_ptr<CachedFile> &File, const Access &Read,
             FunctionRef<uint64_t()> FileSize, bool Ahead) override;
  bool seen(FileKey File, const Access &Read,
            FunctionRef<std::string()> PathOf) override;
  void writes(FileKey File, ByteRange Written, FileStatistics *Stats) override;
  void closes(const std::shared_ptr<CachedFile> &File) override;
  void closes(FileKey File) override;

private:
  /// What one thread does with one file.
  struct Stream {
    explicit Stream(size_t Window) : Class(Window) {}
    StreamClassifier Class;
    AskedReads Asked;
    ClassifiedAccess LastAsked; ///< If Asked has any.
    bool IsAstray = false; ///< The last read was not where one was expected.
    bool HasNews = false;  ///< A change of class that was not noted yet.
    bool HasGlobalNews = false; ///< The same of the global class.
    unsigned Windows = 0;       ///< Since the class changed.
    GlobalClass Global;
    Policy Chosen;        ///< By the classes.
    size_t PoolPages = 0; ///< That the policy lets the pool have of the file.
    uint64_t Seen = 0; ///< When it was used last, in accesses of all streams.
  };
  using StreamKey = std::pair<FileKey, pid_t>;

  struct Found;
  Stream &streamOf(FileKey File) FORESLICE_REQUIRES(M);
  Stream &search(FileKey File) FORESLICE_REQUIRES(M);
  StreamClassifier::News observe(Stream &S, const ClassifiedAccess &A,
                                 CachedFile *File, const Access *Read) const;
  static void note(Stream &S, StreamClassifier::News News,
                   FileStatistics *Stats);
  GlobalClass globalOf(FileKey File, FunctionRef<uint64_t()> FileSize);
  void withOthers(Stream &S, FileKey File, StreamClassifier::News News,
                  FunctionRef<uint64_t()> FileSize);
  void assume(Stream &S, FileKey File, FunctionRef<uint64_t()> FileSize);
  void compare(Stream &S, FileKey File, FunctionRef<uint64_t()> FileSize);
  void size(Stream &S, bool Asks) FORESLICE_REQUIRES(M);
  void sizePool() FORESLICE_REQUIRES(M);
  void ask(CachedFile &File, Stream &S, const Access &Read, uint64_t FileSize);

  RankBoards &Boards;
  const size_t Window;
  Mutex M;
  std::map<StreamKey, Stream> Streams FORESLICE_GUARDED_BY(M);
  uint64_t Accesses FORESLICE_GUARDED_BY(M) = 0;
  static uint64_t nextTurn();
  /// Another one whenever streams have gone; no two sources have the same.
  uint64_t Turn FORESLICE_GUARDED_BY(M) = nextTurn();
  std::atomic<bool> HasAsked{false};
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_CLASSIFIER_CLASSIFIERSOURCE_H
