//===- LearningSource.h - sources that learn from the program's reads -----===//
//
// Expects that the pattern of a thread's reads of a file goes on, and asks for
// the next reads. Needs no slice. Learning sources differ in their knowledge
// beside the reads: signatures, or classes of accesses.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_LEARNINGSOURCE_H
#define FORESLICE_SOURCE_LEARNINGSOURCE_H

#include "signature/PatternLearner.h"
#include "source/AskedReads.h"

namespace foreslice {

class LearningSource : public Source {
public:
  /// Reads of all threads.
  bool counts() const override { return true; }
  bool mayHaveAsked() const final {
    return HasAsked.load(std::memory_order_relaxed) && counts();
  }
  bool listens() const final { return true; }
  void closes(const std::shared_ptr<CachedFile> &File) final;
  void closes(FileKey File) override = 0;

protected:
  using Source::Source;

  /// The reads of one thread from one file.
  struct Stream {
    PatternLearner Pattern;
    AskedReads Asked;
  };
  /// False for a read of no part of the order of its view, as metadata: no
  /// pattern has such reads.
  static bool isInOrder(const Access &Read) {
    const auto &Order = Read.FileView->Order;
    return !Order || Order->placeOf(Read.range());
  }
  /// False if the pattern does not tell the next reads. File: null if not open.
  bool observe(Stream &S, CachedFile *File, const Access &Read) const;
  /// Asks for expected reads, the further ahead the surer the pattern, as far
  /// as the scheme and MostPages allow.
  void ask(CachedFile &File, Stream &S, const Access &Read, uint64_t FileSize,
           size_t MostPages = SIZE_MAX);

private:
  void willAsk() const final {
    HasAsked.store(true, std::memory_order_relaxed);
  }

  mutable std::atomic<bool> HasAsked{false};
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_LEARNINGSOURCE_H
