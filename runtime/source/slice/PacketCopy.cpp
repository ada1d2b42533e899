//===- PacketCopy.cpp - snapshots through pointers that may be bad --------===//
//
// foreslice_packet_copy of the ABI. The kernel checks whether memory can be
// read: a fault handler would not help where the program blocks SIGSEGV. Few
// bytes are copied after a system call that reads a word of each page, and
// does nothing else; it takes a tenth of the time of process_vm_readv.
//
//===----------------------------------------------------------------------===//

#include "source/slice/PacketCopy.h"
#include "foreslice/abi.h"
#include "guest/System.h"
#include "support/Tools.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <sys/single_threaded.h>
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

/// Whether the page of Address can be read. The kernel reads the mask before
/// the kernel finds that there is no way to set a mask by that number.
static bool isReadable(uintptr_t Address) {
  constexpr long NoWay = -1, MaskBytes = 8;
  return guest::systemCall(SYS_rt_sigprocmask, NoWay,
                           static_cast<long>(Address & -MaskBytes), 0,
                           MaskBytes) == -EINVAL;
}

/// Copies few bytes that can be read, and stay so: no other thread can take
/// memory away. False if the bytes are to be copied by the kernel.
static bool copyFew(std::byte *To, const void *From, uint64_t Size) {
  constexpr uint64_t SmallestPage = 4096;
  const auto Begin = reinterpret_cast<uintptr_t>(From);
  // Valgrind complains of the system call.
  if (Size == 0 || Size > SmallestPage || Begin > UINTPTR_MAX - Size ||
      !__libc_single_threaded || tools::isValgrindThere() ||
      !isReadable(Begin) ||
      ((Begin ^ (Begin + Size - 1)) >= SmallestPage &&
       !isReadable(Begin + Size - 1)))
    return false;
  // A sanitizer's memcpy would look whether the bytes are the program's.
  const auto *Bytes = static_cast<const volatile std::byte *>(From);
  for (uint64_t I = 0; I < Size; ++I)
    To[I] = Bytes[I];
  return true;
}

bool copyReadable(void *To, const void *From, uint64_t Size) {
  if (copyFew(static_cast<std::byte *>(To), From, Size))
    return true;
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
