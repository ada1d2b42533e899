//===- LinkTime.cpp - slices of whole programs ----------------------------===//
//
// See LinkTime.h.
//
//===----------------------------------------------------------------------===//

#include "LinkTime.h"
#include "model/AbiFunctions.h"
#include "model/IOModel.h"
#include "remarks/Remarks.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace foreslice {

static constexpr char MarkName[] = "foreslice-at-link";
static constexpr char ReferenceName[] = "foreslice.at_link";
static constexpr char KeptLoop[] = "foreslice.kept";

static bool reads(const Module &M) {
  return any_of(M, [](const Function &F) {
    const IOCall *Call = lookupIOFunction(F);
    return Call && (Call->isRead() || Call->isMap()) && !F.use_empty();
  });
}

/// Calls may lead to reads in other files.
static bool mayRead(const Loop &L) {
  return any_of(L.blocks(), [](const BasicBlock *BB) {
    return any_of(*BB, [](const Instruction &I) {
      return isa<CallBase>(I) && !isa<IntrinsicInst>(I);
    });
  });
}

/// Keeps loops from the optimisation before the link, except loops with unroll
/// options by the author.
static void keepLoops(Function &F) {
  DominatorTree DT(F);
  LoopInfo LI(DT);
  LLVMContext &Ctx = F.getContext();
  for (Loop *L : LI.getLoopsInPreorder()) {
    if (!mayRead(*L) || hasUnrollTransformation(L) != TM_Unspecified)
      continue;
    auto Attribute = [&](StringRef Name) {
      return MDNode::get(Ctx, MDString::get(Ctx, Name));
    };
    L->setLoopID(makePostTransformationMetadata(
        Ctx, L->getLoopID(), {},
        {Attribute(KeptLoop), Attribute("llvm.loop.unroll.disable")}));
  }
}

/// The link may unroll loops again.
static void releaseLoops(Function &F) {
  LLVMContext &Ctx = F.getContext();
  DenseMap<MDNode *, MDNode *> Released; // One for all back edges of a loop.
  for (BasicBlock &BB : F) {
    MDNode *Id = BB.getTerminator()->getMetadata(LLVMContext::MD_loop);
    if (!Id || !findOptionMDForLoopID(Id, KeptLoop))
      continue;
    MDNode *&New = Released[Id];
    if (!New)
      New = makePostTransformationMetadata(
          Ctx, Id, {KeptLoop, "llvm.loop.unroll.disable"}, {});
    BB.getTerminator()->setMetadata(LLVMContext::MD_loop, New);
  }
}

void markForLink(Module &M, StringRef Scheme) {
  for (Function &F : M)
    if (!F.isDeclaration()) {
      F.addFnAttr(MarkName, Scheme);
      keepLoops(F);
    }
  if (!reads(M) || M.getNamedGlobal(ReferenceName))
    return;
  auto *Register = cast<Constant>(
      abiFunction(M, Abi::foreslice_link_with_fprefetch_slice_v6).getCallee());
  auto *Reference =
      new GlobalVariable(M, Register->getType(), true,
                         GlobalValue::InternalLinkage, Register, ReferenceName);
  appendToUsed(M, {Reference});
}

LinkMarks takeLinkMarks(Module &M) {
  LinkMarks Marks;
  for (Function &F : M)
    if (F.hasFnAttribute(MarkName)) {
      Marks[&F] = F.getFnAttribute(MarkName).getValueAsString().str();
      F.removeFnAttr(MarkName);
      releaseLoops(F);
    }
  // Merging appends numbers to equal names.
  SmallVector<GlobalVariable *> References;
  for (GlobalVariable &GV : M.globals())
    if (GV.hasLocalLinkage() && GV.getName().starts_with(ReferenceName))
      References.push_back(&GV);
  removeFromUsedLists(M, [&](Constant *C) {
    return is_contained(References, C->stripPointerCasts());
  });
  for (GlobalVariable *GV : References)
    GV->eraseFromParent();
  return Marks;
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

namespace {

class RemarkPrinter : public DiagnosticHandler {
public:
  RemarkPrinter(std::unique_ptr<DiagnosticHandler> Before, bool WholePaths)
      : Before(std::move(Before)), WholePaths(WholePaths) {}
  bool handleDiagnostics(const DiagnosticInfo &DI) override;
  // By options of LLVM's, or of whoever compiles.
  bool isAnalysisRemarkEnabled(StringRef Pass) const override {
    return DiagnosticHandler::isAnalysisRemarkEnabled(Pass) ||
           (Before && Before->isAnalysisRemarkEnabled(Pass));
  }
  bool isMissedOptRemarkEnabled(StringRef Pass) const override {
    return DiagnosticHandler::isMissedOptRemarkEnabled(Pass) ||
           (Before && Before->isMissedOptRemarkEnabled(Pass));
  }
  bool isPassedOptRemarkEnabled(StringRef Pass) const override {
    return DiagnosticHandler::isPassedOptRemarkEnabled(Pass) ||
           (Before && Before->isPassedOptRemarkEnabled(Pass));
  }
  bool isAnyRemarkEnabled() const override {
    return DiagnosticHandler::isAnyRemarkEnabled() ||
           (Before && Before->isAnyRemarkEnabled());
  }

  std::unique_ptr<DiagnosticHandler> Before;

private:
  std::string location(const DiagnosticInfoOptimizationBase &Remark) const;
  const bool WholePaths;
};

} // namespace

std::string
RemarkPrinter::location(const DiagnosticInfoOptimizationBase &Remark) const {
  if (!WholePaths)
    return Remark.getLocationStr();
  DiagnosticLocation Location = Remark.getLocation();
  return formatv("{0}:{1}:{2}", Location.getAbsolutePath(), Location.getLine(),
                 Location.getColumn())
      .str();
}

bool RemarkPrinter::handleDiagnostics(const DiagnosticInfo &DI) {
  auto *Remark = dyn_cast<DiagnosticInfoOptimizationBase>(&DI);
  if (!Remark || Remark->getPassName() != PassName)
    return Before && Before->handleDiagnostics(DI);
  if (Remark->isLocationAvailable())
    errs() << location(*Remark) << ": ";
  errs() << "remark: " << Remark->getMsg() << " [-Rpass"
         << (isa<OptimizationRemarkMissed>(Remark)     ? "-missed"
             : isa<OptimizationRemarkAnalysis>(Remark) ? "-analysis"
                                                       : "")
         << "=" << PassName << "]\n";
  return true;
}

namespace {
struct Silence : DiagnosticHandler {
  bool handleDiagnostics(const DiagnosticInfo &) override { return true; }
};
} // namespace

ScopedSilence::ScopedSilence(LLVMContext &Ctx)
    : Ctx(Ctx), Before(Ctx.getDiagnosticHandler()) {
  Ctx.setDiagnosticHandler(std::make_unique<Silence>());
}

ScopedSilence::~ScopedSilence() {
  Ctx.setDiagnosticHandler(std::move(Before), /*RespectFilters=*/true);
}

ScopedRemarkPrinter::ScopedRemarkPrinter(LLVMContext &Ctx, bool WholePaths)
    : Ctx(Ctx) {
  Ctx.setDiagnosticHandler(
      std::make_unique<RemarkPrinter>(Ctx.getDiagnosticHandler(), WholePaths),
      /*RespectFilters=*/true);
}

ScopedRemarkPrinter::~ScopedRemarkPrinter() {
  std::unique_ptr<DiagnosticHandler> Ours = Ctx.getDiagnosticHandler();
  Ctx.setDiagnosticHandler(
      std::move(static_cast<RemarkPrinter &>(*Ours).Before),
      /*RespectFilters=*/true);
}

} // namespace foreslice
