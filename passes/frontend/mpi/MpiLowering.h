//===- MpiLowering.h - the calls of MPI in a slice ------------------------===//
//
// The program's calls of MPI become calls of the run time in the slice.
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

  /// The call being lowered has handles of Fortran.
  bool IsFromFortran = false;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_MPI_MPILOWERING_H
