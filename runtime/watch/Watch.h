//===- Watch.h - telling the run time of calls ----------------------------===//
//
// libforeslice_watch.so stands before libc for the program and its libraries.
// Each function calls the next function of its name; errno and the result come
// from the next function.
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
/// The call site of the function that uses the macro.
#define FORESLICE_SITE __builtin_return_address(0)

namespace foreslice::watch {

/// The run time's functions for calls; null if the run time wants no calls, and
/// within a told call: a signal handler may read, and so may the run time.
const foreslice_watch *table();
/// Whether the run time is known to want no writes.
inline std::atomic<bool> WritesAreIgnored{false};
inline bool ignoresWrites() {
  return WritesAreIgnored.load(std::memory_order_relaxed);
}

/// A read by PlainCall of Bytes at Offset, -1 for the descriptor's position.
template <typename OwnFn>
int64_t toldRead(const foreslice_watch &Table, foreslice_call Call,
                 OwnFn PlainCall) {
  TellingScope Now;
  return Table.read(
      &Call, [](void *O) -> int64_t { return (*static_cast<OwnFn *>(O))(); },
      &PlainCall);
}

/// The descriptor's position; moves nothing.
int64_t positionOf(int Fd);

/// A write by PlainCall. Offset -1 is the descriptor's position before, or, for
/// a descriptor that appends, the end of the file: after the write the position
/// is behind the written bytes.
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
