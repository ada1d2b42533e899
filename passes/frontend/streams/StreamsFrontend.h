//===- StreamsFrontend.h - C++ streams as a front end ---------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_STREAMS_STREAMSFRONTEND_H
#define FORESLICE_PASSES_FRONTEND_STREAMS_STREAMSFRONTEND_H

namespace foreslice {

class Frontend;

const Frontend &streamsFrontend();

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_STREAMS_STREAMSFRONTEND_H
