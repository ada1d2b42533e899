//===- OtherReads.cpp - reads without a slice -----------------------------===//
//
// See OtherReads.h. The table is OtherReads.def.
//
//===----------------------------------------------------------------------===//

#include "model/OtherReads.h"
#include "model/IOModel.h"
#include "model/LocalNames.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace foreslice {

namespace {

enum class ReadWay {
#define READ_WAY(Id, Text, Descriptor, Flags) Id,
#include "model/OtherReads.def"
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
#include "model/OtherReads.def"
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
#include "model/OtherReads.def"
    return T;
  }();
  return Table;
}

static StringRef libraryOf(StringRef Name) {
#define LIBRARY_READ(Prefix, Library)                                          \
  if (Name.starts_with(#Prefix))                                               \
    return Library;
#include "model/OtherReads.def"
  return "";
}

/// "std::ifstream::open" for the function of any character type and library;
/// empty for functions outside the standard library.
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

/// Whether F, with a body from a header, calls a function known to slices: an
/// ifstream named by a std::filesystem::path opens the path's text.
static bool callsKnown(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *CB = dyn_cast<CallBase>(&I);
    const Function *To = CB ? CB->getCalledFunction() : nullptr;
    return To && lookupIOFunction(*To);
  });
}

static std::optional<OtherRead> lookupStreamRead(const CallBase &CB) {
  const Function &F = *CB.getCalledFunction();
  std::string Name = streamFunction(F.getName().str());
  if (Name.empty() || CB.arg_size() < 2 || // A stream without a file.
      callsKnown(F))
    return std::nullopt;
#define STREAM_READ(Function, Opens)                                           \
  if (Name == #Function)                                                       \
    return OtherRead{Name, textOf(ReadWay::Stream), "", Opens != 0};
#include "model/OtherReads.def"
  return std::nullopt;
}

/// clang's suffix for definitions in headers of the C library.
static constexpr StringRef InlineSuffix = ".inline";

/// A definition from a header that stands for a library function.
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
    return GV && (GV->getName() == "stdin" || GV->getName() == "_ZSt3cin" ||
                  GV->getName() == "_ZNSt3__13cinE");
  });
}

/// For calls with telling arguments: a mapping of no file, standard input.
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
    return OtherRead{readableName(Name), "", Library};
  auto Known = namedReads().find(Name);
  if (Known == namedReads().end() || F->arg_size() != Known->second.Arguments ||
      readsNoFile(CB, Known->second.Way))
    return std::nullopt;
  return OtherRead{Name.str(), textOf(Known->second.Way), "",
                   Known->second.MayBeText};
}

bool isOfLibrary(const Function &F) {
  StringRef Name = F.getName();
  return isOfHeader(F) || Name.starts_with("_ZNS") ||
         Name.starts_with("_ZNKS") || Name.starts_with("_ZS") ||
         Name.starts_with("_ZN9__gnu_cxx");
}

bool isKnownNotToRead(const Function &F) {
#define NO_READ(Prefix)                                                        \
  if (F.getName().starts_with(#Prefix))                                        \
    return true;
#include "model/OtherReads.def"
  return false;
}

} // namespace foreslice
