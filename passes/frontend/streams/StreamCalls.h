//===- StreamCalls.h - calls of C++ streams in a working copy -------------===//
//
// Headers have bodies of some stream functions, depending on the -O level and
// the library. In the copy of a module, calls of streams with a possible file
// lead to bodies of the pass instead, library/streams.cpp.
//
//   in.read(b, n); if (in.eof())    foreslice_stream_read(&in, b, n, ...);
//                                   if (foreslice_stream_state(&in, ...) & 2)
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_STREAMS_STREAMCALLS_H
#define FORESLICE_PASSES_FRONTEND_STREAMS_STREAMCALLS_H

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace foreslice {

class Frontend;

/// Has Copy call the bodies of functions of Streams, to be linked by the
/// caller. True if there are any calls.
bool renameStreamCalls(llvm::Module &Copy, const Frontend &Streams);
/// Whether F is a body of library/streams.cpp.
bool isStreamBody(const llvm::Function &F);

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_STREAMS_STREAMCALLS_H
