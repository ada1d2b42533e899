//===- PosixFrontend.h - POSIX and stdio as a front end -------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_POSIX_POSIXFRONTEND_H
#define FORESLICE_PASSES_FRONTEND_POSIX_POSIXFRONTEND_H

namespace foreslice {

class Frontend;

const Frontend &posixFrontend();

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_POSIX_POSIXFRONTEND_H
