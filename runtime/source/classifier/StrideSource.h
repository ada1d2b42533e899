//===- StrideSource.h - reads that go through a file in even steps --------===//
//
// Watches the reads of the program and expects that even steps go on. The
// source needs no slice, and so works outside of regions. Where a slice runs,
// the slice knows better: then this source only listens.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_CLASSIFIER_STRIDESOURCE_H
#define FORESLICE_SOURCE_CLASSIFIER_STRIDESOURCE_H

#include "source/Source.h"
#include "source/classifier/StridePredictor.h"
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
  void post(CachedFile &File, ByteRange Bytes, uint64_t CallId);

  Mutex M;
  /// The reads of a file are one stream: those of several loops make no even
  /// steps.
  std::unordered_map<const CachedFile *, StridePredictor>
      Files FORESLICE_GUARDED_BY(M);
  std::atomic<bool> Asked{false};
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_CLASSIFIER_STRIDESOURCE_H
