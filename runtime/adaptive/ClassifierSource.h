//===- ClassifierSource.h - reads of a class ------------------------------===//
//
// Watches the accesses of each thread of the program to each file, classifies
// the accesses window by window, and asks for the reads expected by the class.
// The ranks exchange classes (adaptive/policy/RankBoards.h), so a rank can use
// the global class before its own is known. If a slice or a signature knows the
// stream better, this source only listens. Madhyastha, Elford and Reed (1996),
// section 4.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ADAPTIVE_CLASSIFIERSOURCE_H
#define FORESLICE_ADAPTIVE_CLASSIFIERSOURCE_H

#include "adaptive/classifier/StreamClassifier.h"
#include "adaptive/policy/Policy.h"
#include "adaptive/policy/RankBoards.h"
#include "source/LearningSource.h"
#include "source/StreamTable.h"
#include "support/Mutex.h"

namespace foreslice {

class ClassifierSource final : public LearningSource {
public:
  ClassifierSource(Posting &To, RankBoards &Boards, unsigned Window)
      : LearningSource(To, "classifier"), Boards(Boards), Window(Window) {}

  bool listensToWrites() const override { return true; }
  /// Lower than the confidence of a signature.
  double confidence() const override { return 0.25; }
  bool reads(const std::shared_ptr<CachedFile> &File, const Access &Read,
             FunctionRef<uint64_t()> FileSize, bool MayAsk) override;
  bool seen(FileKey File, const Access &Read,
            FunctionRef<std::string()> PathOf) override;
  void writes(FileKey File, ByteRange Written, FileStatistics *Stats) override;
  using LearningSource::closes;
  void closes(FileKey File) override;

private:
  /// The accesses of one thread to one file.
  struct ClassStream : Stream {
    explicit ClassStream(size_t Window) : Class(Window) {}
    StreamClassifier Class;
    bool HasNews = false; ///< A change of class that was not noted yet.
    /// A change of the global class, not noted yet.
    bool HasGlobalNews = false;
    unsigned Windows = 0; ///< Since the class changed.
    GlobalClass Global;
    Policy Chosen; ///< By the classes; asks for nothing until a class is known.
    size_t PoolPages = 0; ///< Pages of the pool allowed by the policy.
  };

  ClassStream &streamOf(FileKey File) FORESLICE_REQUIRES(M) {
    return Streams.streamOf(File, [this] { return ClassStream(Window); });
  }
  bool observeByClass(ClassStream &S, CachedFile *File,
                      const Access &Read) const;
  static StreamClassifier::News classify(ClassStream &S,
                                         const ClassifiedAccess &A);
  static void note(ClassStream &S, StreamClassifier::News News,
                   FileStatistics *Stats);
  GlobalClass globalOf(FileKey File, FunctionRef<uint64_t()> FileSize);
  void withOthers(ClassStream &S, FileKey File, StreamClassifier::News News,
                  FunctionRef<uint64_t()> FileSize);
  void assume(ClassStream &S, FileKey File, FunctionRef<uint64_t()> FileSize);
  void compare(ClassStream &S, FileKey File, FunctionRef<uint64_t()> FileSize);
  void size(ClassStream &S, bool Asks) FORESLICE_REQUIRES(M);
  void sizePool() FORESLICE_REQUIRES(M);
  void askByPolicy(CachedFile &File, ClassStream &S, const Access &Read,
                   FunctionRef<uint64_t()> FileSize);

  RankBoards &Boards;
  const size_t Window;
  Mutex M;
  StreamTable<ClassStream> Streams FORESLICE_GUARDED_BY(M);
};

} // namespace foreslice

#endif // FORESLICE_ADAPTIVE_CLASSIFIERSOURCE_H
