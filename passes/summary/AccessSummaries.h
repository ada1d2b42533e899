//===- AccessSummaries.h - what an access of a region touches -------------===//
//
// For each read or write of a region: where it starts and how long it is.
//
// For rank and size of a communicator and i, the iteration of the loop:
//   MPI_File_write_at(f, (i * size + rank) * n, b, n, MPI_BYTE, ...)
//     start i*size*n + rank*n, length n, facts i >= 0, rank <= size - 1, ...
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_SUMMARY_ACCESSSUMMARIES_H
#define FORESLICE_PASSES_SUMMARY_ACCESSSUMMARIES_H

#include "summary/SymbolicValues.h"

namespace foreslice {

struct AccessSummary {
  llvm::CallBase *Call = nullptr;
  /// The factor that stands for the file's handle.
  unsigned File = 0;
  /// Of the bytes that the file's view shows; where the size of its elementary
  /// type is not known, the element to start at, and no fewer bytes than
  /// elements to touch. Invalid if nothing can be said.
  Polynomial Start = Polynomial::invalid(), Length = Polynomial::invalid();
  /// None is negative while the call is made.
  llvm::SmallVector<Polynomial, 8> Facts;
  /// Those of the region that it is in, from the outermost on.
  llvm::SmallVector<const llvm::Loop *, 4> Loops;
};

class AccessSummaries {
public:
  explicit AccessSummaries(WorkingCopy &Copy);

  const AccessSummary &of(llvm::CallBase &CB);
  SymbolicValues &values() { return Values; }

private:
  /// How a file is seen: bytes of the elementary type, 0 if unknown, and the
  /// type itself.
  struct View {
    bool Known = false;
    uint64_t Bytes = 0;
    llvm::Value *Type = nullptr;
  };

  View viewOf(unsigned File, llvm::CallBase &Access, const IOCall &Call);
  Polynomial lengthOf(llvm::CallBase &CB, const IOCall &Call, const View &V,
                      const llvm::BasicBlock &Block, bool &InElements);
  Polynomial pointerAt(llvm::CallBase &CB, const IOCall &Call, const View &V,
                       unsigned File);

  WorkingCopy &Copy;
  SymbolicValues Values;
  llvm::DominatorTree &DT;
  llvm::LoopInfo &LI;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> InRegion;
  /// Changes of views.
  llvm::SmallVector<std::pair<llvm::CallBase *, const IOCall *>, 2> Views;
  llvm::SmallVector<SymbolicValues::Key, 2> Opened; ///< Places of handles.
  std::map<llvm::CallBase *, AccessSummary> Summaries;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_SUMMARY_ACCESSSUMMARIES_H
