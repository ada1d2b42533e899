//===- Calls.cpp - libc's functions that a guest stands before ------------===//
//
// See Guest.h. Functions that programs call for each byte or line are left out:
// a move of the stream shows the stream's reads.
//
//===----------------------------------------------------------------------===//

#include "guest/Streams.h"

#include "foreslice/hints.h"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/uio.h>

using namespace foreslice::guest;

namespace {

#define FORESLICE_NEXT(RESULT, NAME, TYPES)                                    \
  using Next_##NAME = Next<#NAME, RESULT TYPES>;

__attribute__((constructor(101))) void beginsFirst() { begin(); }
__attribute__((destructor(101))) void endsLast() { leave(); }

} // namespace

extern "C" {

// Most reads pass at once, without a frame.
#define FORESLICE_TOLD_READ(NAME, OFFSET, BYTES, PARAMETERS, TYPES, ARGUMENTS) \
  FORESLICE_NEXT(ssize_t, NAME, TYPES)                                         \
  __attribute__((noinline)) static ssize_t told_##NAME PARAMETERS {            \
    return toldRead(Fd, OFFSET, BYTES,                                         \
                    [&] { return Next_##NAME::call ARGUMENTS; });              \
  }                                                                            \
  FORESLICE_EXPORT ssize_t NAME PARAMETERS {                                   \
    return skips(Fd, BYTES) ? Next_##NAME::call ARGUMENTS                      \
                            : told_##NAME ARGUMENTS;                           \
  }
#define FORESLICE_READ(NAME, PARAMETERS, TYPES, ARGUMENTS)                     \
  FORESLICE_TOLD_READ(NAME, -1, Bytes, PARAMETERS, TYPES, ARGUMENTS)
#define FORESLICE_PREAD(NAME, PARAMETERS, TYPES, ARGUMENTS)                    \
  FORESLICE_TOLD_READ(NAME, At, Bytes, PARAMETERS, TYPES, ARGUMENTS)
#define FORESLICE_READV(NAME, PARAMETERS, TYPES, ARGUMENTS)                    \
  FORESLICE_TOLD_READ(NAME, -1, TimedBytes, PARAMETERS, TYPES, ARGUMENTS)
#define FORESLICE_PREADV(NAME, PARAMETERS, TYPES, ARGUMENTS)                   \
  FORESLICE_TOLD_READ(NAME, At, TimedBytes, PARAMETERS, TYPES, ARGUMENTS)

#define FORESLICE_COPY(NAME, PARAMETERS, TYPES, ARGUMENTS)                     \
  FORESLICE_NEXT(ssize_t, NAME, TYPES)                                         \
  FORESLICE_EXPORT ssize_t NAME PARAMETERS {                                   \
    auto Call = [&] { return Next_##NAME::call ARGUMENTS; };                   \
    return skips(Fd, Bytes) ? Call() : toldCopy(Fd, At, Call);                 \
  }

#define FORESLICE_LSEEK(NAME, OFFSET)                                          \
  FORESLICE_NEXT(OFFSET, NAME, (int, OFFSET, int))                             \
  FORESLICE_EXPORT OFFSET NAME(int Fd, OFFSET By, int From) {                  \
    const OFFSET Now = Next_##NAME::call(Fd, By, From);                        \
    moved(Fd, Now);                                                            \
    return Now;                                                                \
  }

#define FORESLICE_CLOSE(NAME, WHEN, FIRST, LAST, PARAMETERS, TYPES, ARGUMENTS) \
  FORESLICE_NEXT(int, NAME, TYPES)                                             \
  FORESLICE_EXPORT int NAME PARAMETERS {                                       \
    if (WHEN)                                                                  \
      closeAll(static_cast<unsigned>(FIRST), static_cast<unsigned>(LAST));     \
    return Next_##NAME::call ARGUMENTS;                                        \
  }

#define FORESLICE_FOPEN(NAME, PARAMETERS, TYPES, ARGUMENTS)                    \
  FORESLICE_NEXT(FILE *, NAME, TYPES)                                          \
  FORESLICE_EXPORT FILE *NAME PARAMETERS {                                     \
    return toldOpen(Next_##NAME::call ARGUMENTS);                              \
  }
#define FORESLICE_FREOPEN(NAME, PARAMETERS, TYPES, ARGUMENTS)                  \
  FORESLICE_NEXT(FILE *, NAME, TYPES)                                          \
  FORESLICE_EXPORT FILE *NAME PARAMETERS {                                     \
    toldClose(Stream);                                                         \
    return toldOpen(Next_##NAME::call ARGUMENTS);                              \
  }

#define FORESLICE_FSEEK(NAME, TARGET, PARAMETERS, TYPES, ARGUMENTS)            \
  FORESLICE_NEXT(int, NAME, TYPES)                                             \
  FORESLICE_EXPORT int NAME PARAMETERS {                                       \
    return toldSeek(Stream, [&] { return Next_##NAME::call ARGUMENTS; });      \
  }

#define FORESLICE_REMOVAL(NAME, WHEN, FOLDER, PATH, PARAMETERS, TYPES,         \
                          ARGUMENTS)                                           \
  FORESLICE_NEXT(int, NAME, TYPES)                                             \
  FORESLICE_EXPORT int NAME PARAMETERS {                                       \
    if (WHEN)                                                                  \
      removes(FOLDER, PATH);                                                   \
    return Next_##NAME::call ARGUMENTS;                                        \
  }
#define FORESLICE_UNMOUNT(NAME, PARAMETERS, TYPES, ARGUMENTS)                  \
  FORESLICE_NEXT(int, NAME, TYPES)                                             \
  FORESLICE_EXPORT int NAME PARAMETERS {                                       \
    unmounts(Path);                                                            \
    return Next_##NAME::call ARGUMENTS;                                        \
  }

#define FORESLICE_EXIT(NAME)                                                   \
  FORESLICE_NEXT(void, NAME, (int))                                            \
  FORESLICE_EXPORT void NAME(int Status) {                                     \
    leave();                                                                   \
    Next_##NAME::call(Status);                                                 \
    __builtin_unreachable();                                                   \
  }

#define FORESLICE_DO_BEFORE(RESULT, NAME, WHEN, DO, PARAMETERS, TYPES,         \
                            ARGUMENTS)                                         \
  FORESLICE_NEXT(RESULT, NAME, TYPES)                                          \
  FORESLICE_EXPORT RESULT told_##NAME PARAMETERS __asm__(#NAME);               \
  RESULT told_##NAME PARAMETERS {                                              \
    if (WHEN)                                                                  \
      DO;                                                                      \
    return Next_##NAME::call ARGUMENTS;                                        \
  }
#define FORESLICE_FILTER(RESULT, NAME, FILTERS, ...)                           \
  FORESLICE_DO_BEFORE(RESULT, NAME, FILTERS, filtered(), __VA_ARGS__)
#define FORESLICE_LEASE(NAME, LEASES, ...)                                     \
  FORESLICE_DO_BEFORE(int, NAME, LEASES, leased(), __VA_ARGS__)

#define FORESLICE_MMAP(NAME, OFFSET)                                           \
  FORESLICE_NEXT(void *, NAME, (void *, size_t, int, int, int, OFFSET))        \
  FORESLICE_EXPORT void *NAME(void *Wish, size_t Bytes, int Rights, int Flags, \
                              int Fd, OFFSET At) noexcept {                    \
    void *const Result =                                                       \
        Next_##NAME::call(Wish, Bytes, Rights, Flags, Fd, At);                 \
    if (Fd >= 0 && Result != MAP_FAILED && readsByMapping(Rights, Flags))      \
      mapped(Fd, At, Result, Bytes);                                           \
    return Result;                                                             \
  }

#include "support/InterposedCalls.def"

FORESLICE_NEXT(int, fclose, (FILE *))
FORESLICE_EXPORT int fclose(FILE *Stream) {
  toldClose(Stream);
  return Next_fclose::call(Stream);
}

FORESLICE_NEXT(void, rewind, (FILE *))
FORESLICE_EXPORT void rewind(FILE *Stream) {
  toldSeek(Stream, [&] {
    Next_rewind::call(Stream);
    return 0;
  });
}

// The functions of hints.h ----------------------------------------------------

FORESLICE_EXPORT int foreslice_disclose(const foreslice_hint *Hints,
                                        size_t Count) {
  constexpr uint64_t MostEnd = uint64_t(1) << 63;
  constexpr size_t MostHints = 1 << 20, MostPathBytes = 64 << 20;
  size_t PathBytes = 0;
  for (size_t I = 0; I < Count && Count <= MostHints; ++I) {
    const foreslice_hint &H = Hints[I];
    uint64_t End;
    const uint64_t Last = H.bytes == FORESLICE_HINT_ALL ? 0 : H.bytes;
    if (!H.path || !*H.path || H.bytes == 0 || H.count == 0 ||
        __builtin_mul_overflow(H.count - 1, H.stride, &End) ||
        __builtin_add_overflow(End, H.begin, &End) ||
        __builtin_add_overflow(End, Last, &End) || End > MostEnd) {
      errno = EINVAL;
      return -1;
    }
    PathBytes += lengthOf(H.path);
  }
  bool IsTold = Count <= MostHints && PathBytes <= MostPathBytes;
  for (size_t I = 0; I < Count && IsTold; ++I) {
    const foreslice_hint &H = Hints[I];
    IsTold = hint(H.path, H.begin, H.bytes, H.stride, H.count);
  }
  if (!IsTold)
    errno = EAGAIN;
  return IsTold ? 0 : -1;
}

FORESLICE_EXPORT void foreslice_withdraw(const char *Path) {
  withdraw(Path ? Path : "");
}

} // extern "C"
