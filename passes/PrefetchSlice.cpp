//===- PrefetchSlice.cpp - the pass ---------------------------------------===//
//
// See PrefetchSlice.h. The order of work: all slices are cut while the program
// is untouched; only then are launches put into it.
//
//===----------------------------------------------------------------------===//

#include "PrefetchSlice.h"
#include "LinkTime.h"
#include "lower/ForwardPoints.h"
#include "lower/LaunchPoint.h"
#include "lower/Lowering.h"
#include "lower/Registration.h"
#include "lower/SliceVerifier.h"
#include "model/LibraryAttributes.h"
#include "record/ReadReport.h"
#include "record/RegionRecord.h"
#include "regions/Regions.h"
#include "remarks/OtherReadRemarks.h"
#include "remarks/Remarks.h"
#include "slice/SliceSearch.h"
#include "summary/Disjointness.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"

#include <vector>

using namespace llvm;

namespace foreslice {

static cl::opt<std::string>
    SchemeOption("prefetch-slice-scheme", cl::value_desc("name"),
                 cl::desc("Prefetch scheme that the slices ask for"));

static cl::opt<bool>
    PrintWork("prefetch-slice-print-work", cl::Hidden,
              cl::desc("Print how much the pass has looked at"));

static constexpr char DoneMD[] = "foreslice.sliced";

/// False, with an error that lists what is accepted, if the scheme is unknown.
static bool checkScheme(Module &M) {
  static constexpr StringRef Names[] = {
#define FORESLICE_SCHEME(Id, Name, Help) Name,
#include "foreslice/schemes.def"
  };
  if (SchemeOption.empty() || is_contained(Names, SchemeOption.getValue()))
    return true;
  M.getContext().emitError(
      "unknown prefetch scheme '" + SchemeOption +
      "'; accepted: " + join(std::begin(Names), std::end(Names), ", "));
  return false;
}

namespace {

class ModuleSlicer {
public:
  /// Slices functions of Marks only, if there are any; the others are followed
  /// where those call them.
  ModuleSlicer(Module &M, LinkMarks Marks)
      : M(M), Marks(std::move(Marks)), Readers(M), Report(M, Readers.targets()),
        Record(M) {}
  /// True if anything was added to the module.
  bool run();

private:
  struct Pending {
    Region Where;
    LoweredSlice Slice;
    std::string Name;
    SliceRecord::Map Recorded;
  };

  bool isWanted(const Function &F) const {
    return Marks.empty() || Marks.contains(&F);
  }
  void sliceFunction(Function &F);
  void sliceLoop(Loop &L);
  bool trySlice(const Region &R);
  Refusal lower(WorkingCopy &Working, SlicePlan &Plan, LoweredSlice &Slice);
  void remarkNotInLoops(Function &F, const LoopInfo &LI);
  void remarkReadsByPointer();
  void refuseCoroutines();
  void apply();

  Module &M;
  LinkMarks Marks;
  ReaderFunctions Readers;
  ReadReport Report;
  SliceRecord Record;
  std::unique_ptr<AnalysisModule> Copy;
  std::unique_ptr<SizeBudget> Sizes;
  std::vector<Pending> Slices;
  /// Blocks of regions that have a slice.
  DenseSet<const BasicBlock *> Covered;
};

} // namespace

static std::string regionName(const Region &R) {
  std::string At = describeLocation(R.location());
  Function &F = R.function();
  std::string In = F.getName().str();
  return (At.empty() ? F.getParent()->getSourceFileName() : At) + " in " + In;
}

/// Puts the slice of Plan, and its scouts, into the module. The result says why
/// that fails, if it does.
Refusal ModuleSlicer::lower(WorkingCopy &Working, SlicePlan &Plan,
                            LoweredSlice &Slice) {
  Slice = lowerSlice(Working, Plan, M);
  Refusal Why;
  if (std::string Wrong = verifySlice(*Slice.Slice); !Wrong.empty())
    Why = Refusal(RemarkId::Unverified, {}, {Wrong});
  else if (Slice.PacketSize > FORESLICE_MAX_PACKET)
    Why = Refusal(RemarkId::LargePacket, {},
                  {std::to_string(Slice.PacketSize),
                   std::to_string(FORESLICE_MAX_PACKET)});
  if (Why.Id != RemarkId::None) {
    Slice.Slice->eraseFromParent();
    return Why;
  }
  for (const ScoutPlan &Scout : Plan.Scouts) {
    Function *F = lowerScout(Working, Plan, Scout, M);
    if (!verifySlice(*F).empty()) {
      F->eraseFromParent();
      break;
    }
    Slice.Scouts.push_back(F);
  }
  Plan.Summary.HasScout = !Slice.Scouts.empty();
  return Why;
}

bool ModuleSlicer::trySlice(const Region &R) {
  SliceSearch Search(*Copy, *Sizes, R);
  SmallVector<unsigned> Reads = ReadReport::readsIn(R.blocks());
  std::optional<SlicePlan> Plan = Search.run([&](WorkingCopy &Working) {
    Reads = ReadReport::readsIn(Working.region());
  });
  Refusal Why = Search.refusal();
  if (!Plan && Why.Id == RemarkId::None)
    return false; // It is never reached.
  LoweredSlice Slice;
  if (Plan) {
    findUnreadWrites(Search.copy(), *Plan);
    Why = lower(Search.copy(), *Plan, Slice);
  }
  if (!Plan || Why.Id != RemarkId::None) {
    remarkRefused(R, Why);
    Report.refused(Reads, Why);
    Record.addRefused(R, Why);
    return false;
  }
  remarkSliced(R, Plan->Summary, Slice.PacketSize);
  for (const ReadBehind &Behind : Plan->Summary.Behind)
    remarkReadBehind(R, Behind);
  Report.sliced(Reads, R.location());
  Covered.insert_range(R.blocks());
  SliceRecord::Map Recorded = Record.addSliced(R);
  recordSlice(Record, Recorded, Search.copy(), *Plan, Slice);
  Slices.push_back({R, std::move(Slice), regionName(R), Recorded});
  return true;
}

/// The outermost loops that can be sliced: where one cannot, its inner loops
/// are tried.
void ModuleSlicer::sliceLoop(Loop &L) {
  if (!Readers.reads(L) || trySlice(Region(L)))
    return;
  for (Loop *Inner : L)
    sliceLoop(*Inner);
}

void ModuleSlicer::remarkNotInLoops(Function &F, const LoopInfo &LI) {
  for (const User *U : F.users())
    if (auto *CB = dyn_cast<CallBase>(U))
      if (Covered.contains(CB->getParent()))
        return;
  for (CallBase *Read : Readers.readsOutsideLoops(F, LI))
    remarkNotInLoop(F, *Read);
}

void ModuleSlicer::sliceFunction(Function &F) {
  if (Readers.onlyCalledFrom(F, Covered)) {
    // All of it runs inside regions.
    for (BasicBlock &BB : F)
      Covered.insert(&BB);
    return;
  }
  DominatorTree DT(F);
  LoopInfo LI(DT);
  std::optional<Region> Rest = Readers.restOf(F, LI, DT);
  if (Rest && trySlice(*Rest))
    return;
  for (Loop *L : LI)
    sliceLoop(*L);
  if (!Rest)
    remarkNotInLoops(F, LI);
}

void ModuleSlicer::apply() {
  SmallVector<GlobalVariable *> Descriptors;
  std::optional<ScopedLibraryAttributes> Annotated(M); // where launches go
  for (Pending &P : Slices) {
    StringRef Scheme = SchemeOption;
    if (auto Mark = Marks.find(&P.Where.function()); Mark != Marks.end())
      Scheme = Mark->second;
    GlobalVariable *Descriptor = emitRegion(M, P.Slice, P.Name, Scheme);
    emitForwards(P.Slice, *Descriptor);
    DebugLoc At = emitLaunch(P.Where, P.Slice, *Descriptor, Readers);
    Record.setLaunch(P.Recorded, At, Scheme);
    Descriptors.push_back(Descriptor);
  }
  Annotated.reset();
  if (!Descriptors.empty())
    emitRegistration(M, Descriptors);
  if (!Record.isEmpty())
    Record.emit(M);
}

/// Reads through function pointers: what can be told is where the address of
/// the read is taken.
void ModuleSlicer::remarkReadsByPointer() {
  for (Function &Read : M) {
    const IOCall *Call = lookupIOFunction(Read);
    if (!Call || !Call->isRead() || Readers.isTarget(Read))
      continue;
    for (Use &U : Read.uses()) {
      auto *I = dyn_cast<Instruction>(U.getUser());
      auto *CB = dyn_cast_or_null<CallBase>(I);
      if (!I || (CB && CB->isCallee(&U)) || !isWanted(*I->getFunction()))
        continue;
      remarkByPointer(*I, Call->Name);
      Record.addByPointer(*I, Call->Name);
    }
  }
}

void ModuleSlicer::refuseCoroutines() {
  const Refusal Why(RemarkId::Coroutine, {});
  for (Function &F : M) {
    if (!isCoroutine(F) || !isWanted(F) || Readers.reads(F))
      continue;
    auto Read = find_if(instructions(F), [&](Instruction &I) {
      auto *CB = dyn_cast<CallBase>(&I);
      return CB && Readers.reads(*CB);
    });
    if (Read == inst_end(F))
      continue;
    Region Rest(*Read);
    remarkRefused(Rest, Why);
    Record.addRefused(Rest, Why);
  }
}

bool ModuleSlicer::run() {
  remarkReadsByPointer();
  refuseCoroutines();
  remarkOtherReads(M, [this](const Function &F) { return isWanted(F); });
  if (!Readers.topDown().empty()) {
    Copy = std::make_unique<AnalysisModule>(M);
    Sizes = std::make_unique<SizeBudget>(*Copy);
    for (Function *F : Readers.topDown())
      if (isWanted(*F))
        sliceFunction(*F);
    if (PrintWork)
      errs() << "instructions copied: " << Copy->work().Copied
             << "\npairs compared: " << Copy->work().Compared << "\n";
  }
  Report.emit([this](const Function &F) { return isWanted(F); }, Record);
  apply();
  return !Record.isEmpty();
}

PreservedAnalyses PrefetchSlicePass::run(Module &M, ModuleAnalysisManager &) {
  LinkMarks Marks = takeLinkMarks(M);
  if (At == Stage::Link) {
    if (Marks.empty())
      return PreservedAnalyses::all();
    ScopedRemarkPrinter Printer(M.getContext());
    ModuleSlicer(M, std::move(Marks)).run();
    return PreservedAnalyses::none();
  }
  if (M.getNamedMetadata(DoneMD) || !checkScheme(M))
    return PreservedAnalyses::all();
  if (At == Stage::Mark) {
    markForLink(M, SchemeOption);
    return PreservedAnalyses::none();
  }
  if (!ModuleSlicer(M, LinkMarks()).run())
    return PreservedAnalyses::all();
  M.getOrInsertNamedMetadata(DoneMD);
  return PreservedAnalyses::none();
}

} // namespace foreslice
