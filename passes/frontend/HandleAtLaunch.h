//===- HandleAtLaunch.h - numbers by which libraries know files -----------===//
//
// Libraries give numbers for what a program has opened. The launch of a slice
// asks the run time what stands behind the numbers of earlier opens.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_HANDLEATLAUNCH_H
#define FORESLICE_PASSES_FRONTEND_HANDLEATLAUNCH_H

#include "model/Frontend.h"

namespace foreslice {

/// How the launch gets at the number that Step, a call of Call, has: the number
/// is a live-in, or lies in memory of the main thread's: at a place that the
/// launch knows, or, as in an array, anywhere: then a read asks for All.
std::optional<FileAtLaunch> handleAtLaunch(const llvm::CallBase &Step,
                                           const IOCall &Call,
                                           const WorkingCopy &Copy,
                                           const FileAtLaunch &All);

/// Calls the run time's function of that name with Object, where the packet has
/// the number. Programs refer to the function weakly.
void callToAsk(llvm::IRBuilderBase &B, llvm::StringRef Name,
               llvm::Value *Object);

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_HANDLEATLAUNCH_H
