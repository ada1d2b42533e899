//===- Frontend.h - the calls by which a program reads --------------------===//
//
// A front end turns each call into one access of a file, and hands reads to
// read(). A front end knows no source and no other front end.
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

  /// Whether calls of the front end may be served: otherwise no call is looked
  /// at.
  virtual bool isUp() const = 0;

  /// A read of the program. Counts the call for sources, tells sources the
  /// place of the read, looks the read up if MayServe and a source may have
  /// asked for the read, and counts the outcome.
  static void read(ProgramRead &R, bool MayServe);
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_FRONTEND_H
