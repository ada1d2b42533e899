//===- LaunchTransfer.h - launches in the sources of a program ------------===//
//
// Slices are cut of the whole program; their launches and what the main thread
// hands over go into the sources that the program was linked of. A function has
// the same instructions in the same order in both.
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
  /// Into Source, a module of its own with the names of the whole program.
  explicit LaunchTransfer(std::unique_ptr<llvm::Module> Source)
      : Source(std::move(Source)) {}

  /// Finds in the source what is in F of the whole program. Of all functions,
  /// before the first launch. False if that is not the same.
  bool find(const llvm::Function &F);

  /// True of a function that was found.
  bool knows(const llvm::Function &F) const { return InSource.count(&F); }

  /// Launches Slice, of R, of the whole program.
  llvm::DebugLoc launch(const Region &R, const LoweredSlice &Slice,
                        const llvm::GlobalVariable &Descriptor,
                        const ReaderFunctions &Readers);
  /// Hands over what Slice needs of calls in this source.
  void forward(const LoweredSlice &Slice,
               const llvm::GlobalVariable &Descriptor);

  /// Gives everything the names of the source again, but for Shared, which
  /// other objects may name then.
  void restoreNames(const llvm::StringSet<> &Shared);
  llvm::Module &source() { return *Source; }

private:
  llvm::GlobalVariable &descriptor(const llvm::GlobalVariable &InProgram);
  llvm::Value *valueOf(llvm::Value *InProgram);
  std::unique_ptr<llvm::Module> Source;
  llvm::ValueToValueMapTy InSource;
};

/// The globals of C and of what it is made of.
GlobalSet globalsIn(const llvm::Value &V);

} // namespace foreslice

#endif // FORESLICE_PASSES_PROGRAM_LAUNCHTRANSFER_H
