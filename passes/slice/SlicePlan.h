//===- SlicePlan.h - what is in a slice -----------------------------------===//
//
// The result of slicing, and the order for lowering: kept instructions, values
// that the launch hands over, memory objects, reads, waits, and scouts.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_SLICE_SLICEPLAN_H
#define FORESLICE_PASSES_SLICE_SLICEPLAN_H

#include "copy/WorkingCopy.h"
#include "model/IOModel.h"
#include "remarks/Remarks.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallSet.h"

#include <vector>

namespace foreslice {

/// Most bytes of snapshots in a launch, in total.
inline constexpr uint64_t MaxSnapshotsInAll = 256 << 10;
/// Largest object copied at launch, in bytes. Larger objects are read in place.
inline constexpr uint64_t MaxSnapshotBytes = 64 << 10;
/// Most bytes of variables that start empty.
inline constexpr uint64_t MaxPrivateBytes = 8 << 20;
/// Largest object on the slice's stack, in bytes.
inline constexpr uint64_t MaxStackObject = 16 << 10;
/// Most bytes copied at launch behind one pointer.
inline constexpr uint64_t MaxSeedBytes = 4 << 10;

/// How the slice reaches an object that the slice loads or stores.
enum class ObjectClass {
  Private,  ///< Starts empty: a local variable of a callee in the region.
  Snapshot, ///< A private copy of the object as of launch.
  Shared,   ///< Read in place, or, if the slice renames, in the overlay.
};

struct ObjectPlan {
  ObjectClass Class;
  uint64_t Size = 0;
  /// The run time writes the object, so the object lies in memory known to the
  /// run time.
  bool RunTimeWrites = false;

  bool onStack() const { return !RunTimeWrites && Size <= MaxStackObject; }
};

/// A value known to the main thread only: the result of a call, or bytes that a
/// call leaves behind a pointer argument.
struct ForwardedPart {
  static constexpr int Result = -1, First = -2;
  /// Argument number, Result, or First: the value of argument 0, an address.
  int Arg;
  uint64_t Bytes;    ///< Of each element if CountArg is given.
  int CountArg = -1; ///< Argument number of the number of elements.
  /// Bytes is what the slice needs: the memory may be shorter.
  bool Guarded = false;

  /// Merges Other, a part with an equal Arg, into this part: the larger size if
  /// guarded, else the smaller size. False if Guarded differs.
  bool join(const ForwardedPart &Other) {
    Bytes =
        Guarded ? std::max(Bytes, Other.Bytes) : std::min(Bytes, Other.Bytes);
    return Guarded == Other.Guarded;
  }
};

/// Another slice of the region, ahead of the slice: reads common to both are
/// under way while the slice waits. The scout waits for less: code that depends
/// on other data or values is left out.
struct ScoutPlan {
  /// Instructions of the slice kept by the scout.
  llvm::SmallPtrSet<llvm::Instruction *, 32> Needed;
  /// Reads fetched by another scout: the scout waits for their data.
  llvm::SmallPtrSet<llvm::CallBase *, 4> DataReads;
  /// Other reads fetched by another scout.
  llvm::SmallPtrSet<llvm::CallBase *, 4> Counted;
  /// Calls known to be made on a known file, with unknown arguments.
  llvm::SmallPtrSet<llvm::CallBase *, 4> Skipped;
  /// Exits of loops never taken by the scout, with the block where the scout
  /// goes on instead.
  llvm::MapVector<llvm::Instruction *, llvm::BasicBlock *> Stays;
  /// The scout makes no reads, and ends at the calls of Ends: see SlicePlan.
  bool FilesOnly = false;
  llvm::SmallPtrSet<llvm::CallBase *, 4> Ends;
};

/// Why the slice keeps an instruction: the user needs the instruction.
/// Decisions about execution are in SlicePlan::ControlDependences.
struct Dependence {
  enum KindTy {
    Data,     ///< As an operand.
    Memory,   ///< As the writer of memory that the user reads.
    Argument, ///< As an argument of an I/O call.
    Freed,    ///< As the release of memory that the user allocates.
  } Kind;
  llvm::Instruction *Needed, *User;
  const char *Role = ""; ///< "the offset of", for arguments.
};

struct SlicePlan {
  /// Instructions of the region kept by the slice.
  llvm::SmallPtrSet<llvm::Instruction *, 32> Needed;
  /// Instructions before the region, repeated at the slice's start.
  llvm::SetVector<llvm::Instruction *> Prologue;
  /// Values handed over by the launch: arguments of the begin marker.
  llvm::SetVector<unsigned> LiveIns;
  /// Allocas and global variables.
  llvm::MapVector<llvm::Value *, ObjectPlan> Objects;
  llvm::SmallVector<llvm::CallBase *> Reads;
  /// Reads whose data the slice needs.
  llvm::SmallPtrSet<llvm::CallBase *, 4> DataReads;
  /// Calls made by the main thread only, with the parts needed by the slice.
  llvm::MapVector<llvm::CallBase *, llvm::SmallVector<ForwardedPart, 2>>
      Forwarded;
  /// Calls of Forwarded that open a file with a name known to the slice.
  llvm::SmallPtrSet<llvm::CallBase *, 4> OpensAhead;
  /// The slice loads memory neither private to the slice nor constant.
  bool ReadsSharedMemory = false;
  /// The slice changes shared memory, in a version private to the slice.
  bool Renames = false;
  /// Shared memory that the slice sees as of launch: by the live-in that points
  /// there, the offsets from and to in bytes.
  llvm::MapVector<unsigned, std::pair<int64_t, int64_t>> Seeds;
  /// Files asked for at launch, by front end.
  llvm::DenseMap<const Frontend *, llvm::SetVector<FileAtLaunch>> FilesAtLaunch;
  /// Live-ins with pointers behind them to memory changed by the region, as to
  /// the nodes of a container.
  llvm::SmallSet<unsigned, 2> NodeHeads;
  /// The slice makes no reads: see SlicerOptions. The slice ends at the calls
  /// of Ends, whose results are unknown.
  bool FilesOnly = false;
  llvm::SmallPtrSet<llvm::CallBase *, 4> Ends;
  /// Exits of loops never taken by the slice, with the block where the slice
  /// goes on instead.
  llvm::MapVector<llvm::Instruction *, llvm::BasicBlock *> Stays;
  /// Writes with no bytes needed by later reads of the region.
  llvm::SmallPtrSet<llvm::CallBase *, 4> Unread;
  /// Each scout waits for reads of the scouts before.
  llvm::SmallVector<ScoutPlan, 0> Scouts;
  /// Calls that draw or seed random numbers, in the slice's copy of the
  /// generators.
  llvm::SmallSetVector<llvm::CallBase *, 2> Draws;
  /// Arguments of library functions that lead to text or bytes in memory
  /// renamed by the slice.
  llvm::MapVector<llvm::CallBase *, llvm::SmallVector<unsigned, 2>>
      RenamedTexts;
  /// In order of discovery.
  std::vector<Dependence> Dependences;
  /// Terminators that decide the execution of a block of the region.
  llvm::DenseMap<llvm::BasicBlock *, llvm::SmallVector<llvm::Instruction *, 2>>
      ControlDependences;
  SliceSummary Summary;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_SLICE_SLICEPLAN_H
