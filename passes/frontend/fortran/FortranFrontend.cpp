//===- FortranFrontend.cpp - Fortran's statements as a front end ----------===//
//
// See model/Frontend.h. A statement is a sequence of calls of flang's run time,
// and comes down to steps in a working copy. The first call has a row.
//
//===----------------------------------------------------------------------===//

#include "frontend/fortran/FortranFrontend.h"
#include "copy/LibraryBodies.h"
#include "frontend/fortran/FortranAssignments.h"
#include "frontend/fortran/FortranLowering.h"
#include "frontend/fortran/FortranStatements.h"
#include "frontend/fortran/FortranUnit.h"
#include "model/Frontend.h"
#include "model/IOModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace foreslice {

static constexpr unsigned char StatementBodies[] = {
#include "frontend/fortran/library/statements.inc"
};
static constexpr unsigned char StatementTextBodies[] = {
#include "frontend/fortran/library/statement-text.inc"
};

namespace {

class FortranFrontend : public Frontend {
public:
  foreslice_family number() const override { return FORESLICE_FAMILY_FORTRAN; }
  StringRef name() const override { return "fortran"; }
  void addCalls(CallTable &Table) const override;
  bool isOfFile(const CallBase &CB, const IOCall &Call) const override;
  bool opensToWrite(const CallBase &CB, const IOCall &Call) const override;
  bool mayMakeFile(const CallBase &CB, const IOCall &Call) const override;
  bool isPartOfCall(const Function &F) const override {
    return isOfFortransIO(F);
  }
  void addBodies(Module &Copy) const override;
  bool isOpeningBody(const Function &F) const override {
    return isFortranBody(F);
  }
  bool isAddedVariable(const AllocaInst &A) const override {
    return isOfStatement(A);
  }
  Instruction *placeBehind(CallBase &CB) const override;
  /// Each record has a separate length.
  bool tellsLength(const IOCall &Call) const override { return false; }
  std::optional<int64_t> fromBeginning() const override { return std::nullopt; }
  /// The number of a unit may be computed anew each time.
  const Value *nameOfFile(const Value *File) const override { return nullptr; }
  std::optional<FileAtLaunch>
  fileAtLaunch(const CallBase &Step, const IOCall &Call,
               const WorkingCopy &Copy) const override;
  std::unique_ptr<CallLowering> makeLowering(SliceCode &Slice) const override {
    return std::make_unique<FortranLowering>(Slice, *this);
  }
  void askAtLaunch(IRBuilderBase &B, Value *Name) const override {
    askForUnit(B, Name);
  }
};

} // namespace

void FortranFrontend::addCalls(CallTable &Table) const {
  using enum Role;
  auto Add = [&](StringRef Symbol, StringRef Text, IOKind Kind,
                 ArrayRef<Role> Roles, FilePointer Pointer, Form Is) {
    Table.try_emplace(Symbol, Text, Kind, Roles, *this, Pointer, Is);
  };
#define FORTRAN_STEP(Symbol, Text, Kind, Pointer, ...)                         \
  Add(#Symbol, Text, IOKind::Kind, {__VA_ARGS__}, FilePointer::Pointer,        \
      Form::Step);
#define FORTRAN_STATEMENT(Symbol, Text, Kind, ...)                             \
  Add(#Symbol, Text, IOKind::Kind, {__VA_ARGS__}, FilePointer::None,           \
      Form::Composite);
#include "frontend/fortran/Calls.def"
}

/// Standard input is seldom a file.
bool FortranFrontend::isOfFile(const CallBase &CB, const IOCall &Call) const {
  if (!Call.isComposite())
    return true;
  constexpr uint64_t StandardInput = 5;
  auto *Unit = Call.has(Role::File) && !isKeptAsFile(CB)
                   ? dyn_cast<ConstantInt>(Call.argument(CB, Role::File))
                   : nullptr;
  return !(Unit && Unit->equalsInt(StandardInput)) && !opensToWrite(CB, Call);
}

/// A text of the source; empty if V is none.
static StringRef constantText(const Value *V) {
  auto *GV = dyn_cast<GlobalVariable>(V);
  auto *Text = GV && GV->isConstant() && GV->hasInitializer()
                   ? dyn_cast<ConstantDataArray>(GV->getInitializer())
                   : nullptr;
  return Text && Text->isString() ? Text->getAsString() : "";
}

/// Whether an OPEN says by constants that its ACTION is one, or its STATUS one
/// of others.
static bool says(const CallBase &Open, StringRef Action,
                 ArrayRef<StringRef> Statuses) {
  return any_of(Open.users(), [&](const User *U) {
    auto *Part = dyn_cast<CallBase>(U);
    const Function *F = Part ? Part->getCalledFunction() : nullptr;
    if (!F || Part->arg_size() != 3)
      return false;
    std::string Word = constantText(Part->getArgOperand(1)).upper();
    if (F->getName() == "_FortranAioSetAction")
      return Word == Action;
    return F->getName() == "_FortranAioSetStatus" &&
           is_contained(Statuses, Word);
  });
}

bool FortranFrontend::opensToWrite(const CallBase &CB,
                                   const IOCall &Call) const {
  return Call.isComposite() && Call.isOpen() &&
         says(CB, "WRITE", {"NEW", "REPLACE", "SCRATCH"});
}

/// Whether F has a WRITE that is not to standard output or error.
static bool writesFiles(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *CB = dyn_cast<CallBase>(&I);
    const Function *Callee = CB ? CB->getCalledFunction() : nullptr;
    StringRef Name = Callee ? Callee->getName() : "";
    if (!Name.starts_with("_FortranAioBegin") || !Name.ends_with("Output") ||
        Name.contains("Internal"))
      return false;
    return none_of(CB->args(), [](const Use &Argument) {
      auto *Unit = dyn_cast<ConstantInt>(Argument);
      return Unit && Unit->getType()->isIntegerTy(32) &&
             (Unit->equalsInt(0) || Unit->equalsInt(6));
    });
  });
}

/// One that is there, and that the function writes nothing to, counts as read.
bool FortranFrontend::mayMakeFile(const CallBase &CB,
                                  const IOCall &Call) const {
  return !says(CB, "READ", {}) &&
         !(says(CB, "READ", {"OLD"}) && !writesFiles(*CB.getFunction()));
}

Instruction *FortranFrontend::placeBehind(CallBase &CB) const {
  for (User *U : CB.users())
    if (auto *End = dyn_cast<CallBase>(U);
        End && End->getCalledFunction() &&
        End->getCalledFunction()->getName() == "_FortranAioEndIoStatement")
      return End->getNextNode();
  return &CB;
}

/// The number of the unit is a constant or a live-in, or lies in memory of the
/// main thread's.
std::optional<FileAtLaunch>
FortranFrontend::fileAtLaunch(const CallBase &Step, const IOCall &Call,
                              const WorkingCopy &Copy) const {
  Value *Number = Call.argument(Step, Role::File);
  while (isa<CastInst>(Number))
    Number = cast<CastInst>(Number)->getOperand(0);
  if (isa<ConstantInt>(Number) || Slicer::liveInIndex(Copy, Number) >= 0)
    return FileAtLaunch(Number, std::nullopt);
  auto *Load = dyn_cast<LoadInst>(Number);
  if (!Load)
    return std::nullopt;
  const DataLayout &DL = Step.getDataLayout();
  APInt Offset(DL.getIndexTypeSizeInBits(Load->getPointerOperandType()), 0);
  Value *Base = Load->getPointerOperand()->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  int Index = Slicer::liveInIndex(Copy, Base);
  if (!isa<GlobalVariable>(Base) && (Index < 0 || Copy.sources()[Index].Empty))
    return std::nullopt;
  return FileAtLaunch(Base, Offset.getSExtValue());
}

void FortranFrontend::addBodies(Module &Copy) const {
  addAssignments(Copy);
  if (!renameFortranStatements(Copy))
    return;
  linkBodies(Copy, StatementBodies);
  linkBodies(Copy, StatementTextBodies);
  forgetOtherStatements(Copy);
}

const Frontend &fortranFrontend() {
  static const FortranFrontend Fortran;
  return Fortran;
}

} // namespace foreslice
