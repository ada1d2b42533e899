//===- SignatureFileFuzz.cpp - any text as a file of signatures -----------===//
//
// For libFuzzer. What is read can be followed, and is written as it was read.
//
//===----------------------------------------------------------------------===//

#include "signature/PatternLearner.h"
#include "signature/SignatureFile.h"

#include <cstdlib>

using namespace foreslice;

static constexpr uint64_t MostReads = 64;

/// The accesses that are expected come, and some that are not.
static void follow(const std::shared_ptr<const PatternSequence> &Sequence) {
  PatternLearner Learner;
  Learner.expect(Sequence);
  uint64_t Reads = 0;
  Sequence->forEach([&](const PatternPoint &P) {
    PatternPoint Came = P;
    if (Reads % 7 == 6)
      Came.Bytes = 1;
    Learner.observe(Came);
    unsigned Ahead = 0;
    Learner.ahead(Reads, [&](const PatternPoint &) { return ++Ahead < 8; });
    return ++Reads < MostReads;
  });
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::string Why;
  std::optional<SignatureFile> File =
      SignatureFile::parse({reinterpret_cast<const char *>(Data), Size}, Why);
  if (!File)
    return 0;
  std::optional<SignatureFile> Again = SignatureFile::parse(File->json(), Why);
  if (!Again || Again->json() != File->json())
    abort();
  for (int64_t Rank : {0, 1, 7})
    for (const SignatureStream &S : File->Streams)
      if (auto Known =
              File->sequenceFor(Rank, 8, S.File, S.Is, S.Thread, S.Opening))
        follow(Known);
  return 0;
}
