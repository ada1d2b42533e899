//===- Inputs.cpp - where slice records come from -------------------------===//
//
// See Inputs.h.
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Installation.h"
#include "Process.h"
#include "RecordReader.h"
#include "record/SliceRecordFormat.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace llvm;
using foreslice::driver::fatal;

namespace foreslice::dump {

namespace {

class InputReader {
public:
  InputReader(const std::string &Path, const InputOptions &Options)
      : Path(Path), Options(Options) {
    Result.Name = Path;
  }
  Input read();

private:
  void readSource();
  void readIR(MemoryBufferRef Buffer);
  void readObject(const object::ObjectFile &Object);
  void readArchive(object::Archive &Archive);
  void readBuffer(MemoryBufferRef Buffer);
  void slice(Module &M);
  void takeFrom(Module &M);
  void addSection(StringRef Section);
  void needNoIR() const;
  [[noreturn]] void fail(const std::string &Why) const {
    fatal(Command, "'" + Path + "' " + Why);
  }
  StringRef check(Expected<StringRef> Text) const {
    if (!Text)
      fail("is damaged: " + toString(Text.takeError()));
    return *Text;
  }

  const std::string &Path;
  const InputOptions &Options;
  Input Result;
};

} // namespace

void InputReader::addSection(StringRef Section) {
  try {
    for (nlohmann::json &Record :
         readRecords({Section.data(), Section.size()})) {
      Result.Records.push_back(readModel(Record));
      Result.Json.push_back(std::move(Record));
    }
  } catch (const BadRecord &Bad) {
    fail(std::string("holds a slice record that cannot be read: ") +
         Bad.what());
  }
}

void InputReader::needNoIR() const {
  if (Options.WantIR)
    fail("has no LLVM IR; --format=ir takes sources and LLVM IR");
}

//===----------------------------------------------------------------------===//
// LLVM IR
//===----------------------------------------------------------------------===//

/// Runs the pass on code compiled without the pass, or left to the linker.
void InputReader::slice(Module &M) {
  driver::Installation Here;
  auto Plugin = PassPlugin::Load(Here.plugin());
  if (!Plugin)
    fatal(Command, "the pass plugin '" + Here.plugin() +
                       "' cannot be loaded: " + toString(Plugin.takeError()));
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder PB;
  Plugin->registerPassBuilderCallbacks(PB);
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  bool Marked = any_of(M, [](const Function &F) {
    return F.hasFnAttribute("foreslice-at-link");
  });
  ModulePassManager MPM;
  if (Error E = PB.parsePassPipeline(MPM, Marked ? "prefetch-slice-at-link"
                                                 : "prefetch-slice"))
    fatal(Command, "the pass plugin does not work: " + toString(std::move(E)));
  MPM.run(M, MAM);
}

void InputReader::takeFrom(Module &M) {
  for (GlobalVariable &GV : M.globals()) {
    auto *Data = GV.getSection() == RecordSection && GV.hasInitializer()
                     ? dyn_cast<ConstantDataSequential>(GV.getInitializer())
                     : nullptr;
    if (Data && Data->isString())
      addSection(Data->getAsString());
  }
  if (!Options.WantIR)
    return;
  raw_string_ostream OS(Result.IR);
  for (const Function &F : M)
    if (F.hasLocalLinkage() &&
        (F.getName().contains(".slice") || F.getName().contains(".scout")) &&
        F.arg_size() == 1 && !F.isDeclaration())
      F.print(OS);
}

static bool hasRecord(const Module &M) {
  return any_of(M.globals(), [](const GlobalVariable &GV) {
    return GV.getSection() == RecordSection;
  });
}

void InputReader::readIR(MemoryBufferRef Buffer) {
  LLVMContext Context;
  SMDiagnostic Wrong;
  std::unique_ptr<Module> M = parseIR(Buffer, Wrong, Context);
  if (!M)
    fail("is no LLVM IR that can be read: line " +
         std::to_string(Wrong.getLineNo()) + ": " + Wrong.getMessage().str());
  if (verifyModule(*M))
    fail("is no valid LLVM IR");
  if (!hasRecord(*M))
    slice(*M);
  takeFrom(*M);
}

//===----------------------------------------------------------------------===//
// Sources and objects
//===----------------------------------------------------------------------===//

void InputReader::readSource() {
  SmallString<128> Output;
  if (std::error_code Error =
          sys::fs::createTemporaryFile("foreslice-dump", "bc", Output))
    fatal(Command, "cannot make a temporary file: " + Error.message());
  FileRemover Remover(Output);
  std::string Folder;
  std::vector<std::string> Arguments =
      sourceCommand(Path, Output.str().str(), Options, Folder);
  std::vector<StringRef> Refs(Arguments.begin(), Arguments.end());
  SmallString<128> Before;
  if (!Folder.empty() &&
      (sys::fs::current_path(Before) || sys::fs::set_current_path(Folder)))
    fatal(Command, "the folder '" + Folder + "' of '" + Path +
                       "' in compile_commands.json cannot be entered");
  int Status = sys::ExecuteAndWait(Refs.front(), Refs);
  if (!Before.empty() && sys::fs::set_current_path(Before))
    fatal(Command, "the current folder is gone");
  if (Status != 0)
    fail("cannot be compiled; options of the compiler come after --, or from "
         "the compile_commands.json of -p");
  auto Buffer = MemoryBuffer::getFile(Output);
  if (!Buffer)
    fail("was compiled to nothing");
  readIR(**Buffer);
}

void InputReader::readObject(const object::ObjectFile &Object) {
  for (const object::SectionRef &Section : Object.sections())
    if (check(Section.getName()) == RecordSection)
      addSection(check(Section.getContents()));
}

void InputReader::readArchive(object::Archive &Archive) {
  Error Wrong = Error::success();
  for (const object::Archive::Child &Member : Archive.children(Wrong)) {
    auto Buffer = Member.getMemoryBufferRef();
    if (!Buffer)
      fail("is damaged: " + toString(Buffer.takeError()));
    file_magic Kind = identify_magic(Buffer->getBuffer());
    if (Kind == file_magic::bitcode || Kind == file_magic::elf_relocatable)
      readBuffer(*Buffer);
  }
  if (Wrong)
    fail("is damaged: " + toString(std::move(Wrong)));
}

void InputReader::readBuffer(MemoryBufferRef Buffer) {
  if (StringRef(Path).ends_with(".ll") ||
      identify_magic(Buffer.getBuffer()) == file_magic::bitcode)
    return readIR(Buffer);
  auto Binary = object::createBinary(Buffer);
  if (!Binary) {
    consumeError(Binary.takeError());
    fail("is neither a C or C++ source, LLVM IR, an object, an archive nor an "
         "executable");
  }
  needNoIR();
  if (auto *Archive = dyn_cast<object::Archive>(Binary->get()))
    readArchive(*Archive);
  else if (auto *Object = dyn_cast<object::ObjectFile>(Binary->get()))
    readObject(*Object);
}

Input InputReader::read() {
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/true);
  if (!Buffer)
    fail("cannot be read: " + Buffer.getError().message());
  if (isSource(Path))
    readSource();
  else
    readBuffer(**Buffer);
  return std::move(Result);
}

/// Removes the records that another record, of a whole program, stands for.
static void dropReplaced(Input &In) {
  std::set<std::string> Replaced;
  for (const Record &R : In.Records)
    Replaced.insert(R.Instead.begin(), R.Instead.end());
  for (size_t I = In.Records.size(); I-- > 0;)
    if (Replaced.contains(In.Records[I].Module)) {
      In.Records.erase(In.Records.begin() + I);
      In.Json.erase(In.Json.begin() + I);
    }
}

Input readInput(const std::string &Path, const InputOptions &Options,
                std::string &Why) {
  Input Result = InputReader(Path, Options).read();
  dropReplaced(Result);
  if (Result.Records.empty())
    Why = "'" + Path + "' " +
          (isSource(Path)
               ? "reads no file; what it calls in other sources is seen in the "
                 "executable, linked with -fprefetch-slice"
               : "holds no slice record: compile it with -fprefetch-slice (a "
                 "program that reads no file has none)");
  return Result;
}

} // namespace foreslice::dump
