//===- RegionWriters.h - what writes memory in a region, and before what --===//
//
// The instructions of a region that write memory, numbered in the order of its
// blocks, and which of some of them are executed before an instruction. A
// question takes time for the blocks of the region, not for its instructions.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_SLICE_REGIONWRITERS_H
#define FORESLICE_PASSES_SLICE_REGIONWRITERS_H

#include "copy/WorkingCopy.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

#include <vector>

namespace foreslice {

/// Whether I is the begin of a variable's lifetime: what the variable held
/// before nobody reads any more.
bool beginsLifetime(const llvm::Instruction &I);

class RegionWriters {
public:
  RegionWriters(WorkingCopy &Copy, const llvm::TargetLibraryInfo &TLI);

  llvm::ArrayRef<llvm::Instruction *> all() const { return Writers; }
  llvm::Instruction &get(unsigned Number) const { return *Writers[Number]; }

  /// One of several writers that are asked about.
  struct Asked {
    unsigned Number;
    bool IsWall = false;   ///< Nothing before it counts.
    bool Precedes = false; ///< The answer: it is executed before At.
  };
  /// Answers for Some, which ascend. True if a way back from Point leads to the
  /// region's begin and past no wall.
  bool findBefore(const llvm::Instruction &Point,
                  llvm::MutableArrayRef<Asked> Some);

  /// Blocks that all questions together have looked at.
  uint64_t steps() const { return Steps; }

private:
  struct Block {
    llvm::SmallVector<unsigned, 2> Predecessors; ///< In the region.
    bool FollowsBegin = false;
    unsigned Question = 0;              ///< The last one that came by.
    unsigned AskedIn = 0, AskedEnd = 0; ///< Of Some, if Question is this one.
  };
  void noteAsked(llvm::ArrayRef<Asked> Some);

  llvm::SmallVector<llvm::Instruction *> Writers;
  llvm::SmallVector<unsigned> BlockOf; ///< Of each writer.
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Numbers;
  std::vector<Block> Blocks;
  std::vector<unsigned> Seen; ///< By block: the last question that passed it.
  unsigned Question = 0;
  uint64_t Steps = 0;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_SLICE_REGIONWRITERS_H
