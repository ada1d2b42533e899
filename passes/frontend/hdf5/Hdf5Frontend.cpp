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
static constexpr unsigned char MethodBodies[] = {
#include "frontend/hdf5/library/hdf5-cpp.inc"
};

/// Whether Name is a function of the library, as H5Sclose or H5LTfind_dataset.
static bool isOfHdf5(StringRef Name) {
  if (!Name.consume_front("H5") || Name.empty() || !isUpper(Name[0]))
    return false;
  const StringRef Behind = Name.drop_while(isUpper);
  return !Behind.empty() && isLower(Behind[0]) &&
         Name.size() - Behind.size() <= 2;
}

/// Whether Name is a method of a class of the library in C++.
static bool isMethod(StringRef Name) {
  return Name.starts_with("_ZN2H5") || Name.starts_with("_ZNK2H5");
}

/// A constant method without a body changes no object known by a handle.
static void markConstantMethods(Module &Copy) {
  for (Function &F : Copy) {
    const unsigned This = F.hasStructRetAttr() ? 1 : 0;
    if (!F.isDeclaration() || !F.getName().starts_with("_ZNK2H5") ||
        F.arg_size() <= This || !F.getArg(This)->getType()->isPointerTy())
      continue;
    F.setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
    F.getArg(This)->addAttr(Attribute::ReadOnly);
  }
}

/// How the names of bodies begin that open a file or an object.
static constexpr StringRef OpeningBodies[] = {
    "H5Fopen",
    "H5Dopen",
    "H5Gopen",
    "H5LTread_dataset",
    "H5LTget_dataset",
    "H5IMread_image",
    "H5TBread",
    "H5TBget_table_info",
    "H5PTopen",
    "_ZNK2H510H5Location11openDataSet",
    "_ZNK2H510H5Location9openGroup",
    "_ZN2H56H5FileC1E",
    "_ZN2H56H5File8openFile",
};

namespace {

class Hdf5Frontend : public Frontend {
public:
  foreslice_family number() const override { return FORESLICE_FAMILY_HDF5; }
  StringRef name() const override { return "hdf5"; }
  void addCalls(CallTable &Table) const override;
  bool hasSignature(const IOCall &Call, const Function &F) const override;
  bool isPartOfCall(const Function &F) const override {
    return F.isDeclaration() &&
           (isOfHdf5(F.getName()) || isMethod(F.getName()));
  }
  void addBodies(Module &Copy) const override {
    if (declares(Copy, isMethod)) {
      linkBodies(Copy, MethodBodies);
      markConstantMethods(Copy);
    }
    if (declares(Copy, isOfHdf5))
      linkBodies(Copy, Bodies);
  }
  bool isOpeningBody(const Function &F) const override {
    return any_of(OpeningBodies, [&](StringRef Begin) {
      return F.getName().starts_with(Begin);
    });
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
#define HDF5_COMPOSITE(Symbol, Text)                                           \
  Table.try_emplace(#Symbol, Text, IOKind::Read, ArrayRef<Role>{File}, *this,  \
                    FilePointer::Explicit, Form::Composite);
#define HDF5_STEP(Symbol, Text, Kind, ...)                                     \
  Table.try_emplace(#Symbol, Text, IOKind::Kind, ArrayRef<Role>{__VA_ARGS__},  \
                    *this, FilePointer::Explicit, Form::Step);
#include "frontend/hdf5/Calls.def"
}

/// Handles have 64 bits since HDF5 1.10. Methods have objects by reference.
bool Hdf5Frontend::hasSignature(const IOCall &Call, const Function &F) const {
  constexpr unsigned Arguments = 6, Buffer = 5;
  return Call.isStep() || Call.isComposite() ||
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
