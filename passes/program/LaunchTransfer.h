//===- LaunchTransfer.h - launches in the sources of a program ------------===//
//
// Slices are cut of the whole program; launches and values handed over by the
// main thread go into the sources of the program. A function has the same
// instructions in the same order in both.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_PROGRAM_LAUNCHTRANSFER_H
#define FORESLICE_PASSES_PROGRAM_LAUNCHTRANSFER_H

#include "lower/Lowering.h"
#include "program/SliceObject.h"
#include "regions/Regions.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <memory>

namespace foreslice {

class LaunchTransfer {
public:
  /// Transfers into Source, a separate module with the names of the whole
  /// program.
  explicit LaunchTransfer(std::unique_ptr<llvm::Module> Source)
      : Source(std::move(Source)) {}

  /// Finds in the source the parts of F, a function of the whole program.
  /// Called for all functions before the first launch. False if the source
  /// differs.
  bool find(const llvm::Function &F);

  /// Whether find() found F.
  bool knows(const llvm::Function &F) const { return InSource.count(&F); }

  /// Launches Slice, of region R, both of the whole program.
  llvm::DebugLoc launch(const Region &R, const LoweredSlice &Slice,
                        const llvm::GlobalVariable &Descriptor,
                        const ReaderFunctions &Readers);
  /// Hands over results of calls in this source to Slice.
  void forward(const LoweredSlice &Slice,
               const llvm::GlobalVariable &Descriptor);

  /// Restores the names of the source, except names in Shared, for use by other
  /// objects.
  void restoreNames(const llvm::StringSet<> &Shared);
  llvm::Module &source() { return *Source; }

private:
  llvm::GlobalVariable &descriptor(const llvm::GlobalVariable &InProgram);
  llvm::Value *valueOf(llvm::Value *InProgram);
  std::unique_ptr<llvm::Module> Source;
  llvm::ValueToValueMapTy InSource;
};

/// The globals in V and in V's operands.
GlobalSet globalsIn(const llvm::Value &V);

} // namespace foreslice

#endif // FORESLICE_PASSES_PROGRAM_LAUNCHTRANSFER_H
