//===- Remarks.cpp - remarks for users ------------------------------------===//
//
// See Remarks.h.
//
//===----------------------------------------------------------------------===//

#include "remarks/Remarks.h"
#include "model/IOModel.h"
#include "model/LocalNames.h"
#include "model/OtherReads.h"
#include "regions/Regions.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/FormatVariadic.h"

#include <iterator>

using namespace llvm;

namespace foreslice {

std::string describeLocation(const DebugLoc &Loc) {
  if (!Loc || Loc.getLine() == 0)
    return "";
  return formatv("{0}:{1}:{2}", Loc->getFilename(), Loc.getLine(), Loc.getCol())
      .str();
}

std::string calleeName(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  if (const IOCall *Call = lookupIOCall(CB); Call && Call->Is != Form::Call)
    return Call->Name.str();
  return F ? readableName(F->getName()) : "a function pointer";
}

namespace {
struct Row {
  StringRef Name, Text, Advice;
};
} // namespace

static const Row &row(RemarkId Id) {
  static constexpr Row Rows[] = {
      {"", "", ""},
#define REMARK(Id, Option, Text, Advice) {#Id, Text, Advice},
#define CLAUSE(Id, Text, Meaning) {#Id, Text, Meaning},
#define REFUSAL(Id, Why, Advice) {#Id, Why, Advice},
#include "remarks/Remarks.def"
  };
  return Rows[static_cast<size_t>(Id)];
}

StringRef remarkName(RemarkId Id) { return row(Id).Name; }
StringRef remarkAdvice(RemarkId Id) { return row(Id).Advice; }

Refusal::Refusal(RemarkId Id, DebugLoc Where, ArrayRef<std::string> Args,
                 const std::string &Subject)
    : Id(Id), Why(Subject.empty() ? "" : Subject + " "),
      Where(std::move(Where)) {
  StringRef First = Args.empty() ? StringRef() : StringRef(Args.front());
  StringRef Last = Args.empty() ? StringRef() : StringRef(Args.back());
  Why += formatv(/*Validate=*/false, row(Id).Text.data(), First, Last).str();
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

using ore::NV;

/// Streams Text with Args filled in.
static void addText(DiagnosticInfoOptimizationBase &R, StringRef Text,
                    ArrayRef<NV> Args) {
  while (!Text.empty()) {
    auto [Literal, Rest] = Text.split('{');
    if (!Literal.empty())
      R << Literal;
    auto [Key, Behind] = Rest.split('}');
    auto Arg = find_if(Args, [&](const NV &A) { return A.Key == Key; });
    if (Arg != Args.end())
      R << *Arg;
    Text = Behind;
  }
}

/// Streams the text of Id with Args filled in, without bracketed parts with an
/// empty argument.
static void add(DiagnosticInfoOptimizationBase &R, RemarkId Id,
                ArrayRef<NV> Args = {}) {
  auto IsKnown = [&](StringRef Part) {
    return none_of(Args, [&](const NV &A) {
      return A.Val.empty() && Part.contains("{" + A.Key + "}");
    });
  };
  StringRef Text = row(Id).Text;
  while (!Text.empty()) {
    auto [Always, Rest] = Text.split('[');
    addText(R, Always, Args);
    auto [Part, Behind] = Rest.split(']');
    if (IsKnown(Part))
      addText(R, Part, Args);
    Text = Behind;
  }
}

/// Adds the reason's place, if other than the remark's place, and the advice.
static void addAdvice(DiagnosticInfoOptimizationBase &R, const Refusal &Reason,
                      const DebugLoc &Here) {
  std::string Path = describeLocation(Reason.Where);
  if (!Path.empty() && Reason.Where != Here)
    R << " (" << NV("At", Path) << ")";
  R << "; " << NV("Advice", remarkAdvice(Reason.Id)) << ore::setExtraArgs()
    << NV("Id", remarkName(Reason.Id));
}

/// "1 read", "2 reads".
static std::string counted(unsigned Number, StringRef What) {
  return (Twine(Number) + " " + What + (Number == 1 ? "" : "s")).str();
}

/// The function that R is the rest of; empty for a loop and a part.
static std::string restOf(const Region &R) {
  return R.isLoop() || R.stop() ? "" : readableName(R.function().getName());
}

/// The function that R is a part of.
static std::string partOf(const Region &R) {
  return R.stop() ? readableName(R.function().getName()) : "";
}

void remarkSliced(const Region &Where, const SliceSummary &S,
                  unsigned LiveInBytes) {
  OptimizationRemarkEmitter ORE(&Where.function());
  ORE.emit([&] {
    unsigned Percent = S.Region ? 100 * S.Kept / S.Region : 0;
    const bool FilesOnly = S.Opens != 0;
    OptimizationRemark R(PassName, FilesOnly ? "FilesOnly" : "Sliced",
                         Where.location(), &Where.first());
    add(R, FilesOnly ? RemarkId::FilesOnly : RemarkId::Sliced,
        {NV("Rest", restOf(Where)), NV("Part", partOf(Where)),
         NV("Reads", counted(S.Reads, "read")),
         NV("Opens", counted(S.Opens, "open")), NV("Kept", S.Kept),
         NV("Region", S.Region), NV("Percent", Percent),
         NV("LiveInBytes", LiveInBytes)});
    if (!S.Objects.empty())
      add(R, RemarkId::OfDatasets, NV("Objects", join(S.Objects, ", ")));
    if (S.DataReads)
      add(R, RemarkId::WaitsForData,
          NV("DataReads", counted(S.DataReads, "read")));
    if (!S.Forwarded.empty())
      add(R, RemarkId::WaitsForMain, NV("Forwarded", join(S.Forwarded, ", ")));
    if (S.HasScout)
      add(R, RemarkId::FetchesAhead);
    if (S.OpensAhead && !FilesOnly)
      add(R, RemarkId::OpensAhead);
    auto AddPlaces = [&](ArrayRef<DebugLoc> Places, RemarkId Id,
                         StringRef Name) {
      StringSet<> Told;
      for (const DebugLoc &Loc : Places)
        if (std::string Path = describeLocation(Loc); Told.insert(Path).second)
          add(R, Id, NV(Name, Path));
    };
    AddPlaces(S.Guesses.OfLoops, RemarkId::Guesses, "Guess");
    AddPlaces(S.Guesses.Others, RemarkId::GoesOn, "Guess");
    AddPlaces(S.Counts, RemarkId::Counts, "Count");
    return R;
  });
}

void remarkLaunched(const Region &Where, const DebugLoc &Place,
                    const LaunchHold &Hold, bool BeforeMPI) {
  OptimizationRemarkEmitter ORE(&Where.function());
  ORE.emit([&] {
    OptimizationRemarkAnalysis R(
        PassName, "Launched", Place ? Place : Where.location(), &Where.first());
    add(R, RemarkId::Launched, NV("Of", describeLocation(Where.location())));
    if (BeforeMPI)
      add(R, RemarkId::LaunchedBeforeMPI);
    if (Hold.Id != RemarkId::None) {
      auto *CB = dyn_cast<CallBase>(Hold.At);
      add(R, Hold.Id,
          {NV("At", describeLocation(Hold.At->getDebugLoc())),
           NV("Call", CB ? calleeName(*CB) : "")});
    }
    return R;
  });
}

void remarkRefused(const Region &Where, const Refusal &Reason) {
  OptimizationRemarkEmitter ORE(&Where.function());
  ORE.emit([&] {
    OptimizationRemarkMissed R(PassName, "Refused", Where.location(),
                               &Where.first());
    add(R, RemarkId::Refused,
        {NV("Rest", restOf(Where)), NV("Reason", Reason.Why)});
    addAdvice(R, Reason, Where.location());
    return R;
  });
}

void remarkByPointer(Instruction &I, StringRef Read) {
  OptimizationRemarkEmitter ORE(I.getFunction());
  ORE.emit([&] {
    OptimizationRemarkMissed R(PassName, "ByPointer", &I);
    add(R, RemarkId::ByPointer, NV("Call", Read));
    R << "; " << NV("Advice", remarkAdvice(RemarkId::ByPointer));
    return R;
  });
}

void remarkNotInLoop(Function &F, CallBase &Read) {
  OptimizationRemarkEmitter ORE(&F);
  ORE.emit([&] {
    OptimizationRemarkMissed R(PassName, "NotInLoop", &Read);
    add(R, RemarkId::NotInLoop, NV("Call", calleeName(Read)));
    R << "; " << NV("Advice", remarkAdvice(RemarkId::NotInLoop));
    return R;
  });
}

void remarkOtherRead(CallBase &CB, const OtherRead &Read) {
  RemarkId Id =
      Read.Library.empty() ? RemarkId::OtherRead : RemarkId::LibraryRead;
  OptimizationRemarkEmitter ORE(CB.getFunction());
  ORE.emit([&] {
    OptimizationRemarkMissed R(PassName, remarkName(Id), &CB);
    add(R, Id,
        {NV("Call", Read.Call), NV("Way", Read.Way),
         NV("Library", Read.Library)});
    R << "; " << NV("Advice", remarkAdvice(Id));
    return R;
  });
}

void remarkOutOfSight(CallBase &CB) {
  OptimizationRemarkEmitter ORE(CB.getFunction());
  ORE.emit([&] {
    OptimizationRemarkMissed R(PassName, "OutOfSight", &CB);
    add(R, RemarkId::OutOfSight, NV("Call", calleeName(CB)));
    R << "; " << NV("Advice", remarkAdvice(RemarkId::OutOfSight));
    return R;
  });
}

void remarkReadSliced(CallBase &Read, StringRef Name, StringRef Object,
                      DebugLoc Region) {
  OptimizationRemarkEmitter ORE(Read.getFunction());
  ORE.emit([&] {
    OptimizationRemarkAnalysis R(PassName, "Read", &Read);
    add(R, RemarkId::ReadSliced,
        {NV("Call", Name), NV("Object", Object),
         NV("Of", describeLocation(Region))});
    return R;
  });
}

void remarkReadBehind(const Region &Where, const ReadBehind &B) {
  OptimizationRemarkEmitter ORE(&Where.function());
  ORE.emit([&] {
    OptimizationRemarkAnalysis R(PassName, "ReadBehind", B.Read,
                                 &Where.first());
    add(R, RemarkId::ReadBehind,
        {NV("Call", B.Name), NV("At", describeLocation(B.Write)),
         NV("When", B.Iterations
                        ? counted(B.Iterations, "iteration") + " earlier"
                        : "just before")});
    R << "; " << NV("Advice", remarkAdvice(RemarkId::ReadBehind));
    return R;
  });
}

void remarkReadRefused(CallBase &Read, StringRef Name, StringRef Object,
                       const Refusal &Reason) {
  OptimizationRemarkEmitter ORE(Read.getFunction());
  ORE.emit([&] {
    OptimizationRemarkAnalysis R(PassName, "Read", &Read);
    add(R, RemarkId::ReadRefused,
        {NV("Call", Name), NV("Object", Object), NV("Reason", Reason.Why)});
    addAdvice(R, Reason, Read.getDebugLoc());
    return R;
  });
}

} // namespace foreslice
