//===- ReadInterposer.cpp - read() and fread() before libc's --------------===//
//
// These symbols stand before libc's for the program and its libraries. Outside
// of regions, and on other threads, each is one comparison more. errno and the
// result are those of the next function of the name.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/ToldCall.h"
#include "support/NextFunction.h"

#include <cstdio>
#include <sys/types.h>
#include <unistd.h>

using namespace foreslice;

namespace {

/// Whether the stream has the bytes already. Then the call reads no file.
bool hasBuffered(const FILE &Stream, size_t Bytes) {
  return Stream._IO_read_end - Stream._IO_read_ptr >=
         static_cast<ptrdiff_t>(Bytes);
}

/// Whether a read of Bytes has anything to tell: at Offset, or, without one,
/// where the descriptor stands.
[[gnu::always_inline]] inline bool isToldOf(int Fd, uint64_t Bytes) {
  return isTold() &&
         !PosixFrontend::passes(Fd, -1, Bytes, /*AtOwnPosition=*/true);
}
[[gnu::always_inline]] inline bool isToldOf(int Fd, uint64_t Bytes,
                                            int64_t Offset) {
  return isTold() &&
         !PosixFrontend::passes(Fd, Offset, Bytes, /*AtOwnPosition=*/false);
}

/// Whether a read of the stream has nothing to tell, and is counted: its buffer
/// has the bytes. Most do.
[[gnu::always_inline]] inline bool isBuffered(const FILE &Stream, size_t Size,
                                              size_t Count) {
  size_t Bytes = 0;
  const int Fd = Stream._fileno; // fileno() sets errno
  return Fd >= 0 && !__builtin_mul_overflow(Size, Count, &Bytes) &&
         hasBuffered(Stream, Bytes) && PosixFrontend::isCounted(Fd);
}

/// A read of the stream by F, which takes Before, too, and has something to
/// tell.
template <typename Function, typename... Args>
[[gnu::noinline]] size_t readStream(Next<Function> &F, size_t Size,
                                    size_t Count, FILE *Stream,
                                    Args... Before) {
  auto Own = [&] { return F(Before..., Size, Count, Stream); };
  const int Fd = Stream->_fileno;
  size_t Bytes = 0;
  if (Fd < 0 || __builtin_mul_overflow(Size, Count, &Bytes) ||
      PosixFrontend::passesBuffer(Fd))
    return Own();
  const int Saved = errno;
  const int64_t At = ftello(Stream);
  errno = Saved;
  if (At < 0)
    return Own();
  size_t Result = 0;
  auto Read = [&]() -> ssize_t {
    Result = Own();
    return static_cast<ssize_t>(Result * Size);
  };
  told(Fd, At, Bytes, true, Read);
  // The descriptor stands behind what is in the buffer.
  PosixFrontend::forget(Fd);
  return Result;
}

} // namespace

extern "C" {

FORESLICE_EXPORT ssize_t read(int Fd, void *Buffer, size_t Bytes) {
  static constinit Next<ssize_t(int, void *, size_t)> F("read");
  if (!isToldOf(Fd, Bytes))
    return F(Fd, Buffer, Bytes);
  return told(Fd, positionOf(Fd), Bytes, true,
              [=] { return F(Fd, Buffer, Bytes); });
}

FORESLICE_EXPORT ssize_t __read_chk(int Fd, void *Buffer, size_t Bytes,
                                    size_t Room) {
  static constinit Next<ssize_t(int, void *, size_t, size_t)> F("__read_chk");
  if (!isToldOf(Fd, Bytes))
    return F(Fd, Buffer, Bytes, Room);
  return told(Fd, positionOf(Fd), Bytes, true,
              [=] { return F(Fd, Buffer, Bytes, Room); });
}

#define FORESLICE_PREAD(NAME, OFFSET)                                          \
  FORESLICE_EXPORT ssize_t NAME(int Fd, void *Buffer, size_t Bytes,            \
                                OFFSET Offset) {                               \
    static constinit Next<ssize_t(int, void *, size_t, OFFSET)> F(#NAME);      \
    if (!isToldOf(Fd, Bytes, Offset))                                          \
      return F(Fd, Buffer, Bytes, Offset);                                     \
    return told(Fd, Offset, Bytes, false,                                      \
                [=] { return F(Fd, Buffer, Bytes, Offset); });                 \
  }
FORESLICE_PREAD(pread, off_t)
FORESLICE_PREAD(pread64, off64_t)
#undef FORESLICE_PREAD

#define FORESLICE_CHECKED_PREAD(NAME, OFFSET)                                  \
  FORESLICE_EXPORT ssize_t NAME(int Fd, void *Buffer, size_t Bytes,            \
                                OFFSET Offset, size_t Room) {                  \
    static constinit Next<ssize_t(int, void *, size_t, OFFSET, size_t)> F(     \
        #NAME);                                                                \
    if (!isToldOf(Fd, Bytes, Offset))                                          \
      return F(Fd, Buffer, Bytes, Offset, Room);                               \
    return told(Fd, Offset, Bytes, false,                                      \
                [=] { return F(Fd, Buffer, Bytes, Offset, Room); });           \
  }
FORESLICE_CHECKED_PREAD(__pread_chk, off_t)
FORESLICE_CHECKED_PREAD(__pread64_chk, off64_t)
#undef FORESLICE_CHECKED_PREAD

#define FORESLICE_FREAD(NAME)                                                  \
  FORESLICE_EXPORT size_t NAME(void *Buffer, size_t Size, size_t Count,        \
                               FILE *Stream) {                                 \
    static constinit Next<size_t(void *, size_t, size_t, FILE *)> F(#NAME);    \
    if (!isTold() || isBuffered(*Stream, Size, Count))                         \
      return F(Buffer, Size, Count, Stream);                                   \
    return readStream(F, Size, Count, Stream, Buffer);                         \
  }
FORESLICE_FREAD(fread)
FORESLICE_FREAD(fread_unlocked)
#undef FORESLICE_FREAD

#define FORESLICE_CHECKED_FREAD(NAME)                                          \
  FORESLICE_EXPORT size_t NAME(void *Buffer, size_t Room, size_t Size,         \
                               size_t Count, FILE *Stream) {                   \
    static constinit Next<size_t(void *, size_t, size_t, size_t, FILE *)> F(   \
        #NAME);                                                                \
    if (!isTold() || isBuffered(*Stream, Size, Count))                         \
      return F(Buffer, Room, Size, Count, Stream);                             \
    return readStream(F, Size, Count, Stream, Buffer, Room);                   \
  }
FORESLICE_CHECKED_FREAD(__fread_chk)
FORESLICE_CHECKED_FREAD(__fread_unlocked_chk)
#undef FORESLICE_CHECKED_FREAD

} // extern "C"
