//===- Hdf5Frontend.cpp - HDF5 as a front end -----------------------------===//
//
// See model/Frontend.h. HDF5 calls become steps in a working copy. The run time
// looks up datasets and dataspaces at launch.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/Hdf5Frontend.h"
#include "copy/LibraryBodies.h"
#include "foreslice/hdf5.h"
#include "frontend/DatasetLowering.h"
#include "frontend/HandleAtLaunch.h"
#include "model/Frontend.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace foreslice {

static constexpr unsigned char Bodies[] = {
#include "frontend/hdf5/library/hdf5.inc"
};

/// Whether Name is a function of the library, as H5Sclose.
static bool isOfHdf5(StringRef Name) {
  return Name.size() > 3 && Name.starts_with("H5") && isUpper(Name[2]) &&
         isLower(Name[3]);
}

namespace {

class Hdf5Frontend : public Frontend {
public:
  foreslice_family number() const override { return FORESLICE_FAMILY_HDF5; }
  StringRef name() const override { return "hdf5"; }
  void addCalls(CallTable &Table) const override;
  bool hasSignature(const IOCall &Call, const Function &F) const override;
  bool isPartOfCall(const Function &F) const override {
    return F.isDeclaration() && isOfHdf5(F.getName());
  }
  void addBodies(Module &Copy) const override {
    if (declares(Copy, isOfHdf5))
      linkBodies(Copy, Bodies);
  }
  bool isOpeningBody(const Function &F) const override {
    return is_contained(
        {"H5Fopen", "H5Dopen1", "H5Dopen2", "H5Gopen1", "H5Gopen2"},
        F.getName());
  }
  bool endsBehindData() const override { return true; }
  bool tellsLength(const IOCall &Call) const override { return false; }
  /// A handle may be computed anew each time.
  const Value *nameOfFile(const Value *File) const override { return nullptr; }
  std::optional<FileAtLaunch>
  fileAtLaunch(const CallBase &Step, const IOCall &Call,
               const WorkingCopy &Copy) const override;
  std::unique_ptr<CallLowering> makeLowering(SliceCode &Slice) const override {
    using Object = foreslice_hdf5_object;
    // The transfer mode of a property list is not followed.
    return std::make_unique<DatasetLowering>(
        Slice, *this,
        DatasetLowering::AskedObject{sizeof(Object), alignof(Object),
                                     sizeof(Object::handle)},
        Slice.M.getFunction("H5Pset_dxpl_mpio") != nullptr);
  }
  void askAtLaunch(IRBuilderBase &B, Value *Object) const override {
    callToAsk(B, "foreslice_hdf5_ask", Object);
  }
};

} // namespace

void Hdf5Frontend::addCalls(CallTable &Table) const {
  using enum Role;
#define HDF5_READ(Symbol, ...)                                                 \
  Table.try_emplace(#Symbol, #Symbol, IOKind::Read,                            \
                    ArrayRef<Role>{__VA_ARGS__}, *this,                        \
                    FilePointer::Explicit);
#define HDF5_STEP(Symbol, Text, Kind, ...)                                     \
  Table.try_emplace(#Symbol, Text, IOKind::Kind, ArrayRef<Role>{__VA_ARGS__},  \
                    *this, FilePointer::Explicit, Form::Step);
#include "frontend/hdf5/Calls.def"
}

/// Handles have 64 bits since HDF5 1.10.
bool Hdf5Frontend::hasSignature(const IOCall &Call, const Function &F) const {
  constexpr unsigned Arguments = 6, Buffer = 5;
  return Call.isStep() ||
         (F.arg_size() == Arguments && F.getReturnType()->isIntegerTy(32) &&
          F.getArg(Buffer)->getType()->isPointerTy() &&
          all_of(
              make_range(F.arg_begin(), F.arg_begin() + Buffer),
              [](const Argument &A) { return A.getType()->isIntegerTy(64); }));
}

/// Stands for all datasets open at launch: no handle is 0.
static FileAtLaunch allSets(LLVMContext &Ctx) {
  return FileAtLaunch(ConstantInt::get(Type::getInt64Ty(Ctx), 0), std::nullopt);
}

std::optional<FileAtLaunch>
Hdf5Frontend::fileAtLaunch(const CallBase &Step, const IOCall &Call,
                           const WorkingCopy &Copy) const {
  return handleAtLaunch(Step, Call, Copy, allSets(Step.getContext()));
}

const Frontend &hdf5Frontend() {
  static const Hdf5Frontend Hdf5;
  return Hdf5;
}

} // namespace foreslice
