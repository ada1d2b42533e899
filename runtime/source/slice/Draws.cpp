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

using namespace foreslice;

namespace {

/// Draws of a thread of the program and of the serving prefetch thread. The
/// logs are large: all bytes are zero, and no page of them is touched before
/// use.
struct Logs {
  DrawLog OfProgram, OfSlices;
};
constinit std::array<Logs, MostSlices> AllLogs;
struct Sequences {
  DrawSequence OfProgram; ///< The program's thread only.
  DrawSequence OfSlice;   ///< The prefetch thread only.
};
constinit std::array<Sequences, MostSlices> AllSequences;

void giveUp(RegionState &Region, const char *Why) {
  if (Region.Off.load())
    return;
  Region.Stats->add(RunCounter::SlicesMisdrew);
  Region.turnOff(Why);
}

/// Whether the running slice's draw equals the program's, as far as known.
bool isSame(int64_t Value) {
  uint64_t Launch = execution::runningNumber();
  const unsigned Number = execution::number();
  DrawSequence &Slice = AllSequences[Number].OfSlice;
  if (Slice.launch() != Launch)
    Slice.begin(Launch);
  Logs &L = AllLogs[Number];
  return Slice.add(Value, L.OfSlices, L.OfProgram);
}

constexpr char Differs[] = "the program drew other random numbers";
constexpr char Unknown[] =
    "the state of the program's random numbers cannot be copied";

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
  Logs &L = AllLogs[Number];
  bool Same =
      AllSequences[Number].OfProgram.add(Value, L.OfProgram, L.OfSlices);
  if (!Same)
    giveUp(Region, Differs);
  return Same;
}

extern "C" {

__attribute__((visibility("default"), noinline)) int64_t
foreslice_slice_draw(int32_t What) {
  Generators *OwnGenerators = generators();
  if (!OwnGenerators)
    return 0;
  int64_t Value = OwnGenerators->draw(What);
  if (!execution::isScout() && !isSame(Value))
    giveUpOwn(Differs);
  return Value;
}

__attribute__((visibility("default"), noinline)) void
foreslice_slice_seed(int32_t Generator, int64_t Seed) {
  if (Generators *OwnGenerators = generators())
    OwnGenerators->seed(Generator, Seed);
}

} // extern "C"
