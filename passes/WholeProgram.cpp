//===- WholeProgram.cpp - slices of whole programs without -flto ----------===//
//
// See WholeProgram.h.
//
//===----------------------------------------------------------------------===//

#include "WholeProgram.h"
#include "ModuleSlicer.h"
#include "lower/LaunchPoint.h"
#include "model/IOModel.h"
#include "model/LocalNames.h"
#include "program/CompileFiles.h"
#include "program/LaunchTransfer.h"
#include "program/ProgramSources.h"
#include "program/SliceObject.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <tuple>

using namespace llvm;

namespace foreslice {

std::string sliceId(const SlicedRegion &S) {
  Function &F = S.Where.function();
  const BasicBlock &First = S.Where.first();
  auto Index = [](const auto &In, const auto &What) {
    return std::distance(In.begin(), What.getIterator());
  };
  auto Accesses =
      count_if(instructions(*S.Slice.Slice), [](const Instruction &I) {
        auto *CB = dyn_cast<CallBase>(&I);
        return CB && (calleeName(*CB) == "foreslice_slice_access" ||
                      calleeName(*CB) == "foreslice_slice_open");
      });
  std::string Id;
  raw_string_ostream(Id)
      << nameInSource(F.getName()) << ' ' << Index(F, First) << ' '
      << (S.Where.start() ? Index(First, *S.Where.start()) : -1) << ' '
      << (S.Where.stop() ? Index(*S.Where.stop()->getParent(), *S.Where.stop())
                         : -1)
      << ' ' << S.Slice.Forwards.size() << ' ' << S.Slice.Scouts.size() << ' '
      << Accesses << ' ' << S.Slice.PacketSize << ' '
      << S.Slice.Slice->getInstructionCount();
  return Id;
}

namespace {

/// The parts of a slice's id.
struct SliceParts {
  StringRef Function;
  int Block = 0; ///< Number of the region's first block.
  int Start = -1, Stop = -1;
  int Forwards = 0, Scouts = 0, Accesses = 0, PacketSize = 0, Instructions = 0;

  static std::optional<SliceParts> of(StringRef Id);
  bool isRest() const { return Start >= 0 && Stop < 0; }
  /// Whether Other, of the same region, does the same with no more values.
  bool isAsGoodAs(const SliceParts &Other) const {
    auto Same = [](const SliceParts &S) {
      return std::tie(S.Function, S.Block, S.Start, S.Stop, S.Forwards,
                      S.Scouts, S.Accesses);
    };
    return Same(*this) == Same(Other) && Other.PacketSize <= PacketSize &&
           Other.Instructions <= Instructions;
  }
};

std::optional<SliceParts> SliceParts::of(StringRef Id) {
  SliceParts S;
  int *const Numbers[] = {&S.Block,      &S.Start,       &S.Stop,
                          &S.Forwards,   &S.Scouts,      &S.Accesses,
                          &S.PacketSize, &S.Instructions};
  auto [Function, Rest] = Id.split(' ');
  S.Function = Function;
  for (int *Number : Numbers) {
    auto [Text, Behind] = Rest.split(' ');
    if (Text.getAsInteger(10, *Number))
      return std::nullopt;
    Rest = Behind;
  }
  return S;
}

class ProgramSlicer {
public:
  explicit ProgramSlicer(Module &M)
      : M(M), Folder(sys::path::parent_path(M.getSourceFileName())),
        Sources(inFolder("inputs")) {
    // The folder differs in every link.
    M.setSourceFileName("whole program");
  }
  /// False if there is nothing to do.
  bool run();

private:
  std::string inFolder(const Twine &Name) const {
    SmallString<128> Path(Folder);
    sys::path::append(Path, Name);
    return Path.str().str();
  }
  bool link();
  LinkMarks marks() const;
  bool gains() const;
  bool isInObject(const SlicedRegion &S) const;
  const BasicBlock *begin(unsigned Source, const SliceParts &Slice) const;
  bool isBelowLost(const SlicedRegion &S) const;
  bool isInTheWay(unsigned Source, StringRef Id) const;
  bool isInProgram(unsigned Source, StringRef Id) const;
  bool stays(unsigned Source) const;
  bool isLost(unsigned Source, StringRef Id);
  std::optional<LinkMarks> functionsOfLost(unsigned Source,
                                           const Module &OwnModule);
  bool comesToSlices(const BasicBlock &From) const;
  void addLost(unsigned Source, LaunchTransfer &Transfer);
  void describe();
  void addNeeded();
  void findSources();
  bool openSources();
  void launch();
  bool write();

  Module &M;
  const std::string Folder;
  ProgramSources Sources;
  std::unique_ptr<ModuleSlicer> Slicer;
  /// Functions with slices, also with slices that stay in objects.
  SmallPtrSet<const Function *, 16> SlicedFunctions;
  std::vector<GlobalVariable *> Descriptors; ///< Of the slices, in order.
  /// Sources with launches, or with names used by others: by index in Sources.
  std::map<unsigned, std::unique_ptr<LaunchTransfer>> Changed;
  /// Slicers of changed sources, if some regions have slices of the source
  /// alone.
  std::vector<std::unique_ptr<ModuleSlicer>> OwnSlicers;
  StringSet<> Shared; ///< Locals of sources named by other objects.
};

} // namespace

/// Links the sources. Sources that do not fit together are no error: the
/// program keeps the slices of the objects.
bool ProgramSlicer::link() {
  ScopedSilence Silent(M.getContext());
  return Sources.all().size() > 1 && Sources.linkInto(M) &&
         Sources.all().size() > 1;
}

/// All functions of the sources, with the schemes asked for.
LinkMarks ProgramSlicer::marks() const {
  LinkMarks Marks;
  for (const Function &F : M)
    if (std::optional<unsigned> From = originOf(F))
      Marks[&F] = Sources.all()[*From].Embedded.Facts.Scheme;
  return Marks;
}

/// Whether the object of S's source has a slice as good as S.
bool ProgramSlicer::isInObject(const SlicedRegion &S) const {
  const ProgramSource &From = Sources.all()[*originOf(S.Where.function())];
  std::string Id = sliceId(S);
  std::optional<SliceParts> Whole = SliceParts::of(Id);
  return Whole && any_of(From.Embedded.Facts.Slices, [&](StringRef OwnId) {
           std::optional<SliceParts> Own = SliceParts::of(OwnId);
           return Own && Own->isAsGoodAs(*Whole);
         });
}

/// Whether some slice is in no object of the sources, or a source's own slice
/// is in the way of others.
bool ProgramSlicer::gains() const {
  bool More = any_of(Slicer->slices(), [&](const SlicedRegion &S) {
    return !isInObject(S) && !isBelowLost(S);
  });
  return More ||
         any_of(seq<unsigned>(0, Sources.all().size()), [&](unsigned I) {
           return any_of(Sources.all()[I].Embedded.Facts.Slices,
                         [&](StringRef Id) { return isInTheWay(I, Id); });
         });
}

/// Whether code behind From in the function may call a function that Wanted
/// holds for, directly or in a callee.
static bool comesTo(const BasicBlock &From,
                    function_ref<bool(const Function &)> Wanted) {
  SmallPtrSet<const Function *, 16> Seen = {From.getParent()};
  SmallVector<const Function *> Worklist;
  auto Visit = [&](const BasicBlock &BB) {
    for (const Instruction &I : BB)
      if (auto *CB = dyn_cast<CallBase>(&I))
        if (const Function *Callee = CB->getCalledFunction();
            Callee && Seen.insert(Callee).second)
          Worklist.push_back(Callee);
  };
  for (const BasicBlock *BB : depth_first(&From))
    Visit(*BB);
  while (!Worklist.empty()) {
    const Function *F = Worklist.pop_back_val();
    if (Wanted(*F))
      return true;
    for (const BasicBlock &BB : *F)
      Visit(BB);
  }
  return false;
}

/// Whether code behind From may come to a sliced function of another source.
bool ProgramSlicer::comesToSlices(const BasicBlock &From) const {
  return comesTo(From, [&](const Function &F) {
    return SlicedFunctions.contains(&F) &&
           originOf(F) != originOf(*From.getParent());
  });
}

/// Whether S is of a function below a region of S's source, where the source
/// has a slice and the program has none: with more code visible, more may be
/// uncertain.
bool ProgramSlicer::isBelowLost(const SlicedRegion &S) const {
  const Function &F = S.Where.function();
  unsigned Source = *originOf(F);
  return any_of(Sources.all()[Source].Embedded.Facts.Slices, [&](StringRef Id) {
    std::optional<SliceParts> Own = SliceParts::of(Id);
    const BasicBlock *First = Own ? begin(Source, *Own) : nullptr;
    return First && !isInProgram(Source, Id) && !Slicer->covers(*First) &&
           comesTo(*First, [&](const Function &G) { return &G == &F; });
  });
}

/// The first block of Slice's region in the program; null if the function
/// differs from the source.
const BasicBlock *ProgramSlicer::begin(unsigned Source,
                                       const SliceParts &Slice) const {
  std::string Local =
      (Slice.Function + LocalMark + Twine(Sources.all()[Source].Number)).str();
  const Function *F = M.getFunction(Local);
  if (!F)
    F = M.getFunction(Slice.Function);
  return F && unsigned(Slice.Block) < F->size()
             ? &*std::next(F->begin(), Slice.Block)
             : nullptr;
}

/// Whether a source's own slice, by id, is of the rest of a function without a
/// slice in the program. The region would prevent launches of slices in
/// callees.
bool ProgramSlicer::isInTheWay(unsigned Source, StringRef Id) const {
  std::optional<SliceParts> Sliced = SliceParts::of(Id);
  const BasicBlock *First = Sliced ? begin(Source, *Sliced) : nullptr;
  return First && Sliced->isRest() && !Slicer->covers(*First) &&
         comesToSlices(*First);
}

/// Whether a source's own slice is neither a slice of the program nor covered:
/// with more code visible, more may be uncertain.
bool ProgramSlicer::isLost(unsigned Source, StringRef Id) {
  std::optional<SliceParts> Sliced = SliceParts::of(Id);
  if (!Sliced || isInTheWay(Source, Id))
    return false;
  const BasicBlock *First = begin(Source, *Sliced);
  return !First || !Changed.at(Source)->find(*First->getParent()) ||
         !Slicer->covers(*First);
}

/// The functions of the source's module with slices of the source's own where
/// the program has none; no marks if any function may have such slices. Nothing
/// if no function has.
std::optional<LinkMarks>
ProgramSlicer::functionsOfLost(unsigned Source, const Module &OwnModule) {
  const SourceFacts &Facts = Sources.all()[Source].Embedded.Facts;
  LinkMarks Functions;
  for (const std::string &Id : Facts.Slices) {
    if (!isLost(Source, Id))
      continue;
    const BasicBlock *First = begin(Source, *SliceParts::of(Id));
    const Function *F =
        First ? OwnModule.getFunction(First->getParent()->getName()) : nullptr;
    if (!F)
      return LinkMarks();
    Functions[F] = Facts.Scheme;
  }
  return Functions.empty() ? std::nullopt : std::optional(Functions);
}

/// Puts slices of the source's own where the program has none.
void ProgramSlicer::addLost(unsigned Source, LaunchTransfer &Transfer) {
  std::optional<LinkMarks> Functions =
      functionsOfLost(Source, Transfer.source());
  if (!Functions)
    return;
  ScopedSilence Silent(M.getContext());
  auto Own = std::make_unique<ModuleSlicer>(
      Transfer.source(), std::move(*Functions),
      Sources.all()[Source].Embedded.Facts.Scheme);
  Own->cut();
  Own->keepOnly(
      [&](const SlicedRegion &S) { return isLost(Source, sliceId(S)); });
  Own->dropRecord();
  OwnSlicers.push_back(std::move(Own));
}

/// The launches are in other objects than the descriptors.
void ProgramSlicer::describe() {
  for (SlicedRegion &S : Slicer->mutableSlices()) {
    GlobalVariable *Descriptor = Slicer->describe(S);
    Descriptor->setName("foreslice.region." + Twine(Descriptors.size()));
    Descriptor->setLinkage(GlobalValue::ExternalLinkage);
    Descriptor->setVisibility(GlobalValue::HiddenVisibility);
    Descriptors.push_back(Descriptor);
  }
}

/// Whether a source's own slice, by id, is in the program, too.
bool ProgramSlicer::isInProgram(unsigned Source, StringRef Id) const {
  std::optional<SliceParts> Own = SliceParts::of(Id);
  return Own && any_of(Slicer->slices(), [&](const SlicedRegion &S) {
           if (originOf(S.Where.function()) != Source)
             return false;
           std::string Whole = sliceId(S);
           return Own->isAsGoodAs(*SliceParts::of(Whole));
         });
}

/// Whether the object of a source has all slices of the program in the source,
/// and none that the program is to be without.
bool ProgramSlicer::stays(unsigned Source) const {
  const ProgramSource &Its = Sources.all()[Source];
  for (StringRef Id : Its.Embedded.Facts.Slices) {
    if (isInProgram(Source, Id))
      continue;
    std::optional<SliceParts> Own = SliceParts::of(Id);
    const BasicBlock *First = Own ? begin(Source, *Own) : nullptr;
    if (!First || Slicer->covers(*First) || isInTheWay(Source, Id))
      return false;
  }
  return all_of(Slicer->slices(), [&](const SlicedRegion &S) {
    // Of copies of an inline function, the linker takes any.
    StringRef Name = S.Where.function().getName();
    return originOf(S.Where.function()) == Source
               ? (isInObject(S) || isBelowLost(S)) && !Its.Inline.contains(Name)
               : !Its.Inline.contains(Name);
  });
}

/// Adds to Changed the sources that slices of changed sources take values from,
/// and sources with parts used by these slices.
void ProgramSlicer::addNeeded() {
  GlobalSet Left; // Slices that stay in objects.
  auto Share = [&](const GlobalValue &GV) {
    if (!GV.hasLocalLinkage() || !originOf(GV))
      return;
    Shared.insert(GV.getName());
    Changed[*originOf(GV)];
  };
  for (const SlicedRegion &S : Slicer->slices()) {
    unsigned From = *originOf(S.Where.function());
    if (!Changed.contains(From)) {
      Left.insert(S.Slice.Slice);
      Left.insert_range(S.Slice.Scouts);
      continue;
    }
    bool Copied = any_of(seq<unsigned>(0, Sources.all().size()), [&](auto I) {
      return I != From &&
             Sources.all()[I].Inline.contains(S.Where.function().getName());
    });
    for (CallBase *Call : S.Slice.watchedCalls())
      Changed[*originOf(*Call->getFunction())];
    for (const PacketField &Field : S.Slice.Fields)
      for (const GlobalValue *GV : globalsIn(*Field.Source))
        if (Copied || originOf(*GV) != From)
          Share(*GV);
  }
  for (const GlobalValue *GV : SliceNeeds(M, Left).Named)
    Share(*GV);
}

/// Finds the sources to be made anew. The slices of other sources stay in their
/// objects.
void ProgramSlicer::findSources() {
  for (unsigned I = 0; I < Sources.all().size(); ++I)
    if (!stays(I))
      Changed[I];
  size_t Before;
  do {
    Before = Changed.size();
    addNeeded();
  } while (Changed.size() != Before);
  for (SlicedRegion &S : Slicer->mutableSlices())
    if (!Changed.contains(*originOf(S.Where.function())))
      Slicer->noteLaunch(S, S.Where.location());
  Slicer->keepOnly([&](const SlicedRegion &S) {
    return Changed.contains(*originOf(S.Where.function()));
  });
  std::vector<std::string> Names;
  for (const ProgramSource &S : Sources.all())
    Names.push_back(S.Name);
  Slicer->recordInstead(Names);
}

/// False if a source differs from the linked source.
bool ProgramSlicer::openSources() {
  for (auto &[Index, Transfer] : Changed) {
    std::unique_ptr<Module> OwnModule =
        Sources.parse(Sources.all()[Index], M.getContext());
    if (!OwnModule)
      return false;
    Transfer = std::make_unique<LaunchTransfer>(std::move(OwnModule));
  }
  auto Find = [&](const Function &F) {
    return Changed.at(*originOf(F))->find(F);
  };
  for (const SlicedRegion &S : Slicer->slices()) {
    if (!Find(S.Where.function()))
      return false;
    for (auto &[Index, Transfer] : Changed)
      if (Sources.all()[Index].Inline.contains(S.Where.function().getName()))
        Transfer->find(S.Where.function());
    for (CallBase *Call : S.Slice.watchedCalls())
      if (!Find(*Call->getFunction()))
        return false;
  }
  for (auto &[Index, Transfer] : Changed)
    addLost(Index, *Transfer);
  return true;
}

void ProgramSlicer::launch() {
  for (auto [S, Descriptor] : zip(Slicer->mutableSlices(), Descriptors)) {
    for (auto &[Index, Transfer] : Changed)
      Transfer->forward(S.Slice, *Descriptor);
    for (auto &[Index, Transfer] : Changed)
      if (Transfer->knows(S.Where.function())) {
        DebugLoc Loc =
            Transfer->launch(S.Where, S.Slice, *Descriptor, Slicer->readers());
        if (Index == *originOf(S.Where.function()))
          Slicer->noteLaunch(S, Loc);
      }
  }
  for (auto &OwnSlicer : OwnSlicers)
    OwnSlicer->launch();
  OwnSlicers.clear();
}

bool ProgramSlicer::write() {
  std::string Plan;
  for (auto &[Index, Transfer] : Changed) {
    const ProgramSource &S = Sources.all()[Index];
    Transfer->restoreNames(Shared);
    alignFunctions(Transfer->source());
    std::string Number = std::to_string(S.Number);
    if (!writeCompile(inFolder(Number), Transfer->source(),
                      S.Embedded.Facts.Flags))
      return false;
    Plan += Number + "\n";
  }
  return writeFile(inFolder("plan"), Plan);
}

bool ProgramSlicer::run() {
  if (!link())
    return false;
  Slicer = std::make_unique<ModuleSlicer>(M, marks(), "");
  Slicer->cut();
  for (const SlicedRegion &S : Slicer->slices())
    SlicedFunctions.insert(&S.Where.function());
  if (!gains())
    return false;
  dropProgramLists(M);
  findSources();
  describe();
  if (!openSources())
    return false;
  launch();
  Slicer->finish();
  Slicer.reset();
  reduceToSlices(M, &Changed.begin()->second->source());
  return write();
}

void sliceProgram(Module &M) {
  ScopedRemarkPrinter Printer(M.getContext());
  if (!ProgramSlicer(M).run()) {
    dropProgramLists(M);
    reduceToSlices(M, nullptr);
  }
}

} // namespace foreslice
