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
template <typename OffsetType> int64_t offsetAt(const OffsetType *At) {
  OffsetType Offset = 0;
  return At && copyFromProgram(&Offset, At, sizeof Offset) ? Offset : -1;
}

void closing(int Fd) {
  if (const foreslice_watch *T = table()) {
    TellingScope Now;
    T->closes(Fd);
  }
}

} // namespace

extern "C" {

// Reads ----------------------------------------------------------------------

#define FORESLICE_READ(NAME, OFFSET, PARAMETERS, TYPES, ARGUMENTS)             \
  FORESLICE_EXPORT ssize_t NAME PARAMETERS {                                   \
    static constinit Next<ssize_t TYPES> F(#NAME);                             \
    const foreslice_watch *T = table();                                        \
    if (!T)                                                                    \
      return F ARGUMENTS;                                                      \
    return toldRead(*T, readOf(Fd, OFFSET, Bytes, FORESLICE_SITE),             \
                    [&]() -> int64_t { return F ARGUMENTS; });                 \
  }

FORESLICE_READ(read, -1, (int Fd, void *To, size_t Bytes),
               (int, void *, size_t), (Fd, To, Bytes))
FORESLICE_READ(__read_chk, -1, (int Fd, void *To, size_t Bytes, size_t Room),
               (int, void *, size_t, size_t), (Fd, To, Bytes, Room))
FORESLICE_READ(pread, At, (int Fd, void *To, size_t Bytes, off_t At),
               (int, void *, size_t, off_t), (Fd, To, Bytes, At))
FORESLICE_READ(pread64, At, (int Fd, void *To, size_t Bytes, off64_t At),
               (int, void *, size_t, off64_t), (Fd, To, Bytes, At))
FORESLICE_READ(__pread_chk, At,
               (int Fd, void *To, size_t Bytes, off_t At, size_t Room),
               (int, void *, size_t, off_t, size_t), (Fd, To, Bytes, At, Room))
FORESLICE_READ(__pread64_chk, At,
               (int Fd, void *To, size_t Bytes, off64_t At, size_t Room),
               (int, void *, size_t, off64_t, size_t),
               (Fd, To, Bytes, At, Room))

#define FORESLICE_READV(NAME, OFFSET, PARAMETERS, TYPES, ARGUMENTS)            \
  FORESLICE_EXPORT ssize_t NAME PARAMETERS {                                   \
    static constinit Next<ssize_t TYPES> F(#NAME);                             \
    const foreslice_watch *T = table();                                        \
    if (!T)                                                                    \
      return F ARGUMENTS;                                                      \
    return toldRead(*T,                                                        \
                    readOf(Fd, OFFSET, bytesOf(To, Count), FORESLICE_SITE),    \
                    [&]() -> int64_t { return F ARGUMENTS; });                 \
  }

FORESLICE_READV(readv, -1, (int Fd, const iovec *To, int Count),
                (int, const iovec *, int), (Fd, To, Count))
FORESLICE_READV(preadv, At, (int Fd, const iovec *To, int Count, off_t At),
                (int, const iovec *, int, off_t), (Fd, To, Count, At))
FORESLICE_READV(preadv64, At, (int Fd, const iovec *To, int Count, off64_t At),
                (int, const iovec *, int, off64_t), (Fd, To, Count, At))
FORESLICE_READV(preadv2, At,
                (int Fd, const iovec *To, int Count, off_t At, int Flags),
                (int, const iovec *, int, off_t, int),
                (Fd, To, Count, At, Flags))
FORESLICE_READV(preadv64v2, At,
                (int Fd, const iovec *To, int Count, off64_t At, int Flags),
                (int, const iovec *, int, off64_t, int),
                (Fd, To, Count, At, Flags))

FORESLICE_READ(sendfile, offsetAt(At),
               (int Out, int Fd, off_t *At, size_t Bytes),
               (int, int, off_t *, size_t), (Out, Fd, At, Bytes))
FORESLICE_READ(sendfile64, offsetAt(At),
               (int Out, int Fd, off64_t *At, size_t Bytes),
               (int, int, off64_t *, size_t), (Out, Fd, At, Bytes))
FORESLICE_READ(copy_file_range, offsetAt(At),
               (int Fd, off64_t *At, int Out, off64_t *OutAt, size_t Bytes,
                unsigned Flags),
               (int, off64_t *, int, off64_t *, size_t, unsigned),
               (Fd, At, Out, OutAt, Bytes, Flags))

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

// Descriptors ----------------------------------------------------------------

FORESLICE_EXPORT int close(int Fd) {
  static constinit Next<int(int)> F("close");
  closing(Fd);
  return F(Fd);
}

FORESLICE_EXPORT int dup2(int Fd, int To) {
  static constinit Next<int(int, int)> F("dup2");
  if (Fd != To)
    closing(To);
  return F(Fd, To);
}

FORESLICE_EXPORT int dup3(int Fd, int To, int Flags) {
  static constinit Next<int(int, int, int)> F("dup3");
  if (Fd != To)
    closing(To);
  return F(Fd, To, Flags);
}

} // extern "C"
