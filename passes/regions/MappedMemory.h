//===- MappedMemory.h - where a program reads by mappings -----------------===//
//
// Which pointers of a module lead into a mapped file: what mmap() returns, and
// where that goes, through variables, fields, parameters and results. A field
// is known by its type, so that the answer may be wrong in both ways. Then a
// slice asks for nothing, or for what is no file, which costs time and nothing
// else.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_REGIONS_MAPPEDMEMORY_H
#define FORESLICE_PASSES_REGIONS_MAPPEDMEMORY_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

#include <optional>

namespace llvm {
class Module;
} // namespace llvm

namespace foreslice {

/// What an instruction reads by a mapping.
struct MappedRead {
  llvm::Value *Address;
  /// How many bytes: the product of these, or Size if there are none.
  llvm::SmallVector<llvm::Value *, 2> Factors;
  uint64_t Size = 0;
};

class MappedMemory {
public:
  explicit MappedMemory(llvm::Module &M);
  /// None if I reads no mapped file, as far as can be seen.
  std::optional<MappedRead> readOf(llvm::Instruction &I) const;
  bool reads(llvm::Function &F) const;

private:
  /// A variable, or a field of a type.
  using Place = std::pair<const void *, int64_t>;

  void indexLoads(llvm::Module &M);
  void add(llvm::Value *V);
  void addPlace(std::optional<Place> P);
  void follow(llvm::Value &V, llvm::User &U);
  void followCall(llvm::Value &V, llvm::CallBase &CB);

  llvm::DenseSet<const llvm::Value *> Mapped;
  llvm::DenseSet<Place> Places;
  llvm::DenseMap<Place, llvm::SmallVector<llvm::LoadInst *, 4>> Loads;
  llvm::SmallVector<llvm::Value *> Worklist;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_REGIONS_MAPPEDMEMORY_H
