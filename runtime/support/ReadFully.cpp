//===- ReadFully.cpp - positioned reads until all is there ----------------===//
//
// See ReadFully.h.
//
//===----------------------------------------------------------------------===//

#include "support/ReadFully.h"

#include <algorithm>
#include <cerrno>
#include <climits>

using namespace foreslice;

ReadResult foreslice::readFully(int Fd, std::span<iovec> Buffers,
                                uint64_t Offset) {
  ReadResult R;
  while (!Buffers.empty()) {
    int Count = static_cast<int>(std::min<size_t>(Buffers.size(), IOV_MAX));
    ssize_t N =
        preadv(Fd, Buffers.data(), Count, static_cast<off_t>(Offset + R.Bytes));
    if (N < 0 && errno == EINTR)
      continue;
    if (N < 0)
      R.Error = errno;
    if (N <= 0)
      break;
    R.Bytes += static_cast<uint64_t>(N);
    takeOff(Buffers, static_cast<uint64_t>(N));
  }
  return R;
}

ReadResult foreslice::readFully(int Fd, std::span<std::byte> Buffer,
                                uint64_t Offset) {
  iovec One{Buffer.data(), Buffer.size()};
  return readFully(Fd, {&One, Buffer.empty() ? size_t(0) : size_t(1)}, Offset);
}
