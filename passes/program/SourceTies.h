//===- SourceTies.h - what a source and others mean to each other ---------===//
//
// A source's own slices lack something if functions of other sources decide
// their reads, or if other sources call their functions in loops. A compile
// notes the names of such functions. So a link can tell without opening the
// sources that slices of the whole program would gain nothing.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_PROGRAM_SOURCETIES_H
#define FORESLICE_PASSES_PROGRAM_SOURCETIES_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"

#include <string>
#include <vector>

namespace foreslice {

/// What slicing notes of a source.
struct SlicingNotes {
  /// Functions without a body that slices wait for, or that keep a region from
  /// a slice.
  llvm::StringSet<> Unseen;
  /// Functions with slices, or with reads in no loop, which have no slice.
  llvm::DenseSet<const llvm::Function *> Reading;
};

/// Names of functions, sorted. A link compares the names of all sources.
struct SourceTies {
  std::vector<std::string> Unseen; ///< See SlicingNotes.
  /// Functions for other sources that come to reads, with slices or without.
  std::vector<std::string> Reading;
  std::vector<std::string> InLoops; ///< Functions of others called in loops.
};

SourceTies tiesOf(const llvm::Module &M, const SlicingNotes &Notes);

} // namespace foreslice

#endif // FORESLICE_PASSES_PROGRAM_SOURCETIES_H
