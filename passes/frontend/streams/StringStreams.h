//===- StringStreams.h - C++ string streams in a working copy -------------===//
//
// libstdc++ has the functions of string streams in its library. In the copy of
// a module, calls of those string streams that are local variables, and that no
// code out of sight sees, lead to bodies of the pass's own instead,
// library/texts.cpp.
//
//   std::ostringstream name;
//   name << "part." << i;          _ZNSolsEi.text(&name, i)
//   std::ifstream in(name.str());
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_STREAMS_STRINGSTREAMS_H
#define FORESLICE_PASSES_FRONTEND_STREAMS_STRINGSTREAMS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringSet.h"

namespace llvm {
class CallBase;
class Function;
class Module;
} // namespace llvm

namespace foreslice {

/// Whether M makes string streams.
bool makesStringStreams(const llvm::Module &M);
/// Has Copy call the bodies, which the caller links and which have Names. True
/// if there are any such calls.
bool renameStringStreams(llvm::Module &Copy, const llvm::StringSet<> &Names);
/// The bodies know what they have stored themselves. So of string streams that
/// InRegion does not make, nothing is known: hides what their calls do.
void hideOlderStringStreams(llvm::Function &F,
                            llvm::ArrayRef<llvm::CallBase *> InRegion);

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_STREAMS_STRINGSTREAMS_H
