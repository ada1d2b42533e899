//===- OpenInterposer.cpp - fopen() before libc's -------------------------===//
//
// As ReadInterposer.cpp. Reads of text are not seen. So while a slice is held
// back, each stream that its region opens is looked at.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/ToldCall.h"
#include "source/slice/HeldLaunch.h"
#include "support/NextFunction.h"

#include <cstdio>

using namespace foreslice;

/// The stream that has been opened; may be null.
static FILE *told(FILE *Stream) {
  if (!Stream || !isTold())
    return Stream;
  PosixFrontend::forget(fileno(Stream));
  if (!slice_runner::isHeld())
    return Stream;
  OwnWork Work;
  held_launch::opened(fileno(Stream));
  return Stream;
}

extern "C" {

FORESLICE_EXPORT FILE *fopen(const char *Name, const char *Mode) {
  static constinit Next<FILE *(const char *, const char *)> F("fopen");
  return told(F(Name, Mode));
}

FORESLICE_EXPORT FILE *fopen64(const char *Name, const char *Mode) {
  static constinit Next<FILE *(const char *, const char *)> F("fopen64");
  return told(F(Name, Mode));
}

FORESLICE_EXPORT FILE *fdopen(int Fd, const char *Mode) {
  static constinit Next<FILE *(int, const char *)> F("fdopen");
  return told(F(Fd, Mode));
}

FORESLICE_EXPORT FILE *freopen(const char *Name, const char *Mode,
                               FILE *Stream) {
  static constinit Next<FILE *(const char *, const char *, FILE *)> F(
      "freopen");
  return told(F(Name, Mode, Stream));
}

FORESLICE_EXPORT FILE *freopen64(const char *Name, const char *Mode,
                                 FILE *Stream) {
  static constinit Next<FILE *(const char *, const char *, FILE *)> F(
      "freopen64");
  return told(F(Name, Mode, Stream));
}

} // extern "C"
