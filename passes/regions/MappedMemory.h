//===- MappedMemory.h - reads by mappings of a program --------------------===//
//
// Finds the pointers of a module into a mapped file: results of mmap(),
// followed through variables, fields, parameters and results. A field is known
// by type, so the answer may be wrong in both directions. Then a slice asks for
// nothing, or for memory of no file: a cost in time only.
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
class DataLayout;
class Module;
} // namespace llvm

namespace foreslice {

/// A read of one instruction by a mapping.
struct MappedRead {
  llvm::Value *Address;
  /// Bytes read: the product of Factors, or Size without factors.
  llvm::SmallVector<llvm::Value *, 2> Factors;
  uint64_t Size = 0;
};

class MappedMemory {
public:
  explicit MappedMemory(llvm::Module &M);
  /// None if I reads no mapped file, as far as visible.
  std::optional<MappedRead> readOf(llvm::Instruction &I) const;
  bool reads(llvm::Function &F) const;

private:
  /// A variable, or a field of a type.
  using Place = std::pair<const void *, int64_t>;

  void indexLoads(llvm::Module &M);
  void add(llvm::Value *V);
  void addPlace(std::optional<Place> P);
  void store(const llvm::Value &To, const llvm::DataLayout &DL);
  void follow(llvm::Value &V, llvm::User &U);
  void followCall(llvm::Value &V, llvm::CallBase &CB);

  llvm::DenseSet<const llvm::Value *> Mapped;
  llvm::DenseSet<Place> Places;
  llvm::DenseMap<Place, llvm::SmallVector<llvm::LoadInst *, 4>> Loads;
  llvm::SmallVector<llvm::Value *> Worklist;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_REGIONS_MAPPEDMEMORY_H
