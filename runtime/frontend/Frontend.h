//===- Frontend.h - calls through which a program reads -------------------===//
//
// A front end turns each of its calls into one access of a file, and hands
// reads to read(). It knows no source, and nothing of other front ends.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_FRONTEND_H
#define FORESLICE_FRONTEND_FRONTEND_H

#include "frontend/ProgramRead.h"

namespace foreslice {

class Frontend {
public:
  Frontend() = default;
  virtual ~Frontend() = default;
  Frontend(const Frontend &) = delete;
  Frontend &operator=(const Frontend &) = delete;

  /// Whether calls of the front end may be served: else none of them is to be
  /// looked at.
  virtual bool isUp() const = 0;

  /// A read of the program's. Counts the call for sources, tells them where the
  /// read is, looks the read up if MayServe and a source may have asked for it,
  /// and counts what came of it.
  static void read(ProgramRead &R, bool MayServe);
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_FRONTEND_H
