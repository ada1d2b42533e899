//===- WholeProgram.h - slices of whole programs without -flto ------------===//
//
// Objects carry their sources. At the link the driver lists the objects and
// runs the pass on an empty module, which becomes the one with the slices. The
// sources that get launches are written out, and the driver compiles them
// again. Where no slice is other than those that the objects have, nothing is
// written.
//
// The module's source file is in a folder of the driver's. In it are:
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

/// Tells a slice from one of the same region that knows more or less; the same
/// in every compile of a source. Before launches are put in.
std::string sliceId(const SlicedRegion &S);

void sliceProgram(llvm::Module &M);

} // namespace foreslice

#endif // FORESLICE_PASSES_WHOLEPROGRAM_H
