//===- ClassifierFuzz.cpp - any accesses to the network -------------------===//
//
// For libFuzzer. Whatever the accesses of a stream are, each full window has a
// class, what is expected next has a place, and the classes of ranks combine.
// Each access takes 9 bytes of the input: offset, size and operation.
//
//===----------------------------------------------------------------------===//

#include "adaptive/classifier/Features.h"
#include "adaptive/classifier/StreamClassifier.h"

#include <cstdlib>
#include <cstring>

using namespace foreslice;

namespace {

constexpr size_t BytesOfAccess = 9;

/// Offset and size are small or large, by the last byte. Their sum is one that
/// the system accepts.
ClassifiedAccess accessOf(const uint8_t *Data) {
  uint32_t Offset, Size;
  memcpy(&Offset, Data, sizeof Offset);
  memcpy(&Size, Data + sizeof Offset, sizeof Size);
  const unsigned Kind = Data[8];
  return {.Offset = static_cast<int64_t>(Offset) << (Kind >> 1 & 31),
          .Size = static_cast<int64_t>(Size >> (Kind & 31)),
          .IsWrite = (Kind & 128) != 0};
}

void look(const StreamClassifier &S) {
  std::optional<ClassifiedAccess> Next = S.next();
  for (uint64_t I = 1; Next && I < 8; ++I) {
    if (Next->Offset < 0)
      abort();
    Next = S.after(*Next, I);
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  if (Size == 0)
    return 0;
  const size_t Window =
      LeastWindow + Data[0] % (LargestWindow - LeastWindow + 1);
  std::vector<StreamClassifier> Ranks(1 + Size % 5, StreamClassifier(Window));
  size_t Windows = 0;
  for (size_t I = 0; 1 + (I + 1) * BytesOfAccess <= Size; ++I) {
    StreamClassifier &Rank = Ranks[I % Ranks.size()];
    const auto News = Rank.add(accessOf(Data + 1 + I * BytesOfAccess));
    Windows += News != StreamClassifier::News::None;
    if ((News != StreamClassifier::News::None) !=
        (Rank.current() && (I / Ranks.size() + 1) % Window == 0))
      abort();
    look(Rank);
  }
  std::vector<LocalClass> Locals;
  for (const StreamClassifier &Rank : Ranks)
    if (Rank.current())
      Locals.push_back(Rank.local());
  if (combine(Locals, 1 << 20).Cardinality > Locals.size())
    abort();
  return 0;
}
