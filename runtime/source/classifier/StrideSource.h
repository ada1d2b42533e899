//===- StrideSource.h - reads that go through a file in even steps --------===//
//
// Watches the reads of the program and expects that even steps go on. It needs
// no slice, and so works outside of regions. Where a slice runs, the slice
// knows better: this source only listens.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_CLASSIFIER_STRIDESOURCE_H
#define FORESLICE_SOURCE_CLASSIFIER_STRIDESOURCE_H

#include "source/Source.h"
#include "support/Mutex.h"

#include <unordered_map>

namespace foreslice {

class StrideSource final : public Source {
public:
  explicit StrideSource(PageCache &Cache) : Source(Cache, "strides") {}

  /// Reads of all threads.
  bool counts() const override { return true; }
  bool mayHaveAsked() const override {
    return Asked.load(std::memory_order_relaxed);
  }
  bool listens() const override { return true; }
  /// An even step may end at any read.
  double confidence() const override { return 0.5; }
  void reads(const std::shared_ptr<CachedFile> &File, const Access &Read,
             bool Ahead) override;
  void closes(const std::shared_ptr<CachedFile> &File) override;

private:
  /// Where the reads of a file are. Reads of several loops through one file
  /// make no even steps.
  struct Stream {
    int64_t LastBegin = 0, Stride = 0;
    uint64_t Length = 0;
    unsigned Even = 0;   ///< Equal steps in a row.
    uint64_t Posted = 0; ///< Steps from the last read that are posted.
    /// Calls from one read to the next, and the id that followed the last read.
    uint64_t Calls = 0, NextCall = 0;
  };

  static bool observe(Stream &S, ByteRange Bytes, uint64_t NextCall);
  void post(CachedFile &File, Stream &S);

  Mutex M;
  std::unordered_map<const CachedFile *, Stream>
      Streams FORESLICE_GUARDED_BY(M);
  std::atomic<bool> Asked{false};
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_CLASSIFIER_STRIDESOURCE_H
