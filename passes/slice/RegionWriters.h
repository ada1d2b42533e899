//===- RegionWriters.h - the memory writers of a region -------------------===//
//
// The instructions of a region that write memory, numbered in the order of
// blocks, and the answer whether some writers are executed before an
// instruction. A question takes time for the blocks of the region, not for the
// instructions.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_SLICE_REGIONWRITERS_H
#define FORESLICE_PASSES_SLICE_REGIONWRITERS_H

#include "copy/WorkingCopy.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

#include <vector>

namespace foreslice {

/// Whether I begins a variable's lifetime: nobody reads earlier contents of the
/// variable.
bool beginsLifetime(const llvm::Instruction &I);

class RegionWriters {
public:
  RegionWriters(WorkingCopy &Copy, const llvm::TargetLibraryInfo &TLI);

  llvm::ArrayRef<llvm::Instruction *> all() const { return Writers; }
  llvm::Instruction &get(unsigned Number) const { return *Writers[Number]; }

  /// A writer asked about.
  struct Asked {
    unsigned Number;
    bool IsWall = false;   ///< No writer before counts.
    bool Precedes = false; ///< The answer: the writer is executed before Point.
  };
  /// Sets Precedes for Some, in ascending order of Number. True if a way back
  /// from Point leads to the region's begin past no wall.
  bool findBefore(const llvm::Instruction &Point,
                  llvm::MutableArrayRef<Asked> Some);

  /// Blocks looked at for all questions together.
  uint64_t steps() const { return Steps; }

private:
  struct Block {
    llvm::SmallVector<unsigned, 2> Predecessors; ///< In the region.
    bool FollowsBegin = false;
    unsigned Question = 0;              ///< The last to pass the block.
    unsigned AskedIn = 0, AskedEnd = 0; ///< Range of Some, valid if Question is
                                        ///< the current question.
  };
  void noteAsked(llvm::ArrayRef<Asked> Some);

  llvm::SmallVector<llvm::Instruction *> Writers;
  llvm::SmallVector<unsigned> BlockOf; ///< Of each writer.
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Numbers;
  std::vector<Block> Blocks;
  std::vector<unsigned> Seen; ///< By block: the last question that passed.
  unsigned Question = 0;
  uint64_t Steps = 0;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_SLICE_REGIONWRITERS_H
