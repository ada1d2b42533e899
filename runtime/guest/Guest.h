//===- Guest.h - tells the companion what the process reads ---------------===//
//
// libforeslice_guest.so stands before libc for a program and its libraries, and
// so do the run time's libraries in sliced programs. Each function calls the
// next function of its name, and may report the call. The guest starts no
// thread, has no descriptor, takes no lock and no memory, and handles no
// signal. Any function here may be called in a signal handler, in the child of
// any kind of fork, on a small stack, before the constructors and after the
// destructors of the program.
//
// Most reads come from memory: one of 64 such reads is timed, and none is told.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_GUEST_GUEST_H
#define FORESLICE_GUEST_GUEST_H

#include "guest/Segment.h"
#include "guest/System.h"
#include "guest/Waits.h"
#include "support/NextSymbol.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>

#define FORESLICE_EXPORT __attribute__((visibility("default")))

namespace foreslice::guest {

/// Reads of a stream from the target of a seek on.
struct StreamRun {
  int64_t Begin; ///< Target plus 1; 0: unknown.
  uint64_t Start, Took;
};

/// The guest's state of the process, wiped in a forked child.
struct Page {
  /// The process looks for a place, or has a place.
  std::atomic<uint32_t> Begun;
  std::atomic<Process *> Owner;
  StreamRun Runs[MostDescriptors];
};
inline std::atomic<Page *> OwnPage{nullptr};
/// Whether there is a companion. Most processes have nothing to tell, and take
/// no place before.
inline std::atomic<bool> HasCompanion{false};
/// Makes a companion where foreslice-run has made none, and gives the shared
/// segment; null if there can be no companion. Called at most once. Set before
/// HasCompanion.
inline Segment *(*MakeCompanion)() = nullptr;
/// Time of slow reads, in ticks of the processor's clock, before the process
/// takes part.
inline std::atomic<int64_t> SlowTicksBefore{0};
Process *attach();

/// The process's part of the segment; null without a place.
inline Process *attached() {
  const Page *const Mine = OwnPage.load(std::memory_order_relaxed);
  return Mine ? Mine->Owner.load(std::memory_order_relaxed) : nullptr;
}
/// Whether the process has a place, and a companion that has started.
bool isServed();
/// attached() for a process with something to tell; null without a companion.
inline Process *process() {
  Process *const P = attached();
  return P || !HasCompanion.load(std::memory_order_relaxed) ? P : attach();
}

/// The state of a descriptor; null as process(), and for high numbers.
inline std::atomic<uint32_t> *descriptor(Process *P, int Fd) {
  return P && static_cast<uint32_t>(Fd) < MostDescriptors ? &P->Descriptors[Fd]
                                                          : nullptr;
}

/// Reads of one thread.
struct Reads {
  uint32_t FastInARow, Passed;
  int Last; ///< The descriptor of the last timed read.
  Waits Waited;
  // A run of reads not yet told. Descriptors are one more than their number; 0
  // is none.
  int Run;
  uint32_t RunState;
  int64_t Begin, End;
  uint64_t Start, Took;
  // A descriptor's position, and the reads since the kernel told the position.
  int Known;
  uint32_t KnownState, Age;
  int64_t Position;
  // A stream that nobody follows: the descriptor, how often the thread had
  // waited before, and the files in a row in memory, left out, and waited for.
  int Unfollowed;
  int64_t WaitsBefore;
  uint32_t FastFiles, PassedFiles, SlowFiles;
  // Slow reads of a file: the descriptor, as above. Bytes that the thread has
  // still to read of files asked for before the next file is asked for.
  int Slow;
  uint32_t SlowReads;
  int64_t Debt;
  /// The last large read came from memory, and no read was slow since.
  bool FastLarge;
  // The last large read that the kernel was perhaps asked for: the descriptor,
  // as above, the end, and the end of what was asked for; 0 for nothing.
  int Large;
  int64_t LargeEnd, AskedEnd;
  // The stream whose file the kernel was asked for as a whole at the open: the
  // descriptor, as above.
  int Whole;
  // Slow reads of a file in a row: the descriptor, as above, the end of the
  // last one, how many, and the end of what was asked for; 0 for nothing.
  int Row;
  int64_t RowEnd, RowAsked;
  uint32_t RowReads;
};
inline thread_local Reads OwnReads
    __attribute__((tls_model("initial-exec"))) = {};

/// After ManyFast fast reads in a row, one read of TimedOneOf is timed: the
/// companion also sees when the process waits.
constexpr uint32_t ManyFast = 64, TimedOneOf = 64;
/// Timed reads by another descriptor than the last.
constexpr uint32_t TimedOfNext = 8;
/// Reads of TimedBytes are always timed: a timer takes little beside the read.
constexpr size_t TimedBytes = 16 << 10;

/// The most ticks of a read that comes from memory.
inline uint64_t mostFast(uint64_t Bytes) {
  return fastTicks() + 3 * fastTicks() * Bytes / 65536;
}
/// A slow read of LeastAsked bytes or more is asked for at once.
constexpr size_t LeastAsked = 256 << 10;
/// The thread is about to read Bytes, LeastAsked or more, at Offset, -1 for the
/// descriptor's position: asks the kernel for all of the bytes, unless the
/// bytes are in memory, or likely to be.
void asks(int Fd, int64_t Offset, size_t Bytes);
/// Notes how long a read of Fd took.
inline void passed(int Fd, uint64_t Bytes, uint64_t Took) {
  if (Took > mostFast(Bytes)) {
    OwnReads.FastInARow = 0;
    OwnReads.FastLarge = false;
    OwnReads.SlowReads = OwnReads.Slow == Fd + 1 ? OwnReads.SlowReads + 1 : 1;
    OwnReads.Slow = Fd + 1;
  } else if (Bytes >= LeastAsked)
    OwnReads.FastLarge = true;
}
/// passed(), which counts towards ManyFast.
inline void passedInARow(int Fd, uint64_t Bytes, uint64_t Took) {
  if (OwnReads.Last != Fd && OwnReads.FastInARow > ManyFast - TimedOfNext)
    OwnReads.FastInARow = ManyFast - TimedOfNext;
  OwnReads.Last = Fd;
  if (OwnReads.FastInARow < ManyFast)
    ++OwnReads.FastInARow;
  passed(Fd, Bytes, Took);
}
/// The thread has waited for Took in a read: counts towards what a companion
/// takes to be of use.
void waited(uint64_t Took);
/// A read of Fd that nobody was told of has ended at End.
inline void cameTo(int Fd, int64_t End) {
  if (OwnReads.Large != Fd + 1)
    OwnReads.AskedEnd = 0;
  OwnReads.Large = Fd + 1;
  OwnReads.LargeEnd = End;
}
/// Asks the kernel for the whole file of the last slow read, if the file is
/// short beside the waiting so far. False if nothing was asked for.
bool asksWhole();
/// A read of Bytes at Offset was slow; -1: the read has ended where the
/// descriptor stands. Where such reads of the file go on in a row, asks the
/// kernel for what comes behind. Starts: the companion is about to start.
void asksBehind(int Fd, int64_t Offset, uint64_t Bytes, bool Starts);
/// The program has opened a stream on File, which is not in memory, and is
/// likely to read the file to the end: asks the kernel for a short file. False
/// if nothing was asked for.
bool asksStream(int Fd, const struct stat &File);
/// The program has opened a stream on File, which is not in memory, and the
/// companion is about to start: asks the kernel for the begin of the file.
/// Gives the bytes that were asked for.
uint64_t asksBegin(int Fd, const struct stat &File);
/// The program has mapped a file from Begin to End, which is not in memory, and
/// is likely to read all of that: asks the kernel for the first short one.
void asksMapped(int Fd, uint64_t Begin, uint64_t End);
/// asksBegin() for a stream that the companion follows, if the last stream was
/// read to the end. The companion may know of no order of files yet.
uint64_t asksNext(int Fd, const struct stat &File);
/// A stream is about to be closed: behind one that was expected to be read to
/// the end, there is an order of files.
void streamCloses(int Fd, bool IsAtEnd);
/// Whether streams of the program are likely to be read to the end.
bool expectsWhole();

/// Device, inode, type, owner and size of a file, as the kernel knows. On a
/// network file system fstat(2) asks the server behind each read, and drops
/// what is in memory of a file that the program has just written.
bool statusOf(int Fd, struct stat &S);

/// What the operating system has in memory.
enum class Residency : uint8_t {
  Absent, ///< Not all of the bytes.
  Resident,
  Unknown ///< The operating system does not say, or keeps nothing.
};
/// The residency of a file from Begin to End, by samples. File: what fstat(2)
/// says, or statusOf(); null if unknown. Mapped: where the program has mapped
/// the bytes; null if nowhere.
Residency residencyOf(int Fd, const struct stat *File, uint64_t Begin,
                      uint64_t End, const void *Mapped = nullptr);
/// Whether the operating system has a large file in memory, by samples: a slow
/// read of the file has waited for a processor. False where nothing tells.
bool seemsInMemory(int Fd);

/// Whether the kernel is asked for anything: not with FORESLICE_DISABLE.
inline std::atomic<bool> IsAsking{true};
/// Whether the guest may make system calls.
bool mayCall();

/// Whether a read of Bytes need not be timed.
inline bool skips(int Fd, size_t Bytes) {
  if (!HasCompanion.load(std::memory_order_relaxed) ||
      static_cast<uint32_t>(Fd) >= MostDescriptors)
    return true;
  const Process *const P = attached();
  if (OwnReads.FastInARow >= ManyFast && OwnReads.Last == Fd &&
      Bytes < TimedBytes && ++OwnReads.Passed % TimedOneOf != 0 &&
      (!P || P->Attention.load(std::memory_order_relaxed) == 0)) {
    OwnReads.Known = 0;
    return true;
  }
  return P && P->Descriptors[Fd].load(std::memory_order_relaxed) & Ignored;
}

/// skips(), without an effect if false: false for some reads that skips() is
/// true for.
inline bool skipsAtOnce(int Fd, size_t Bytes) {
  if (!HasCompanion.load(std::memory_order_relaxed))
    return true;
  if (OwnReads.Last != Fd || OwnReads.FastInARow < ManyFast ||
      Bytes >= TimedBytes || (OwnReads.Passed + 1) % TimedOneOf == 0 ||
      attached())
    return false;
  ++OwnReads.Passed;
  OwnReads.Known = 0;
  return true;
}

/// A read of Bytes at Offset, -1 for the descriptor's position.
void readDone(int Fd, int64_t Offset, uint64_t Bytes, uint64_t Start,
              uint64_t Took);

/// readDone() of a read that has perhaps moved the descriptor.
inline void readPlaced(int Fd, int64_t Offset, uint64_t Bytes, uint64_t Start,
                       uint64_t Took) {
  OwnReads.Known = 0;
  readDone(Fd, Offset, Bytes, Start, Took);
}

/// Makes a read of Bytes, for which skips() was false, by Next, which gives the
/// bytes read.
template <typename NextFn>
ssize_t toldRead(int Fd, int64_t Offset, size_t Bytes, NextFn Next) {
  if (Bytes >= LeastAsked)
    asks(Fd, Offset, Bytes);
  const uint64_t Start = ticks();
  const ssize_t Result = Next();
  if (Result > 0)
    readDone(Fd, Offset, static_cast<uint64_t>(Result), Start, ticks() - Start);
  return Result;
}

/// toldRead() for a read into another file, from *At on, or from the
/// descriptor's position if At is null. *At is valid behind a successful call.
template <typename OffsetType, typename NextFn>
ssize_t toldCopy(int Fd, const OffsetType *At, NextFn Next) {
  const uint64_t Start = ticks();
  const ssize_t Result = Next();
  if (Result > 0)
    readDone(Fd, At ? *At - Result : -1, static_cast<uint64_t>(Result), Start,
             ticks() - Start);
  return Result;
}

/// The descriptor's position is Position now.
inline void moved(int Fd, int64_t Position) {
  if (OwnReads.Known == Fd + 1 && Position >= 0)
    OwnReads.Position = Position;
}
/// The descriptor is about to be closed, or to get another file. Unread: bytes
/// left in a stream on the descriptor; negative for none.
void closes(int Fd, int64_t Unread = -1);
/// closes() for descriptors First to Last.
void closeAll(unsigned First, unsigned Last);
/// A stream reads by the descriptor. With Known, what fstat(2) says of the
/// file. The first Fetched bytes are on their way.
void opened(int Fd, const struct stat *Known = nullptr, uint64_t Fetched = 0);
/// Whether a mapping is made to read a file: memory that processes share is
/// written, too.
inline bool readsByMapping(int Rights, int Flags) {
  return (Rights & PROT_READ) &&
         !((Rights & PROT_WRITE) && (Flags & MAP_TYPE) != MAP_PRIVATE);
}
/// Bytes of the descriptor's file, from Begin on, are mapped at Address, to be
/// read.
void mapped(int Fd, int64_t Begin, const void *Address, size_t Bytes);
/// Whether samples of the mapped bytes up to the end of the file are not in
/// memory. Some microseconds.
bool isMappedAbsent(int Fd, int64_t Begin, const void *Address, size_t Bytes);
/// mapped() of what isMappedAbsent() has looked at.
void lookedAtMapped(int Fd, int64_t Begin, const void *Address, size_t Bytes,
                    bool IsAbsent);
/// A stream is about to close the descriptor, of which nobody was told.
void unfollowedDone(int Fd);
/// A stream was moved to Position: notes the begin of the next reads. A slow
/// move has read from the file.
void seekDone(int Fd, int64_t Position, uint64_t Start, uint64_t Took);
/// A stream has given Bytes to the program, which took Took ticks.
void streamWaited(int Fd, uint64_t Bytes, uint64_t Took);
/// A stream has read from Begin to End, in one run after a seek.
void streamRead(int Fd, int64_t Begin, int64_t End, uint64_t Start,
                uint64_t Took);
/// The file Path is about to be removed, or the file system at Path to be
/// unmounted: waits until the companion has closed the file, for a bounded
/// time.
void removes(int Folder, const char *Path);
void unmounts(const char *Path);
/// The process is about to end. Waits, for a bounded time, until requested
/// statistics are written and the companion has closed the process's files.
void leave();
/// The program has a filter for system calls from now on: the guest makes no
/// system calls.
void filtered();
/// The program is about to take a lease on a file: the companion closes the
/// process's files, and the process tells nothing from now on. Waits for the
/// closing, for a bounded time.
void leased();
/// Pages that the companion has fetched for the program.
uint64_t pagesFetched();
/// Takes part if the environment names a companion.
void begin();
inline size_t lengthOf(const char *Text) {
  size_t Length = 0;
  while (Text[Length])
    ++Length;
  return Length;
}
/// The functions of hints.h. False if there is no room.
bool hint(const char *Path, uint64_t Begin, uint64_t Bytes, uint64_t Stride,
          uint64_t Count);
bool withdraw(const char *Path);

/// A name as an argument of a template: takes no memory that the loader would
/// write to.
template <size_t Size> struct Name {
  char Text[Size];
  constexpr Name(const char (&Of)[Size]) {
    for (size_t I = 0; I < Size; ++I)
      Text[I] = Of[I];
  }
};

/// The next function of a name, looked up at the first call.
template <Name Of, typename Function> class Next;
template <Name Of, typename Result, typename... Args>
class Next<Of, Result(Args...)> {
public:
  using Function = Result(Args...);
  static Result call(Args... A) {
    Function *F = Found.load(std::memory_order_relaxed);
    return (F ? F : look())(A...);
  }
  __attribute__((noinline)) static Function *look() {
    auto *F = reinterpret_cast<Function *>(findNextSymbol(Of.Text));
    Found.store(F, std::memory_order_relaxed);
    return F;
  }

private:
  static inline std::atomic<Function *> Found{nullptr};
};

} // namespace foreslice::guest

#endif // FORESLICE_GUEST_GUEST_H
