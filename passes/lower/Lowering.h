//===- Lowering.h - from a plan to a slice function -----------------------===//
//
// Builds the prefetch thread's function in the original module, from the
// instructions kept by Slicing, and lays out the packet to be filled at the
// launch point:
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
  uint64_t CopyBytes;       ///< 0: the value; else bytes copied from Source on.
  int64_t SourceOffset = 0; ///< Offset of the copied bytes from Source.
  bool Guarded = false;     ///< Source may be a bad pointer.
  bool Nodes = false;       ///< Copies also nodes behind pointers in the bytes.
  /// The front end to ask at launch about the file named by the bytes.
  const Frontend *Asked = nullptr;
};

/// A value handed over by the main thread after a call.
struct ForwardSite {
  llvm::CallBase *Call; ///< In the original module.
  uint32_t Site;        ///< Numbers the parts of a region.
  ForwardedPart Part;
};

struct LoweredSlice {
  llvm::Function *Slice = nullptr;
  /// Take the packet of Slice.
  llvm::SmallVector<llvm::Function *, 2> Scouts;
  std::vector<PacketField> Fields;
  std::vector<ForwardSite> Forwards;
  /// Calls of the original module that draw random numbers drawn by the slice
  /// from a copy, or that seed.
  llvm::SetVector<llvm::CallBase *> Draws;
  uint64_t PacketSize = 0;
  bool Collective = false;
  bool SharedPointer = false;
  /// The region is in a function called back by code without a body.
  bool CalledBack = false;
  /// The region makes tasks with reads on other threads.
  bool Tasks = false;
  bool Posix = false;
  bool Mapped = false; ///< Reads by a mapping.
  bool ReadsText = false;
  bool ReadsBlocks = false;  ///< It reads by POSIX or stdio other than text.
  bool Fortran = false;      ///< May have handles of Fortran's.
  bool FilesOnly = false;    ///< Says only which files are opened.
  bool OpensStreams = false; ///< All files opened ahead are streams of stdio.
  bool Guesses = false;      ///< Assumes that a loop goes on.
  bool Early = false;        ///< The region begins long before the reads.
  bool BehindStart = false;  ///< The region begins behind MPI_Init.
  bool BeforeStart = false;  ///< It begins before a call that starts MPI.
  bool ReadsSharedMemory = false;

  /// Calls of the main thread followed by a message to the slice.
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
