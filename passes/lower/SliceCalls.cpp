//===- SliceCalls.cpp - the calls of a slice ------------------------------===//
//
// See SliceCalls.h.
//
//===----------------------------------------------------------------------===//

#include "lower/SliceCalls.h"
#include "copy/AccessCounts.h"
#include "lower/LibraryLowering.h"

#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace foreslice {

SliceCalls::SliceCalls(SliceCode &Slice) : Slice(Slice) {
  for (const Frontend *F : frontends())
    Lowerings[F] = F->makeLowering(Slice);
}

void SliceCalls::bindFiles() {
  const auto &AtLaunch = Slice.Plan.FilesAtLaunch;
  for (auto &[Family, Lowering] : Lowerings)
    if (auto Files = AtLaunch.find(Family); Files != AtLaunch.end())
      for (const FileAtLaunch &File : Files->second)
        Lowering->bindFile(File);
}

/// Replaces forwarded calls with a wait for the main thread's results.
void SliceCalls::lowerForwarded() {
  for (auto &[Old, Parts] : Slice.Plan.Forwarded) {
    auto *CB = dyn_cast_or_null<CallBase>(Slice.VMap.lookup(Old));
    if (!CB)
      continue; // Left out, or behind the end of the slice.
    CallBase *Original = Slice.Copy.analysisModule().originalOf(*Old);
    const IOCall *Call = lookupIOCall(*CB);
    bool IsMade =
        Call && Call->changesHandle() &&
        loweringOf(*Call).lowerOpen(*CB, *Original, Parts,
                                    Slice.Plan.OpensAhead.contains(Old));
    if (!IsMade)
      for (const ForwardedPart &Part : Parts)
        Slice.receive(*CB, *Original, Part);
    if (!IsMade && Call && Call->isTraced())
      continue; // A write also has a step of its own.
    if (!CB->use_empty())
      CB->replaceAllUsesWith(Constant::getNullValue(CB->getType()));
    CB->eraseFromParent();
  }
}

/// Roles of calls other than Made.
DenseMap<Value *, CallRole> SliceCalls::callRoles() const {
  const ScoutPlan *Scout = Slice.Scout;
  const SlicePlan &Plan = Slice.Plan;
  DenseMap<Value *, CallRole> Roles;
  for (CallBase *Read : Scout ? Scout->DataReads : Plan.DataReads)
    Roles[Slice.VMap.lookup(Read)] = CallRole::NeedsData;
  for (CallBase *Write : Plan.Unread)
    Roles[Slice.VMap.lookup(Write)] = CallRole::Unread;
  if (!Scout)
    return Roles;
  for (CallBase *Read : Scout->Counted)
    Roles[Slice.VMap.lookup(Read)] = CallRole::Counted;
  for (CallBase *CB : Scout->Skipped)
    Roles[Slice.VMap.lookup(CB)] = CallRole::Skipped;
  return Roles;
}

void SliceCalls::lower() {
  lowerForwarded();
  LibraryLowering Library(Slice);
  Slice.Result.Guesses = !Slice.Plan.Summary.Guesses.empty();
  Slice.Result.Fortran = Slice.Copy.analysisModule().hasFortran();
  DenseMap<Value *, CallRole> Roles = callRoles();
  auto RoleOf = [&](const CallBase &CB) {
    return Roles.lookup_or(&CB, CallRole::Made);
  };
  for (auto &[Family, Lowering] : Lowerings)
    Lowering->prepareCalls([&](const CallBase &Read) {
      return RoleOf(Read) == CallRole::NeedsData;
    });
  SmallVector<CallBase *> Calls;
  for (Instruction &I : instructions(*Slice.Result.Slice))
    if (auto *CB = dyn_cast<CallBase>(&I); CB && !isReadCount(*CB))
      Calls.push_back(CB);
  Library.prepare(Calls);
  for (CallBase *CB : Calls) {
    const IOCall *Call = lookupIOCall(*CB);
    if (!Call) {
      Library.lower(*CB);
      continue;
    }
    Slice.Result.Collective |= Call->isCollectiveRead();
    Slice.Result.SharedPointer |= Call->isAtSharedPointer();
    loweringOf(*Call).lowerCall(*CB, *Call, RoleOf(*CB));
  }
  Library.finish();
  IRBuilder<> AtEnd(Slice.Exit->getTerminator());
  for (auto &[Family, Lowering] : Lowerings)
    Lowering->end(AtEnd);
}

} // namespace foreslice
