//===- SignatureSource.h - reads that follow a pattern --------------------===//
//
// Watches the reads of the program and expects that their pattern goes on: the
// pattern of a signature from an earlier run, a log or the compiler, or the
// pattern of the reads so far. The source needs no slice, and so works outside
// of regions, and in programs that were not compiled by Foreslice. Where a
// slice is ahead, the slice knows better: then this source only listens.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SIGNATURE_SIGNATURESOURCE_H
#define FORESLICE_SOURCE_SIGNATURE_SIGNATURESOURCE_H

#include "source/LearningSource.h"
#include "source/StreamTable.h"
#include "source/signature/Attention.h"
#include "source/signature/KnownSignatures.h"
#include "support/Mutex.h"

namespace foreslice {

class SignatureSource final : public LearningSource {
public:
  explicit SignatureSource(Posting &To, KnownSignatures Known = {},
                           Attention::Kind Looks = Attention::Kind::Always)
      : LearningSource(To, "signatures"), Awareness(Looks),
        Known(std::move(Known)) {}

  const KnownSignatures &known() const { return Known; }

  bool counts() const override { return Awareness.isAwake(); }
  bool looksAtNext() override { return Awareness.looksAtNext(); }
  bool timesNext() override { return Awareness.timesNext(); }
  bool looksAtPlace() const override { return Awareness.looksAtPlace(); }
  void looksAt(FileKey File, const Access &Read,
               FunctionRef<std::string()> PathOf) override {
    seen(File, Read, PathOf);
  }
  void readDone(uint64_t Bytes, uint64_t Ns) override {
    Awareness.readDone(Bytes, Ns);
  }
  /// A pattern may end at any read.
  double confidence() const override { return 0.5; }
  bool reads(const std::shared_ptr<CachedFile> &File, const Access &Read,
             FunctionRef<uint64_t()> FileSize, bool MayAsk) override;
  bool seen(FileKey File, const Access &Read,
            FunctionRef<std::string()> PathOf) override;
  using LearningSource::closes;
  void closes(FileKey File) override;

private:
  /// Until the order of the file's data is known, the reads count by their
  /// bytes.
  struct KnownStream : Stream {
    std::shared_ptr<const DatasetReads> Known; ///< What a signature says.
    std::vector<ByteRange> Before; ///< Reads before the order was known.
    std::shared_ptr<const View> Arranged;
    bool IsInOrder = false; ///< The pattern is that of the order.
  };

  /// The use of a file that signatures may describe.
  struct Use {
    unsigned Closes = 0;
    unsigned Threads = 0; ///< Threads that have read the file since.
  };

  KnownStream &streamOf(FileKey File, FunctionRef<std::string()> PathOf)
      FORESLICE_REQUIRES(M);
  Access inDatasets(KnownStream &S, CachedFile *File, const Access &Read);
  void begin(KnownStream &S, CachedFile *File, const Access &Read);

  Attention Awareness;
  Mutex M;
  StreamTable<KnownStream> Streams FORESLICE_GUARDED_BY(M);
  std::map<FileKey, Use> Uses FORESLICE_GUARDED_BY(M);
  const KnownSignatures Known;
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_SIGNATURE_SIGNATURESOURCE_H
