//===- StringStreams.h - C++ string streams in a working copy -------------===//
//
// libstdc++ has the functions of string streams in the library. In the copy of
// a module, calls of local string streams, invisible to outside code, lead to
// bodies of the pass instead, library/texts.cpp.
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
/// Has Copy call the bodies Names, to be linked by the caller. True if there
/// are any calls.
bool renameStringStreams(llvm::Module &Copy, const llvm::StringSet<> &Names);
/// The bodies know only their own stores. So hides the effects of calls of
/// string streams not made by InRegion.
void hideOlderStringStreams(llvm::Function &F,
                            llvm::ArrayRef<llvm::CallBase *> InRegion);

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_STREAMS_STRINGSTREAMS_H
