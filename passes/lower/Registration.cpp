//===- Registration.cpp - a module's registration at the run time ---------===//
//
// See Registration.h.
//
//===----------------------------------------------------------------------===//

#include "lower/Registration.h"
#include "lower/Lowering.h"
#include "model/AbiFunctions.h"
#include "model/IOModel.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace foreslice {

static Constant *emitString(Module &M, StringRef Text) {
  auto *Data = ConstantDataArray::getString(M.getContext(), Text);
  auto *GV =
      new GlobalVariable(M, Data->getType(), true, GlobalValue::PrivateLinkage,
                         Data, "foreslice.string");
  GV->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return GV;
}

/// Whether a region without MPI reads text alone: the thread of a slice makes
/// all calls of stdio slow for good, so the launch waits for a file that is not
/// in memory.
static bool readsTextAlone(const LoweredSlice &Slice) {
  return Slice.ReadsText && !Slice.ReadsBlocks && !Slice.BehindStart &&
         !Slice.BeforeStart;
}

GlobalVariable *emitRegion(Module &M, const LoweredSlice &Slice, StringRef Name,
                           StringRef Scheme) {
  LLVMContext &Ctx = M.getContext();
  Type *I32 = Type::getInt32Ty(Ctx), *I64 = Type::getInt64Ty(Ctx);
  auto *Ptr = PointerType::get(Ctx, 0);
  auto *ScoutsType = ArrayType::get(Ptr, FORESLICE_MAX_SCOUTS);
  auto *T =
      StructType::get(Ctx, {Ptr, Ptr, I64, Ptr, I32, I32, ScoutsType, Ptr});
  Constant *Null = ConstantPointerNull::get(Ptr);
  SmallVector<Constant *, FORESLICE_MAX_SCOUTS> Scouts(Slice.Scouts.begin(),
                                                       Slice.Scouts.end());
  Scouts.resize(FORESLICE_MAX_SCOUTS, Null);
  uint32_t Flags =
      (Slice.Collective ? FORESLICE_REGION_COLLECTIVE : 0) |
      (Slice.SharedPointer ? FORESLICE_REGION_SHARED_POINTER : 0) |
      (Slice.Draws.empty() ? 0 : FORESLICE_REGION_DRAWS) |
      (Slice.Guesses ? FORESLICE_REGION_GUESSES : 0) |
      (Slice.FilesOnly ? FORESLICE_REGION_FILES : 0) |
      (Slice.Posix && !Slice.FilesOnly ? FORESLICE_REGION_POSIX : 0) |
      (Slice.ReadsText || (Slice.FilesOnly && Slice.OpensStreams)
           ? FORESLICE_REGION_TEXT
           : 0) |
      (Slice.Mapped ? FORESLICE_REGION_MAPPED : 0) |
      (Slice.CalledBack ? FORESLICE_REGION_CALLED_BACK : 0) |
      (Slice.Tasks ? FORESLICE_REGION_TASKS : 0) |
      (Slice.Early && !readsTextAlone(Slice) ? FORESLICE_REGION_EARLY : 0) |
      (Slice.BehindStart || Slice.BeforeStart ? FORESLICE_REGION_BEHIND_START
                                              : 0) |
      (Slice.Fortran ? FORESLICE_REGION_FORTRAN : 0);
  auto *Init = ConstantStruct::get(
      T, {emitString(M, Name), Slice.Slice,
          ConstantInt::get(I64, Slice.PacketSize),
          Scheme.empty() ? Null : emitString(M, Scheme),
          ConstantInt::get(I32, Flags), ConstantInt::get(I32, 0),
          ConstantArray::get(ScoutsType, Scouts), Null});
  return new GlobalVariable(M, T, false, GlobalValue::InternalLinkage, Init,
                            "foreslice.region");
}

void emitRegistration(Module &M, ArrayRef<GlobalVariable *> Regions) {
  LLVMContext &Ctx = M.getContext();
  auto *Ptr = PointerType::get(Ctx, 0);
  SmallVector<Constant *> Entries(Regions.begin(), Regions.end());
  auto *Array =
      ConstantArray::get(ArrayType::get(Ptr, Entries.size()), Entries);
  auto *Table = new GlobalVariable(M, Array->getType(), true,
                                   GlobalValue::InternalLinkage, Array,
                                   "foreslice.regions");
  auto *Ctor =
      Function::Create(FunctionType::get(Type::getVoidTy(Ctx), false),
                       GlobalValue::InternalLinkage, "foreslice.register", M);
  Ctor->addFnAttr(Attribute::getWithUWTableKind(Ctx, UWTableKind::Default));
  IRBuilder<> B(BasicBlock::Create(Ctx, "entry", Ctor));
  callAbi(B, Abi::foreslice_link_with_fprefetch_slice_v6,
          {Table, B.getInt64(Entries.size()), B.getInt32(mpiFamily(M))});
  B.CreateRetVoid();
  appendToGlobalCtors(M, Ctor, 65535);
}

} // namespace foreslice
