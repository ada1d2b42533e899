//===- Scouting.h - the work of a slice without waiting -------------------===//
//
// Plans the scouts of a slice. The first scout is the slice without code that
// depends on waits. The second scout, made if there is more to gain, may wait
// for reads of the first.
//
// Slice:                       First scout:           Second scout:
//   for (i = 0; ...) {           for (i = 0; ...) {     for (i = 0; ...) {
//     read_at(place(i), &a);       read_at(place(i));     read_at(place(i),
//     &a); read_at(a, &b);              skip();                read_at(a);
//     read_at(b);                  skip();                skip();
//   }                            }                      }
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_SLICE_SCOUTING_H
#define FORESLICE_PASSES_SLICE_SCOUTING_H

#include "copy/WaysToCalls.h"
#include "slice/SlicePlan.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"

#include <optional>

namespace foreslice {

/// Exits of loops that have other exits, too, and branches by which the rest of
/// a function gives up.
class LoopExits {
public:
  LoopExits(const llvm::LoopInfo &LI, const WorkingCopy &Copy)
      : LI(LI), Ways(Copy.region()), IsRest(Copy.isRest()) {}
  /// Whether Terminator leaves a loop that ends without this exit, too: by
  /// another exit, or because the run time ends the slice. Or whether
  /// Terminator gives up.
  bool mayBeGuessed(const llvm::Instruction &Terminator) const;
  /// Whether one way of Terminator comes to the region's end without I/O.
  bool givesUp(const llvm::Instruction &Terminator) const;
  /// Where the slice goes on if Exit is not taken.
  llvm::BasicBlock *within(const llvm::Instruction &Exit) const;
  const llvm::LoopInfo &loops() const { return LI; }

private:
  bool hasOthers(const llvm::Loop &L) const;

  const llvm::LoopInfo &LI;
  const WaysToCalls Ways;
  const bool IsRest;
  /// Whether a loop has such another end.
  mutable llvm::DenseMap<const llvm::Loop *, bool> Others;
};

/// The control flow of a copy that does not change meanwhile: the slicers of
/// one copy share it.
struct ControlFlow {
  explicit ControlFlow(WorkingCopy &Copy)
      : PDT(Copy.function()), DT(Copy.function()), LI(DT), Exits(LI, Copy) {}

  const llvm::PostDominatorTree PDT;
  const llvm::DominatorTree DT;
  const llvm::LoopInfo LI;
  const LoopExits Exits;
};

/// What uses the values and the memory that the slice needs.
struct SliceUses {
  /// By instruction, users of its value or of memory that it writes.
  llvm::DenseMap<llvm::Instruction *, llvm::SmallVector<llvm::Instruction *, 2>>
      Users;
  /// Users of the data of a read, with the read.
  llvm::SmallSetVector<std::pair<llvm::Instruction *, llvm::CallBase *>, 8>
      DataUsers;
};

class ScoutPlanner {
public:
  ScoutPlanner(SlicePlan &Plan, const SliceUses &Uses, const LoopExits &Exits,
               const llvm::SmallPtrSetImpl<llvm::BasicBlock *> &InRegion)
      : Plan(Plan), Uses(Uses), Exits(Exits), InRegion(InRegion) {}

  /// Adds the scouts to the plan.
  void plan();
  /// The instructions of the slice that depend on Roots. If an exit of a loop
  /// with other exits depends on Roots, the exit goes to Taken, and code behind
  /// does not count.
  llvm::SmallPtrSet<llvm::Instruction *, 32>
  findDependent(llvm::ArrayRef<llvm::Instruction *> Roots,
                llvm::SmallSetVector<llvm::Instruction *, 4> &Taken) const;

private:
  bool waitsFor(const llvm::CallBase &CB) const;
  std::optional<ScoutPlan> planNext(const ScoutPlan *Before) const;
  llvm::SmallPtrSet<llvm::Instruction *, 32>
  findTainted(ScoutPlan &Scout) const;
  bool isFetchedAhead(const ScoutPlan &Scout) const;
  bool leaveOutBehind(llvm::CallBase &Lost, ScoutPlan &Scout) const;

  SlicePlan &Plan;
  const SliceUses &Uses;
  const LoopExits &Exits;
  const llvm::SmallPtrSetImpl<llvm::BasicBlock *> &InRegion;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_SLICE_SCOUTING_H
