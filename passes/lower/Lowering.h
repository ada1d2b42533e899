//===- Lowering.h - from a plan to a slice function -----------------------===//
//
// Builds the function that the prefetch thread runs, in the original module,
// from the instructions that Slicing kept, and lays out the packet that the
// launch point fills:
//
//   void slice(const void *packet) {
//     n = packet->n; fh = packet->fh; ...
//     for (i = 0; i < n; i++)
//       foreslice_slice_access(&read_at, fh, i * 65536, 8192, MPI_DOUBLE, 0);
//   }
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_LOWER_LOWERING_H
#define FORESLICE_PASSES_LOWER_LOWERING_H

#include "copy/WorkingCopy.h"
#include "slice/Slicing.h"

#include "llvm/ADT/SetVector.h"

#include <vector>

namespace foreslice {

/// One entry of the packet: a value, or a copy of an object.
struct PacketField {
  LiveInSource::KindTy Kind;
  llvm::Value *Source; ///< In the original module.
  uint64_t Offset;
  uint64_t CopyBytes; ///< 0: the value itself; else that many bytes from it.
  int64_t SourceOffset = 0; ///< Of the copied bytes.
  bool Guarded = false;     ///< Source may be a bad pointer.
  bool Nodes = false;       ///< What pointers in those bytes lead to.
  /// Asked at launch what is known of the file that the bytes name.
  const Frontend *Asked = nullptr;
};

/// What the main thread hands over after one of its calls.
struct ForwardSite {
  llvm::CallBase *Call; ///< In the original module.
  uint32_t Site;        ///< Numbers the parts of a region.
  ForwardedPart Part;
};

struct LoweredSlice {
  llvm::Function *Slice = nullptr;
  /// They take the same packet.
  llvm::SmallVector<llvm::Function *, 2> Scouts;
  std::vector<PacketField> Fields;
  std::vector<ForwardSite> Forwards;
  /// Calls of the original module that draw random numbers which the slice
  /// draws from a copy, or seed.
  llvm::SetVector<llvm::CallBase *> Draws;
  uint64_t PacketSize = 0;
  bool Collective = false;
  bool SharedPointer = false;
  /// The region is in a function that code out of sight calls back.
  bool CalledBack = false;
  /// The region makes tasks that read on other threads.
  bool Tasks = false;
  bool Posix = false;
  bool Mapped = false; ///< Reads by a mapping.
  bool ReadsText = false;
  bool Fortran = false;     ///< May have handles of Fortran's.
  bool FilesOnly = false;   ///< Says which files are opened, and no more.
  bool Guesses = false;     ///< Takes for granted that a loop goes on.
  bool Early = false;       ///< The region begins long before its reads.
  bool BehindStart = false; ///< The region begins behind MPI_Init.
  bool ReadsSharedMemory = false;

  /// Calls of the main thread behind which the slice is told something.
  llvm::SmallVector<llvm::CallBase *> watchedCalls() const {
    llvm::SmallVector<llvm::CallBase *> Calls(Draws.begin(), Draws.end());
    for (const ForwardSite &F : Forwards)
      Calls.push_back(F.Call);
    return Calls;
  }
};

/// Builds the slice of Plan in M. Never fails; verifySlice() checks the result.
LoweredSlice lowerSlice(WorkingCopy &Copy, const SlicePlan &Plan,
                        llvm::Module &M);
/// Builds a scout of Plan, in the same way.
llvm::Function *lowerScout(WorkingCopy &Copy, const SlicePlan &Plan,
                           const ScoutPlan &Scout, llvm::Module &M);

} // namespace foreslice

#endif // FORESLICE_PASSES_LOWER_LOWERING_H
