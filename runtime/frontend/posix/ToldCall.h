//===- ToldCall.h - a call of the program, told to the front end ----------===//
//
// The common part of the functions before libc's. errno and the result come
// from the program's own call.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_TOLDCALL_H
#define FORESLICE_FRONTEND_POSIX_TOLDCALL_H

#include "frontend/posix/PosixFrontend.h"

#include "guest/Guest.h"
#include "source/slice/SliceRunner.h"
#include "support/OwnWork.h"
#include "support/TellingScope.h"

#include <cerrno>
#include <sys/types.h>
#include <unistd.h>

#define FORESLICE_EXPORT __attribute__((visibility("default")))

namespace foreslice {

inline bool isTold() {
  return PosixFrontend::isWatched() && !TellingScope::isOn();
}

/// Makes the call PlainCall, told to the front end. Not inlined: calls with
/// nothing to tell need no frame.
template <ToldBy By = ToldBy::Descriptor, typename OwnFn>
[[gnu::noinline]] ssize_t told(int Fd, int64_t Offset, size_t Bytes,
                               bool AtOwnPosition, OwnFn PlainCall,
                               uint64_t Calls = 1) {
  ssize_t Result = -1;
  uint64_t Start = 0, Took = 0;
  const bool IsLarge = Bytes >= guest::LeastAsked && Offset >= 0;
  // A held launch times one of some reads: two system calls for the signals
  // would take as long as a read of a page.
  OwnWork Work(PosixFrontend::isOnlyTimed(Fd) ? OwnWork::Holds::Nothing
                                              : OwnWork::Holds::Locks);
  TellingScope Now;
  posix().read(
      Fd, Offset, Bytes, AtOwnPosition,
      [&]() -> uint64_t {
        OwnWork::ProgramsCall Call(Work);
        if (IsLarge)
          guest::asks(Fd, Offset, Bytes);
        Start = guest::ticks();
        Result = PlainCall();
        Took = guest::ticks() - Start;
        return Result > 0 ? static_cast<uint64_t>(Result) : 0;
      },
      Calls, By);
  // A companion may learn the reads left by the slice. It sees those of streams
  // by itself, once somebody waits.
  const bool IsSlow =
      Result > 0 && Took > guest::mostFast(static_cast<uint64_t>(Result));
  if (IsSlow)
    slice_runner::readWaited();
  if (Result <= 0 || Offset < 0 ||
      !guest::HasCompanion.load(std::memory_order_relaxed))
    return Result;
  if (!slice_runner::isLeftAlone()) {
    guest::passed(Fd, static_cast<uint64_t>(Result), Took);
    if (IsSlow && slice_runner::wasInVain())
      guest::waited(Took);
    guest::cameTo(Fd, Offset + Result);
    return Result;
  }
  if (By == ToldBy::Stream)
    guest::streamWaited(Fd, static_cast<uint64_t>(Result), Took);
  else
    guest::readPlaced(Fd, Offset, static_cast<uint64_t>(Result), Start, Took);
  return Result;
}

inline int64_t positionOf(int Fd) {
  int Saved = errno;
  int64_t Position = lseek(Fd, 0, SEEK_CUR);
  errno = Saved;
  return Position;
}

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_TOLDCALL_H
