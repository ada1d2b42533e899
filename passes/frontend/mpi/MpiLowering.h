//===- MpiLowering.h - the calls of MPI in a slice ------------------------===//
//
// What the program asks MPI for, the slice asks the run time for.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_MPI_MPILOWERING_H
#define FORESLICE_PASSES_FRONTEND_MPI_MPILOWERING_H

#include "lower/CallLowering.h"

namespace foreslice {

class MpiLowering : public CallLowering {
public:
  using CallLowering::CallLowering;
  bool lowerOpen(llvm::CallBase &CB, llvm::CallBase &Original,
                 llvm::ArrayRef<ForwardedPart> Parts, bool Opens) override;
  void lowerCall(llvm::CallBase &CB, const IOCall &Call, CallRole As) override;

private:
  llvm::Value *handle(llvm::IRBuilder<> &B, llvm::Value *V) const;
  void openAhead(llvm::CallBase &CB, llvm::CallBase &Original,
                 const ForwardedPart &Part);
  void lowerAccess(llvm::IRBuilder<> &B, llvm::CallBase &CB, const IOCall &Call,
                   CallRole As);
  void lowerReadCount(llvm::IRBuilder<> &B, llvm::CallBase &Count);
  void lowerQuery(llvm::IRBuilder<> &B, llvm::CallBase &CB, const IOCall &Call);
  void lowerMove(llvm::IRBuilder<> &B, llvm::CallBase &CB, const IOCall &Call,
                 CallRole As);

  /// The call that is lowered: its handles are Fortran's.
  bool IsFromFortran = false;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_MPI_MPILOWERING_H
