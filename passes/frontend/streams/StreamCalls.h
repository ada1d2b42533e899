//===- StreamCalls.h - calls of C++ streams in a working copy -------------===//
//
// A header may have a body of a stream's function or not, as the -O level and
// the library want. In the copy of a module, calls of streams that may be of
// files lead to bodies of the pass's own instead, library/streams.cpp.
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

/// Has Copy call the bodies of functions of Streams, which the caller links.
/// True if there are any such calls.
bool renameStreamCalls(llvm::Module &Copy, const Frontend &Streams);
/// Whether F is such a body.
bool isStreamBody(const llvm::Function &F);

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_STREAMS_STREAMCALLS_H
