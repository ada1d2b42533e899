//===- MemoryModel.h - the stores that a load may see ---------------------===//
//
// Finds the instructions of the region that may write memory read by a slice.
// Pointers differ if their objects differ. Two pointers of different origin
// (two arguments, two fields) count as different objects even where LLVM must
// assume the worst. A function without a visible body counts as writing through
// its arguments only. After a wrong guess, the slice fetches the wrong pages: a
// cost in time, never in correctness.
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

/// Longest chain of loads followed, as along a list: each load takes stack.
inline constexpr unsigned MaxLoads = 1000;

/// Caches all answers: useless once the copy changes.
class MemoryModel {
public:
  /// OnlySeen: counts only visible writes. Unknown pointers lead to other
  /// objects, and calls write where arguments lead.
  explicit MemoryModel(WorkingCopy &Copy, bool OnlySeen = false);
  ~MemoryModel();

  /// The writes that a read may see.
  struct Sources {
    llvm::SmallVector<llvm::Instruction *> Writers; ///< In the region.
    bool SeesLaunch = true; ///< Memory as of the region's begin.
  };
  /// The sources of Point's read at Pointer; Size as in MemoryLocation.
  const Sources &sourcesOf(const llvm::Value *Pointer, llvm::LocationSize Size,
                           const llvm::Instruction &Point);

  /// The objects that Pointer is an address in, found by getUnderlyingObjects()
  /// behind every phi and select.
  llvm::ArrayRef<const llvm::Value *> roots(const llvm::Value *Pointer);

  /// Whether the region compares an address in Object with addresses elsewhere,
  /// as at the end of a list, or for a short std::string.
  bool isCompared(const llvm::Value *Object);
  /// Whether memory may hold an address in Object, as the nodes of a tree hold
  /// the head's address.
  bool isPointedTo(const llvm::Value *Object);

  /// Whether the region links nodes of a container whose head Object holds.
  bool holdsHead(const llvm::Value *Object) const {
    return Nodes.leaderOf(Object);
  }

  /// Work, counted in pairs of a place and a possible writer, and in blocks on
  /// the ways between both. After exhaustion, answers are useless.
  bool isExhausted() const { return work() > MostWork; }
  uint64_t mostWork() const { return MostWork; }

  /// Whether CB may write at Pointer through argument number Arg.
  bool mayWriteThrough(llvm::CallBase &CB, unsigned Arg,
                       const llvm::Value *Pointer, llvm::LocationSize Size);

  /// Whether CB may write at Pointer other than through arguments, as MPI does
  /// in a delivery to MPI_BOTTOM.
  bool mayWriteByBottom(const llvm::CallBase &CB,
                        const llvm::Value *Pointer) const;

private:
  uint64_t work() const { return Compared + Writers.steps(); }

  /// A number for the object behind a pointer: equal for equal pointers.
  /// Pointers loaded from one place are equal.
  using ObjectId = unsigned;
  static constexpr ObjectId AnyObject = 0;
  using ObjectSet = llvm::SmallSet<ObjectId, 4>;

  Sources findSources(const llvm::Value *Pointer, llvm::LocationSize Size,
                      const llvm::Instruction &Point);

  /// The objects behind Pointer: Pointer's own objects, and the objects of
  /// pointers stored by the region where Pointer is loaded from.
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

  /// A pointer as a base and a constant distance in bytes.
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
  /// By underlying object of the pointer.
  std::map<const llvm::Value *, llvm::SmallVector<const llvm::Value *, 1>>
      Roots;
  uint64_t Compared = 0, MostWork = UINT64_MAX;
  /// Caches an entry for each pair of places: created anew at times to free
  /// memory.
  std::optional<llvm::BatchAAResults> Alias;
  unsigned AskedAlias = 0;
  RegionWriters Writers;
  LinkedNodes Nodes;
  /// Numbers of writers: by object written to, and writers without a known
  /// object.
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
  /// By object of a text's pointer: the variable around the pointer, if the
  /// variable has room for a short text.
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
