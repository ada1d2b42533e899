//===- PacketCopy.cpp - snapshots through pointers that may be bad --------===//
//
// foreslice_packet_copy of the ABI. The kernel checks whether memory can be
// read: a fault handler would not help where the program blocks SIGSEGV.
//
//===----------------------------------------------------------------------===//

#include "source/slice/PacketCopy.h"
#include "foreslice/abi.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

namespace foreslice {

/// For systems that forbid process_vm_readv: a pipe takes readable bytes.
static bool copyByPipe(char *To, const char *From, uint64_t Size) {
  constexpr uint64_t AtOnce = 4096; // never waits, in an empty pipe
  int Ends[2];
  if (pipe2(Ends, O_CLOEXEC))
    return false;
  uint64_t Done = 0;
  while (Done < Size) {
    ssize_t N = write(Ends[1], From + Done, std::min(Size - Done, AtOnce));
    if (N <= 0 || read(Ends[0], To + Done, static_cast<size_t>(N)) != N)
      break;
    Done += static_cast<uint64_t>(N);
  }
  close(Ends[0]);
  close(Ends[1]);
  return Done == Size;
}

bool copyReadable(void *To, const void *From, uint64_t Size) {
  const pid_t Self = getpid();
  iovec Local{To, Size}, Remote{const_cast<void *>(From), Size};
  ssize_t N = process_vm_readv(Self, &Local, 1, &Remote, 1, 0);
  if (N < 0 && (errno == ENOSYS || errno == EPERM))
    return copyByPipe(static_cast<char *>(To), static_cast<const char *>(From),
                      Size);
  return N >= 0 && static_cast<uint64_t>(N) == Size;
}

} // namespace foreslice

extern "C" __attribute__((visibility("default"))) int32_t
foreslice_packet_copy(void *To, const void *From, uint64_t Size) {
  int Saved = errno;
  bool Copied = foreslice::copyReadable(To, From, Size);
  if (!Copied)
    std::memset(To, 0, Size);
  errno = Saved;
  return Copied;
}
