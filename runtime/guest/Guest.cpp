//===- Guest.cpp - telling the companion what the process reads -----------===//
//
// See Guest.h.
//
//===----------------------------------------------------------------------===//

#include "guest/Guest.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

namespace foreslice::guest {

namespace {

/// A run of reads from memory is told when it has so many bytes.
constexpr int64_t RunBytes = 16 << 10;
/// After so many reads the kernel is asked where the descriptor stands.
constexpr uint32_t MostAge = 64;
/// Shorter files that are read from begin to end the kernel reads ahead itself.
constexpr int64_t LeastStreamBytes = 128 << 10;
/// Who waits for the companion waits so long.
constexpr int MostNaps = 10'000;
constexpr long NapNs = 100'000;

std::atomic<Segment *> Shared{nullptr};
std::atomic<bool> Filters{false};

bool mayCall() { return !Filters.load(std::memory_order_relaxed); }

bool startsWith(const char *Text, const char *Begin) {
  for (; *Begin; ++Begin, ++Text)
    if (*Text != *Begin)
      return false;
  return true;
}

/// The value in the environment, which the program may change; null if there is
/// none.
char *valueOf(const char *Name) {
  for (char **Entry = __environ; Entry && *Entry; ++Entry) {
    if (!startsWith(*Entry, Name))
      continue;
    char *Rest = *Entry;
    for (const char *C = Name; *C; ++C)
      ++Rest;
    if (*Rest == '=')
      return Rest + 1;
  }
  return nullptr;
}

bool isSet(const char *Name) {
  const char *Value = valueOf(Name);
  return Value && *Value;
}

/// The path may lead to another process's file by now.
bool leadsToSegment(const char *Path) {
  char Link[32] = {};
  const long Length =
      systemCall(SYS_readlinkat, AT_FDCWD, reinterpret_cast<long>(Path),
                 reinterpret_cast<long>(Link), sizeof Link - 1);
  return Length > 0 && startsWith(Link, SegmentLink);
}

Segment *map(const char *Path) {
  if (!leadsToSegment(Path))
    return nullptr;
  const long Fd = systemCall(SYS_openat, AT_FDCWD, reinterpret_cast<long>(Path),
                             O_RDWR | O_CLOEXEC);
  if (Fd < 0)
    return nullptr;
  // Its size is sealed: a page that is there stays so.
  const long Seals = systemCall(SYS_fcntl, Fd, F_GET_SEALS);
  const long Size = systemCall(SYS_lseek, Fd, 0, SEEK_END);
  long At = -1;
  if (Seals > 0 && (Seals & F_SEAL_SHRINK) && Size == sizeof(Segment))
    At = systemCall(SYS_mmap, 0, sizeof(Segment), PROT_READ | PROT_WRITE,
                    MAP_SHARED, Fd, 0);
  systemCall(SYS_close, Fd);
  if (At < 0 && At > -4096)
    return nullptr;
  auto *Of = reinterpret_cast<Segment *>(At);
  return Of->Magic == Segment::Expected && Of->Bytes == sizeof(Segment)
             ? Of
             : nullptr;
}

Page *makePage() {
  const long At = systemCall(SYS_mmap, 0, sizeof(Page), PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (At < 0 && At > -4096)
    return nullptr;
  return systemCall(SYS_madvise, At, sizeof(Page), MADV_WIPEONFORK) == 0
             ? reinterpret_cast<Page *>(At)
             : nullptr;
}

/// Room for records in the ring; null if it is full, or nobody takes them.
Record *claim(Process &Of, uint32_t Count, uint64_t &Number) {
  Number = Of.Written.load(std::memory_order_relaxed);
  do {
    if (Number + Count - Of.Taken.load(std::memory_order_acquire) > RingSlots)
      return nullptr;
  } while (!Of.Written.compare_exchange_weak(Number, Number + Count,
                                             std::memory_order_relaxed));
  return &Of.Ring[Number % RingSlots];
}

struct Message {
  What Is;
  int Fd;
  uint32_t State;
  int64_t Offset;
  uint64_t Bytes, Start, Took;
};

void fill(Record &R, uint64_t Number, const Message &M, uint32_t Texts) {
  R.Is = M.Is;
  R.Descriptor = static_cast<uint32_t>(M.Fd);
  R.State = M.State;
  R.Texts = Texts;
  R.Offset = M.Offset;
  R.Bytes = M.Bytes;
  R.Ticks = M.Start;
  R.Took = M.Took;
  R.Turn.store(Number + 1, std::memory_order_release);
}

/// The number of the record; none if there is no room.
bool post(Process &Of, const Message &M, uint64_t &Number) {
  Record *R = claim(Of, 1, Number);
  if (R)
    fill(*R, Number, M, 0);
  return R;
}

void postOf(Process &Of, What Is, int Fd, uint32_t State, int64_t Offset = 0,
            uint64_t Bytes = 0, uint64_t Start = 0, uint64_t Took = 0) {
  uint64_t Number;
  if (!(State & Told))
    Of.Descriptors[Fd].fetch_or(Told, std::memory_order_relaxed);
  post(Of, {Is, Fd, State, Offset, Bytes, Start, Took}, Number);
}

constexpr uint32_t numberOf(uint32_t State) { return State / Closings; }

/// The companion does not answer: the process tells nobody any more.
void giveUp() {
  Shared.load(std::memory_order_relaxed)
      ->OpenFiles.store(0, std::memory_order_relaxed);
  HasCompanion.store(false, std::memory_order_relaxed);
  OwnPage.store(nullptr, std::memory_order_relaxed);
}

/// Wakes the companion.
void ring() {
  std::atomic<uint32_t> &Bell = Shared.load(std::memory_order_relaxed)->Bell;
  Bell.fetch_add(1);
  systemCall(SYS_futex, reinterpret_cast<long>(&Bell), FUTEX_WAKE, 1);
}

/// As claim(), but waits for room, for a bounded time.
Record *await(Process &Of, uint32_t Count, uint64_t &Number) {
  const timespec Nap{0, NapNs};
  for (int I = 0; I < MostNaps; ++I) {
    if (Record *R = claim(Of, Count, Number))
      return R;
    if (!mayCall())
      return nullptr;
    ring();
    systemCall(SYS_nanosleep, reinterpret_cast<long>(&Nap), 0);
  }
  giveUp();
  return nullptr;
}

constexpr size_t TextBytes = sizeof(Record::Text);
constexpr uint32_t textsOf(size_t Length) {
  return static_cast<uint32_t>(Length / TextBytes) + 1; // and a zero
}

/// Writes a record and the text behind it, for which there is room.
void fill(Process &Of, uint64_t Number, const Message &M, const char *Text,
          size_t Length) {
  const uint32_t Texts = textsOf(Length);
  for (uint32_t I = 1; I <= Texts; ++I) {
    Record &R = Of.Ring[(Number + I) % RingSlots];
    R.Is = What::Text;
    R.Texts = 0;
    for (size_t J = 0; J < TextBytes; ++J) {
      const size_t At = (I - 1) * TextBytes + J;
      R.Text[J] = At < Length ? Text[At] : '\0';
    }
    R.Turn.store(Number + I + 1, std::memory_order_release);
  }
  fill(Of.Ring[Number % RingSlots], Number, M, Texts);
}

bool postText(const Message &M, const char *Path) {
  Process *Of = process();
  if (!Of)
    return true; // Nobody to tell.
  const size_t Length = lengthOf(Path);
  uint64_t Number;
  if (Length >= RingSlots / 2 * TextBytes ||
      !await(*Of, textsOf(Length) + 1, Number))
    return false;
  fill(*Of, Number, M, Path, Length);
  return true;
}

/// Tells which file the descriptor has open: by the time the companion looks,
/// the program may have closed it. False if it is none to be told of.
bool tellOpen(Process &Of, int Fd, uint32_t State) {
  struct stat S;
  char Link[] = "/proc/self/fd/\0\0\0\0";
  char Path[512];
  if (!mayCall() || systemCall(SYS_fstat, Fd, reinterpret_cast<long>(&S)) != 0)
    return true; // The companion looks.
  if (!S_ISREG(S.st_mode)) {
    Of.Descriptors[Fd].fetch_or(Ignored, std::memory_order_relaxed);
    return false;
  }
  static_assert(MostDescriptors <= 10'000);
  char *End = Link + sizeof "/proc/self/fd/" - 1;
  for (int Tens = 1000; Tens != 0; Tens /= 10)
    if (Fd >= Tens || Tens == 1)
      *End++ = static_cast<char>('0' + Fd / Tens % 10);
  const long Length =
      systemCall(SYS_readlinkat, AT_FDCWD, reinterpret_cast<long>(Link),
                 reinterpret_cast<long>(Path), sizeof Path);
  if (Length <= 0 || Length == sizeof Path)
    return true;
  uint64_t Number;
  const auto Bytes = static_cast<size_t>(Length);
  if (claim(Of, textsOf(Bytes) + 1, Number))
    fill(Of, Number,
         {What::File, Fd, State, static_cast<int64_t>(S.st_dev), S.st_ino,
          static_cast<uint64_t>(S.st_size), 0},
         Path, Bytes);
  return true;
}

/// Tells of a read.
void tellRead(Process &Of, int Fd, uint32_t State, int64_t Begin, int64_t End,
              uint64_t Start, uint64_t Took) {
  if (!(State & Told) && !tellOpen(Of, Fd, State))
    return;
  postOf(Of, What::Read, Fd, State, Begin, static_cast<uint64_t>(End - Begin),
         Start, Took);
}

/// Tells of the run of reads that the thread has made.
void flush(Process &Of) {
  const int Fd = Own.Run - 1; // A handler may read meanwhile.
  if (Fd < 0)
    return;
  Own.Run = 0;
  const uint32_t Now = Of.Descriptors[Fd].load(std::memory_order_relaxed);
  if (numberOf(Now) == numberOf(Own.RunState))
    tellRead(Of, Fd, Now, Own.Begin, Own.End, Own.Start, Own.Took);
}

bool isKnown(int Fd, uint32_t State) {
  return Own.Known == Fd + 1 && numberOf(Own.KnownState) == numberOf(State);
}

/// Where a read of Bytes began that has moved the descriptor; -1 if that is
/// not known.
int64_t beginOf(int Fd, uint32_t State, uint64_t Bytes) {
  const auto Length = static_cast<int64_t>(Bytes);
  if (isKnown(Fd, State) && ++Own.Age < MostAge) {
    Own.Position += Length;
    return Own.Position - Length;
  }
  const long Now = mayCall() ? systemCall(SYS_lseek, Fd, 0, SEEK_CUR) : -1;
  if (Now < Length)
    return -1;
  Own.Known = Fd + 1;
  Own.KnownState = State;
  Own.Age = 0;
  Own.Position = Now;
  return Now - Length;
}

/// Waits until the companion has taken the record.
void await(const Process &Of, uint64_t Number) {
  const timespec Nap{0, NapNs};
  ring();
  for (int I = 0; I < MostNaps; ++I) {
    if (Of.Taken.load(std::memory_order_acquire) > Number)
      return;
    systemCall(SYS_nanosleep, reinterpret_cast<long>(&Nap), 0);
  }
  giveUp();
}

/// Whether the companion may have a file open, or open one when it comes to
/// what the process has told.
bool mayHaveOpen(const Process &Of) {
  return Of.Taken.load(std::memory_order_acquire) !=
             Of.Written.load(std::memory_order_relaxed) ||
         Shared.load(std::memory_order_relaxed)
             ->OpenFiles.load(std::memory_order_relaxed);
}

/// Null unless the companion may have open what the program removes.
Process *removing() {
  Process *Of = attached();
  return Of && mayCall() && mayHaveOpen(*Of) ? Of : nullptr;
}

void tellFile(What Is, int Folder, const char *Path) {
  Process *Of = removing();
  struct stat S;
  uint64_t Number;
  if (!Of || !Path ||
      systemCall(SYS_newfstatat, Folder, reinterpret_cast<long>(Path),
                 reinterpret_cast<long>(&S), AT_SYMLINK_NOFOLLOW) != 0)
    return;
  if (post(*Of, {Is, 0, 0, static_cast<int64_t>(S.st_dev), S.st_ino, 0, 0},
           Number))
    await(*Of, Number);
}

/// What the guest maps might be what the program lacks then.
bool isAddressSpaceLimited() {
  rlimit Limit;
  return systemCall(SYS_prlimit64, 0, RLIMIT_AS, 0,
                    reinterpret_cast<long>(&Limit)) != 0 ||
         Limit.rlim_cur != RLIM_INFINITY;
}

/// Maps what the process shares with the companion, and its own page. Only
/// once.
Page *prepare() {
  static constinit std::atomic<uint32_t> Begun{0};
  uint32_t Before = 0;
  const char *Path = valueOf(SegmentVariable);
  if ((!Path && !MakeCompanion) || !Begun.compare_exchange_strong(Before, 1))
    return nullptr;
  Segment *Found = isAddressSpaceLimited() ? nullptr
                   : MakeCompanion         ? MakeCompanion()
                                           : map(Path);
  Page *Mine = Found ? makePage() : nullptr;
  if (!Mine) {
    HasCompanion.store(false, std::memory_order_relaxed);
    return nullptr;
  }
  Shared.store(Found, std::memory_order_relaxed);
  OwnPage.store(Mine, std::memory_order_release);
  return Mine;
}

} // namespace

uint64_t pagesFetched() {
  const Segment *S = Shared.load(std::memory_order_relaxed);
  return S ? S->PagesFetched.load(std::memory_order_relaxed) : 0;
}

void begin() {
  if (!isSet(SegmentVariable))
    return;
  HasCompanion.store(true, std::memory_order_relaxed);
  // What these ask for concerns reads from memory, too.
  if (isSet("FORESLICE_STATS") || isSet("FORESLICE_ALWAYS"))
    attach();
}

/// Takes back the place of a process, if the companion has not begun: what is
/// in the place nobody reads then.
static bool takesBack(Segment &S, Place &At, Process &Of) {
  At.State.store(Slot::Claimed);
  if (S.Begun.load())
    return false;
  Of.clear();
  At.State.store(Slot::Free, std::memory_order_release);
  return true;
}

void leave() {
  Segment *S = Shared.load(std::memory_order_relaxed);
  Page *Mine = OwnPage.load(std::memory_order_relaxed);
  Process *Of = Mine ? Mine->Of.load(std::memory_order_relaxed) : nullptr;
  if (!Of || !mayCall())
    return;
  flush(*Of);
  if (!S->AwaitsEnd.load(std::memory_order_relaxed) && !mayHaveOpen(*Of))
    return;
  // The child of a vfork has the memory of its parent.
  Place &At = S->Places[Of - S->Processes];
  if (At.Pid.load(std::memory_order_relaxed) != systemCall(SYS_getpid))
    return;
  Mine->Of.store(nullptr, std::memory_order_relaxed);
  if (!S->AwaitsEnd.load(std::memory_order_relaxed) && takesBack(*S, At, *Of))
    return;
  std::atomic<Slot> &State = At.State;
  State.store(Slot::Left, std::memory_order_release);
  ring();
  const timespec Nap{0, NapNs};
  for (int I = 0; I < MostNaps; ++I) {
    if (State.load(std::memory_order_acquire) != Slot::Left)
      return;
    systemCall(SYS_nanosleep, reinterpret_cast<long>(&Nap), 0);
  }
}

Process *attach() {
  if (!mayCall() || SlowTicksBefore.load(std::memory_order_relaxed) > 0)
    return nullptr;
  Page *Mine = OwnPage.load(std::memory_order_acquire);
  Mine = Mine ? Mine : prepare();
  uint32_t Before = 0;
  if (!Mine || !Mine->Begun.compare_exchange_strong(Before, 1))
    return nullptr;
  Segment *S = Shared.load(std::memory_order_relaxed);
  for (uint32_t I = 0; I < MostProcesses; ++I) {
    Place &P = S->Places[I];
    Slot Is = Slot::Free;
    if (P.State.load(std::memory_order_relaxed) != Slot::Free ||
        !P.State.compare_exchange_strong(Is, Slot::Claimed))
      continue;
    P.Pid.store(static_cast<int32_t>(systemCall(SYS_getpid)),
                std::memory_order_relaxed);
    P.State.store(Slot::Attached, std::memory_order_release);
    Mine->Of.store(&S->Processes[I], std::memory_order_release);
    ring();
    return &S->Processes[I];
  }
  return nullptr;
}

/// Whether a read of the thread has come from memory.
static bool notePace(int Fd, uint64_t Bytes, uint64_t Took) {
  const bool Fast = Took <= fastTicks() + 3 * fastTicks() * Bytes / 65536;
  if (Own.Last != Fd && Own.FastInARow > ManyFast - TimedOfNext)
    Own.FastInARow = ManyFast - TimedOfNext;
  Own.Last = Fd;
  if (!Fast) {
    Own.FastInARow = 0;
    if (SlowTicksBefore.load(std::memory_order_relaxed) > 0)
      SlowTicksBefore.fetch_sub(static_cast<int64_t>(Took),
                                std::memory_order_relaxed);
  } else if (Own.FastInARow < ManyFast) {
    ++Own.FastInARow;
  }
  return Fast;
}

void readDone(int Fd, int64_t Offset, uint64_t Bytes, uint64_t Start,
              uint64_t Took) {
  const bool Fast = notePace(Fd, Bytes, Took);
  // A process that reads from memory needs no place.
  Process *Of = Fast ? attached() : process();
  if (!Of)
    return;
  const uint32_t State = Of->Descriptors[Fd].load(std::memory_order_relaxed);
  if (State & Followed)
    Own.FastInARow = 0;
  if (Own.FastInARow >= ManyFast &&
      Of->Attention.load(std::memory_order_relaxed) == 0) {
    Own.Known = 0;
    return;
  }
  const int64_t Begin = Offset >= 0 ? Offset : beginOf(Fd, State, Bytes);
  if (Begin < 0)
    return;
  const auto Length = static_cast<int64_t>(Bytes);
  if (Own.Run == Fd + 1 && numberOf(Own.RunState) == numberOf(State) &&
      Own.End == Begin) {
    Own.End += Length;
    Own.Took += Took;
  } else {
    flush(*Of);
    Own.Run = Fd + 1;
    Own.RunState = State;
    Own.Begin = Begin;
    Own.End = Begin + Length;
    Own.Start = Start;
    Own.Took = Took;
  }
  if (!Fast || Own.End - Own.Begin >= RunBytes)
    flush(*Of);
  if (!Fast && mayCall() &&
      Shared.load(std::memory_order_relaxed)
          ->Rests.load(std::memory_order_relaxed))
    ring();
}

void moved(int Fd, int64_t Position) {
  if (Own.Known == Fd + 1 && Position >= 0)
    Own.Position = Position;
}

/// Where a stream has come to; 0 where nobody wants to know.
static int64_t endOfStream(const Process &Of, int Fd, int64_t Unread) {
  if (Unread < 0 || !mayCall() ||
      Of.Attention.load(std::memory_order_relaxed) == 0)
    return 0;
  return systemCall(SYS_lseek, Fd, 0, SEEK_CUR) - Unread;
}

void closes(int Fd, int64_t Unread) {
  Process *Of = attached();
  std::atomic<uint32_t> *D = descriptor(Of, Fd);
  if (!D)
    return;
  const uint32_t State = D->load(std::memory_order_relaxed);
  if (Own.Run == Fd + 1)
    flush(*Of);
  if (State & Told)
    postOf(*Of, What::Close, Fd, State, endOfStream(*Of, Fd, Unread));
  D->store((State | (Closings - 1)) + 1, std::memory_order_relaxed);
}

void closeAll(unsigned First, unsigned Last) {
  for (unsigned Fd = First; Fd <= Last && Fd < MostDescriptors; ++Fd)
    closes(static_cast<int>(Fd));
}

void opened(int Fd) {
  struct stat S;
  if (!HasCompanion.load(std::memory_order_relaxed))
    return;
  if (!attached() &&
      (!mayCall() || systemCall(SYS_fstat, Fd, reinterpret_cast<long>(&S)) ||
       !S_ISREG(S.st_mode) || S.st_size < LeastStreamBytes))
    return;
  Process *Of = process();
  std::atomic<uint32_t> *D = descriptor(Of, Fd);
  const uint32_t State = D ? D->load(std::memory_order_relaxed) : Ignored;
  if (!(State & Ignored) && tellOpen(*Of, Fd, State))
    postOf(*Of, What::Stream, Fd, State);
}

void streamWaited(int Fd, uint64_t Took) {
  Process *Of = notePace(Fd, 0, Took) ? nullptr : process();
  std::atomic<uint32_t> *D = descriptor(Of, Fd);
  const uint32_t State = D ? D->load(std::memory_order_relaxed) : Told;
  if (!(State & Told))
    postOf(*Of, What::Stream, Fd, State);
}

void seekDone(int Fd, int64_t Position, uint64_t Start, uint64_t Took) {
  if (!notePace(Fd, 0, Took))
    process();
  if (Page *Mine = OwnPage.load(std::memory_order_relaxed))
    Mine->Runs[Fd] = {Position + 1, Start, Took};
}

void streamRead(int Fd, int64_t Begin, int64_t End, uint64_t Start,
                uint64_t Took) {
  Process *Of = process();
  if (std::atomic<uint32_t> *D = descriptor(Of, Fd))
    tellRead(*Of, Fd, D->load(std::memory_order_relaxed), Begin, End, Start,
             Took);
}

void removes(int Folder, const char *Path) {
  tellFile(What::Remove, Folder, Path);
}

void unmounts(const char *Path) { tellFile(What::Unmount, AT_FDCWD, Path); }

/// Programs that this one executes have the filter, too, and no guest.
void filtered() {
  Filters.store(true, std::memory_order_relaxed);
  if (char *Path = valueOf(SegmentVariable))
    *Path = '\0';
}

/// The process has no companion from now on, and its children have none.
void leased() {
  HasCompanion.store(false, std::memory_order_relaxed);
  leave();
  if (Page *Mine = OwnPage.load(std::memory_order_relaxed))
    Mine->Of.store(nullptr, std::memory_order_relaxed);
}

bool hint(const char *Path, uint64_t Begin, uint64_t Bytes, uint64_t Stride,
          uint64_t Count) {
  return postText(
      {What::Hint, 0, 0, static_cast<int64_t>(Begin), Bytes, Stride, Count},
      Path);
}

bool withdraw(const char *Path) {
  return postText({What::Withdraw, 0, 0, 0, 0, 0, 0}, Path);
}

} // namespace foreslice::guest
