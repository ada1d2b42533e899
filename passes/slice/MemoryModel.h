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

#ifndef FORESLICE_PASSES_SLICE_MEMORYMODEL_H
#define FORESLICE_PASSES_SLICE_MEMORYMODEL_H

#include "copy/WorkingCopy.h"
#include "slice/LinkedNodes.h"
#include "slice/OffsetRanges.h"
#include "slice/RegionWriters.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/SparseBitVector.h"
#include "llvm/Analysis/AliasAnalysis.h"

#include <map>
#include <optional>

namespace foreslice {

/// Loads behind each other, as along a list, that are followed: each takes
/// stack.
inline constexpr unsigned MaxLoads = 1000;

/// Remembers what it found out, so that it is of no use once the copy changes.
class MemoryModel {
public:
  /// OnlySeen: what is only not known to be another object counts as another
  /// one, and calls write where their arguments lead.
  explicit MemoryModel(WorkingCopy &Copy, bool OnlySeen = false);
  ~MemoryModel();

  /// Whose writes a read may see.
  struct Sources {
    llvm::SmallVector<llvm::Instruction *> Writers; ///< In the region.
    bool SeesLaunch = true; ///< What was there when the region began.
  };
  /// The sources of what Point reads at Pointer; Size as in MemoryLocation.
  const Sources &sourcesOf(const llvm::Value *Pointer, llvm::LocationSize Size,
                           const llvm::Instruction &Point);

  /// The objects that Pointer is an address in, as getUnderlyingObjects() finds
  /// them behind every phi and select.
  llvm::ArrayRef<const llvm::Value *> roots(const llvm::Value *Pointer);

  /// Whether the region compares an address in Object with addresses elsewhere:
  /// the end of a list that is its own head, a string that may lie in itself.
  bool isCompared(const llvm::Value *Object);
  /// Whether memory may hold an address in Object: a tree's nodes lead to its
  /// head.
  bool isPointedTo(const llvm::Value *Object);

  /// Whether the region links nodes of a container whose head Object holds.
  bool holdsHead(const llvm::Value *Object) const {
    return Nodes.leaderOf(Object);
  }

  /// Work is counted in pairs of a place and what may write there, and in
  /// blocks on the ways between them. Answers are of no use when it was too
  /// much.
  bool isExhausted() const { return work() > MostWork; }
  uint64_t mostWork() const { return MostWork; }

  /// Whether CB may write it through argument number Arg.
  bool mayWriteThrough(llvm::CallBase &CB, unsigned Arg,
                       const llvm::Value *Pointer, llvm::LocationSize Size);

  /// Whether CB may write at Pointer other than through its arguments, as MPI
  /// does where it delivers to MPI_BOTTOM.
  bool mayWriteByBottom(const llvm::CallBase &CB,
                        const llvm::Value *Pointer) const;

private:
  uint64_t work() const { return Compared + Writers.steps(); }

  /// A number for the object that a pointer leads to: equal for values that are
  /// the same pointer. Pointers loaded from the same place are the same.
  using ObjectId = unsigned;
  static constexpr ObjectId AnyObject = 0;
  using ObjectSet = llvm::SmallSet<ObjectId, 4>;

  Sources findSources(const llvm::Value *Pointer, llvm::LocationSize Size,
                      const llvm::Instruction &Point);

  /// What Pointer leads to: its own objects, and those of the pointers that the
  /// region stores where it is loaded from.
  const ObjectSet &objects(const llvm::Value *Pointer);
  ObjectSet ownObjects(const llvm::Value *Pointer);
  void noteCompared(const llvm::Value *Address, const llvm::Value *Other);
  ObjectId objectOf(const llvm::Value *Root);
  ObjectId objectAt(const llvm::Value *Address, ObjectId IfNew);
  void collectStoredPointers();
  void noteOwnText(const llvm::StoreInst &Store);
  void noteSameObject(const llvm::ICmpInst &Compare);
  std::optional<llvm::SmallVector<const llvm::Value *, 2>>
  writtenPointers(llvm::Instruction &I) const;
  void indexWriters();
  const llvm::SmallVector<unsigned> &candidates(const llvm::Value *Pointer);

  /// A pointer as a constant distance from another.
  struct Place {
    const llvm::Value *Base;
    int64_t Offset;
  };
  Place placeOf(const llvm::Value *Pointer);
  bool areApart(const llvm::Value *A, llvm::LocationSize SizeA, Place InB,
                llvm::LocationSize SizeB);
  bool mayAlias(const llvm::Value *A, llvm::LocationSize SizeA,
                const llvm::Value *B, llvm::LocationSize SizeB);
  bool mayOverlap(const llvm::Value *A, llvm::LocationSize SizeA,
                  const llvm::Value *B, llvm::LocationSize SizeB);
  bool mayWrite(llvm::Instruction &I, const llvm::Value *Pointer,
                llvm::LocationSize Size);
  bool mayReach(const llvm::CallBase &CB, const llvm::Value *Pointer);
  bool isOfArguments(const llvm::Value *Pointer);
  bool callMayWrite(llvm::CallBase &CB, const llvm::Value *Pointer,
                    llvm::LocationSize Size);
  bool overwrites(llvm::Instruction &I, const llvm::Value *Pointer,
                  llvm::LocationSize Size);
  llvm::BatchAAResults &alias();

  WorkingCopy &Copy;
  const bool OnlySeen;
  llvm::AAResults &AA;
  /// By the value that a pointer is an address in.
  std::map<const llvm::Value *, llvm::SmallVector<const llvm::Value *, 1>>
      Roots;
  uint64_t Compared = 0, MostWork = UINT64_MAX;
  /// What it remembers of each pair takes memory: begun anew at times.
  std::optional<llvm::BatchAAResults> Alias;
  unsigned AskedAlias = 0;
  RegionWriters Writers;
  LinkedNodes Nodes;
  /// Numbers of writers: by what they may write to, and those of which that
  /// cannot be said.
  std::map<ObjectId, llvm::SparseBitVector<>> ByObject;
  llvm::SparseBitVector<> Anywhere;
  llvm::SmallPtrSet<const llvm::Value *, 4> AddressedByMPI; ///< Objects.
  std::optional<llvm::SmallPtrSet<const llvm::Value *, 4>> ComparedObjects,
      PointedTo;
  std::map<std::tuple<const llvm::Value *, uint64_t, const llvm::Instruction *>,
           Sources>
      Found;
  std::map<const llvm::Value *, ObjectId> ByValue;
  std::map<std::pair<ObjectId, std::optional<int64_t>>, ObjectId> ByPlace;
  std::map<ObjectId, llvm::SmallVector<const llvm::Value *, 2>> StoredPointers;
  /// By what the pointer of a text leads to, the variable that the pointer is
  /// in, where that has room for a short text.
  llvm::DenseMap<ObjectId, ObjectId> OwnText;
  llvm::DenseMap<const llvm::Value *, Place> Places;
  OffsetRanges Offsets;
  std::map<const llvm::Value *, ObjectSet> Objects;
  std::map<const llvm::Value *, llvm::SmallVector<unsigned>> Candidates;
  ObjectId LastObject = AnyObject;
  unsigned Depth = 0; ///< Of objectOf().
};

} // namespace foreslice

#endif // FORESLICE_PASSES_SLICE_MEMORYMODEL_H
