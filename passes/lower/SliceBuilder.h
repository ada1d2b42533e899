//===- SliceBuilder.h - builds the function of a slice --------------------===//
//
// Makes the function and the packet, and clones the kept instructions into the
// function. SliceCalls and MemoryLowering then lower the clones.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_LOWER_SLICEBUILDER_H
#define FORESLICE_PASSES_LOWER_SLICEBUILDER_H

#include "lower/SliceCode.h"

namespace foreslice {

class SliceBuilder : public SliceCode {
public:
  using SliceCode::SliceCode;
  LoweredSlice build();

private:
  bool keeps(llvm::Instruction &I) const {
    return Scout ? Scout->Needed.contains(&I) : Plan.Needed.contains(&I);
  }
  void createFunction();
  void bindLiveIns();
  void bindSeeds();
  void bindNodes(llvm::IRBuilder<> &B, PacketField Head);
  void cloneRegion();
  void clonePrologue();
  void remap();
  void rebuildPhis();
  void endAtUnknown();
  void cleanUp();
  void removeUndefinedBehaviour();
  void finish();

  llvm::Instruction *cloneInto(llvm::Instruction &I, llvm::BasicBlock *BB);
  void cloneSkipped(llvm::CallBase &CB, llvm::BasicBlock *BB);
  llvm::BasicBlock *blockFor(llvm::BasicBlock *Old);
  llvm::BasicBlock *nextOf(llvm::BasicBlock *Old,
                           const llvm::PostDominatorTree &PDT);
  void mapGlobals(const llvm::Value *V);

  llvm::DenseMap<llvm::BasicBlock *, llvm::BasicBlock *> NewBlock, OldBlock;
  llvm::SmallVector<std::pair<llvm::PHINode *, llvm::PHINode *>>
      Phis; // old, new
  llvm::SmallVector<llvm::Instruction *> Clones;
  llvm::DenseSet<const llvm::Value *> Seen;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_LOWER_SLICEBUILDER_H
