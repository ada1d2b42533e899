//===- LaunchPoint.h - where the main thread starts the slice -------------===//
//
// The only change to what the program's own code does: at the launch point the
// packet is filled and handed over, at the region's exits the slice is
// cancelled. The launch point is as early as all live-ins are known.
//
//   before:  fh = open(); long_computation(); for (...) read(fh, ...);
//   after:   fh = open(); launch(fh); long_computation(); for (...) read;
//   end();
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_LOWER_LAUNCHPOINT_H
#define FORESLICE_PASSES_LOWER_LAUNCHPOINT_H

#include "lower/Lowering.h"
#include "regions/Regions.h"

namespace foreslice {

/// Emits the launch and the ends for R; returns where the launch is.
llvm::DebugLoc emitLaunch(const Region &R, const LoweredSlice &Slice,
                          llvm::GlobalVariable &Descriptor,
                          const ReaderFunctions &Readers);

/// Has the functions of M, a source with launches, and their loops that read
/// begin at lines of the processor's memory. Launches move the code behind
/// them, and a small loop that comes to lie across two lines may take twice as
/// long: from a line on, a function without a launch lies as in any other
/// program.
void alignFunctions(llvm::Module &M);

} // namespace foreslice

#endif // FORESLICE_PASSES_LOWER_LAUNCHPOINT_H
