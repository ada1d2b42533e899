//===- LinkedNodes.h - the nodes of trees and lists -----------------------===//
//
// The nodes of a std::map or a std::list lead to each other and to the head in
// the container. Every pointer in a node may lead to every node: pointers
// loaded from different fields count as one object here. Functions of the C++
// library that link nodes tell which pointers are meant (copy/LibraryBodies.h).
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_SLICE_LINKEDNODES_H
#define FORESLICE_PASSES_SLICE_LINKEDNODES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/IR/Function.h"

namespace foreslice {

class LinkedNodes {
public:
  /// Returns the objects that a pointer is an address in.
  using RootsOf = llvm::function_ref<llvm::ArrayRef<const llvm::Value *>(
      const llvm::Value *)>;

  LinkedNodes(const llvm::Function &F, RootsOf Roots);

  /// A representative for all pointers to nodes of one container; null if Root
  /// leads to no node.
  const llvm::Value *leaderOf(const llvm::Value *Root) const;
  /// Whether A lies in a variable beside the head, and B in a node of the
  /// head's container.
  bool isBesideHead(const llvm::Value *A, llvm::LocationSize SizeA,
                    const llvm::Value *B, RootsOf Roots) const;

private:
  /// Bytes of a root, from Begin to End, with the colours and pointers of
  /// nodes.
  struct Extent {
    int64_t Begin, End;
  };

  /// A pointer as a base and a constant distance in bytes.
  struct Place {
    const llvm::Value *Base;
    int64_t Offset;
  };

  Place placeOf(const llvm::Value *Pointer) const;
  void note(const llvm::Instruction &I, RootsOf Roots);
  bool addLoads(const llvm::Function &F, RootsOf Roots);
  bool isInNode(const llvm::Value *Root, int64_t Offset) const;

  const llvm::DataLayout &DL;
  llvm::EquivalenceClasses<const llvm::Value *> Classes;
  llvm::DenseMap<const llvm::Value *, Extent> Variables;
  int64_t NodeEnd = 0; ///< The largest of all nodes.
};

} // namespace foreslice

#endif // FORESLICE_PASSES_SLICE_LINKEDNODES_H
