//===- OtherReads.cpp - reads that are not MPI-IO -------------------------===//
//
// See OtherReads.h. A program mostly reads its configuration as text and its
// data in blocks, so that the former is told of once a file, and not at all
// where MPI-IO reads.
//
//===----------------------------------------------------------------------===//

#include "remarks/OtherReads.h"
#include "model/IOModel.h"
#include "model/LibraryCalls.h"
#include "remarks/Remarks.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace foreslice {

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

namespace {

enum class ReadWay {
#define READ_WAY(Id, Text, Descriptor, Flags) Id,
#include "remarks/OtherReads.def"
};

/// A row of the table; argument numbers are -1 for "none".
struct WayRow {
  StringRef Text;
  int Descriptor, Flags;
};

struct NamedRead {
  unsigned Arguments;
  ReadWay Way;
  bool MayBeText;
};

} // namespace

static const WayRow &row(ReadWay Way) {
  constexpr int _ = -1;
  static constexpr WayRow Rows[] = {
#define READ_WAY(Id, Text, Descriptor, Flags) {Text, Descriptor, Flags},
#include "remarks/OtherReads.def"
  };
  return Rows[static_cast<size_t>(Way)];
}

static StringRef textOf(ReadWay Way) { return row(Way).Text; }

static const StringMap<NamedRead> &namedReads() {
  static const StringMap<NamedRead> Table = [] {
    StringMap<NamedRead> T;
#define OTHER_READ(Name, Arguments, Way)                                       \
  T[#Name] = {Arguments, ReadWay::Way, false};
#define OTHER_TEXT(Name, Arguments, Way)                                       \
  T[#Name] = {Arguments, ReadWay::Way, true};
#include "remarks/OtherReads.def"
    return T;
  }();
  return Table;
}

static StringRef libraryOf(StringRef Name) {
#define LIBRARY_READ(Prefix, Library)                                          \
  if (Name.starts_with(#Prefix))                                               \
    return Library;
#include "remarks/OtherReads.def"
  return "";
}

/// "std::ifstream::open" for that of any character type and library; empty for
/// what is no function of the standard library.
static std::string streamFunction(const std::string &Symbol) {
  ItaniumPartialDemangler D;
  StringRef Mangled = Symbol;
  if (!(Mangled.starts_with("_ZNS") || Mangled.starts_with("_ZNKS")) ||
      D.partialDemangle(Symbol.c_str()) || !D.isFunction())
    return "";
  auto Take = [](char *Text) {
    std::string Result = Text ? Text : "";
    free(Text);
    return Result;
  };
  std::string Class = Take(D.getFunctionDeclContextName(nullptr, nullptr));
  std::string Name = Take(D.getFunctionBaseName(nullptr, nullptr));
  StringRef Plain = StringRef(Class).split('<').first;
  Plain = Plain.rsplit("::").second;
  Plain.consume_front("basic_");
  if (D.isCtorOrDtor())
    Name = StringRef(Name).starts_with("~") ? "" : Plain.str();
  return ("std::" + Plain + "::" + Name).str();
}

static std::optional<OtherRead> lookupStreamRead(const CallBase &CB) {
  std::string Name = streamFunction(CB.getCalledFunction()->getName().str());
  if (Name.empty() || CB.arg_size() < 2) // A stream without a file.
    return std::nullopt;
#define STREAM_READ(Function, Opens)                                           \
  if (Name == #Function)                                                       \
    return OtherRead{Name, textOf(ReadWay::Stream), "", Opens != 0};
#include "remarks/OtherReads.def"
  return std::nullopt;
}

/// clang's name for what headers of the C library define beside the library.
static constexpr StringRef InlineSuffix = ".inline";

/// A definition that stands for a function of a library.
static bool isOfHeader(const Function &F) {
  return F.hasAvailableExternallyLinkage() ||
         F.getName().ends_with(InlineSuffix);
}

/// Standard input is no file to be prefetched.
static bool isOfTerminal(const CallBase &CB) {
  return any_of(CB.args(), [](const Use &Arg) {
    const Value *V = Arg->stripPointerCasts();
    if (auto *Load = dyn_cast<LoadInst>(V))
      V = Load->getPointerOperand();
    auto *GV = dyn_cast<GlobalVariable>(V);
    return GV && (GV->getName() == "stdin" || GV->getName() == "_ZSt3cin");
  });
}

/// Of calls whose arguments tell: a mapping of no file, standard input.
static bool readsNoFile(const CallBase &CB, ReadWay Way) {
  constexpr uint64_t Anonymous = 0x20;
  auto Number = [&](int Arg) {
    return Arg < 0 ? nullptr : dyn_cast<ConstantInt>(CB.getArgOperand(Arg));
  };
  if (ConstantInt *Flags = Number(row(Way).Flags);
      Flags && (Flags->getZExtValue() & Anonymous))
    return true;
  if (ConstantInt *Descriptor = Number(row(Way).Descriptor))
    return Descriptor->isZero() || Descriptor->isMinusOne();
  return isOfTerminal(CB);
}

std::optional<OtherRead> lookupOtherRead(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  if (!F || isa<IntrinsicInst>(CB))
    return std::nullopt;
  StringRef Name = F->getName();
  if (Name.starts_with("_ZN"))
    if (std::optional<OtherRead> Stream = lookupStreamRead(CB))
      return isOfTerminal(CB) ? std::nullopt : Stream;
  if (!F->isDeclaration() && !isOfHeader(*F))
    return std::nullopt;
  Name.consume_back(InlineSuffix);
  if (StringRef Library = libraryOf(Name); !Library.empty())
    return OtherRead{demangle(Name), "", Library};
#define FORTRAN_READ(Prefix)                                                   \
  if (Name.starts_with(#Prefix))                                               \
    return OtherRead{"a READ statement", textOf(ReadWay::Fortran), ""};
#include "remarks/OtherReads.def"
  auto Known = namedReads().find(Name);
  if (Known == namedReads().end() || F->arg_size() != Known->second.Arguments ||
      readsNoFile(CB, Known->second.Way))
    return std::nullopt;
  return OtherRead{Name.str(), textOf(Known->second.Way), "",
                   Known->second.MayBeText};
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

static bool isRemarked(const LLVMContext &Ctx) {
  return Ctx.getLLVMRemarkStreamer() ||
         Ctx.getDiagHandlerPtr()->isMissedOptRemarkEnabled(PassName);
}

static bool readsByMpi(const Module &M) {
  return any_of(M, [](const Function &F) {
    const IOCall *Call = lookupIOFunction(F);
    return Call && Call->isRead() && !F.use_empty();
  });
}

/// Code of headers, which is no place for a remark.
static bool isOfLibrary(const Function &F) {
  StringRef Name = F.getName();
  return isOfHeader(F) || Name.starts_with("_ZNS") ||
         Name.starts_with("_ZNKS") || Name.starts_with("_ZS") ||
         Name.starts_with("_ZN9__gnu_cxx");
}

/// What is known neither to LLVM nor to us and gets data by a pointer.
static bool isOutOfSight(const CallBase &CB, const TargetLibraryInfo &TLI) {
  const Function *F = CB.getCalledFunction();
  LibFunc Known;
  if (!F || !F->isDeclaration() || isa<IntrinsicInst>(CB) || isOfLibrary(*F) ||
      isMPIFunction(*F) || TLI.getLibFunc(*F, Known) ||
      none_of(CB.args(),
              [](const Use &A) { return A->getType()->isPointerTy(); }))
    return false;
#define NO_READ(Prefix)                                                        \
  if (F->getName().starts_with(#Prefix))                                       \
    return false;
#include "remarks/OtherReads.def"
  return true;
}

namespace {

class OtherReads {
public:
  OtherReads(Module &M, function_ref<bool(const Function &)> IsWanted)
      : M(M), IsWanted(IsWanted), WithMpi(readsByMpi(M)) {}
  void run();

private:
  void function(Function &F);
  void outOfSight();

  Module &M;
  function_ref<bool(const Function &)> IsWanted;
  const bool WithMpi;
  bool TextSeen = false, Any = false;
};

} // namespace

void OtherReads::function(Function &F) {
  std::optional<DominatorTree> DT;
  std::optional<LoopInfo> LI;
  auto InLoop = [&](BasicBlock *BB) {
    if (!DT)
      LI.emplace(DT.emplace(F));
    return LI->getLoopFor(BB) != nullptr;
  };
  StringSet<> Told;
  for (Instruction &I : instructions(F)) {
    auto *CB = dyn_cast<CallBase>(&I);
    std::optional<OtherRead> Read = CB ? lookupOtherRead(*CB) : std::nullopt;
    if (!Read)
      continue;
    Any = true;
    if (WithMpi && (Read->MayBeText || !InLoop(CB->getParent())))
      continue;
    if (Read->MayBeText && std::exchange(TextSeen, true))
      continue;
    if (Told.insert(Read->Library.empty() ? Read->Way : Read->Library).second)
      remarkOtherRead(*CB, *Read);
  }
}

/// A program of MPI that reads nothing in sight: once, at the first call in a
/// loop that may read, or the first of all.
void OtherReads::outOfSight() {
  Function *Main = M.getFunction("main");
  bool OfMpi = any_of(M, [](const Function &F) {
    return F.isDeclaration() && !F.use_empty() && isMPIFunction(F);
  });
  if (!Main || Main->isDeclaration() || !OfMpi)
    return;
  TargetLibraryInfoImpl Impl(M.getTargetTriple());
  TargetLibraryInfo TLI(Impl);
  CallBase *First = nullptr;
  for (Function &F : M) {
    if (F.isDeclaration() || !IsWanted(F) || isOfLibrary(F))
      continue;
    DominatorTree DT(F);
    LoopInfo LI(DT);
    for (Instruction &I : instructions(F)) {
      auto *CB = dyn_cast<CallBase>(&I);
      if (!CB || !isOutOfSight(*CB, TLI))
        continue;
      if (LI.getLoopFor(CB->getParent()))
        return remarkOutOfSight(*CB);
      First = First ? First : CB;
    }
  }
  if (First)
    remarkOutOfSight(*First);
}

void OtherReads::run() {
  for (Function &F : M)
    if (!F.isDeclaration() && IsWanted(F) && !isOfLibrary(F))
      function(F);
  if (!Any && !WithMpi)
    outOfSight();
}

void remarkOtherReads(Module &M,
                      function_ref<bool(const Function &)> IsWanted) {
  if (isRemarked(M.getContext()))
    OtherReads(M, IsWanted).run();
}

} // namespace foreslice
