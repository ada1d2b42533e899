//===- AccessSummaries.h - the bytes of a region's accesses ---------------===//
//
// For each read or write of a region: start and length.
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
  /// The factor for the file's handle.
  unsigned File = 0;
  /// In bytes of the file's view. If the size of the elementary type is
  /// unknown, Start is in elements, and Length is at least the number of
  /// elements. Invalid if unknown.
  Polynomial Start = Polynomial::invalid(), Length = Polynomial::invalid();
  /// Polynomials that are not negative while the call is made.
  llvm::SmallVector<Polynomial, 8> Facts;
  /// Loops of the region around the call, from the outermost on.
  llvm::SmallVector<const llvm::Loop *, 4> Loops;
};

class AccessSummaries {
public:
  explicit AccessSummaries(WorkingCopy &Copy);

  const AccessSummary &of(llvm::CallBase &CB);
  SymbolicValues &values() { return Values; }

private:
  /// The view of a file: bytes of the elementary type, 0 if unknown, and the
  /// type.
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
  /// Calls that change views.
  llvm::SmallVector<std::pair<llvm::CallBase *, const IOCall *>, 2> Views;
  llvm::SmallVector<SymbolicValues::Key, 2> Opened; ///< Places of handles.
  std::map<llvm::CallBase *, AccessSummary> Summaries;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_SUMMARY_ACCESSSUMMARIES_H
