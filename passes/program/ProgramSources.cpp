//===- ProgramSources.cpp - the sources of a program, linked --------------===//
//
// See ProgramSources.h.
//
//===----------------------------------------------------------------------===//

#include "program/ProgramSources.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace foreslice {

static constexpr char OriginName[] = "foreslice-origin";

std::optional<unsigned> originOf(const GlobalValue &GV) {
  StringRef Text;
  if (auto *F = dyn_cast<Function>(&GV))
    Text = F->getFnAttribute(OriginName).getValueAsString();
  else if (auto *Variable = dyn_cast<GlobalVariable>(&GV))
    Text = Variable->getAttribute(OriginName).getValueAsString();
  unsigned Index = 0;
  if (Text.empty() || Text.getAsInteger(10, Index))
    return std::nullopt;
  return Index;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

template <typename T> static std::optional<T> valueOf(Expected<T> Result) {
  if (Result)
    return std::move(*Result);
  consumeError(Result.takeError());
  return std::nullopt;
}

/// The only member named Name in the archive; none if several members have the
/// name: linkers print no more than the name.
static std::optional<MemoryBufferRef> findMember(object::Archive &Archive,
                                                 StringRef Name) {
  std::optional<MemoryBufferRef> Found;
  Error Err = Error::success();
  unsigned Members = 0;
  for (const object::Archive::Child &Child : Archive.children(Err)) {
    std::optional<StringRef> Its = valueOf(Child.getName());
    if (Its && *Its == Name && ++Members)
      Found = valueOf(Child.getMemoryBufferRef());
  }
  bool Broken = errorToBool(std::move(Err));
  return Broken || Members != 1 ? std::nullopt : Found;
}

static void findSymbols(const object::ObjectFile &Object,
                        ProgramSource &Source) {
  for (const object::SymbolRef &Symbol : Object.symbols()) {
    std::optional<uint32_t> Flags = valueOf(Symbol.getFlags());
    std::optional<StringRef> Name = valueOf(Symbol.getName());
    if (Flags && Name && *Flags & object::SymbolRef::SF_Global)
      (*Flags & object::SymbolRef::SF_Undefined ? Source.Undefined
                                                : Source.Defined)
          .insert(*Name);
  }
}

void ProgramSources::add(unsigned Number, StringRef Path, StringRef Member) {
  auto File = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!File)
    return;
  MemoryBufferRef Content = **File;
  std::unique_ptr<object::Archive> Archive;
  if (!Member.empty()) {
    auto Opened = valueOf(object::Archive::create(Content));
    if (!Opened)
      return;
    Archive = std::move(*Opened);
    std::optional<MemoryBufferRef> Found = findMember(*Archive, Member);
    if (!Found)
      return;
    Content = *Found;
  }
  auto Object = valueOf(object::ObjectFile::createObjectFile(Content));
  if (!Object)
    return;
  std::optional<EmbeddedSource> Embedded = sourceOf(**Object);
  if (!Embedded)
    return;
  ProgramSource &Source = Sources.emplace_back();
  Source.Number = Number;
  Source.Object = Path.str();
  Source.Embedded = std::move(*Embedded);
  findSymbols(**Object, Source);
}

ProgramSources::ProgramSources(StringRef List) {
  auto File = MemoryBuffer::getFile(List);
  if (!File)
    return;
  SmallVector<StringRef> Lines;
  (*File)->getBuffer().split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (unsigned I = 0; I < Lines.size(); ++I) {
    auto [Path, Member] = Lines[I].split('\t');
    add(I, Path, Member);
  }
}

//===----------------------------------------------------------------------===//
// Linking
//===----------------------------------------------------------------------===//

std::unique_ptr<Module> ProgramSources::parse(const ProgramSource &S,
                                              LLVMContext &Ctx) const {
  ArrayRef<uint8_t> Bitcode = S.Embedded.Bitcode;
  auto M = valueOf(
      parseBitcodeFile(MemoryBufferRef(toStringRef(Bitcode), S.Object), Ctx));
  if (!M)
    return nullptr;
  std::string Ending = (LocalMark + Twine(S.Number)).str();
  unsigned Unnamed = 0;
  for (GlobalValue &GV : (*M)->global_values())
    if (GV.hasLocalLinkage()) {
      if (!GV.hasName())
        GV.setName("unnamed." + Twine(Unnamed++));
      GV.setName(GV.getName() + Ending);
    }
  return std::move(*M);
}

static void tagOrigin(Module &M, unsigned Index) {
  std::string Text = std::to_string(Index);
  for (Function &F : M)
    if (!F.isDeclaration()) {
      F.addFnAttr(OriginName, Text);
      F.addFnAttr(SourceAttribute, M.getSourceFileName());
    }
  for (GlobalVariable &GV : M.globals())
    if (!GV.isDeclaration())
      GV.addAttribute(OriginName, Text);
}

/// Drops module flags: flags for code generation do not matter to the whole
/// program, and may differ.
static void dropFlags(Module &M) {
  NamedMDNode *Flags = M.getModuleFlagsMetadata();
  if (!Flags)
    return;
  SmallVector<MDNode *> Kept;
  for (MDNode *Flag : Flags->operands())
    if (auto *Key = dyn_cast<MDString>(Flag->getOperand(1));
        Key && Key->getString() == "Debug Info Version")
      Kept.push_back(Flag);
  Flags->clearOperands();
  for (MDNode *Flag : Kept)
    Flags->addOperand(Flag);
}

/// Whether the object is the compiled source: objcopy may have renamed symbols,
/// or made symbols local. Functions of the run time and of libraries, added by
/// the compiler, do not count.
static bool isOf(const ProgramSource &S, const Module &Part) {
  StringSet<> Names; // Names as in objects, without the mark.
  for (const GlobalValue &GV : Part.global_values())
    Names.insert(GlobalValue::dropLLVMManglingEscape(GV.getName()));
  for (const GlobalValue &GV : Part.global_values())
    if (!GV.isDeclarationForLinker() && !GV.hasLocalLinkage() &&
        !GV.hasLinkOnceLinkage() && !GV.hasAppendingLinkage() &&
        !S.Defined.contains(GlobalValue::dropLLVMManglingEscape(GV.getName())))
      return false;
  TargetLibraryInfoImpl Impl(Part.getTargetTriple());
  TargetLibraryInfo Library(Impl);
  return all_of(S.Undefined.keys(), [&](StringRef Name) {
    LibFunc Known;
    return Names.contains(Name) || Name == "mcount" || Name.starts_with("_") ||
           Name.starts_with("foreslice_") || Library.getLibFunc(Name, Known);
  });
}

/// Whether Part can be sliced in Whole. Module-level assembler may use names
/// that change.
static bool isSliceable(const Module &Part, const Module &Whole) {
  return Part.getTargetTriple() == Whole.getTargetTriple() &&
         Part.getDataLayout() == Whole.getDataLayout() &&
         Part.getModuleInlineAsm().empty();
}

bool ProgramSources::linkInto(Module &M) {
  LLVMContext &Ctx = M.getContext();
  Linker Whole(M);
  bool Fits = true;
  for (unsigned I = 0; I < Sources.size() && Fits;) {
    std::unique_ptr<Module> Part = parse(Sources[I], Ctx);
    if (!Part || !isSliceable(*Part, M) || !isOf(Sources[I], *Part)) {
      Sources.erase(Sources.begin() + I);
      continue;
    }
    for (const Function &F : *Part)
      if (F.hasLinkOnceLinkage() || F.hasWeakODRLinkage())
        Sources[I].Inline.insert(F.getName());
    Sources[I].Name = Part->getSourceFileName();
    tagOrigin(*Part, I++);
    dropFlags(*Part);
    Fits = !Whole.linkInModule(std::move(Part));
  }
  return Fits;
}

} // namespace foreslice
