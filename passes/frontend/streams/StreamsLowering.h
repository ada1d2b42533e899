//===- StreamsLowering.h - C++ streams in a slice -------------------------===//
//
// Steps of stream calls become calls of the run time. The run time keeps the
// state of a slice's streams. A stream is named by the address in the slice.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_STREAMS_STREAMSLOWERING_H
#define FORESLICE_PASSES_FRONTEND_STREAMS_STREAMSLOWERING_H

#include "lower/CallLowering.h"

namespace foreslice {

class StreamsLowering : public CallLowering {
public:
  using CallLowering::CallLowering;
  void bindFile(const FileAtLaunch &File) override;
  bool lowerOpen(llvm::CallBase &CB, llvm::CallBase &Original,
                 llvm::ArrayRef<ForwardedPart> Parts, bool Opens) override;
  void lowerCall(llvm::CallBase &CB, const IOCall &Call, CallRole As) override;

private:
  llvm::Value *lowerStep(llvm::IRBuilder<> &B, llvm::CallBase &CB,
                         const IOCall &Call, CallRole As);
};

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_STREAMS_STREAMSLOWERING_H
