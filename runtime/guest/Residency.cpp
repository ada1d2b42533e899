//===- Residency.cpp - what the kernel has of a file in memory ------------===//
//
// The guest's one check, by samples. A read with RWF_NOWAIT tells of every file
// that the program reads. Where the file system cannot do such reads, as FUSE,
// overlayfs and most network file systems, mincore(2) tells. cachestat(2) says
// no more than mincore(2), and many filters of system calls do not know it.
//
//===----------------------------------------------------------------------===//

#include "guest/Guest.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>

namespace foreslice::guest {

namespace {

constexpr size_t ManySamples = 8, FewSamples = 3;
constexpr uint64_t SmallestPage = 4096;
/// A page of any machine begins at a multiple.
#ifdef __x86_64__
constexpr uint64_t LargestPage = SmallestPage;
#else
constexpr uint64_t LargestPage = 64 << 10;
#endif

/// As mincore(2) for one page: 1 if in memory, 0 if not, else an error.
long coreOf(uintptr_t Address) {
  unsigned char Is = 0;
  const long Result =
      systemCall(SYS_mincore, static_cast<long>(Address & ~(SmallestPage - 1)),
                 1, reinterpret_cast<long>(&Is));
  return Result == 0 ? Is & 1 : Result;
}

/// coreOf() for a page that is mapped meanwhile, and no more: the program may
/// have all of its memory locked, or little room in the address space.
long coreOf(int Fd, uint64_t Place) {
  const uint64_t Rest = Place % LargestPage;
  const auto Bytes = static_cast<long>(Rest + 1);
  const long Mapped = systemCall(SYS_mmap, 0, Bytes, PROT_READ, MAP_SHARED, Fd,
                                 static_cast<long>(Place - Rest));
  if (Mapped < 0 && Mapped > -4096)
    return Mapped;
  const long Is = coreOf(static_cast<uintptr_t>(Mapped) + Rest);
  systemCall(SYS_munmap, Mapped, Bytes);
  return Is;
}

/// The bytes read of one byte without waiting, or an error.
long readNow(int Fd, uint64_t Place) {
  char Byte;
  const iovec To{&Byte, 1};
  return systemCall(SYS_preadv2, Fd, reinterpret_cast<long>(&To), 1,
                    static_cast<long>(Place), 0, RWF_NOWAIT);
}

} // namespace

bool statusOf(int Fd, struct stat &S) {
  struct statx Of;
  constexpr unsigned Wanted = STATX_TYPE | STATX_UID | STATX_INO | STATX_SIZE;
  if (systemCall(SYS_statx, Fd, reinterpret_cast<long>(""),
                 AT_EMPTY_PATH | AT_STATX_DONT_SYNC, Wanted,
                 reinterpret_cast<long>(&Of)) != 0 ||
      (Of.stx_mask & Wanted) != Wanted)
    return systemCall(SYS_fstat, Fd, reinterpret_cast<long>(&S)) == 0;
  // As makedev(3), which may be a function of the program's.
  const uint64_t Major = Of.stx_dev_major, Minor = Of.stx_dev_minor;
  S.st_dev = (Minor & 0xff) | Major << 8 | (Minor & ~uint64_t{0xff}) << 12;
  S.st_ino = Of.stx_ino;
  S.st_mode = Of.stx_mode;
  S.st_uid = Of.stx_uid;
  S.st_size = static_cast<off_t>(Of.stx_size);
  return true;
}

Residency residencyOf(int Fd, const struct stat *File, uint64_t Begin,
                      uint64_t End, const void *Mapped) {
  const uint64_t Samples = End - Begin < LongMapped ? FewSamples : ManySamples;
  bool ByCore = false;
  for (uint64_t I = 0; I < Samples; ++I) {
    const uint64_t Skipped = (End - Begin - 1) / (Samples - 1) * I;
    long Is = ByCore ? 0 : readNow(Fd, Begin + Skipped);
    ByCore = ByCore || Is == -EOPNOTSUPP;
    if (ByCore)
      Is = Mapped ? coreOf(reinterpret_cast<uintptr_t>(Mapped) + Skipped)
                  : coreOf(Fd, Begin + Skipped);
    const bool IsBehindEnd = Is == 0 && !ByCore;
    if (Is != 1 && !IsBehindEnd)
      return Is == (ByCore ? 0 : -EAGAIN) ? Residency::Absent
                                          : Residency::Unknown;
  }
  // Of files of others, mincore says that all is in memory.
  const bool IsTrue =
      !ByCore || (File && File->st_uid == systemCall(SYS_geteuid));
  return IsTrue ? Residency::Resident : Residency::Unknown;
}

} // namespace foreslice::guest
