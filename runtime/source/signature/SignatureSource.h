//===- SignatureSource.h - reads that follow a pattern --------------------===//
//
// Watches the reads of the program and expects that their pattern goes on: the
// one that a signature of an earlier run, of a log or of the compiler says, or
// the one that the reads so far show. The source needs no slice, and so works
// outside of regions, and in programs that were not compiled by Foreslice.
// Where a slice runs, the slice knows better: then this source only listens.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SIGNATURE_SIGNATURESOURCE_H
#define FORESLICE_SOURCE_SIGNATURE_SIGNATURESOURCE_H

#include "signature/PatternLearner.h"
#include "source/AskedReads.h"
#include "source/signature/KnownSignatures.h"
#include "support/Mutex.h"

#include <map>

namespace foreslice {

class SignatureSource final : public Source {
public:
  explicit SignatureSource(Posting &To, KnownSignatures Known = {})
      : Source(To, "signatures"), Known(std::move(Known)) {}

  const KnownSignatures &known() const { return Known; }

  /// Reads of all threads.
  bool counts() const override { return true; }
  bool mayHaveAsked() const override {
    return HasAsked.load(std::memory_order_relaxed);
  }
  bool listens() const override { return true; }
  /// A pattern may end at any read.
  double confidence() const override { return 0.5; }
  bool reads(const std::shared_ptr<CachedFile> &File, const Access &Read,
             FunctionRef<uint64_t()> FileSize, bool Ahead) override;
  bool seen(FileKey File, const Access &Read,
            FunctionRef<std::string()> PathOf) override;
  void closes(const std::shared_ptr<CachedFile> &File) override;
  void closes(FileKey File) override;

private:
  /// The reads of one thread from one file.
  struct Stream {
    PatternLearner Pattern;
    AskedReads Asked;
    uint64_t Seen = 0; ///< When it was read last, in reads of all streams.
  };
  using StreamKey = std::pair<FileKey, pid_t>;

  /// What was done with a file that signatures may tell of.
  struct Use {
    unsigned Closes = 0;
    unsigned Threads = 0; ///< That have read it since.
  };

  Stream &streamOf(FileKey File, FunctionRef<std::string()> PathOf)
      FORESLICE_REQUIRES(M);
  bool observe(Stream &S, CachedFile *File, const Access &Read) const;
  void ask(CachedFile &File, Stream &S, const Access &Read, uint64_t FileSize);

  Mutex M;
  std::map<StreamKey, Stream> Streams FORESLICE_GUARDED_BY(M);
  std::map<FileKey, Use> Uses FORESLICE_GUARDED_BY(M);
  uint64_t Reads FORESLICE_GUARDED_BY(M) = 0;
  const KnownSignatures Known;
  std::atomic<bool> HasAsked{false};
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_SIGNATURE_SIGNATURESOURCE_H
