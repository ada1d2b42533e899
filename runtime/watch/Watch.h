//===- Watch.h - telling the run time of calls ----------------------------===//
//
// libforeslice_watch.so stands before libc for the program and its libraries.
// Each of its functions makes the next function of its name; errno and the
// result are those of that function.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_WATCH_WATCH_H
#define FORESLICE_WATCH_WATCH_H

#include "foreslice/watch.h"
#include "support/Clock.h"
#include "support/NextFunction.h"
#include "support/TellingScope.h"

#include <atomic>
#include <sys/types.h>

#define FORESLICE_EXPORT __attribute__((visibility("default")))
/// Where the function that uses it was called.
#define FORESLICE_SITE __builtin_return_address(0)

namespace foreslice::watch {

/// What the run time wants to know; null if nothing, and in a call that is told
/// already: a signal handler may read, and so may the run time.
const foreslice_watch *table();
/// Whether it is known that the run time wants no writes.
inline std::atomic<bool> WritesAreIgnored{false};
inline bool ignoresWrites() {
  return WritesAreIgnored.load(std::memory_order_relaxed);
}

/// A read by PlainCall of Bytes at Offset, -1 where the descriptor stands.
template <typename OwnFn>
int64_t toldRead(const foreslice_watch &Table, foreslice_call Call,
                 OwnFn PlainCall) {
  TellingScope Now;
  return Table.read(
      &Call, [](void *O) -> int64_t { return (*static_cast<OwnFn *>(O))(); },
      &PlainCall);
}

/// Where the descriptor stands; nothing moves.
int64_t positionOf(int Fd);

/// A write by PlainCall. Offset -1 is where the descriptor stands before, or,
/// of one that appends, where the file ends: behind the write the descriptor
/// stands behind what was written.
template <typename OwnFn>
ssize_t toldWrite(const foreslice_watch &Table, foreslice_call Call,
                  OwnFn PlainCall) {
  TellingScope Now;
  const uint64_t Start = nowNs();
  const ssize_t Result = PlainCall();
  const uint64_t Ns = nowNs() - Start;
  const ssize_t Bytes = Result > 0 ? Result : 0;
  if (Call.offset < 0)
    Call.offset = positionOf(Call.fd) - Bytes;
  Table.done(&Call, static_cast<uint64_t>(Bytes), Start, Ns);
  return Result;
}

} // namespace foreslice::watch

#endif // FORESLICE_WATCH_WATCH_H
