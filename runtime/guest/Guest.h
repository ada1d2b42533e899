//===- Guest.h - telling the companion what the process reads -------------===//
//
// libforeslice_guest.so stands before libc for a program and its libraries.
// Each of its functions makes the next function of its name, and may tell of
// that. The guest starts no thread, has no descriptor, takes no lock and no
// memory, and handles no signal. Any function here may be called in a signal
// handler, in the child of any kind of fork, on a small stack, before the
// constructors and after the destructors of the program.
//
// Most reads come from memory: of these, one of 64 is timed, and none is
// told of.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_GUEST_GUEST_H
#define FORESLICE_GUEST_GUEST_H

#include "guest/Segment.h"
#include "guest/System.h"

#include <sys/types.h>

#define FORESLICE_EXPORT __attribute__((visibility("default")))

namespace foreslice::guest {

/// The page of the process, which is wiped in a forked child.
struct Page {
  std::atomic<uint32_t> Begun; ///< The process looks for its place, or has it.
  std::atomic<Process *> Of;
};
inline std::atomic<Page *> OwnPage{nullptr};
Process *attach(Page &Mine);

/// The process in the segment; null where nobody is to be told.
inline Process *process() {
  Page *const Mine = OwnPage.load(std::memory_order_relaxed);
  if (!Mine)
    return nullptr;
  Process *const Of = Mine->Of.load(std::memory_order_relaxed);
  return Of || Mine->Begun.load(std::memory_order_relaxed) ? Of : attach(*Mine);
}

/// The state of a descriptor; null as process(), and for high numbers.
inline std::atomic<uint32_t> *descriptor(Process *Of, int Fd) {
  return Of && static_cast<uint32_t>(Fd) < MostDescriptors
             ? &Of->Descriptors[Fd]
             : nullptr;
}

/// Of one thread.
struct Reads {
  uint32_t FastInARow, Passed;
  // What was read in one go, and was not told yet. Descriptors are one more
  // than their number; 0 is none.
  int Run;
  uint32_t RunState;
  int64_t Begin, End;
  uint64_t Start, Took;
  // Where a descriptor stands, and how many reads ago the kernel said so.
  int Known;
  uint32_t KnownState, Age;
  int64_t Position;
};
inline thread_local Reads Own __attribute__((tls_model("initial-exec"))) = {};

/// So many fast reads in a row are believed, and one of so many is timed then:
/// the companion sees, too, when the process waits.
constexpr uint32_t ManyFast = 64, TimedOneOf = 64;

/// Whether a read need not be timed.
inline bool passes(int Fd) {
  const Page *const Mine = OwnPage.load(std::memory_order_relaxed);
  if (!Mine || static_cast<uint32_t>(Fd) >= MostDescriptors)
    return true;
  const Process *const P = Mine->Of.load(std::memory_order_relaxed);
  if (Own.FastInARow >= ManyFast && ++Own.Passed % TimedOneOf != 0)
    return !P || P->Attention.load(std::memory_order_relaxed) == 0;
  return P && P->Descriptors[Fd].load(std::memory_order_relaxed) & Ignored;
}

/// A read of Bytes at Offset, -1 where the descriptor stood.
void readDone(int Fd, int64_t Offset, uint64_t Bytes, uint64_t Start,
              uint64_t Took);

/// Makes a read that does not pass by Next, which gives how many bytes it got.
template <typename NextFn>
ssize_t toldRead(int Fd, int64_t Offset, NextFn Next) {
  const uint64_t Start = ticks();
  const ssize_t Result = Next();
  if (Result > 0)
    readDone(Fd, Offset, static_cast<uint64_t>(Result), Start, ticks() - Start);
  return Result;
}

/// The descriptor stands at Position now.
void moved(int Fd, int64_t Position);
/// The descriptor is about to be closed, or to get another file.
void closes(int Fd);
/// Those from First to Last.
void closeAll(unsigned First, unsigned Last);
/// A stream reads by the descriptor.
void opened(int Fd);
/// A stream has read from Begin to End, in one go, which began with a seek.
void streamRead(int Fd, int64_t Begin, int64_t End, uint64_t Start,
                uint64_t Took);
/// The file is about to be removed, or the file system to be unmounted, that
/// Path names: waits until the companion has closed it, for a bounded time.
void removes(int Folder, const char *Path);
void unmounts(const char *Path);
/// The process is about to end. Who asked for statistics finds them when it
/// has: waits for these.
void leave();
/// The program has a filter for system calls from now on: the guest makes none.
void filtered();
inline size_t lengthOf(const char *Text) {
  size_t Length = 0;
  while (Text[Length])
    ++Length;
  return Length;
}
/// What hints.h promises. False if there is no room.
bool hint(const char *Path, uint64_t Begin, uint64_t Bytes, uint64_t Stride,
          uint64_t Count);
bool withdraw(const char *Path);

/// The next function of a name. Looked up when the library is loaded, or when
/// it is called before.
template <typename Function> class Next;
template <typename Result, typename... Args> class Next<Result(Args...)> {
public:
  explicit constexpr Next(const char *Name) : Name(Name) {}
  Result operator()(Args... A) {
    auto *F = Found.load(std::memory_order_relaxed);
    return (F ? F : look())(A...);
  }
  using Function = Result(Args...);
  __attribute__((noinline)) Function *look() {
    auto *F = reinterpret_cast<Function *>(find(Name));
    Found.store(F, std::memory_order_relaxed);
    return F;
  }

private:
  static void *find(const char *Name);
  const char *const Name;
  std::atomic<Function *> Found{nullptr};
};
void *findNext(const char *Name);
template <typename Result, typename... Args>
void *Next<Result(Args...)>::find(const char *Name) {
  return findNext(Name);
}

} // namespace foreslice::guest

#endif // FORESLICE_GUEST_GUEST_H
