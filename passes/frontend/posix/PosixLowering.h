//===- PosixLowering.h - the calls of POSIX in a slice --------------------===//
//
// The program's calls of POSIX and stdio become calls of the run time in the
// slice. A call's result is the program's later result, as far as the size of
// the file tells.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_POSIX_POSIXLOWERING_H
#define FORESLICE_PASSES_FRONTEND_POSIX_POSIXLOWERING_H

#include "lower/CallLowering.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace foreslice {

class PosixLowering : public CallLowering {
public:
  using CallLowering::CallLowering;
  bool lowerOpen(llvm::CallBase &CB, llvm::CallBase &Original,
                 llvm::ArrayRef<ForwardedPart> Parts, bool Opens) override;
  void prepareCalls(
      llvm::function_ref<bool(const llvm::CallBase &)> NeedsData) override;
  void lowerCall(llvm::CallBase &CB, const IOCall &Call, CallRole As) override;
  void end(llvm::IRBuilder<> &B) override;

private:
  llvm::Value *lowerAccess(llvm::IRBuilder<> &B, llvm::CallBase &CB,
                           const IOCall &Call, CallRole As);
  llvm::Value *lowerSeek(llvm::IRBuilder<> &B, llvm::CallBase &CB,
                         const IOCall &Call);
  llvm::Value *lowerDuplicate(llvm::IRBuilder<> &B, llvm::CallBase &CB,
                              const IOCall &Call);
  llvm::Value *lowerStatus(llvm::IRBuilder<> &B, llvm::CallBase &CB,
                           const IOCall &Call);
  llvm::Value *lowerFolder(llvm::IRBuilder<> &B, llvm::CallBase &CB,
                           const IOCall &Call);
  llvm::Value *lowerOther(llvm::IRBuilder<> &B, llvm::CallBase &CB,
                          const IOCall &Call);
  llvm::Value *lowerFields(llvm::IRBuilder<> &B, llvm::CallBase &CB,
                           const IOCall &Call, CallRole As);
  void lowerTextRead(llvm::CallBase &CB, const IOCall &Call, CallRole As);

  /// Reads of text in loops that end at the end of the file.
  llvm::SmallPtrSet<llvm::CallBase *, 4> ToEnd;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_POSIX_POSIXLOWERING_H
