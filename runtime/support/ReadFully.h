//===- ReadFully.h - positioned reads until all is there ------------------===//
//
// A read of a file may give fewer bytes than asked for, anywhere: only a read
// of no bytes is the end of the file. Any thread.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_READFULLY_H
#define FORESLICE_SUPPORT_READFULLY_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <sys/uio.h>

namespace foreslice {

/// Takes the first N bytes off; Left has at least N bytes.
inline void takeOff(std::span<iovec> &Left, uint64_t N) {
  while (!Left.empty() && N >= Left.front().iov_len) {
    N -= Left.front().iov_len;
    Left = Left.subspan(1);
  }
  if (N != 0) {
    auto &[Base, Length] = Left.front();
    Base = static_cast<std::byte *>(Base) + N;
    Length -= N;
  }
}

struct ReadResult {
  uint64_t Bytes = 0; ///< Fewer than asked for at the end of the file.
  int Error = 0;      ///< errno of the read that failed, else 0.
};

/// Reads from Offset on into the buffers until the buffers are full, the file
/// ends, or a read fails. Changes Buffers.
ReadResult readFully(int Fd, std::span<iovec> Buffers, uint64_t Offset);
ReadResult readFully(int Fd, std::span<std::byte> Buffer, uint64_t Offset);

} // namespace foreslice

#endif // FORESLICE_SUPPORT_READFULLY_H
