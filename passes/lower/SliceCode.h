//===- SliceCode.h - a slice under construction ---------------------------===//
//
// The function of a slice and the packet, as far as built, and the map from the
// working copy's values to the slice's. Shared by SliceBuilder and the lowering
// of calls, texts and memory.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_LOWER_SLICECODE_H
#define FORESLICE_PASSES_LOWER_SLICECODE_H

#include "lower/Lowering.h"
#include "model/AbiFunctions.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace foreslice {

struct SliceCode {
  /// With Scout, the plan's scout is built instead of the plan's slice.
  SliceCode(WorkingCopy &Copy, const SlicePlan &Plan, llvm::Module &M,
            const ScoutPlan *Scout)
      : Copy(Copy), Plan(Plan), Scout(Scout), M(M), DL(M.getDataLayout()),
        Ctx(M.getContext()) {}
  SliceCode(const SliceCode &) = delete;

  PacketField &addField(LiveInSource::KindTy Kind, llvm::Value *Source,
                        uint64_t Size, uint64_t Align, uint64_t CopyBytes);
  /// The address of Field in the packet.
  llvm::Value *addressOf(llvm::IRBuilder<> &B, const PacketField &Field) const;
  /// Room on the slice's stack.
  llvm::AllocaInst *temporary(llvm::Type *T) const;

  /// The handle of a file, a communicator or a datatype, as the run time
  /// expects.
  static llvm::Value *handle(llvm::IRBuilder<> &B, llvm::Value *V);
  static llvm::Value *wide(llvm::IRBuilder<> &B, llvm::Value *V);

  /// The site number of Part of Original's results, unique in the region.
  uint32_t forwardSite(llvm::CallBase &Original, const ForwardedPart &Part);
  /// Waits for Part of the results of CB, which stands for Original.
  void receive(llvm::CallBase &CB, llvm::CallBase &Original,
               const ForwardedPart &Part);

  /// Whether Pointer leads to private memory of the slice, or to a constant.
  bool isOwn(const llvm::Value *Pointer) const;
  /// The bytes of a private object of the slice.
  llvm::Value *sizeOf(llvm::IRBuilder<> &B, llvm::Value *Object) const;
  /// The bytes from Pointer to the end of the private object pointed into; none
  /// for other objects.
  llvm::Value *room(llvm::IRBuilder<> &B, llvm::Value *Pointer) const;

  WorkingCopy &Copy;
  const SlicePlan &Plan;
  const ScoutPlan *const Scout;
  llvm::Module &M;
  const llvm::DataLayout &DL;
  llvm::LLVMContext &Ctx;
  LoweredSlice Result;
  llvm::BasicBlock *Entry = nullptr, *Exit = nullptr;
  llvm::ValueToValueMapTy VMap;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_LOWER_SLICECODE_H
