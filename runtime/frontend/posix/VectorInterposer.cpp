//===- VectorInterposer.cpp - readv(), sendfile() before libc's -----------===//
//
// As ReadInterposer.cpp, for reads into several buffers, of which a slice makes
// one call each, and for reads that go to another file.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/ToldCall.h"
#include "support/NextFunction.h"

#include <algorithm>
#include <array>
#include <climits>
#include <sys/sendfile.h>
#include <sys/uio.h>

using namespace foreslice;

namespace {

/// What an array of buffers asks for, which may lead nowhere.
struct Vector {
  size_t Bytes = 0;
  uint64_t Calls = 0;
};

Vector measure(const iovec *Buffers, int Count) {
  constexpr int AtATime = 16;
  std::array<iovec, AtATime> Copy;
  Vector V{0, static_cast<uint64_t>(std::clamp(Count, 0, IOV_MAX))};
  for (int I = 0; I < static_cast<int>(V.Calls); I += AtATime) {
    auto N = static_cast<size_t>(
        std::min<int>(AtATime, static_cast<int>(V.Calls) - I));
    if (!foreslice_packet_copy(Copy.data(), Buffers + I, N * sizeof(iovec)))
      return {0, V.Calls};
    for (size_t J = 0; J < N; ++J)
      V.Bytes += Copy[J].iov_len;
  }
  return V;
}

template <typename OwnFn>
ssize_t toldOfVector(int Fd, int64_t Offset, const iovec *Buffers, int Count,
                     OwnFn Own) {
  const int Saved = errno;
  Vector V = measure(Buffers, Count);
  errno = Saved;
  if (V.Calls == 0)
    return Own();
  bool AtOwn = Offset < 0;
  return told(Fd, AtOwn ? positionOf(Fd) : Offset, V.Bytes, AtOwn, Own,
              V.Calls);
}

/// Offset says where to read, or is null.
template <typename OffsetType, typename OwnFn>
ssize_t toldOfCopy(int Fd, const OffsetType *Offset, size_t Bytes, OwnFn Own) {
  OffsetType At = 0;
  const int Saved = errno;
  if (Offset && !foreslice_packet_copy(&At, Offset, sizeof At))
    At = -1;
  errno = Saved;
  return told(Fd, Offset ? int64_t(At) : positionOf(Fd), Bytes, !Offset, Own);
}

} // namespace

extern "C" {

FORESLICE_EXPORT ssize_t readv(int Fd, const iovec *Buffers, int Count) {
  static constinit Next<ssize_t(int, const iovec *, int)> F("readv");
  if (!isTold())
    return F(Fd, Buffers, Count);
  return toldOfVector(Fd, -1, Buffers, Count,
                      [&] { return F(Fd, Buffers, Count); });
}

#define FORESLICE_PREADV(NAME, OFFSET)                                         \
  FORESLICE_EXPORT ssize_t NAME(int Fd, const iovec *Buffers, int Count,       \
                                OFFSET Offset) {                               \
    static constinit Next<ssize_t(int, const iovec *, int, OFFSET)> F(#NAME);  \
    if (!isTold() || Offset < 0)                                               \
      return F(Fd, Buffers, Count, Offset);                                    \
    return toldOfVector(Fd, Offset, Buffers, Count,                            \
                        [&] { return F(Fd, Buffers, Count, Offset); });        \
  }
FORESLICE_PREADV(preadv, off_t)
FORESLICE_PREADV(preadv64, off64_t)
#undef FORESLICE_PREADV

#define FORESLICE_PREADV2(NAME, OFFSET)                                        \
  FORESLICE_EXPORT ssize_t NAME(int Fd, const iovec *Buffers, int Count,       \
                                OFFSET Offset, int Flags) {                    \
    static constinit Next<ssize_t(int, const iovec *, int, OFFSET, int)> F(    \
        #NAME);                                                                \
    if (!isTold())                                                             \
      return F(Fd, Buffers, Count, Offset, Flags);                             \
    return toldOfVector(Fd, Offset, Buffers, Count,                            \
                        [&] { return F(Fd, Buffers, Count, Offset, Flags); }); \
  }
FORESLICE_PREADV2(preadv2, off_t)
FORESLICE_PREADV2(preadv64v2, off64_t)
#undef FORESLICE_PREADV2

#define FORESLICE_SENDFILE(NAME, OFFSET)                                       \
  FORESLICE_EXPORT ssize_t NAME(int To, int From, OFFSET *Offset,              \
                                size_t Bytes) {                                \
    static constinit Next<ssize_t(int, int, OFFSET *, size_t)> F(#NAME);       \
    if (!isTold())                                                             \
      return F(To, From, Offset, Bytes);                                       \
    return toldOfCopy(From, Offset, Bytes,                                     \
                      [&] { return F(To, From, Offset, Bytes); });             \
  }
FORESLICE_SENDFILE(sendfile, off_t)
FORESLICE_SENDFILE(sendfile64, off64_t)
#undef FORESLICE_SENDFILE

#define FORESLICE_COPY(NAME)                                                   \
  FORESLICE_EXPORT ssize_t NAME(int From, off64_t *FromOffset, int To,         \
                                off64_t *ToOffset, size_t Bytes,               \
                                unsigned Flags) {                              \
    static constinit Next<ssize_t(int, off64_t *, int, off64_t *, size_t,      \
                                  unsigned)>                                   \
        F(#NAME);                                                              \
    if (!isTold())                                                             \
      return F(From, FromOffset, To, ToOffset, Bytes, Flags);                  \
    return toldOfCopy(From, FromOffset, Bytes, [&] {                           \
      return F(From, FromOffset, To, ToOffset, Bytes, Flags);                  \
    });                                                                        \
  }
FORESLICE_COPY(copy_file_range)
FORESLICE_COPY(splice)
#undef FORESLICE_COPY

} // extern "C"
