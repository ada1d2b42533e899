//===- Calls.cpp - libc's functions that a guest stands before ------------===//
//
// See Guest.h. Functions that programs call for each byte or line are not among
// them: what a stream of stdio reads shows where the program moves in it.
//
//===----------------------------------------------------------------------===//

#include "guest/Guest.h"

#include "foreslice/hints.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/uio.h>

using namespace foreslice::guest;

namespace {

#define FORESLICE_NEXT(RESULT, NAME, TYPES)                                    \
  using Next_##NAME = Next<#NAME, RESULT TYPES>;

bool hasFile(const FILE &Stream) {
  return static_cast<uint32_t>(Stream._fileno) < MostDescriptors;
}

/// Where the program is in the stream; -1 where only stdio can say.
int64_t positionIn(const FILE &Stream) {
  const auto &Of = reinterpret_cast<const int64_t &>(Stream._offset);
  return Of < 0 ? -1 : Of - (Stream._IO_read_end - Stream._IO_read_ptr);
}

void endRun(const FILE &Stream) {
  Page *Mine = OwnPage.load(std::memory_order_relaxed);
  if (!Mine)
    return;
  StreamRun &Run = Mine->Runs[Stream._fileno];
  const int64_t Now = Run.Begin ? positionIn(Stream) : -1;
  if (Now >= Run.Begin)
    streamRead(Stream._fileno, Run.Begin - 1, Now, Run.Start, Run.Took);
  Run.Begin = 0;
}

template <typename NextFn> auto toldSeek(FILE *Stream, NextFn Next) {
  if (!hasFile(*Stream) || passes(Stream->_fileno, 0)) {
    Page *Mine = OwnPage.load(std::memory_order_relaxed);
    if (Mine && hasFile(*Stream))
      Mine->Runs[Stream->_fileno].Begin = 0;
    return Next();
  }
  endRun(*Stream);
  const uint64_t Start = ticks();
  const auto Result = Next();
  seekDone(Stream->_fileno, positionIn(*Stream), Start, ticks() - Start);
  return Result;
}

void toldClose(FILE *Stream) {
  if (!hasFile(*Stream) || !attached())
    return;
  endRun(*Stream);
  closes(Stream->_fileno);
}

FILE *toldOpen(FILE *Stream) {
  if (Stream && hasFile(*Stream))
    opened(Stream->_fileno);
  return Stream;
}

} // namespace

extern "C" {

// Reads ----------------------------------------------------------------------

// Most reads go on at once: these need no frame.
#define FORESLICE_READ(NAME, OFFSET, BYTES, PARAMETERS, TYPES, ARGUMENTS)      \
  FORESLICE_NEXT(ssize_t, NAME, TYPES)                                         \
  __attribute__((noinline)) static ssize_t told_##NAME PARAMETERS {            \
    return toldRead(Fd, OFFSET, [&] { return Next_##NAME::call ARGUMENTS; });  \
  }                                                                            \
  FORESLICE_EXPORT ssize_t NAME PARAMETERS {                                   \
    return passes(Fd, BYTES) ? Next_##NAME::call ARGUMENTS                     \
                             : told_##NAME ARGUMENTS;                          \
  }

FORESLICE_READ(read, -1, Bytes, (int Fd, void *To, size_t Bytes),
               (int, void *, size_t), (Fd, To, Bytes))
FORESLICE_READ(__read_chk, -1, Bytes,
               (int Fd, void *To, size_t Bytes, size_t Room),
               (int, void *, size_t, size_t), (Fd, To, Bytes, Room))
FORESLICE_READ(pread, At, Bytes, (int Fd, void *To, size_t Bytes, off_t At),
               (int, void *, size_t, off_t), (Fd, To, Bytes, At))
FORESLICE_READ(pread64, At, Bytes, (int Fd, void *To, size_t Bytes, off64_t At),
               (int, void *, size_t, off64_t), (Fd, To, Bytes, At))
FORESLICE_READ(__pread_chk, At, Bytes,
               (int Fd, void *To, size_t Bytes, off_t At, size_t Room),
               (int, void *, size_t, off_t, size_t), (Fd, To, Bytes, At, Room))
FORESLICE_READ(__pread64_chk, At, Bytes,
               (int Fd, void *To, size_t Bytes, off64_t At, size_t Room),
               (int, void *, size_t, off64_t, size_t),
               (Fd, To, Bytes, At, Room))
FORESLICE_READ(readv, -1, TimedBytes, (int Fd, const iovec *To, int Count),
               (int, const iovec *, int), (Fd, To, Count))
FORESLICE_READ(preadv, At, TimedBytes,
               (int Fd, const iovec *To, int Count, off_t At),
               (int, const iovec *, int, off_t), (Fd, To, Count, At))
FORESLICE_READ(preadv64, At, TimedBytes,
               (int Fd, const iovec *To, int Count, off64_t At),
               (int, const iovec *, int, off64_t), (Fd, To, Count, At))
FORESLICE_READ(preadv2, At, TimedBytes,
               (int Fd, const iovec *To, int Count, off_t At, int Flags),
               (int, const iovec *, int, off_t, int),
               (Fd, To, Count, At, Flags))
FORESLICE_READ(preadv64v2, At, TimedBytes,
               (int Fd, const iovec *To, int Count, off64_t At, int Flags),
               (int, const iovec *, int, off64_t, int),
               (Fd, To, Count, At, Flags))

// Behind such a call the program's offset says where it was: before, it may be
// a bad pointer.
#define FORESLICE_COPY(NAME, PARAMETERS, TYPES, ARGUMENTS)                     \
  FORESLICE_NEXT(ssize_t, NAME, TYPES)                                         \
  FORESLICE_EXPORT ssize_t NAME PARAMETERS {                                   \
    if (passes(Fd, Bytes))                                                     \
      return Next_##NAME::call ARGUMENTS;                                      \
    const uint64_t Start = ticks();                                            \
    const ssize_t Result = Next_##NAME::call ARGUMENTS;                        \
    if (Result > 0)                                                            \
      readDone(Fd, At ? *At - Result : -1, static_cast<size_t>(Result), Start, \
               ticks() - Start);                                               \
    return Result;                                                             \
  }

FORESLICE_COPY(sendfile, (int Out, int Fd, off_t *At, size_t Bytes),
               (int, int, off_t *, size_t), (Out, Fd, At, Bytes))
FORESLICE_COPY(sendfile64, (int Out, int Fd, off64_t *At, size_t Bytes),
               (int, int, off64_t *, size_t), (Out, Fd, At, Bytes))
FORESLICE_COPY(copy_file_range,
               (int Fd, off64_t *At, int Out, off64_t *OutAt, size_t Bytes,
                unsigned Flags),
               (int, off64_t *, int, off64_t *, size_t, unsigned),
               (Fd, At, Out, OutAt, Bytes, Flags))

// Positions and descriptors ---------------------------------------------------

#define FORESLICE_LSEEK(NAME, TYPE)                                            \
  FORESLICE_NEXT(TYPE, NAME, (int, TYPE, int))                                 \
  FORESLICE_EXPORT TYPE NAME(int Fd, TYPE By, int From) {                      \
    const TYPE Now = Next_##NAME::call(Fd, By, From);                          \
    moved(Fd, Now);                                                            \
    return Now;                                                                \
  }
FORESLICE_LSEEK(lseek, off_t)
FORESLICE_LSEEK(lseek64, off64_t)

FORESLICE_NEXT(int, close, (int))
FORESLICE_EXPORT int close(int Fd) {
  closes(Fd);
  return Next_close::call(Fd);
}

FORESLICE_NEXT(int, dup2, (int, int))
FORESLICE_EXPORT int dup2(int Fd, int To) {
  if (Fd != To)
    closes(To);
  return Next_dup2::call(Fd, To);
}

FORESLICE_NEXT(int, dup3, (int, int, int))
FORESLICE_EXPORT int dup3(int Fd, int To, int Flags) {
  if (Fd != To)
    closes(To);
  return Next_dup3::call(Fd, To, Flags);
}

FORESLICE_NEXT(int, close_range, (unsigned, unsigned, int))
FORESLICE_EXPORT int close_range(unsigned First, unsigned Last, int Flags) {
  closeAll(First, Last);
  return Next_close_range::call(First, Last, Flags);
}

// Streams ---------------------------------------------------------------------

#define FORESLICE_FOPEN(NAME, PARAMETERS, TYPES, ARGUMENTS)                    \
  FORESLICE_NEXT(FILE *, NAME, TYPES)                                          \
  FORESLICE_EXPORT FILE *NAME PARAMETERS {                                     \
    return toldOpen(Next_##NAME::call ARGUMENTS);                              \
  }
FORESLICE_FOPEN(fopen, (const char *Path, const char *Mode),
                (const char *, const char *), (Path, Mode))
FORESLICE_FOPEN(fopen64, (const char *Path, const char *Mode),
                (const char *, const char *), (Path, Mode))
FORESLICE_FOPEN(fdopen, (int Fd, const char *Mode), (int, const char *),
                (Fd, Mode))

#define FORESLICE_FREOPEN(NAME)                                                \
  FORESLICE_NEXT(FILE *, NAME, (const char *, const char *, FILE *))           \
  FORESLICE_EXPORT FILE *NAME(const char *Path, const char *Mode,              \
                              FILE *Stream) {                                  \
    toldClose(Stream);                                                         \
    return toldOpen(Next_##NAME::call(Path, Mode, Stream));                    \
  }
FORESLICE_FREOPEN(freopen)
FORESLICE_FREOPEN(freopen64)

FORESLICE_NEXT(int, fclose, (FILE *))
FORESLICE_EXPORT int fclose(FILE *Stream) {
  toldClose(Stream);
  return Next_fclose::call(Stream);
}

#define FORESLICE_FSEEK(RESULT, NAME, PARAMETERS, TYPES, ARGUMENTS)            \
  FORESLICE_NEXT(RESULT, NAME, TYPES)                                          \
  FORESLICE_EXPORT RESULT NAME PARAMETERS {                                    \
    return toldSeek(Stream, [&] { return Next_##NAME::call ARGUMENTS; });      \
  }
FORESLICE_FSEEK(int, fseek, (FILE * Stream, long By, int From),
                (FILE *, long, int), (Stream, By, From))
FORESLICE_FSEEK(int, fseeko, (FILE * Stream, off_t By, int From),
                (FILE *, off_t, int), (Stream, By, From))
FORESLICE_FSEEK(int, fseeko64, (FILE * Stream, off64_t By, int From),
                (FILE *, off64_t, int), (Stream, By, From))
FORESLICE_FSEEK(int, fsetpos, (FILE * Stream, const fpos_t *To),
                (FILE *, const fpos_t *), (Stream, To))
FORESLICE_FSEEK(int, fsetpos64, (FILE * Stream, const fpos64_t *To),
                (FILE *, const fpos64_t *), (Stream, To))

FORESLICE_NEXT(void, rewind, (FILE *))
FORESLICE_EXPORT void rewind(FILE *Stream) {
  toldSeek(Stream, [&] {
    Next_rewind::call(Stream);
    return 0;
  });
}

// Removals --------------------------------------------------------------------

#define FORESLICE_REMOVAL(NAME, PARAMETERS, TYPES, ARGUMENTS, FOLDER, PATH)    \
  FORESLICE_NEXT(int, NAME, TYPES)                                             \
  FORESLICE_EXPORT int NAME PARAMETERS {                                       \
    removes(FOLDER, PATH);                                                     \
    return Next_##NAME::call ARGUMENTS;                                        \
  }
FORESLICE_REMOVAL(unlink, (const char *Path), (const char *), (Path), AT_FDCWD,
                  Path)
FORESLICE_REMOVAL(unlinkat, (int Folder, const char *Path, int Flags),
                  (int, const char *, int), (Folder, Path, Flags), Folder, Path)
FORESLICE_REMOVAL(remove, (const char *Path), (const char *), (Path), AT_FDCWD,
                  Path)
FORESLICE_REMOVAL(rename, (const char *From, const char *To),
                  (const char *, const char *), (From, To), AT_FDCWD, To)
FORESLICE_REMOVAL(renameat,
                  (int Folder, const char *From, int ToFolder, const char *To),
                  (int, const char *, int, const char *),
                  (Folder, From, ToFolder, To), ToFolder, To)
FORESLICE_REMOVAL(renameat2,
                  (int Folder, const char *From, int ToFolder, const char *To,
                   unsigned Flags),
                  (int, const char *, int, const char *, unsigned),
                  (Folder, From, ToFolder, To, Flags), ToFolder, To)

FORESLICE_NEXT(int, umount, (const char *))
FORESLICE_EXPORT int umount(const char *Path) {
  unmounts(Path);
  return Next_umount::call(Path);
}
FORESLICE_NEXT(int, umount2, (const char *, int))
FORESLICE_EXPORT int umount2(const char *Path, int Flags) {
  unmounts(Path);
  return Next_umount2::call(Path, Flags);
}

// The end ---------------------------------------------------------------------

#define FORESLICE_EXIT(NAME)                                                   \
  FORESLICE_NEXT(void, NAME, (int))                                            \
  FORESLICE_EXPORT void NAME(int Status) {                                     \
    leave();                                                                   \
    Next_##NAME::call(Status);                                                 \
    __builtin_unreachable();                                                   \
  }
FORESLICE_EXIT(_exit)
FORESLICE_EXIT(_Exit)

// Filters of system calls -----------------------------------------------------

// libc declares both with any arguments, and takes as many as the kernel does.

FORESLICE_NEXT(int, prctl,
               (int, unsigned long, unsigned long, unsigned long,
                unsigned long))
FORESLICE_EXPORT int toldPrctl(int What, unsigned long A, unsigned long B,
                               unsigned long C,
                               unsigned long D) __asm__("prctl");
int toldPrctl(int What, unsigned long A, unsigned long B, unsigned long C,
              unsigned long D) {
  if (What == PR_SET_SECCOMP)
    filtered();
  return Next_prctl::call(What, A, B, C, D);
}

FORESLICE_NEXT(long, syscall, (long, long, long, long, long, long, long))
FORESLICE_EXPORT long toldSystemCall(long Number, long A, long B, long C,
                                     long D, long E, long F) __asm__("syscall");
long toldSystemCall(long Number, long A, long B, long C, long D, long E,
                    long F) {
  if (Number == SYS_seccomp && A != SECCOMP_GET_ACTION_AVAIL)
    filtered();
  return Next_syscall::call(Number, A, B, C, D, E, F);
}

// What hints.h calls ----------------------------------------------------------

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
