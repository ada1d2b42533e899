//===- MemoryModel.h - which stores a load may see ------------------------===//
//
// Finds, for memory that a slice reads, the instructions of the region that may
// write it. Pointers are told apart by the objects they lead to. Two pointers
// of different origin (two arguments, two fields) count as different objects
// even where LLVM must assume the worst, and a function that is not in sight
// counts as writing through its arguments only: a slice that guesses wrong
// fetches the wrong pages, which costs time, never correctness.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_MEMORYMODEL_H
#define FORESLICE_PASSES_MEMORYMODEL_H

#include "WorkingCopy.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/AliasAnalysis.h"

#include <map>
#include <optional>

namespace foreslice {

/// Remembers what it found out, so that it is of no use once the copy changes.
class MemoryModel {
public:
  explicit MemoryModel(WorkingCopy &Copy);

  /// Whose writes a read may see.
  struct Sources {
    llvm::SmallVector<llvm::Instruction *> Writers; ///< In the region.
    bool SeesLaunch = true; ///< What was there when the region began.
  };
  /// The sources of what At reads at Pointer; Size as in MemoryLocation.
  const Sources &sourcesOf(const llvm::Value *Pointer, llvm::LocationSize Size,
                           const llvm::Instruction &At);

  /// Whether CB may write it through argument number Arg.
  bool mayWriteThrough(llvm::CallBase &CB, unsigned Arg,
                       const llvm::Value *Pointer, llvm::LocationSize Size);

  /// Whether CB may write at Pointer other than through its arguments, as MPI
  /// does where it delivers to MPI_BOTTOM.
  bool mayWriteByBottom(const llvm::CallBase &CB,
                        const llvm::Value *Pointer) const;

private:
  Sources findSources(const llvm::Value *Pointer, llvm::LocationSize Size,
                      const llvm::Instruction &At);

  /// A number for the object that a pointer leads to: equal for values that are
  /// the same pointer. Pointers loaded from the same place are the same.
  using ObjectId = unsigned;
  static constexpr ObjectId AnyObject = 0;

  /// What Pointer leads to: its own objects, and those of the pointers that the
  /// region stores where it is loaded from.
  const llvm::SmallSet<ObjectId, 4> &objects(const llvm::Value *Pointer);
  llvm::SmallSet<ObjectId, 4> ownObjects(const llvm::Value *Pointer);
  ObjectId objectOf(const llvm::Value *Root);
  ObjectId objectAt(const llvm::Value *Address, ObjectId IfNew);
  void collectStoredPointers();
  bool mayAlias(const llvm::Value *A, llvm::LocationSize SizeA,
                const llvm::Value *B, llvm::LocationSize SizeB);
  bool mayWrite(llvm::Instruction &I, const llvm::Value *Pointer,
                llvm::LocationSize Size);
  bool callMayWrite(llvm::CallBase &CB, const llvm::Value *Pointer,
                    llvm::LocationSize Size);

  bool overwrites(llvm::Instruction &I, const llvm::Value *Pointer,
                  llvm::LocationSize Size);
  bool goBack(const llvm::Instruction &At,
              llvm::function_ref<bool(const llvm::Instruction &)> Visit);

  WorkingCopy &Copy;
  llvm::BatchAAResults AA;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> InRegion;
  llvm::SmallVector<llvm::Instruction *> Writers;
  llvm::SmallPtrSet<const llvm::Value *, 4> AddressedByMPI; ///< Objects.
  std::map<std::tuple<const llvm::Value *, uint64_t, const llvm::Instruction *>,
           Sources>
      Found;
  std::map<const llvm::Value *, ObjectId> ByValue;
  std::map<std::pair<ObjectId, std::optional<int64_t>>, ObjectId> ByPlace;
  std::map<ObjectId, llvm::SmallVector<const llvm::Value *, 2>> StoredPointers;
  std::map<const llvm::Value *, llvm::SmallSet<ObjectId, 4>> Objects;
  ObjectId LastObject = AnyObject;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_MEMORYMODEL_H
