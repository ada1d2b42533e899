//===- Team.cpp - the team of OpenMP that a thread is in ------------------===//
//
// See Team.h. Implements foreslice_slice_team_* of the ABI.
//
//===----------------------------------------------------------------------===//

#include "source/slice/Team.h"

#include "foreslice/abi.h"
#include "source/slice/SliceExecution.h"
#include "support/Lazy.h"

#include <algorithm>
#include <dlfcn.h>

#define FORESLICE_EXPORT __attribute__((visibility("default")))

namespace foreslice {

namespace {

// omp_sched_t, and a modifier that does not matter.
enum : uint32_t { Static = 1, Dynamic, Guided, Auto };
constexpr uint32_t Monotonic = 0x80000000;

// kmp_sch_* of LLVM's library.
enum : uint32_t { ByGuess = 36, ByVariable = 37 };

} // namespace

/// A function of the program's OpenMP library.
template <class Function> class Query {
public:
  explicit constexpr Query(const char *Name) : Name(Name) {}
  /// Null if the program has none.
  Function *get() {
    return Found.get([this] {
      return reinterpret_cast<Function *>(dlsym(RTLD_DEFAULT, Name));
    });
  }

private:
  const char *const Name;
  LazyValue<Function *> Found;
};

uint32_t team::size() {
  static constinit Query<int()> Found("omp_get_num_threads");
  auto *Ask = Found.get();
  int Size = Ask ? Ask() : 1;
  return Size > 0 ? static_cast<uint32_t>(Size) : 1;
}

uint32_t team::member() {
  static constinit Query<int()> Found("omp_get_thread_num");
  auto *Ask = Found.get();
  int Number = Ask ? Ask() : 0;
  return Number > 0 ? static_cast<uint32_t>(Number) : 0;
}

team::Schedule team::schedule() {
  static constinit Query<void(uint32_t *, int *)> Found("omp_get_schedule");
  auto *Ask = Found.get();
  Schedule Result;
  int Chunk = 0;
  if (Ask)
    Ask(&Result.Kind, &Chunk);
  Result.Kind &= ~Monotonic;
  Result.Chunk = Chunk > 0 ? static_cast<uint64_t>(Chunk) : 0;
  return Result;
}

/// Share Number of all threads, by schedule(guided) as in LLVM's library: each
/// share is a part of the remaining iterations, by the number of threads, until
/// few remain.
static team::Share guided(uint64_t Count, uint64_t Chunk, uint64_t Number,
                          uint32_t Size) {
  team::Share S;
  for (;; --Number) {
    uint64_t Left = Count - S.End;
    bool IsLittle = Size == 1 || Left < 2 * uint64_t(Size) * (Chunk + 1);
    uint64_t Part = IsLittle ? Chunk : Left / (2 * uint64_t(Size));
    S.Begin = S.End;
    S.End += std::min(std::max(Part, Chunk), Left);
    if (Number == 0 || S.Begin == Count)
      return S;
  }
}

/// One share for each thread, all of about the same size.
static team::Share even(uint64_t Count, uint64_t Number, uint32_t Size,
                        uint32_t Member) {
  if (Number > 0)
    return {Count, Count};
  uint64_t Each = Count / Size, More = Count % Size;
  uint64_t Begin = Member * Each + std::min<uint64_t>(Member, More);
  return {Begin, Begin + Each + (Member < More)};
}

team::Share team::shareOf(uint32_t Kind, uint64_t Count, uint64_t Chunk,
                          uint64_t Number, uint32_t Size, uint32_t Member) {
  if (Kind == Static && Chunk == 0)
    return even(Count, Number, Size, Member);
  Chunk = std::max<uint64_t>(Chunk, 1);
  uint64_t OfAll = 0, Begin = 0;
  if (__builtin_mul_overflow(Number, Size, &OfAll) ||
      __builtin_mul_overflow(OfAll + Member, Chunk, &Begin))
    return {Count, Count};
  if (Kind == Guided || Kind == Auto)
    return guided(Count, Chunk, OfAll + Member, Size);
  Begin = std::min(Begin, Count);
  return {Begin, Begin + std::min(Chunk, Count - Begin)};
}

extern "C" {

FORESLICE_EXPORT uint32_t foreslice_slice_team_size() {
  const Job *J = execution::job();
  return J ? J->TeamSize : 1;
}

FORESLICE_EXPORT uint32_t foreslice_slice_team_member() {
  const Job *J = execution::job();
  return J ? J->TeamMember : 0;
}

FORESLICE_EXPORT uint64_t foreslice_slice_team_share(uint32_t Schedule,
                                                     uint64_t Count,
                                                     uint64_t Chunk,
                                                     uint64_t Number,
                                                     uint32_t End) {
  const Job *J = execution::job();
  if (!J)
    return Count;
  team::Schedule By = {Schedule == ByGuess ? Guided : Auto, Chunk};
  if (Schedule == ByVariable)
    By = J->TeamSchedule;
  team::Share S = team::shareOf(By.Kind, Count, By.Chunk, Number, J->TeamSize,
                                J->TeamMember);
  return End ? S.End : S.Begin;
}

} // extern "C"

} // namespace foreslice
