//===- CallLowering.h - what a slice has for a front end's calls ----------===//
//
// Each front end has a class that lowers its calls to calls of the run time.
// The builder makes one object of each class for a slice, and asks in the order
// of the functions below.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_LOWER_CALLLOWERING_H
#define FORESLICE_PASSES_LOWER_CALLLOWERING_H

#include "lower/SliceCode.h"
#include "model/Frontend.h"

namespace foreslice {

/// What a slice makes of a call.
enum class CallRole {
  Made,
  NeedsData, ///< A read whose data the slice needs.
  Unread,    ///< A write of which no later read needs anything.
  Counted,   ///< A read that another slice fetches.
  Skipped,   ///< Only the file of the call is known.
};

class CallLowering {
public:
  CallLowering(SliceCode &Slice, const Frontend &Family)
      : Slice(Slice), Family(Family) {}
  virtual ~CallLowering() = default;

  /// The slice goes on with a file that is open at launch.
  virtual void bindFile(const FileAtLaunch &File) {}
  /// The slice makes what comes of CB, which stands for Original and changes
  /// the handle of a file, in place of the main thread if it Opens the file
  /// itself. False if the slice has to wait for Parts of what the main thread's
  /// call gives.
  virtual bool lowerOpen(llvm::CallBase &CB, llvm::CallBase &Original,
                         llvm::ArrayRef<ForwardedPart> Parts, bool Opens) = 0;
  /// Before the first lowerCall().
  virtual void
  prepareCalls(llvm::function_ref<bool(const llvm::CallBase &)> NeedsData) {}
  /// CB goes.
  virtual void lowerCall(llvm::CallBase &CB, const IOCall &Call,
                         CallRole As) = 0;
  /// B is where the slice ends.
  virtual void end(llvm::IRBuilder<> &B) {}

protected:
  SliceCode &Slice;
  const Frontend &Family;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_LOWER_CALLLOWERING_H
