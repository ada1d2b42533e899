//===- MainThread.h - where the main thread is, in tests ------------------===//
//
// Tests have one source, in the first lane.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_TEST_MAINTHREAD_H
#define FORESLICE_TEST_MAINTHREAD_H

#include "pages/PagedFile.h"

namespace foreslice::test {

/// The main thread's next call of the file has this id.
inline void comeTo(PagedFile &File, uint64_t CallId) {
  if (File.Positions.next(0) > CallId)
    File.Positions.restart(0);
  while (File.Positions.next(0) < CallId)
    File.Positions.callBegins(0);
}

} // namespace foreslice::test

#endif // FORESLICE_TEST_MAINTHREAD_H
