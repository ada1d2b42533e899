//===- ToldCall.h - a call of the program's that is told ------------------===//
//
// What the functions that stand before libc's have in common. errno and the
// result are those of the program's own call.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_TOLDCALL_H
#define FORESLICE_FRONTEND_POSIX_TOLDCALL_H

#include "frontend/posix/PosixFrontend.h"

#include <cerrno>
#include <sys/types.h>
#include <unistd.h>

#define FORESLICE_EXPORT __attribute__((visibility("default")))

namespace foreslice {

/// A signal may interrupt a call that is told, and its handler may read, too:
/// that read is not told.
class TellingScope {
public:
  TellingScope() { Telling = true; }
  ~TellingScope() { Telling = false; }
  TellingScope(const TellingScope &) = delete;
  static bool isOn() { return Telling; }

private:
  static inline thread_local bool Telling
      __attribute__((tls_model("initial-exec")));
};

inline bool isTold() {
  return PosixFrontend::isWatched() && !TellingScope::isOn();
}

/// The call by Own, told to the front end.
template <typename OwnFn>
ssize_t told(int Fd, int64_t Offset, size_t Bytes, bool AtOwnPosition,
             OwnFn Own, uint64_t Calls = 1) {
  ssize_t Result = -1;
  const int Before = errno;
  int After = 0;
  TellingScope Now;
  posix().read(
      Fd, Offset, Bytes, AtOwnPosition,
      [&]() -> uint64_t {
        errno = Before;
        Result = Own();
        After = errno;
        return Result > 0 ? static_cast<uint64_t>(Result) : 0;
      },
      Calls);
  errno = After;
  return Result;
}

inline int64_t positionOf(int Fd) {
  int Saved = errno;
  int64_t At = lseek(Fd, 0, SEEK_CUR);
  errno = Saved;
  return At;
}

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_TOLDCALL_H
