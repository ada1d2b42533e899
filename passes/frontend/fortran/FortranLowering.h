//===- FortranLowering.h - Fortran's statements in a slice ----------------===//
//
// Steps of statements become calls of the run time, with the arguments of the
// step. The run time keeps the state of a slice's units.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_FORTRAN_FORTRANLOWERING_H
#define FORESLICE_PASSES_FRONTEND_FORTRAN_FORTRANLOWERING_H

#include "lower/CallLowering.h"

namespace foreslice {

class FortranLowering : public CallLowering {
public:
  using CallLowering::CallLowering;
  void bindFile(const FileAtLaunch &File) override;
  bool lowerOpen(llvm::CallBase &CB, llvm::CallBase &Original,
                 llvm::ArrayRef<ForwardedPart> Parts, bool Opens) override;
  void lowerCall(llvm::CallBase &CB, const IOCall &Call, CallRole As) override;

private:
  llvm::Value *lowerRead(llvm::IRBuilder<> &B, llvm::CallBase &CB,
                         const IOCall &Call, CallRole As);
  llvm::Value *lowerStep(llvm::IRBuilder<> &B, llvm::CallBase &CB,
                         const IOCall &Call, CallRole As);

  /// The layout in memory of the item being read.
  llvm::AllocaInst *Elements = nullptr;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_FORTRAN_FORTRANLOWERING_H
