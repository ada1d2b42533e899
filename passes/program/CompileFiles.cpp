//===- CompileFiles.cpp - the sources that the driver compiles ------------===//
//
// See CompileFiles.h.
//
//===----------------------------------------------------------------------===//

#include "program/CompileFiles.h"
#include "program/SourceSection.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace foreslice {

bool writeFile(const std::string &Path, StringRef Content) {
  std::error_code Failed;
  raw_fd_ostream Out(Path, Failed);
  if (Failed)
    return false;
  Out << Content;
  Out.close();
  bool Wrote = !Out.has_error();
  Out.clear_error();
  return Wrote;
}

bool writeCompile(const std::string &Stem, const Module &M,
                  ArrayRef<std::string> Flags) {
  std::string Text;
  for (const std::string &Flag : Flags)
    Text += Flag + "\n";
  return writeFile(Stem + ".flags", Text) &&
         writeFile(Stem + ".bc", bitcodeOf(M));
}

/// Whether a pragma asks for a transformation of a loop: clang warns where the
/// transformation fails.
static bool hasPragma(const Instruction &I) {
  const MDNode *Loop = I.getMetadata(LLVMContext::MD_loop);
  return Loop && any_of(drop_begin(Loop->operands()), [](const MDOperand &Op) {
           auto *Property = dyn_cast_or_null<MDNode>(Op);
           auto *Name =
               Property && Property->getNumOperands() > 0
                   ? dyn_cast_or_null<MDString>(Property->getOperand(0))
                   : nullptr;
           return Name && Name->getString() != "llvm.loop.mustprogress";
         });
}

static bool isInlineAssembler(const Instruction &I) {
  auto *CB = dyn_cast<CallBase>(&I);
  return CB && CB->isInlineAsm();
}

bool isSilent(const Module &M) {
  if (!M.getModuleInlineAsm().empty())
    return false;
  return none_of(M, [](const Function &F) {
    return F.hasFnAttribute("dontcall-error") ||
           F.hasFnAttribute("dontcall-warn") ||
           F.hasFnAttribute("warn-stack-size") ||
           any_of(instructions(F), [](const Instruction &I) {
             return isInlineAssembler(I) || hasPragma(I);
           });
  });
}

/// Keeps the names that M needs, by a list of addresses that linkers leave out.
static void keepNeeded(Module &M, ArrayRef<Constant *> Needed) {
  auto *Type =
      ArrayType::get(PointerType::getUnqual(M.getContext()), Needed.size());
  auto *List =
      new GlobalVariable(M, Type, false, GlobalValue::PrivateLinkage,
                         ConstantArray::get(Type, Needed), "foreslice.needed");
  List->setSection(".foreslice.needed");
  List->setMetadata(LLVMContext::MD_exclude, MDNode::get(M.getContext(), {}));
  appendToCompilerUsed(M, {List});
}

void leaveNames(Module &M) {
  SmallVector<Constant *> Needed;
  for (Function &F : M)
    if (F.isDeclaration() && !F.isIntrinsic() && !F.use_empty())
      Needed.push_back(&F);
  for (GlobalVariable &GV : M.globals())
    if (GV.isDeclaration() && !GV.isThreadLocal() && !GV.use_empty() &&
        GV.getAddressSpace() == 0)
      Needed.push_back(&GV);
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    const GlobalValue::LinkageTypes Linkage = F.getLinkage();
    F.deleteBody();
    F.setAttributes({});
    F.setLinkage(Linkage);
    new UnreachableInst(M.getContext(),
                        BasicBlock::Create(M.getContext(), "", &F));
  }
  StripDebugInfo(M);
  keepNeeded(M, Needed);
}

} // namespace foreslice
