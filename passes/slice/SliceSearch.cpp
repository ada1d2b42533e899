//===- SliceSearch.cpp - which slice of a region waits least --------------===//
//
// See SliceSearch.h.
//
//===----------------------------------------------------------------------===//

#include "slice/SliceSearch.h"

using namespace llvm;

namespace foreslice {

static bool opensOrCloses(const CallBase &CB) {
  const IOCall *Call = lookupIOCall(CB);
  return Call && Call->changesHandle();
}

/// How often a slice has to wait: for anything, and for what is no handle of a
/// file.
static size_t waits(const SlicePlan &Plan) {
  return Plan.DataReads.size() + Plan.Forwarded.size();
}
static size_t otherWaits(const SlicePlan &Plan) {
  return waits(Plan) - count_if(Plan.Forwarded, [](const auto &Entry) {
           return opensOrCloses(*Entry.first);
         });
}

bool SliceSearch::run(function_ref<void(WorkingCopy &)> Show) {
  for (bool Guess : {false, true}) {
    if (!makeCopy(Guess))
      return false;
    Show(*Copy);
    planCopy();
    if (Plan || !Copy->couldGuess())
      break;
  }
  Memory.reset();
  return Plan.has_value();
}

/// False if there is no room for a copy, or the region is never reached.
bool SliceSearch::makeCopy(bool Guess) {
  Memory.reset();
  Copy.reset();
  Reason = Refusal();
  if (std::optional<Refusal> Why = Sizes.take(R)) {
    Reason = *Why;
    return false;
  }
  Copy = std::make_unique<WorkingCopy>(AM, R, Guess);
  if (!Copy->begin())
    return false;
  Memory.emplace(*Copy);
  return true;
}

/// Plans the slices of one copy.
void SliceSearch::planCopy() {
  Slicer Cautious(*Copy, *Memory);
  Plan = Cautious.run();
  Reason = Cautious.refusal();
  ArrayRef<Instruction *> Exits = Cautious.waitingExits();
  if (!Exits.empty() && isWorthStaying(Exits))
    planStaying(Exits);
  if (Plan && any_of(Plan->Forwarded, [](const auto &Entry) {
        return opensOrCloses(*Entry.first);
      }))
    planOpening();
}

/// Where a loop that has other exits is left by what only data or the main
/// thread can tell, and the slice need not wait for that otherwise, it takes
/// for granted that the loop goes on: it runs to the loop's end and beyond what
/// the program reads there.
bool SliceSearch::isWorthStaying(ArrayRef<Instruction *> Exits) {
  std::optional<SlicePlan> Bold = Slicer(*Copy, *Memory, Exits).run();
  return Bold && (!Plan || waits(*Bold) < waits(*Plan));
}

/// Changes the copy. What follows such a loop needs a slice of its own.
void SliceSearch::planStaying(ArrayRef<Instruction *> Exits) {
  if (Copy->isRest()) {
    Plan.reset();
    Reason = Refusal(RemarkId::LoopGoesOn, Exits.front()->getDebugLoc());
    return;
  }
  SmallVector<DebugLoc, 2> Guesses;
  for (Instruction *Exit : Exits)
    Guesses.push_back(Exit->getDebugLoc());
  Copy->assumeStays(Exits);
  Memory.emplace(*Copy);
  Slicer Final(*Copy, *Memory);
  Plan = Final.run();
  Reason = Final.refusal();
  if (Plan)
    Plan->Summary.Guesses = Guesses;
}

/// Files are opened ahead unless the slice would have to wait for their names.
void SliceSearch::planOpening() {
  std::optional<SlicePlan> Ahead =
      Slicer(*Copy, *Memory, {}, /*OpenAhead=*/true).run();
  if (!Ahead || otherWaits(*Ahead) > otherWaits(*Plan))
    return;
  Ahead->Summary.Guesses = Plan->Summary.Guesses;
  Plan = std::move(Ahead);
}

} // namespace foreslice
