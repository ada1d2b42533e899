//===- MpiFrontend.cpp - MPI-IO as a front end ----------------------------===//
//
// See model/Frontend.h. A call of Fortran has a separate row, and becomes a
// call of C in the working copy (FortranCalls.h).
//
//===----------------------------------------------------------------------===//

#include "frontend/mpi/MpiFrontend.h"
#include "copy/LibraryBodies.h"
#include "frontend/mpi/FortranCalls.h"
#include "frontend/mpi/MadeTypes.h"
#include "frontend/mpi/MpiLowering.h"
#include "model/Frontend.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;

namespace foreslice {

static constexpr unsigned char TextBodies[] = {
#include "frontend/mpi/library/texts.inc"
};

static constexpr unsigned char TypeBodies[] = {
#include "frontend/mpi/library/types.inc"
};

namespace {

class MpiFrontend : public Frontend {
public:
  foreslice_family number() const override { return FORESLICE_FAMILY_MPI; }
  StringRef name() const override { return "mpi"; }
  void addCalls(CallTable &Table) const override;
  bool hasSignature(const IOCall &Call, const Function &F) const override;
  void addBodies(Module &Copy) const override;
  bool makeCallsOfC(Module &Copy) const override {
    return foreslice::makeCallsOfC(Copy);
  }
  bool isAddedVariable(const AllocaInst &A) const override {
    return isMadeText(A);
  }
  void finishCopy(Function &W, ArrayRef<BasicBlock *> Blocks) const override {
    boundTexts(W, Blocks);
  }
  bool isOfDataOnly() const override { return true; }
  bool accesses(const IOCall &Call) const override {
    return Call.isTraced() || Call.changesHandle();
  }
  bool mayMakeFile(const CallBase &CB, const IOCall &Call) const override;
  bool hasViews() const override { return true; }
  /// MPI_SEEK_SET, in Open MPI and MPICH.
  std::optional<int64_t> fromBeginning() const override { return 600; }
  /// The slice keeps all calls: a file need not be seen to be read by its
  /// handle.
  const Value *nameOfFile(const Value *File) const override { return nullptr; }
  bool readsNamesItself() const override { return false; }
  /// The calls return success.
  bool maySkip(const IOCall &Call) const override {
    return !Call.isAtSharedPointer() && Call.Kind != IOKind::SetView;
  }
  std::unique_ptr<CallLowering> makeLowering(SliceCode &Slice) const override {
    return std::make_unique<MpiLowering>(Slice, *this);
  }
};

} // namespace

/// What lies at Place, if that is one constant.
static const Value *constantAt(const Value *Place) {
  if (auto *There = dyn_cast<GlobalVariable>(Place))
    return There->isConstant() && There->hasInitializer()
               ? There->getInitializer()
               : nullptr;
  const Value *Stored = nullptr;
  for (const User *U : Place->users())
    if (auto *Store = dyn_cast<StoreInst>(U)) {
      if (Stored || Store->getPointerOperand() != Place)
        return nullptr;
      Stored = Store->getValueOperand();
    }
  return Stored;
}

/// In C the mode, in Fortran where the mode is.
bool MpiFrontend::mayMakeFile(const CallBase &CB, const IOCall &Call) const {
  // MPI_MODE_RDONLY, _RDWR and _UNIQUE_OPEN, in Open MPI and MPICH. Writes are
  // calls of their own.
  constexpr uint64_t MakesNone = 2 | 8 | 32;
  const Value *Given = Call.argument(CB, Role::Mode);
  if (isa<GlobalVariable, AllocaInst>(Given))
    Given = constantAt(Given);
  std::optional<uint64_t> Mode = Given ? mostBits(Given) : std::nullopt;
  return !Mode || (*Mode & ~MakesNone);
}

void MpiFrontend::addCalls(CallTable &Table) const {
  using enum Role;
  using enum FilePointer;
  using enum Ranks;
  using enum Completion;
  auto Add = [&](StringRef Name, IOKind Kind, ArrayRef<Role> Roles,
                 FilePointer Pointer = None, Ranks Makers = Alone,
                 Completion Complete = AtReturn) {
    IOCall Call(Name, Kind, Roles, *this, Pointer, Form::Call, Makers,
                Complete);
    Table.try_emplace(Name, Call);
    Call.ByReference = true;
    for (const char *End : {"_", "_f08_"})
      Table.try_emplace(Name.lower() + End, Call);
  };
#define IO_ACCESS(Name, Kind, Pointer, Ranks, Completion, ...)                 \
  Add(#Name, IOKind::Kind, {__VA_ARGS__}, Pointer, Ranks, Completion);         \
  Add(#Name "_c", IOKind::Kind, {__VA_ARGS__}, Pointer, Ranks, Completion);
#define IO_END(Name, ...) Add(#Name, IOKind::AccessEnd, {__VA_ARGS__});
#define IO_POSITION(Name, Kind, Pointer, ...)                                  \
  Add(#Name, IOKind::Kind, {__VA_ARGS__}, Pointer);
#define IO_QUERY(Name, Kind, ...) Add(#Name, IOKind::Kind, {__VA_ARGS__});
#define IO_COUNT(Name, ...) Add(#Name, IOKind::GetCount, {__VA_ARGS__});
#define IO_FILE(Name, Kind, ...) Add(#Name, IOKind::Kind, {__VA_ARGS__});
#define IO_WAIT(Name, ...) Add(#Name, IOKind::Wait, {__VA_ARGS__});
#define IO_STEP(Name, Kind, ...)                                               \
  Table.try_emplace(#Name, #Name, IOKind::Kind, ArrayRef<Role>{__VA_ARGS__},   \
                    *this, None, Form::Step);
#include "frontend/mpi/Calls.def"
}

bool MpiFrontend::hasSignature(const IOCall &Call, const Function &F) const {
  if (Call.isStep())
    return true;
  if (!Call.ByReference)
    return F.getReturnType()->isIntegerTy(32) &&
           Call.fitsArguments(F, /*MayHaveMore=*/false);
  size_t Arguments = Call.roles().size();
  return F.getReturnType()->isVoidTy() && F.arg_size() > Arguments &&
         all_of(make_range(F.arg_begin(), F.arg_begin() + Arguments),
                [](const Argument &A) { return A.getType()->isPointerTy(); });
}

static bool isOfTexts(StringRef Name) {
  return Name == FortranTextName || Name == "_FortranATrim" ||
         Name == "_FortranAGetCommandArgument" ||
         Name == "_FortranAArgumentCount";
}

void MpiFrontend::addBodies(Module &Copy) const {
  declareTextOfC(Copy);
  if (declares(Copy, isOfTexts))
    linkBodies(Copy, TextBodies);
  if (makeTypesInCopy(Copy))
    linkBodies(Copy, TypeBodies);
}

const Frontend &mpiFrontend() {
  static const MpiFrontend Mpi;
  return Mpi;
}

} // namespace foreslice
