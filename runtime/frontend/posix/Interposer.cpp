//===- Interposer.cpp - reads, removals and their kin before libc's -------===//
//
// These symbols stand before libc's for the program and the libraries. Calls in
// a region are told to the slice's side; calls outside of regions, and on other
// threads, to the companion, if any. errno and the result come from the next
// function of the name. Removals and unmounts are heard with slices and under
// foreslice-run.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/CountedCalls.h"
#include "frontend/posix/Removals.h"
#include "frontend/posix/ToldCall.h"
#include "guest/Streams.h"
#include "source/slice/HeldLaunch.h"
#include "storage/Residency.h"
#include "support/NextFunction.h"

#include <algorithm>
#include <array>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/sendfile.h>
#include <sys/single_threaded.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

using namespace foreslice;

namespace {

/// Whether the stream has the bytes already. Then the call reads no file.
bool hasBuffered(const FILE &Stream, size_t Bytes) {
  return Stream._IO_read_end - Stream._IO_read_ptr >=
         static_cast<ptrdiff_t>(Bytes);
}

/// Whether a read of Bytes has anything to tell: at Offset, or, without an
/// offset, at the descriptor's position.
[[gnu::always_inline]] inline bool isToldOf(int Fd, uint64_t Bytes) {
  return !PosixFrontend::skips(Fd, -1, Bytes, /*AtOwnPosition=*/true);
}
[[gnu::always_inline]] inline bool isToldOf(int Fd, uint64_t Bytes,
                                            int64_t Offset) {
  return !PosixFrontend::skips(Fd, Offset, Bytes, /*AtOwnPosition=*/false);
}

/// Whether a read of the stream comes from the buffer, as most do.
[[gnu::always_inline]] inline bool takesFromBuffer(const FILE &Stream,
                                                   size_t Size, size_t Count) {
  size_t Bytes = 0;
  return !__builtin_mul_overflow(Size, Count, &Bytes) &&
         hasBuffered(Stream, Bytes);
}
/// True for a read from the buffer with nothing to tell, then counted.
[[gnu::always_inline]] inline bool isBuffered(const FILE &Stream, size_t Size,
                                              size_t Count) {
  const int Fd = Stream._fileno; // fileno() sets errno
  return Fd >= 0 && takesFromBuffer(Stream, Size, Count) &&
         PosixFrontend::isCounted(Fd);
}

/// The program's position in the stream; negative if there is none. Where only
/// the time is taken, what stdio knows is enough: ftello() asks the kernel.
int64_t positionIn(FILE &Stream) {
  const int64_t Known = PosixFrontend::isOnlyTimed(Stream._fileno)
                            ? guest::positionIn(Stream)
                            : -1;
  if (Known >= 0)
    return Known;
  const int Saved = errno;
  const int64_t Position = ftello(&Stream);
  errno = Saved;
  return Position;
}

/// Reads the stream by PlainCall, with something to tell.
template <typename OwnFn>
[[gnu::noinline]] size_t readStream(size_t Size, size_t Count, FILE *Stream,
                                    OwnFn PlainCall) {
  const int Fd = Stream->_fileno;
  size_t Bytes = 0;
  if (Fd < 0 || __builtin_mul_overflow(Size, Count, &Bytes))
    return PlainCall();
  const int64_t Position = positionIn(*Stream);
  if (Position < 0)
    return PlainCall();
  size_t Result = 0;
  auto Read = [&]() -> ssize_t {
    Result = PlainCall();
    return static_cast<ssize_t>(Result * Size);
  };
  told<ToldBy::Stream>(Fd, Position, Bytes, true, Read);
  // The descriptor stands behind the bytes in the buffer.
  PosixFrontend::forgetPosition(Fd);
  return Result;
}

/// The bytes wanted by an array of buffers, possibly with invalid addresses.
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
                     OwnFn PlainCall) {
  const int Saved = errno;
  Vector V = measure(Buffers, Count);
  errno = Saved;
  if (V.Calls == 0)
    return PlainCall();
  bool AtOwn = Offset < 0;
  return told(Fd, AtOwn ? positionOf(Fd) : Offset, V.Bytes, AtOwn, PlainCall,
              V.Calls);
}

/// Offset says where to read, or is null.
template <typename OffsetType, typename OwnFn>
ssize_t toldOfCopy(int Fd, const OffsetType *Offset, size_t Bytes,
                   OwnFn PlainCall) {
  OffsetType Position = 0;
  const int Saved = errno;
  if (Offset && !foreslice_packet_copy(&Position, Offset, sizeof Position))
    Position = -1;
  errno = Saved;
  return told(Fd, Offset ? int64_t(Position) : positionOf(Fd), Bytes, !Offset,
              PlainCall);
}

/// Whether to tell the companion of files closed or removed by this thread.
inline bool isForCompanion() {
  return guest::HasCompanion.load(std::memory_order_relaxed) &&
         !TellingScope::isOn();
}
/// Whether to tell the companion of files opened, read and moved in.
inline bool isElsewhere() { return isForCompanion() && !isTold(); }

/// The descriptor by which the thread has read last, or -1 where another file
/// may be open by that descriptor.
thread_local int LookedAt __attribute__((tls_model("initial-exec"))) = -1;

[[gnu::noinline]] void lookAtFile(int Fd) {
  LookedAt = Fd;
  if (!slice_runner::awaitsFiles() || TellingScope::isOn() ||
      held_launch::skipsNextFile())
    return;
  const int Saved = errno;
  held_launch::opened(Fd);
  errno = Saved;
}

/// The thread is about to read by Fd, outside of regions. A slice of the files
/// alone may wait for the second file that is not in memory.
[[gnu::always_inline]] inline void readsElsewhere(int Fd) {
  if (LookedAt != Fd)
    lookAtFile(Fd);
}

/// Makes a read outside of regions by PlainCall, with something to tell. Offset
/// -1: the descriptor's position.
template <typename OwnFn>
[[gnu::noinline]] ssize_t tellElsewhere(int Fd, int64_t Offset, size_t Bytes,
                                        OwnFn PlainCall) {
  return guest::toldRead(Fd, Offset, Bytes, PlainCall);
}

/// A read of Bytes outside of regions, by PlainCall.
template <typename OwnFn>
[[gnu::always_inline]] inline ssize_t
readElsewhere(int Fd, int64_t Offset, size_t Bytes, OwnFn PlainCall) {
  readsElsewhere(Fd);
  return guest::skips(Fd, Bytes) || TellingScope::isOn()
             ? PlainCall()
             : tellElsewhere(Fd, Offset, Bytes, PlainCall);
}

/// Makes a read left by the slice by PlainCall, with something to tell the
/// companion. The kernel's readahead ends anywhere in a page.
template <typename OwnFn>
[[gnu::noinline]] ssize_t tellLeft(int Fd, int64_t Offset, size_t Bytes,
                                   OwnFn PlainCall) {
  const bool IsLeft = slice_runner::isLeftAlone();
  if (IsLeft && Bytes >= guest::LeastAsked)
    guest::asks(Fd, Offset, Bytes);
  const uint64_t Start = guest::ticks();
  const ssize_t Result = PlainCall();
  const uint64_t Took = guest::ticks() - Start;
  if (Result <= 0)
    return Result;
  const auto Got = static_cast<uint64_t>(Result);
  if (Took > guest::mostFast(Got))
    IsLeft ? slice_runner::readWaited() : slice_runner::readWaitedAgain();
  if (IsLeft)
    guest::readDone(Fd, Offset, Got, Start, Took);
  else if (slice_runner::isLeftAlone())
    guest::readPlaced(Fd, Offset, Got, Start, Took);
  else if (slice_runner::isHeld())
    guest::passedInARow(Fd, Got, Took);
  else
    guest::passed(Fd, Got, Took);
  return Result;
}

/// A read of Bytes in a region, by PlainCall, with nothing to tell the slice's
/// side. The companion may learn the reads left by the slice.
template <typename OwnFn>
[[gnu::always_inline]] inline ssize_t
readUntold(int Fd, int64_t Offset, size_t Bytes, OwnFn PlainCall) {
  return !slice_runner::wasInVain() || guest::skips(Fd, Bytes)
             ? PlainCall()
             : tellLeft(Fd, Offset, Bytes, PlainCall);
}

/// A read of Bytes into another file, outside of regions, by PlainCall.
template <typename OffsetType, typename OwnFn>
ssize_t copyElsewhere(int Fd, const OffsetType *At, size_t Bytes,
                      OwnFn PlainCall) {
  readsElsewhere(Fd);
  return guest::skips(Fd, Bytes) || TellingScope::isOn()
             ? PlainCall()
             : guest::toldCopy(Fd, At, PlainCall);
}

/// Reads a stream outside of regions by PlainCall, with something to tell.
template <typename OwnFn>
[[gnu::noinline]] size_t streamElsewhere(const FILE &Stream, size_t Size,
                                         size_t Count, OwnFn PlainCall) {
  if (Size * Count >= guest::LeastAsked)
    guest::asks(Stream._fileno, -1, Size * Count);
  const uint64_t Start = guest::ticks();
  const size_t Result = PlainCall();
  guest::streamWaited(Stream._fileno, Result * Size, guest::ticks() - Start);
  return Result;
}

/// Whether a read has nothing to tell: in a region by a descriptor that the
/// thread has told of, or outside. Most reads; the answer takes no frame.
/// Offset -1: the descriptor's position.
[[gnu::always_inline]] inline bool isQuick(int Fd, int64_t Offset,
                                           size_t Bytes) {
  if (TellingScope::hasAny())
    return false;
  const slice_runner::OwnedRegion *Mine = slice_runner::detail::Mine;
  if (!Mine)
    return slice_runner::isOutside() && LookedAt == Fd &&
           guest::skipsAtOnce(Fd, Bytes);
  CountedCalls *Calls = PosixFrontend::quick(*Mine, Fd);
  if (!Calls || (Mine->InVain != 0 && !guest::skipsAtOnce(Fd, Bytes)) ||
      !Calls->staysInPage(Offset, Bytes, Offset < 0))
    return false;
  ++Calls->Count;
  return true;
}

/// isQuick() of a read from the buffer of a stream.
[[gnu::always_inline]] inline bool isQuickOfStream(const FILE &Stream,
                                                   size_t Size, size_t Count) {
  if (TellingScope::hasAny() || !takesFromBuffer(Stream, Size, Count))
    return false;
  slice_runner::OwnedRegion *Mine = slice_runner::detail::Mine;
  if (!Mine)
    return slice_runner::isOutside();
  if (Mine->Stream != &Stream) {
    CountedCalls *Calls = PosixFrontend::quick(*Mine, Stream._fileno);
    if (!Calls || Calls->HasMoved)
      return false;
    Mine->Stream = &Stream;
    Mine->StreamReads = &Calls->Count;
  }
  ++*Mine->StreamReads;
  return true;
}

/// Whether a read that fills the buffer of the stream in a region has nothing
/// to tell; then counted. Libc's fread() is called behind this question without
/// a frame between: after a system call, the processor guesses wrong where each
/// frame returns to.
[[gnu::noinline]] FORESLICE_RARE_CALL bool
fillsUntold(const FILE &Stream, size_t Size, size_t Count) {
  size_t Bytes = 0;
  return !TellingScope::hasAny() && PosixFrontend::isWatched() &&
         Stream._fileno >= 0 && !takesFromBuffer(Stream, Size, Count) &&
         !__builtin_mul_overflow(Size, Count, &Bytes) &&
         PosixFrontend::skipsBuffer(Stream._fileno);
}

/// Whether the fread() behind this library's is libc's, and not a tool's.
std::atomic<bool> IsFreadOfLibc{false};

/// Looks for the fread() behind this library's, once.
void findFread() {
  static constinit std::atomic<bool> WasLookedFor{false};
  if (WasLookedFor.load(std::memory_order_relaxed))
    return;
  const char *const Name = "fread";
  const void *const Found = findNextSymbol(Name);
  IsFreadOfLibc.store(Found && Found == findInLibrary("libc.so.6", Name));
  WasLookedFor.store(true, std::memory_order_relaxed);
}

/// Takes a read from the buffer of the stream as libc's fread() does, whose
/// locks and calls take longer than this library's look at the call. False if
/// fread() is to be called.
[[gnu::always_inline]] inline bool takes(void *To, size_t Room, FILE &Stream,
                                         size_t Bytes) {
  if (Bytes - 1 >= Room || !__libc_single_threaded ||
      !IsFreadOfLibc.load(std::memory_order_relaxed))
    return false;
  std::memcpy(To, Stream._IO_read_ptr, Bytes);
  Stream._IO_read_ptr += Bytes;
  return true;
}

/// Makes any read of Bytes at the descriptor's position by PlainCall.
template <typename OwnFn>
[[gnu::noinline]] ssize_t readOf(int Fd, size_t Bytes, const OwnFn &PlainCall) {
  if (!isTold())
    return readElsewhere(Fd, -1, Bytes, PlainCall);
  if (!isToldOf(Fd, Bytes))
    return readUntold(Fd, -1, Bytes, PlainCall);
  return told(Fd, positionOf(Fd), Bytes, true, PlainCall);
}
/// Makes any read of Bytes at Offset by PlainCall.
template <typename OwnFn>
[[gnu::noinline]] ssize_t readAt(int Fd, int64_t Offset, size_t Bytes,
                                 const OwnFn &PlainCall) {
  if (!isTold())
    return readElsewhere(Fd, Offset, Bytes, PlainCall);
  if (!isToldOf(Fd, Bytes, Offset))
    return readUntold(Fd, Offset, Bytes, PlainCall);
  return told(Fd, Offset, Bytes, false, PlainCall);
}
/// Makes any read of a stream by PlainCall.
template <typename OwnFn>
[[gnu::noinline]] size_t readOfStream(FILE *Stream, size_t Size, size_t Count,
                                      const OwnFn &PlainCall) {
  findFread();
  if (!isTold())
    return takesFromBuffer(*Stream, Size, Count) || !isElsewhere()
               ? PlainCall()
               : streamElsewhere(*Stream, Size, Count, PlainCall);
  return isBuffered(*Stream, Size, Count)
             ? PlainCall()
             : readStream(Size, Count, Stream, PlainCall);
}

/// A move of the stream by Own. Where glibc reads the block around the target
/// at once, the next read finds its bytes in the buffer.
template <typename OwnFn> int seek(FILE *Stream, OwnFn Own) {
  const bool IsTold = isTold();
  const auto Before = Stream->_offset;
  const int Result = isForCompanion() ? guest::toldSeek(Stream, Own) : Own();
  if (IsTold && Stream->_fileno >= 0 && Stream->_offset != Before)
    PosixFrontend::movedStream(Stream->_fileno);
  return Result;
}

/// Somebody else than a slice reads ahead of streams, which read a text
/// perhaps, from the first large file that is not in memory on: the kernel, or
/// a companion, which starts then. So no thread of a slice need start, which
/// would make all calls of stdio lock. Gives the bytes of the file's begin that
/// are asked for until the companion has started.
uint64_t startFollowing(int Fd, const struct stat &S) {
  if (!S_ISREG(S.st_mode) || S.st_size < held_launch::LeastFollowed ||
      held_launch::isInMemory(Fd, S))
    return 0;
  if (guest::asksStream(Fd, S)) {
    held_launch::followStreams();
    return static_cast<uint64_t>(S.st_size);
  }
  const uint64_t Fetched = guest::asksBegin(Fd, S);
  guest::SlowTicksBefore.store(0);
  if (guest::process())
    held_launch::followStreams();
  return Fetched;
}

/// Looks at the file of a stream that the program has opened, by one call.
/// Reads of text are not seen: so while a slice is held back, each stream
/// opened by the region is looked at.
[[gnu::noinline]] void look(FILE *Stream, bool IsHeld) {
  const int Fd = fileno(Stream);
  struct stat S;
  if (!guest::statusOf(Fd, S))
    return;
  if (isForCompanion()) {
    uint64_t Fetched = 0;
    if (guest::isServed()) {
      held_launch::followStreams();
      if (S_ISREG(S.st_mode) && S.st_size >= held_launch::LeastFollowed)
        Fetched = guest::asksNext(Fd, S);
    } else {
      Fetched = startFollowing(Fd, S);
    }
    guest::toldOpen(Stream, &S, Fetched);
  }
  if (!IsHeld)
    return;
  OwnWork Work;
  if (held_launch::opened(Fd, S))
    PosixFrontend::sawInMemory(Fd);
}

/// Handles an opened stream, possibly null.
FILE *opened(FILE *Stream) {
  if (!Stream)
    return Stream;
  held_launch::openedStream();
  if (isTold())
    PosixFrontend::forget(fileno(Stream));
  const int Saved = errno;
  const bool IsHeld = !TellingScope::isOn() && slice_runner::awaitsFiles();
  const bool IsKnown =
      IsHeld && !guest::attached() && held_launch::skipsNextFile();
  if (!IsKnown && (IsHeld || isForCompanion()))
    look(Stream, IsHeld);
  errno = Saved;
  return Stream;
}

/// The program has mapped a file, to read. No load is seen: so each mapping is
/// looked at, once for slices that are held back and for the companion.
void mapped(int Fd, int64_t Begin, const void *Address, size_t Bytes) {
  const int Saved = errno;
  const bool IsAbsent = guest::isMappedAbsent(Fd, Begin, Address, Bytes);
  if (IsAbsent)
    held_launch::mappedFromStorage(Fd);
  errno = Saved;
  if (isForCompanion())
    guest::lookedAtMapped(Fd, Begin, Address, Bytes, IsAbsent);
}

/// The program is about to close descriptors First to Last, or to open other
/// files there. Reads within a page are not looked at, as long as the
/// descriptor's file and position are known.
void closes(unsigned First, unsigned Last) {
  LookedAt = -1;
  if (isForCompanion())
    guest::closeAll(First, Last);
  for (uint64_t Fd = First;
       isTold() && Fd <= Last && Fd - First < CountedCalls::Slots; ++Fd)
    PosixFrontend::forget(static_cast<int>(Fd));
}

} // namespace

extern "C" {

#define FORESLICE_READ(NAME, PARAMETERS, TYPES, ARGUMENTS)                     \
  FORESLICE_EXPORT ssize_t NAME PARAMETERS {                                   \
    static constinit Next<ssize_t TYPES> F(#NAME);                             \
    return isQuick(Fd, -1, Bytes)                                              \
               ? F ARGUMENTS                                                   \
               : readOf(Fd, Bytes, [=] { return F ARGUMENTS; });               \
  }
#define FORESLICE_PREAD(NAME, PARAMETERS, TYPES, ARGUMENTS)                    \
  FORESLICE_EXPORT ssize_t NAME PARAMETERS {                                   \
    static constinit Next<ssize_t TYPES> F(#NAME);                             \
    return At >= 0 && isQuick(Fd, At, Bytes)                                   \
               ? F ARGUMENTS                                                   \
               : readAt(Fd, At, Bytes, [=] { return F ARGUMENTS; });           \
  }

#define FORESLICE_READV(NAME, PARAMETERS, TYPES, ARGUMENTS)                    \
  FORESLICE_EXPORT ssize_t NAME PARAMETERS {                                   \
    static constinit Next<ssize_t TYPES> F(#NAME);                             \
    if (!isTold())                                                             \
      return readElsewhere(Fd, -1, guest::TimedBytes,                          \
                           [=] { return F ARGUMENTS; });                       \
    return toldOfVector(Fd, -1, To, Count, [&] { return F ARGUMENTS; });       \
  }
#define FORESLICE_PREADV(NAME, PARAMETERS, TYPES, ARGUMENTS)                   \
  FORESLICE_EXPORT ssize_t NAME PARAMETERS {                                   \
    static constinit Next<ssize_t TYPES> F(#NAME);                             \
    if (!isTold())                                                             \
      return readElsewhere(Fd, At, guest::TimedBytes,                          \
                           [=] { return F ARGUMENTS; });                       \
    return toldOfVector(Fd, At, To, Count, [&] { return F ARGUMENTS; });       \
  }
#define FORESLICE_COPY(NAME, PARAMETERS, TYPES, ARGUMENTS)                     \
  FORESLICE_EXPORT ssize_t NAME PARAMETERS {                                   \
    static constinit Next<ssize_t TYPES> F(#NAME);                             \
    auto Call = [&] { return F ARGUMENTS; };                                   \
    return isTold() ? toldOfCopy(Fd, At, Bytes, Call)                          \
                    : copyElsewhere(Fd, At, Bytes, Call);                      \
  }

#define FORESLICE_FREAD(NAME, ROOM, PARAMETERS, TYPES, ARGUMENTS)              \
  FORESLICE_EXPORT size_t NAME PARAMETERS {                                    \
    static constinit Next<size_t TYPES> F(#NAME);                              \
    if (isQuickOfStream(*Stream, Size, Count))                                 \
      return takes(To, ROOM, *Stream, Size * Count) ? Count : F ARGUMENTS;     \
    if (fillsUntold(*Stream, Size, Count))                                     \
      return F ARGUMENTS;                                                      \
    return readOfStream(Stream, Size, Count, [=] { return F ARGUMENTS; });     \
  }

#define FORESLICE_LSEEK(NAME, OFFSET)                                          \
  FORESLICE_EXPORT OFFSET NAME(int Fd, OFFSET By, int From) {                  \
    static constinit Next<OFFSET(int, OFFSET, int)> F(#NAME);                  \
    const OFFSET At = F(Fd, By, From);                                         \
    if (At >= 0) {                                                             \
      PosixFrontend::moves(Fd, At);                                            \
      guest::moved(Fd, At);                                                    \
    }                                                                          \
    return At;                                                                 \
  }

#define FORESLICE_CLOSE(NAME, WHEN, FIRST, LAST, PARAMETERS, TYPES, ARGUMENTS) \
  FORESLICE_EXPORT int NAME PARAMETERS {                                       \
    static constinit Next<int TYPES> F(#NAME);                                 \
    if (WHEN)                                                                  \
      closes(static_cast<unsigned>(FIRST), static_cast<unsigned>(LAST));       \
    return F ARGUMENTS;                                                        \
  }

#define FORESLICE_FOPEN(NAME, PARAMETERS, TYPES, ARGUMENTS)                    \
  FORESLICE_EXPORT FILE *NAME PARAMETERS {                                     \
    static constinit Next<FILE * TYPES> F(#NAME);                              \
    return opened(F ARGUMENTS);                                                \
  }
#define FORESLICE_FREOPEN(NAME, PARAMETERS, TYPES, ARGUMENTS)                  \
  FORESLICE_EXPORT FILE *NAME PARAMETERS {                                     \
    static constinit Next<FILE * TYPES> F(#NAME);                              \
    if (isForCompanion())                                                      \
      guest::toldClose(Stream);                                                \
    return opened(F ARGUMENTS);                                                \
  }

#define FORESLICE_FSEEK(NAME, TARGET, PARAMETERS, TYPES, ARGUMENTS)            \
  FORESLICE_EXPORT int NAME PARAMETERS {                                       \
    static constinit Next<int TYPES> F(#NAME);                                 \
    return seek(Stream, [=] { return F ARGUMENTS; });                          \
  }

#define FORESLICE_REMOVAL(NAME, WHEN, FOLDER, PATH, PARAMETERS, TYPES,         \
                          ARGUMENTS)                                           \
  FORESLICE_EXPORT int NAME PARAMETERS noexcept {                              \
    static constinit Next<int TYPES> F(#NAME);                                 \
    if (!(WHEN))                                                               \
      return F ARGUMENTS;                                                      \
    if (isForCompanion())                                                      \
      guest::removes(FOLDER, PATH);                                            \
    Removal Now(FOLDER, PATH);                                                 \
    return F ARGUMENTS;                                                        \
  }
#define FORESLICE_UNMOUNT(NAME, PARAMETERS, TYPES, ARGUMENTS)                  \
  FORESLICE_EXPORT int NAME PARAMETERS noexcept {                              \
    static constinit Next<int TYPES> F(#NAME);                                 \
    if (isForCompanion())                                                      \
      guest::unmounts(Path);                                                   \
    letGoOfMount(Path);                                                        \
    return F ARGUMENTS;                                                        \
  }

#define FORESLICE_MMAP(NAME, OFFSET)                                           \
  FORESLICE_EXPORT void *NAME(void *Wish, size_t Bytes, int Rights, int Flags, \
                              int Fd, OFFSET At) noexcept {                    \
    static constinit Next<void *(void *, size_t, int, int, int, OFFSET)> F(    \
        #NAME);                                                                \
    void *const Result = F(Wish, Bytes, Rights, Flags, Fd, At);                \
    if (Fd >= 0 && Result != MAP_FAILED && !TellingScope::isOn() &&            \
        guest::readsByMapping(Rights, Flags))                                  \
      mapped(Fd, At, Result, Bytes);                                           \
    return Result;                                                             \
  }

#include "support/InterposedCalls.def"

FORESLICE_EXPORT int fclose(FILE *Stream) {
  static constinit Next<int(FILE *)> F("fclose");
  if (isForCompanion())
    guest::toldClose(Stream);
  return F(Stream);
}

FORESLICE_EXPORT void rewind(FILE *Stream) {
  static constinit Next<void(FILE *)> F("rewind");
  seek(Stream, [=] {
    F(Stream);
    return 0;
  });
}

} // extern "C"
