//===- PosixCalls.cpp - read() and its kin before libc's ------------------===//
//
// See Watch.h.
//
//===----------------------------------------------------------------------===//

#include "Watch.h"

#include <algorithm>
#include <climits>
#include <cstdarg>
#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::watch;

namespace {

foreslice_call readOf(int Fd, int64_t Offset, uint64_t Bytes,
                      const void *Site) {
  return {Fd,  FORESLICE_LAYER_POSIX, FORESLICE_OPERATION_READ, Offset, Bytes,
          Site};
}

foreslice_call writeOf(int Fd, int64_t Offset, uint64_t Bytes,
                       const void *Site) {
  return {Fd,  FORESLICE_LAYER_POSIX, FORESLICE_OPERATION_WRITE, Offset, Bytes,
          Site};
}

/// Copies Bytes from where the program's pointer says. False where there is
/// nothing: the call will fail with EFAULT, and must not fault before.
bool copyFromProgram(void *To, const void *From, size_t Bytes) {
  const int Saved = errno;
  iovec Local{To, Bytes}, Remote{const_cast<void *>(From), Bytes};
  const ssize_t N = process_vm_readv(getpid(), &Local, 1, &Remote, 1, 0);
  errno = Saved;
  return N == static_cast<ssize_t>(Bytes);
}

uint64_t bytesOf(const iovec *Buffers, int Count) {
  constexpr int AtATime = 16;
  iovec Some[AtATime];
  uint64_t Bytes = 0;
  Count = std::clamp(Count, 0, IOV_MAX);
  for (int I = 0; I < Count; I += AtATime) {
    const int N = std::min(AtATime, Count - I);
    if (!copyFromProgram(Some, Buffers + I,
                         static_cast<size_t>(N) * sizeof *Some))
      return Bytes;
    for (int J = 0; J < N; ++J)
      Bytes += Some[J].iov_len;
  }
  return Bytes;
}

/// -1, as of a null pointer, is where the descriptor stands.
template <typename OffsetType> int64_t offsetAt(const OffsetType *Position) {
  OffsetType Offset = 0;
  return Position && copyFromProgram(&Offset, Position, sizeof Offset) ? Offset
                                                                       : -1;
}

/// The program is about to close descriptors First to Last, or to open other
/// files as these.
void closing(uint64_t First, uint64_t Last) {
  // higher descriptors are told apart by their file
  constexpr uint64_t Most = 1024;
  const foreslice_watch *T = table();
  if (!T)
    return;
  TellingScope Now;
  for (uint64_t Fd = First; Fd <= Last && Fd < Most; ++Fd)
    T->closes(static_cast<int>(Fd));
}

} // namespace

extern "C" {

// Reads ----------------------------------------------------------------------

#define FORESLICE_TOLD_READ(NAME, OFFSET, BYTES, PARAMETERS, TYPES, ARGUMENTS) \
  FORESLICE_EXPORT ssize_t NAME PARAMETERS {                                   \
    static constinit Next<ssize_t TYPES> F(#NAME);                             \
    const foreslice_watch *T = table();                                        \
    if (!T)                                                                    \
      return F ARGUMENTS;                                                      \
    return toldRead(*T, readOf(Fd, OFFSET, BYTES, FORESLICE_SITE),             \
                    [&]() -> int64_t { return F ARGUMENTS; });                 \
  }
#define FORESLICE_READ(NAME, PARAMETERS, TYPES, ARGUMENTS)                     \
  FORESLICE_TOLD_READ(NAME, -1, Bytes, PARAMETERS, TYPES, ARGUMENTS)
#define FORESLICE_PREAD(NAME, PARAMETERS, TYPES, ARGUMENTS)                    \
  FORESLICE_TOLD_READ(NAME, At, Bytes, PARAMETERS, TYPES, ARGUMENTS)
#define FORESLICE_READV(NAME, PARAMETERS, TYPES, ARGUMENTS)                    \
  FORESLICE_TOLD_READ(NAME, -1, bytesOf(To, Count), PARAMETERS, TYPES,         \
                      ARGUMENTS)
#define FORESLICE_PREADV(NAME, PARAMETERS, TYPES, ARGUMENTS)                   \
  FORESLICE_TOLD_READ(NAME, At, bytesOf(To, Count), PARAMETERS, TYPES,         \
                      ARGUMENTS)
#define FORESLICE_COPY(NAME, PARAMETERS, TYPES, ARGUMENTS)                     \
  FORESLICE_TOLD_READ(NAME, offsetAt(At), Bytes, PARAMETERS, TYPES, ARGUMENTS)

// Descriptors ----------------------------------------------------------------

#define FORESLICE_CLOSE(NAME, WHEN, FIRST, LAST, PARAMETERS, TYPES, ARGUMENTS) \
  FORESLICE_EXPORT int NAME PARAMETERS {                                       \
    static constinit Next<int TYPES> F(#NAME);                                 \
    if (WHEN)                                                                  \
      closing(FIRST, LAST);                                                    \
    return F ARGUMENTS;                                                        \
  }

#include "support/InterposedCalls.def"

// Writes ---------------------------------------------------------------------

#define FORESLICE_WRITE(NAME, OFFSET, SIZE, PARAMETERS, TYPES, ARGUMENTS)      \
  FORESLICE_EXPORT ssize_t NAME PARAMETERS {                                   \
    static constinit Next<ssize_t TYPES> F(#NAME);                             \
    const foreslice_watch *T = table();                                        \
    if (!T || !T->writes)                                                      \
      return F ARGUMENTS;                                                      \
    return toldWrite(*T, writeOf(Fd, OFFSET, SIZE, FORESLICE_SITE),            \
                     [&] { return F ARGUMENTS; });                             \
  }

FORESLICE_WRITE(write, -1, Bytes, (int Fd, const void *From, size_t Bytes),
                (int, const void *, size_t), (Fd, From, Bytes))
FORESLICE_WRITE(pwrite, At, Bytes,
                (int Fd, const void *From, size_t Bytes, off_t At),
                (int, const void *, size_t, off_t), (Fd, From, Bytes, At))
FORESLICE_WRITE(pwrite64, At, Bytes,
                (int Fd, const void *From, size_t Bytes, off64_t At),
                (int, const void *, size_t, off64_t), (Fd, From, Bytes, At))
FORESLICE_WRITE(writev, -1, bytesOf(From, Count),
                (int Fd, const iovec *From, int Count),
                (int, const iovec *, int), (Fd, From, Count))
FORESLICE_WRITE(pwritev, At, bytesOf(From, Count),
                (int Fd, const iovec *From, int Count, off_t At),
                (int, const iovec *, int, off_t), (Fd, From, Count, At))
FORESLICE_WRITE(pwritev64, At, bytesOf(From, Count),
                (int Fd, const iovec *From, int Count, off64_t At),
                (int, const iovec *, int, off64_t), (Fd, From, Count, At))

} // extern "C"
