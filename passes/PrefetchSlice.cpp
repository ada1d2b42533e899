//===- PrefetchSlice.cpp - the pass ---------------------------------------===//
//
// See PrefetchSlice.h.
//
//===----------------------------------------------------------------------===//

#include "PrefetchSlice.h"
#include "LinkTime.h"
#include "ModuleSlicer.h"
#include "WholeProgram.h"
#include "model/IOModel.h"
#include "program/CompileFiles.h"
#include "program/SourceSection.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace foreslice {

static cl::opt<std::string>
    SchemeOption("prefetch-slice-scheme", cl::value_desc("name"),
                 cl::desc("Prefetch scheme that the slices ask for"));

static cl::opt<std::string> SourceFlags(
    "prefetch-slice-source-flags", cl::value_desc("options"),
    cl::desc("Put the source into the object, for the link, and these options "
             "that it was compiled with"));

static cl::opt<std::string> LaterSource(
    "prefetch-slice-later", cl::value_desc("path"),
    cl::desc(
        "Leave the code of a source that a link is likely to change to the "
        "link: write the sliced source to files of this beginning, and "
        "leave names in the object"));

static constexpr char DoneMD[] = "foreslice.sliced";

/// False, with an error that lists the known schemes, if the scheme is unknown.
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

/// Splits options, each followed by a space, with a backslash before spaces
/// inside.
static std::vector<std::string> splitOptions(StringRef Text) {
  std::vector<std::string> Options;
  std::string Option;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] == ' ') {
      Options.push_back(std::move(Option));
      Option.clear();
      continue;
    }
    if (Text[I] == '\\' && I + 1 < Text.size())
      ++I;
    Option += Text[I];
  }
  return Options;
}

static bool readsFiles(const Module &M) {
  return any_of(M, [](const Function &F) {
    const IOCall *Call = F.use_empty() ? nullptr : lookupIOFunction(F);
    return Call && Call->isRead();
  });
}

/// Whether the code of a source may be left to the link: of a source that
/// reads, or begins the program, as slices of the whole program are likely to
/// add launches there.
static bool mayLeaveCode(const Module &M) {
  const Function *Main = M.getFunction("main");
  const bool Begins = Main && !Main->isDeclaration();
  return !LaterSource.empty() && (readsFiles(M) || Begins) && isSilent(M);
}

/// Slices a source. True if the module changed.
static bool sliceSource(Module &M) {
  // Code for a graphics processor is in no object of the link.
  bool Embeds = SourceFlags.getNumOccurrences() > 0 &&
                M.getTargetTriple().isOSBinFormatELF() &&
                !M.getTargetTriple().isGPU();
  std::string Source = Embeds ? bitcodeOf(M) : "";
  SourceFacts Facts;
  Facts.Size = M.getInstructionCount();
  Facts.Scheme = SchemeOption;
  if (Embeds)
    Facts.Flags = splitOptions(SourceFlags);
  const bool Leaves = Embeds && mayLeaveCode(M);
  {
    ModuleSlicer Slicer(M, LinkMarks(), SchemeOption);
    Slicer.cut();
    for (const SlicedRegion &S : Slicer.slices())
      Facts.Slices.push_back(sliceId(S));
    if (Embeds)
      Facts.Ties = Slicer.ties();
    Facts.Recorded = Slicer.launch();
  }
  if (Leaves && writeCompile(LaterSource, M, Facts.Flags))
    leaveNames(M);
  if (Embeds)
    embedSource(M, Source, Facts);
  return Embeds || Facts.Recorded;
}

/// Whether M is of Fortran, by debug information: without debug information, no
/// remark has a place.
static bool isOfFortran(const Module &M) {
  const NamedMDNode *Units = M.getNamedMetadata("llvm.dbg.cu");
  return Units && any_of(Units->operands(), [](const MDNode *Unit) {
           return dwarf::isFortran(
               static_cast<dwarf::SourceLanguage>(cast<DICompileUnit>(Unit)
                                                      ->getSourceLanguage()
                                                      .getUnversionedName()));
         });
}

PreservedAnalyses PrefetchSlicePass::run(Module &M, ModuleAnalysisManager &) {
  if (Current == Stage::Program) {
    sliceProgram(M);
    return PreservedAnalyses::none();
  }
  LinkMarks Marks = takeLinkMarks(M);
  if (Current == Stage::Link) {
    if (Marks.empty())
      return PreservedAnalyses::all();
    ScopedRemarkPrinter Printer(M.getContext());
    ModuleSlicer Slicer(M, std::move(Marks), SchemeOption);
    Slicer.cut();
    Slicer.launch();
    return PreservedAnalyses::none();
  }
  if (M.getNamedMetadata(DoneMD) || !checkScheme(M))
    return PreservedAnalyses::all();
  if (Current == Stage::Mark) {
    markForLink(M, SchemeOption);
    return PreservedAnalyses::none();
  }
  std::optional<ScopedRemarkPrinter> Printer;
  if (isOfFortran(M))
    Printer.emplace(M.getContext(), /*WholePaths=*/true);
  if (!sliceSource(M))
    return PreservedAnalyses::all();
  M.getOrInsertNamedMetadata(DoneMD);
  return PreservedAnalyses::none();
}

} // namespace foreslice
