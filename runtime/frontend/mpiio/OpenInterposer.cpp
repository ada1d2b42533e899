//===- OpenInterposer.cpp - open() and its kin, as DescriptorWatch sees them =//
//
// These symbols stand before libc's for the program and all libraries. Each
// calls the next function of the name and tells the thread's watch, if any, of
// the opened file.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/DescriptorWatch.h"
#include "support/NextFunction.h"

#include <cstdarg>
#include <fcntl.h>

#define FORESLICE_EXPORT __attribute__((visibility("default")))

using namespace foreslice;

namespace {

using Open = int(const char *, int, ...);
using OpenAt = int(int, const char *, int, ...);
using Creat = int(const char *, mode_t);
using CheckedOpen = int(const char *, int);
using CheckedOpenAt = int(int, const char *, int);

int told(const char *Path, int Fd) {
  DescriptorWatch::opened(Path, Fd);
  return Fd;
}

/// Whether a call with Flags has a mode as the last argument.
bool hasMode(int Flags) {
  return (Flags & O_CREAT) || (Flags & O_TMPFILE) == O_TMPFILE;
}

mode_t modeOf(int Flags, va_list Rest) {
  return hasMode(Flags) ? va_arg(Rest, mode_t) : 0;
}

int openNext(Next<Open> &F, const char *Path, int Flags, va_list Rest) {
  return told(Path, F(Path, Flags, modeOf(Flags, Rest)));
}

int openAtNext(Next<OpenAt> &F, int Folder, const char *Path, int Flags,
               va_list Rest) {
  return told(Path, F(Folder, Path, Flags, modeOf(Flags, Rest)));
}

} // namespace

extern "C" {

#define FORESLICE_OPEN(NAME)                                                   \
  FORESLICE_EXPORT int NAME(const char *Path, int Flags, ...) {                \
    static constinit Next<Open> F(#NAME);                                      \
    va_list Rest;                                                              \
    va_start(Rest, Flags);                                                     \
    int Fd = openNext(F, Path, Flags, Rest);                                   \
    va_end(Rest);                                                              \
    return Fd;                                                                 \
  }
FORESLICE_OPEN(open)
FORESLICE_OPEN(open64)
#undef FORESLICE_OPEN

#define FORESLICE_OPENAT(NAME)                                                 \
  FORESLICE_EXPORT int NAME(int Folder, const char *Path, int Flags, ...) {    \
    static constinit Next<OpenAt> F(#NAME);                                    \
    va_list Rest;                                                              \
    va_start(Rest, Flags);                                                     \
    int Fd = openAtNext(F, Folder, Path, Flags, Rest);                         \
    va_end(Rest);                                                              \
    return Fd;                                                                 \
  }
FORESLICE_OPENAT(openat)
FORESLICE_OPENAT(openat64)
#undef FORESLICE_OPENAT

#define FORESLICE_CREAT(NAME)                                                  \
  FORESLICE_EXPORT int NAME(const char *Path, mode_t Mode) {                   \
    static constinit Next<Creat> F(#NAME);                                     \
    return told(Path, F(Path, Mode));                                          \
  }
FORESLICE_CREAT(creat)
FORESLICE_CREAT(creat64)
#undef FORESLICE_CREAT

// The forms with _FORTIFY_SOURCE.
#define FORESLICE_CHECKED(NAME)                                                \
  FORESLICE_EXPORT int NAME(const char *Path, int Flags) {                     \
    static constinit Next<CheckedOpen> F(#NAME);                               \
    return told(Path, F(Path, Flags));                                         \
  }
FORESLICE_CHECKED(__open_2)
FORESLICE_CHECKED(__open64_2)
#undef FORESLICE_CHECKED

#define FORESLICE_CHECKED_AT(NAME)                                             \
  FORESLICE_EXPORT int NAME(int Folder, const char *Path, int Flags) {         \
    static constinit Next<CheckedOpenAt> F(#NAME);                             \
    return told(Path, F(Folder, Path, Flags));                                 \
  }
FORESLICE_CHECKED_AT(__openat_2)
FORESLICE_CHECKED_AT(__openat64_2)
#undef FORESLICE_CHECKED_AT

} // extern "C"
