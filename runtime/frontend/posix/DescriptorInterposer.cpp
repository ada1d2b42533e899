//===- DescriptorInterposer.cpp - lseek() and close() before libc's -------===//
//
// As ReadInterposer.cpp. Reads that stay in a page are not looked at, as long
// as it is known what the descriptor has open, and where that stands.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/ToldCall.h"
#include "support/NextFunction.h"

using namespace foreslice;

/// The program is about to close Fd, or to open something else by it.
static void closes(int Fd) {
  if (isTold())
    PosixFrontend::forget(Fd);
}

extern "C" {

#define FORESLICE_LSEEK(NAME, OFFSET)                                          \
  FORESLICE_EXPORT OFFSET NAME(int Fd, OFFSET Offset, int From) {              \
    static constinit Next<OFFSET(int, OFFSET, int)> F(#NAME);                  \
    const OFFSET At = F(Fd, Offset, From);                                     \
    if (At >= 0 && isTold())                                                   \
      PosixFrontend::moves(Fd, At);                                            \
    return At;                                                                 \
  }
FORESLICE_LSEEK(lseek, off_t)
FORESLICE_LSEEK(lseek64, off64_t)
#undef FORESLICE_LSEEK

FORESLICE_EXPORT int close(int Fd) {
  static constinit Next<int(int)> F("close");
  closes(Fd);
  return F(Fd);
}

FORESLICE_EXPORT int dup2(int Fd, int To) {
  static constinit Next<int(int, int)> F("dup2");
  closes(To);
  return F(Fd, To);
}

FORESLICE_EXPORT int dup3(int Fd, int To, int Flags) {
  static constinit Next<int(int, int, int)> F("dup3");
  closes(To);
  return F(Fd, To, Flags);
}

} // extern "C"
