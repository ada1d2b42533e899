//===- Remarks.cpp - what users are told ----------------------------------===//
//
// See Remarks.h.
//
//===----------------------------------------------------------------------===//

#include "Remarks.h"
#include "Regions.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace foreslice {

std::string describeLocation(const DebugLoc &Loc) {
  if (!Loc)
    return "";
  return formatv("{0}:{1}:{2}", Loc->getFilename(), Loc.getLine(), Loc.getCol())
      .str();
}

std::string calleeName(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  return F ? demangle(F->getName()) : "a function pointer";
}

/// " of the rest of 'main'"; empty for a loop.
static std::string restOf(const Region &R) {
  return R.isLoop()
             ? ""
             : " of the rest of '" + demangle(R.function().getName()) + "'";
}

void remarkSliced(const Region &Where, const SliceSummary &S,
                  unsigned LiveInBytes) {
  OptimizationRemarkEmitter ORE(&Where.function());
  ORE.emit([&] {
    unsigned Percent = S.Region ? 100 * S.Kept / S.Region : 0;
    OptimizationRemark R(PassName, "Sliced", Where.location(), &Where.first());
    R << "prefetch slice" << restOf(Where) << " with "
      << ore::NV("Reads", S.Reads) << (S.Reads == 1 ? " read" : " reads")
      << ": " << ore::NV("Kept", S.Kept) << " of "
      << ore::NV("Region", S.Region) << " instructions kept ("
      << ore::NV("Percent", Percent) << "%), "
      << ore::NV("LiveInBytes", LiveInBytes) << " bytes handed over at launch";
    if (S.DataReads)
      R << "; waits for the data of " << ore::NV("DataReads", S.DataReads)
        << (S.DataReads == 1 ? " read" : " reads");
    if (!S.Forwarded.empty())
      R << "; waits for the main thread's "
        << ore::NV("Forwarded", join(S.Forwarded, ", "));
    if (S.HasScout)
      R << "; fetches ahead of that what does not depend on it";
    if (S.OpensAhead)
      R << "; opens files ahead of the main thread";
    for (const DebugLoc &Guess : S.Guesses)
      R << "; takes for granted that the loop goes on ("
        << ore::NV("Guess", describeLocation(Guess)) << ")";
    return R;
  });
}

void remarkRefused(const Region &Where, const Refusal &Reason) {
  OptimizationRemarkEmitter ORE(&Where.function());
  ORE.emit([&] {
    OptimizationRemarkMissed R(PassName, "Refused", Where.location(),
                               &Where.first());
    R << "no prefetch slice" << restOf(Where) << ": "
      << ore::NV("Reason", Reason.Why);
    if (Reason.Where && Reason.Where != Where.location())
      R << " (" << ore::NV("At", describeLocation(Reason.Where)) << ")";
    return R;
  });
}

void remarkByPointer(Instruction &I, StringRef Read) {
  OptimizationRemarkEmitter ORE(I.getFunction());
  ORE.emit([&] {
    return OptimizationRemarkMissed(PassName, "ByPointer", &I)
           << "no prefetch slice: " << ore::NV("Call", Read)
           << " is called through a pointer, which slices do not follow";
  });
}

void remarkNotInLoop(Function &F, CallBase &Read) {
  OptimizationRemarkEmitter ORE(&F);
  ORE.emit([&] {
    return OptimizationRemarkMissed(PassName, "NotInLoop", &Read)
           << "no prefetch slice: this " << ore::NV("Call", calleeName(Read))
           << " is in no loop of its function";
  });
}

void remarkReadSliced(CallBase &Read, StringRef Name, DebugLoc Region) {
  OptimizationRemarkEmitter ORE(Read.getFunction());
  ORE.emit([&] {
    OptimizationRemarkAnalysis R(PassName, "Read", &Read);
    R << ore::NV("Call", Name) << " is prefetched by the slice";
    if (Region)
      R << " of " << ore::NV("Region", describeLocation(Region));
    return R;
  });
}

void remarkReadBehind(const Region &Where, const ReadBehind &B) {
  OptimizationRemarkEmitter ORE(&Where.function());
  ORE.emit([&] {
    OptimizationRemarkAnalysis R(PassName, "ReadBehind", B.Read,
                                 &Where.first());
    R << ore::NV("Call", B.Name) << " reads what the write";
    if (B.Write)
      R << " at " << ore::NV("At", describeLocation(B.Write));
    if (B.Iterations == 0)
      R << " wrote just before";
    else
      R << " wrote " << ore::NV("Iterations", B.Iterations)
        << (B.Iterations == 1 ? " iteration" : " iterations") << " earlier";
    R << ": it is fetched only after that";
    return R;
  });
}

void remarkReadRefused(CallBase &Read, StringRef Name, const Refusal &Reason) {
  OptimizationRemarkEmitter ORE(Read.getFunction());
  ORE.emit([&] {
    OptimizationRemarkAnalysis R(PassName, "Read", &Read);
    R << ore::NV("Call", Name)
      << " is not prefetched: " << ore::NV("Reason", Reason.Why);
    if (Reason.Where && Reason.Where != Read.getDebugLoc())
      R << " (" << ore::NV("At", describeLocation(Reason.Where)) << ")";
    return R;
  });
}

} // namespace foreslice
