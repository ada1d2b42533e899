//===- LinkTime.cpp - slices of whole programs ----------------------------===//
//
// See LinkTime.h.
//
//===----------------------------------------------------------------------===//

#include "LinkTime.h"
#include "IOModel.h"
#include "Registration.h"
#include "Remarks.h"

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace foreslice {

static constexpr char MarkName[] = "foreslice-at-link";
static constexpr char ReferenceName[] = "foreslice.at_link";

static bool reads(const Module &M) {
  return any_of(M, [](const Function &F) {
    const IOCall *Call = lookupIOFunction(F);
    return Call && Call->isRead() && !F.use_empty();
  });
}

void markForLink(Module &M, StringRef Scheme) {
  for (Function &F : M)
    if (!F.isDeclaration())
      F.addFnAttr(MarkName, Scheme);
  if (!reads(M) || M.getNamedGlobal(ReferenceName))
    return;
  auto *Register = cast<Constant>(registrationFunction(M).getCallee());
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
    }
  // Merging numbers what has the same name.
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
  explicit RemarkPrinter(std::unique_ptr<DiagnosticHandler> Linkers)
      : Linkers(std::move(Linkers)) {}
  bool handleDiagnostics(const DiagnosticInfo &DI) override;

  std::unique_ptr<DiagnosticHandler> Linkers;
};

} // namespace

bool RemarkPrinter::handleDiagnostics(const DiagnosticInfo &DI) {
  auto *Remark = dyn_cast<DiagnosticInfoOptimizationBase>(&DI);
  if (!Remark || Remark->getPassName() != PassName)
    return Linkers && Linkers->handleDiagnostics(DI);
  if (Remark->isLocationAvailable())
    errs() << Remark->getLocationStr() << ": ";
  errs() << "remark: " << Remark->getMsg() << " [-Rpass"
         << (isa<OptimizationRemarkMissed>(Remark)     ? "-missed"
             : isa<OptimizationRemarkAnalysis>(Remark) ? "-analysis"
                                                       : "")
         << "=" << PassName << "]\n";
  return true;
}

ScopedRemarkPrinter::ScopedRemarkPrinter(LLVMContext &Ctx) : Ctx(Ctx) {
  Ctx.setDiagnosticHandler(
      std::make_unique<RemarkPrinter>(Ctx.getDiagnosticHandler()),
      /*RespectFilters=*/true);
}

ScopedRemarkPrinter::~ScopedRemarkPrinter() {
  std::unique_ptr<DiagnosticHandler> Ours = Ctx.getDiagnosticHandler();
  Ctx.setDiagnosticHandler(
      std::move(static_cast<RemarkPrinter &>(*Ours).Linkers),
      /*RespectFilters=*/true);
}

} // namespace foreslice
