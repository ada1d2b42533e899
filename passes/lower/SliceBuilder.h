//===- SliceBuilder.h - builds the function of a slice --------------------===//
//
// The steps of Lowering, which share a map from the working copy's values to
// the slice's. SliceBuilder.cpp has the frame, LoweringCalls.cpp the calls,
// LoweringText.cpp those that make text, LoweringMemory.cpp what makes loads
// and stores harmless.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_LOWER_SLICEBUILDER_H
#define FORESLICE_PASSES_LOWER_SLICEBUILDER_H

#include "lower/Lowering.h"
#include "model/AbiFunctions.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace foreslice {

class SliceBuilder {
public:
  /// With Scout, the plan's scout is built instead of its slice.
  SliceBuilder(WorkingCopy &Copy, const SlicePlan &Plan, llvm::Module &M,
               const ScoutPlan *Scout)
      : Copy(Copy), Plan(Plan), Scout(Scout), M(M), DL(M.getDataLayout()),
        Ctx(M.getContext()), Entry(nullptr), Exit(nullptr) {}
  LoweredSlice build();

private:
  bool keeps(llvm::Instruction &I) const {
    return Scout ? Scout->Needed.contains(&I) : Plan.Needed.contains(&I);
  }
  void createFunction();
  void bindLiveIns();
  void cloneRegion();
  void clonePrologue();
  void remap();
  void rebuildPhis();
  void bindSeeds();
  void bindStreams();
  void bindUnits();
  void bindNodes(llvm::IRBuilder<> &B, PacketField Head);
  void lowerForwarded();
  void lowerPart(llvm::CallBase &CB, llvm::CallBase &Original,
                 const ForwardedPart &Part, bool OpensAhead);
  void lowerCalls();
  enum class CallRole { Made, NeedsData, Unread, Counted, Skipped };
  llvm::DenseMap<llvm::Value *, CallRole> callRoles() const;
  void receive(llvm::CallBase &CB, llvm::CallBase &Original,
               const ForwardedPart &Part, llvm::Value *To);
  void openAhead(llvm::CallBase &CB, llvm::CallBase &Original,
                 const ForwardedPart &Part);
  void lowerCall(llvm::CallBase &CB, const IOCall &Call, CallRole As);
  void lowerAccess(llvm::CallBase &CB, const IOCall &Call, CallRole As);
  void openPosixAhead(llvm::CallBase &CB, llvm::CallBase &Original);
  void lowerPosix(llvm::CallBase &CB, const IOCall &Call, CallRole As);
  void openStream(llvm::CallBase &CB, llvm::CallBase &Original,
                  bool OpensAhead);
  void lowerStream(llvm::CallBase &CB, const IOCall &Call, CallRole As);
  void openUnit(llvm::CallBase &CB, llvm::CallBase &Original);
  void lowerFortran(llvm::CallBase &CB, const IOCall &Call, CallRole As);
  llvm::Value *lowerPosixAccess(llvm::IRBuilder<> &B, llvm::CallBase &CB,
                                const IOCall &Call, CallRole As);
  void lowerTextRead(llvm::CallBase &CB, const IOCall &Call, CallRole As);
  llvm::Value *lowerFields(llvm::IRBuilder<> &B, llvm::CallBase &CB,
                           const IOCall &Call, CallRole As);
  llvm::Value *lowerOtherPosix(llvm::IRBuilder<> &B, llvm::CallBase &CB,
                               const IOCall &Call);
  llvm::Value *lowerDuplicate(llvm::IRBuilder<> &B, llvm::CallBase &CB,
                              const IOCall &Call);
  llvm::Value *lowerStatus(llvm::IRBuilder<> &B, llvm::CallBase &CB,
                           const IOCall &Call);
  llvm::Value *lowerFolder(llvm::IRBuilder<> &B, llvm::CallBase &CB,
                           const IOCall &Call);
  llvm::Value *lowerPosixSeek(llvm::IRBuilder<> &B, llvm::CallBase &CB,
                              const IOCall &Call);
  void lowerReadCount(llvm::IRBuilder<> &B, llvm::CallBase &Count);
  void lowerQuery(llvm::CallBase &CB, const IOCall &Call, Abi Function);
  void lowerFileCall(llvm::CallBase &CB, const IOCall &Call);
  void lowerSkipped(llvm::CallBase &CB, const IOCall &Call);
  void lowerAllocation(llvm::CallBase &CB, const Allocation &Memory);
  void lowerErrno(llvm::CallBase &CB);
  void lowerDraw(llvm::CallBase &CB);
  void lowerComputation(llvm::CallBase &CB);
  llvm::Value *boundFormat(llvm::CallBase &CB, unsigned Arg);
  void storeText(llvm::IRBuilder<> &B, llvm::Value *To, llvm::Value *Text,
                 uint64_t Room);
  void lowerDeallocation(llvm::CallBase &CB, llvm::Value *Memory);
  /// Text in memory that the slice renames, and what a library function is
  /// shown instead.
  struct CopiedText {
    llvm::Value *Original, *Copy;
  };
  void copyText(llvm::CallBase &CB, unsigned Arg);
  static llvm::Value *inText(llvm::IRBuilder<> &B, llvm::Value *Address,
                             CopiedText Of);
  void lowerString(llvm::CallBase &CB, const StringCall &Call);
  void makeStringElsewhere(llvm::CallBase &CB, const StringCall &Call);
  llvm::Value *stringLength(llvm::IRBuilder<> &B, llvm::Value *Text,
                            llvm::Value *Most);
  void renameAccesses();
  void renameAccess(llvm::Instruction &I);
  bool isOwn(const llvm::Value *Pointer) const;
  llvm::AllocaInst *temporary(llvm::Type *T);
  uint32_t forwardSite(llvm::CallBase &Original, const ForwardedPart &Part);
  llvm::Value *sizeOf(llvm::IRBuilder<> &B, llvm::Value *Object) const;
  llvm::Value *room(llvm::IRBuilder<> &B, llvm::Value *Pointer) const;
  void boundStores();
  void boundStore(llvm::Instruction &I, llvm::Value *Pointer,
                  llvm::Value *Bytes);
  void makeSharedLoadsVolatile();
  void cleanUp();
  void removeUndefinedBehaviour();
  void endAtUnknown();
  void finish();

  llvm::Instruction *cloneInto(llvm::Instruction &I, llvm::BasicBlock *BB);
  void cloneSkipped(llvm::CallBase &CB, llvm::BasicBlock *BB);
  llvm::BasicBlock *blockFor(llvm::BasicBlock *Old);
  llvm::BasicBlock *nextOf(llvm::BasicBlock *Old,
                           const llvm::PostDominatorTree &PDT);
  llvm::Value *handle(llvm::IRBuilder<> &B, llvm::Value *V);
  llvm::Value *wide(llvm::IRBuilder<> &B, llvm::Value *V);
  void mapGlobals(const llvm::Value *V);
  PacketField &addField(LiveInSource::KindTy Kind, llvm::Value *Source,
                        uint64_t Size, uint64_t Align, uint64_t CopyBytes);

  WorkingCopy &Copy;
  const SlicePlan &Plan;
  const ScoutPlan *const Scout;
  llvm::Module &M;
  const llvm::DataLayout &DL;
  llvm::LLVMContext &Ctx;
  LoweredSlice Result;
  llvm::AllocaInst *Errno = nullptr;
  llvm::BasicBlock *Entry, *Exit;
  llvm::ValueToValueMapTy VMap;
  llvm::DenseMap<llvm::BasicBlock *, llvm::BasicBlock *> NewBlock, OldBlock;
  llvm::SmallVector<std::pair<llvm::PHINode *, llvm::PHINode *>>
      Phis; // old, new
  llvm::SmallVector<llvm::Instruction *> Clones;
  /// Of calls that write addresses in them.
  llvm::DenseMap<llvm::CallBase *, CopiedText> CopiedTexts;
  llvm::DenseSet<const llvm::Value *> Seen;
  /// What marks the handles of the call that is lowered.
  uint64_t HandleMark = 0;
  /// Reads of text in loops that end where the file ends.
  llvm::SmallPtrSet<llvm::CallBase *, 4> ToEnd;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_LOWER_SLICEBUILDER_H
