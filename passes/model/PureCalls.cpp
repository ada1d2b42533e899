//===- PureCalls.cpp - library functions called in a slice ----------------===//
//
// See PureCalls.h.
//
//===----------------------------------------------------------------------===//

#include "model/PureCalls.h"
#include "model/IOModel.h"
#include "model/LibraryCalls.h"
#include "model/ScanFormat.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace foreslice {

namespace {

using Written = SmallVector<WrittenArgument, 2>;

/// Argument numbers of a call that parses text.
struct Scan {
  unsigned Text, Format;
};

enum class Before { Lost, Kept };

/// Stands in the table for the size of struct stat, which differs.
constexpr uint64_t StatBytes = 0;

} // namespace

static const StringSet<> &computations() {
  static const StringSet<> Names = {
#define COMPUTES(Name) #Name,
#include "model/LibraryCalls.def"
  };
  return Names;
}

/// Writes through arguments, by name of the function.
static const StringMap<Written> &writers() {
  static const StringMap<Written> Table = [] {
    StringMap<Written> Made;
#define COMPUTES_TO(Name, Arg, Bytes, Content)                                 \
  Made[#Name].push_back({Arg, Bytes, Before::Content == Before::Kept});
#include "model/LibraryCalls.def"
    return Made;
  }();
  return Table;
}

static const StringMap<Scan> &scans() {
  static const StringMap<Scan> Table = {
#define SCANS(Name, Text, Format) {#Name, {Text, Format}},
#include "model/LibraryCalls.def"
  };
  return Table;
}

bool isComputation(const Function &F) {
  StringRef Name = F.getName();
  return F.isDeclaration() &&
         (computations().contains(Name) || writers().contains(Name) ||
          scans().contains(Name));
}

bool isPureAssembly(const CallBase &CB) {
  auto *Assembly = dyn_cast<InlineAsm>(CB.getCalledOperand());
  return Assembly && !Assembly->hasSideEffects() && !Assembly->canThrow() &&
         CB.doesNotAccessMemory();
}

bool mayWriteThrough(const Function &F, unsigned Arg) {
  return any_of(writers().lookup(F.getName()),
                [&](const WrittenArgument &W) { return W.Arg == Arg; });
}

/// Text of any length counts as text of MaxFieldText.
static std::optional<Written> scanned(const CallBase &CB, const Scan &S) {
  StringRef Format;
  if (CB.arg_size() <= S.Format ||
      !getConstantStringInfo(CB.getArgOperand(S.Format), Format))
    return std::nullopt;
  auto Fields = scannedFields(Format);
  unsigned First = S.Format + 1;
  if (!Fields || CB.arg_size() < First + Fields->size())
    return std::nullopt;
  Written Result;
  for (auto [I, Field] : enumerate(*Fields)) {
    bool AnyLength = Field.Bytes == 0;
    Result.push_back({First + unsigned(I),
                      AnyLength ? MaxFieldText : Field.Bytes,
                      /*Keeps=*/!AnyLength, AnyLength});
  }
  return Result;
}

std::optional<Written> computationOf(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  if (!F || !isComputation(*F))
    return std::nullopt;
  if (auto It = scans().find(F->getName()); It != scans().end())
    return scanned(CB, It->second);
  Written Result;
  for (const WrittenArgument &W : writers().lookup(F->getName())) {
    if (CB.arg_size() <= W.Arg ||
        !CB.getArgOperand(W.Arg)->getType()->isPointerTy())
      return std::nullopt;
    if (isa<ConstantPointerNull>(CB.getArgOperand(W.Arg)))
      continue;
    Result.push_back(W);
    if (W.Bytes == StatBytes)
      Result.back().Bytes =
          F->getParent()->getTargetTriple().isAArch64() ? 128 : 144;
  }
  return Result;
}

std::optional<Written> fieldsOf(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  const IOCall *Call = F ? lookupIOName(F->getName()) : nullptr;
  if (!Call || Call->Kind != IOKind::ReadFields)
    return std::nullopt;
  std::optional<Written> All =
      scanned(CB, {unsigned(Call->position(Role::File)),
                   unsigned(Call->position(Role::Format))});
  return All && All->size() <= FORESLICE_MAX_FIELDS ? All : std::nullopt;
}

std::optional<WrittenArgument> writtenBy(const CallBase &CB, unsigned Arg) {
  std::optional<Written> All = computationOf(CB);
  if (!All)
    All = fieldsOf(CB);
  if (All)
    for (const WrittenArgument &W : *All)
      if (W.Arg == Arg)
        return W;
  return std::nullopt;
}

static bool calls(const CallBase &CB, const StringSet<> &Names) {
  const Function *F = CB.getCalledFunction();
  return F && F->isDeclaration() && Names.contains(F->getName());
}

std::optional<unsigned> scannedFormat(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  auto It = F ? scans().find(F->getName()) : scans().end();
  return It != scans().end() ? std::optional(It->second.Format) : std::nullopt;
}

static constexpr char HashBytes[] = "_ZSt11_Hash_bytesPKvmm";

std::optional<unsigned> lengthArgument(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  if (F &&
      (F->getName() == HashBytes || F->getName() == "foreslice_text_length" ||
       F->getName() == "foreslice_text_adjust"))
    return 1;
  bool OfBytes = F && CB.arg_size() == 3 &&
                 StringSwitch<bool>(F->getName())
                     .Cases({"memchr", "memcmp", "memrchr", "bcmp"}, true)
                     .Default(false);
  return OfBytes ? std::optional(2u) : std::nullopt;
}

bool readsTextOnly(const CallBase &CB, unsigned Arg) {
  if (lookupStringCall(CB))
    return true;
  const Function *F = CB.getCalledFunction();
  if (!F || !F->isDeclaration())
    return false;
  if (auto It = scans().find(F->getName()); It != scans().end())
    return Arg == It->second.Text || Arg == It->second.Format;
  StringRef Name = F->getName();
  if (Name == HashBytes || leadsIntoText(CB))
    return true;
  // Other functions of C++ take objects, and memmem two lengths.
  return computations().contains(Name) && !Name.starts_with("_Z") &&
         Name != "memmem";
}

std::optional<unsigned> leadsIntoText(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  if (!F || !F->isDeclaration() || CB.arg_size() < 2)
    return std::nullopt;
  StringRef Name = F->getName();
  Name.consume_front("__isoc23_");
  return Name.starts_with("strto") && writers().contains(F->getName())
             ? std::optional(1u)
             : std::nullopt;
}

bool looksAtFiles(const CallBase &CB) {
  static const StringSet<> Names = {
#define LOOKS_AT_FILES(Name) #Name,
#include "model/LibraryCalls.def"
  };
  return calls(CB, Names);
}

bool changesFiles(const CallBase &CB) {
  static const StringSet<> Names = {
#define CHANGES_FILES(Name) #Name,
#include "model/LibraryCalls.def"
  };
  const IOCall *Call = lookupIOCall(CB);
  return calls(CB, Names) || (Call && Call->isWrite());
}

} // namespace foreslice
