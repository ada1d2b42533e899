//===- Draws.cpp - the random numbers of program and slice ----------------===//
//
// See Draws.h. The entries of the ABI run armed, as the slice's own code does,
// but where a region is turned off.
//
//===----------------------------------------------------------------------===//

#include "source/slice/Draws.h"
#include "source/slice/DrawLog.h"
#include "source/slice/Generators.h"
#include "source/slice/SliceExecution.h"

#include <array>
#include <atomic>
#include <new>
#include <sys/mman.h>

using namespace foreslice;

namespace {

/// Draws of a thread of the program and of the serving prefetch thread. The
/// logs are large: mapped at the first draw, and kept.
struct Logs {
  DrawLog OfProgram, OfSlices;
};
constinit std::array<std::atomic<Logs *>, MostSlices> AllLogs;
struct Sequences {
  DrawSequence OfProgram; ///< The program's thread only.
  DrawSequence OfSlice;   ///< The prefetch thread only.
};
constinit std::array<Sequences, MostSlices> AllSequences;

/// Null without memory. Threads that come at the same time get the same logs.
Logs *logsOf(unsigned Number) {
  std::atomic<Logs *> &Place = AllLogs[Number];
  if (Logs *Known = Place.load(std::memory_order_acquire))
    return Known;
  void *Memory = mmap(nullptr, sizeof(Logs), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Memory == MAP_FAILED)
    return nullptr;
  Logs *New = new (Memory) Logs, *Known = nullptr;
  if (Place.compare_exchange_strong(Known, New, std::memory_order_acq_rel))
    return New;
  munmap(Memory, sizeof(Logs));
  return Known;
}

void giveUp(RegionState &Region, const char *Why) {
  if (Region.Off.load())
    return;
  Region.Stats->add(RunCounter::SlicesMisdrew);
  Region.turnOff(Why);
}

constexpr char Differs[] = "the program drew other random numbers";
constexpr char NoMemory[] = "no memory to compare random numbers";
constexpr char Unknown[] =
    "the state of the program's random numbers cannot be copied";

/// How the running slice's draw differs from the program's; null where the draw
/// does not, as far as known.
const char *difference(int64_t Value) {
  uint64_t Launch = execution::runningNumber();
  const unsigned Number = execution::number();
  DrawSequence &Slice = AllSequences[Number].OfSlice;
  if (Slice.launch() != Launch)
    Slice.begin(Launch);
  Logs *L = logsOf(Number);
  if (!L)
    return NoMemory;
  return Slice.add(Value, L->OfSlices, L->OfProgram) ? nullptr : Differs;
}

/// Turns the region of the running slice off, and ends the slice.
void giveUpOwn(const char *Why) {
  execution::enter();
  if (RegionState *Region = execution::region())
    giveUp(*Region, Why);
  execution::leave(SliceEnd::Diverged);
}

/// The generators of the running slice; ends a slice without generators, and a
/// slice that shall not run on. Null on other threads.
Generators *generators() {
  Generators *OwnGenerators = execution::generators();
  if (!OwnGenerators)
    return nullptr;
  if (execution::cancelFlag().load(std::memory_order_relaxed))
    execution::leave(SliceEnd::Cancelled);
  else if (execution::isOverdue())
    execution::leave(SliceEnd::Endless);
  else if (!OwnGenerators->isKnown())
    giveUpOwn(Unknown);
  return OwnGenerators;
}

} // namespace

void draws::launched(unsigned Number, uint64_t Launch) {
  AllSequences[Number].OfProgram.begin(Launch);
}

bool draws::drewInProgram(unsigned Number, RegionState &Region, int64_t Value) {
  Logs *L = logsOf(Number);
  bool Same =
      L && AllSequences[Number].OfProgram.add(Value, L->OfProgram, L->OfSlices);
  if (!Same)
    giveUp(Region, L ? Differs : NoMemory);
  return Same;
}

extern "C" {

__attribute__((visibility("default"), noinline)) int64_t
foreslice_slice_draw(int32_t What) {
  Generators *OwnGenerators = generators();
  if (!OwnGenerators)
    return 0;
  int64_t Value = OwnGenerators->draw(What);
  if (execution::isScout())
    return Value;
  if (const char *Why = difference(Value))
    giveUpOwn(Why);
  return Value;
}

__attribute__((visibility("default"), noinline)) void
foreslice_slice_seed(int32_t Generator, int64_t Seed) {
  if (Generators *OwnGenerators = generators())
    OwnGenerators->seed(Generator, Seed);
}

} // extern "C"
