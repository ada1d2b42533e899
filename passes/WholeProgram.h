//===- WholeProgram.h - slices of whole programs without -flto ------------===//
//
// Objects carry sources. At the link the driver lists the objects and runs the
// pass on an empty module, to be filled with the slices. The pass writes the
// sources that get launches, and the driver compiles these sources again. If
// all slices are already in the objects, the pass writes nothing.
//
// The module's source file is in a folder of the driver. Files there:
//
//   inputs   the objects, see ProgramSources.h
//   plan     written: a line for each source to compile, the number of its
//            object, behind everything else
//   N.bc, N.flags   written: the source, and its options, one a line
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_WHOLEPROGRAM_H
#define FORESLICE_PASSES_WHOLEPROGRAM_H

#include "llvm/IR/Module.h"

#include <string>

namespace foreslice {

struct SlicedRegion;

/// An id of a slice: slices of one region differ in the id if one knows more.
/// The id is the same in every compile of a source. Valid before launches are
/// added.
std::string sliceId(const SlicedRegion &S);

void sliceProgram(llvm::Module &M);

} // namespace foreslice

#endif // FORESLICE_PASSES_WHOLEPROGRAM_H
