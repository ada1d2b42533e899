//===- Guest.cpp - tells the companion what the process reads -------------===//
//
// See Guest.h.
//
//===----------------------------------------------------------------------===//

#include "guest/Guest.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

namespace foreslice::guest {

namespace {

/// A run of reads from memory is told at RunBytes bytes.
constexpr int64_t RunBytes = 16 << 10;
/// Reads after which the kernel is asked for the descriptor's position.
constexpr uint32_t MostAge = 64;
/// The kernel itself reads ahead shorter files that are read from begin to end.
constexpr int64_t LeastStreamBytes = 128 << 10;
/// After ManyFastFiles short files in memory, one of TimedOneOf is looked at.
/// The process takes part after LeastSlowFiles in a row that it waited for.
constexpr uint32_t ManyFastFiles = 16, LeastSlowFiles = 4;
/// The kernel itself reads ahead in smaller mappings.
constexpr size_t LeastMappedBytes = 128 << 10;
/// Longest wait for the companion: MostNaps times NapNs.
constexpr int MostNaps = 10'000;
constexpr long NapNs = 100'000;

std::atomic<Segment *> Shared{nullptr};
std::atomic<bool> Filters{false};

bool startsWith(const char *Text, const char *Begin) {
  for (; *Begin; ++Begin, ++Text)
    if (*Text != *Begin)
      return false;
  return true;
}

/// The value in the environment, which the program may change; null if missing.
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
  // The size is sealed: mapped pages stay.
  const long Seals = systemCall(SYS_fcntl, Fd, F_GET_SEALS);
  const long Size = systemCall(SYS_lseek, Fd, 0, SEEK_END);
  long Position = -1;
  if (Seals > 0 && (Seals & F_SEAL_SHRINK) && Size == sizeof(Segment))
    Position = systemCall(SYS_mmap, 0, sizeof(Segment), PROT_READ | PROT_WRITE,
                          MAP_SHARED, Fd, 0);
  systemCall(SYS_close, Fd);
  if (Position < 0 && Position > -4096)
    return nullptr;
  auto *S = reinterpret_cast<Segment *>(Position);
  return S->Magic == Segment::Expected && S->Bytes == sizeof(Segment) ? S
                                                                      : nullptr;
}

Page *makePage() {
  const long Position =
      systemCall(SYS_mmap, 0, sizeof(Page), PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Position < 0 && Position > -4096)
    return nullptr;
  return systemCall(SYS_madvise, Position, sizeof(Page), MADV_WIPEONFORK) == 0
             ? reinterpret_cast<Page *>(Position)
             : nullptr;
}

/// Room for records in the ring; null if the ring is full, or nobody takes
/// records.
Record *claim(Process &P, uint32_t Count, uint64_t &Number) {
  Number = P.Written.load(std::memory_order_relaxed);
  do {
    if (Number + Count - P.Taken.load(std::memory_order_acquire) > RingSlots)
      return nullptr;
  } while (!P.Written.compare_exchange_weak(Number, Number + Count,
                                            std::memory_order_relaxed));
  return &P.Ring[Number % RingSlots];
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
bool post(Process &P, const Message &M, uint64_t &Number) {
  Record *R = claim(P, 1, Number);
  if (R)
    fill(*R, Number, M, 0);
  return R;
}

void postOf(Process &P, What Is, int Fd, uint32_t State, int64_t Offset = 0,
            uint64_t Bytes = 0, uint64_t Start = 0, uint64_t Took = 0) {
  uint64_t Number;
  if (!(State & Told))
    P.Descriptors[Fd].fetch_or(Told, std::memory_order_relaxed);
  post(P, {Is, Fd, State, Offset, Bytes, Start, Took}, Number);
}

constexpr uint32_t numberOf(uint32_t State) { return State / Closings; }

/// Writes Number in decimal, and gives the end.
char *writeNumber(char *To, int Number) {
  int Unit = 1'000'000'000;
  while (Unit > 1 && Number < Unit)
    Unit /= 10;
  for (; Unit != 0; Unit /= 10)
    *To++ = static_cast<char>('0' + Number / Unit % 10);
  return To;
}

void append(char *To, const char *Text) {
  while (*Text)
    *To++ = *Text++;
  *To = '\0';
}

/// Ends the companion, which does not answer in time, and would open files at
/// any later time. Waits for the end, for a bounded time.
void endCompanion() {
  const int Pid = Shared.load(std::memory_order_relaxed)->Companion.load();
  const long Fd = Pid > 0 ? systemCall(SYS_pidfd_open, Pid, 0) : -1;
  if (Fd < 0)
    return;
  char Path[] = "/proc/0000000000/fd/3";
  append(writeNumber(Path + sizeof "/proc/" - 1, Pid), "/fd/3");
  if (leadsToSegment(Path) &&
      systemCall(SYS_pidfd_send_signal, Fd, SIGKILL, 0, 0) == 0) {
    pollfd End{static_cast<int>(Fd), POLLIN, 0};
    const timespec Most{1, 0};
    systemCall(SYS_ppoll, reinterpret_cast<long>(&End), 1,
               reinterpret_cast<long>(&Most), 0, 0);
  }
  systemCall(SYS_close, Fd);
}

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
Record *await(Process &P, uint32_t Count, uint64_t &Number) {
  const timespec Nap{0, NapNs};
  for (int I = 0; I < MostNaps; ++I) {
    if (Record *R = claim(P, Count, Number))
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

/// Writes a record and the text behind, for which there is room.
void fill(Process &P, uint64_t Number, const Message &M, const char *Text,
          size_t Length) {
  const uint32_t Texts = textsOf(Length);
  for (uint32_t I = 1; I <= Texts; ++I) {
    Record &R = P.Ring[(Number + I) % RingSlots];
    R.Is = What::Text;
    R.Texts = 0;
    for (size_t J = 0; J < TextBytes; ++J) {
      const size_t Position = (I - 1) * TextBytes + J;
      R.Text[J] = Position < Length ? Text[Position] : '\0';
    }
    R.Turn.store(Number + I + 1, std::memory_order_release);
  }
  fill(P.Ring[Number % RingSlots], Number, M, Texts);
}

bool postText(const Message &M, const char *Path) {
  Process *P = process();
  if (!P)
    return true; // Nobody to tell.
  const size_t Length = lengthOf(Path);
  uint64_t Number;
  if (Length >= RingSlots / 2 * TextBytes ||
      !await(*P, textsOf(Length) + 1, Number))
    return false;
  fill(*P, Number, M, Path, Length);
  return true;
}

/// Tells the descriptor's file: the program may have closed the file when the
/// companion looks. False for a file not to be told.
bool tellOpen(Process &P, int Fd, uint32_t State) {
  struct stat S;
  char Link[] = "/proc/self/fd/\0\0\0\0";
  char Path[512];
  if (!mayCall() || !statusOf(Fd, S))
    return true; // The companion looks.
  if (!S_ISREG(S.st_mode)) {
    P.Descriptors[Fd].fetch_or(Ignored, std::memory_order_relaxed);
    return false;
  }
  static_assert(MostDescriptors <= 10'000);
  writeNumber(Link + sizeof "/proc/self/fd/" - 1, Fd);
  const long Length =
      systemCall(SYS_readlinkat, AT_FDCWD, reinterpret_cast<long>(Link),
                 reinterpret_cast<long>(Path), sizeof Path);
  if (Length <= 0 || Length == sizeof Path)
    return true;
  uint64_t Number;
  const auto Bytes = static_cast<size_t>(Length);
  if (claim(P, textsOf(Bytes) + 1, Number))
    fill(P, Number,
         {What::File, Fd, State, static_cast<int64_t>(S.st_dev), S.st_ino,
          static_cast<uint64_t>(S.st_size), 0},
         Path, Bytes);
  return true;
}

/// Tells of a read.
void tellRead(Process &P, int Fd, uint32_t State, int64_t Begin, int64_t End,
              uint64_t Start, uint64_t Took) {
  if (!(State & Told) && !tellOpen(P, Fd, State))
    return;
  postOf(P, What::Read, Fd, State, Begin, static_cast<uint64_t>(End - Begin),
         Start, Took);
}

/// Tells the thread's run of reads.
void flush(Process &P) {
  const int Fd = OwnReads.Run - 1; // A handler may read meanwhile.
  if (Fd < 0)
    return;
  OwnReads.Run = 0;
  const uint32_t Now = P.Descriptors[Fd].load(std::memory_order_relaxed);
  if (numberOf(Now) == numberOf(OwnReads.RunState))
    tellRead(P, Fd, Now, OwnReads.Begin, OwnReads.End, OwnReads.Start,
             OwnReads.Took);
}

bool isKnown(int Fd, uint32_t State) {
  return OwnReads.Known == Fd + 1 &&
         numberOf(OwnReads.KnownState) == numberOf(State);
}

/// Begin of a read of Bytes that has moved the descriptor; -1 if unknown.
int64_t beginOf(int Fd, uint32_t State, uint64_t Bytes) {
  const auto Length = static_cast<int64_t>(Bytes);
  if (isKnown(Fd, State) && ++OwnReads.Age < MostAge) {
    OwnReads.Position += Length;
    return OwnReads.Position - Length;
  }
  const long Now = mayCall() ? systemCall(SYS_lseek, Fd, 0, SEEK_CUR) : -1;
  if (Now < Length)
    return -1;
  OwnReads.Known = Fd + 1;
  OwnReads.KnownState = State;
  OwnReads.Age = 0;
  OwnReads.Position = Now;
  return Now - Length;
}

/// Waits until the companion has taken the record.
void await(const Process &P, uint64_t Number) {
  const timespec Nap{0, NapNs};
  ring();
  for (int I = 0; I < MostNaps; ++I) {
    if (P.Taken.load(std::memory_order_acquire) > Number)
      return;
    systemCall(SYS_nanosleep, reinterpret_cast<long>(&Nap), 0);
  }
  endCompanion();
  giveUp();
}

/// Whether the companion may have a file open, or open a file at a told record.
bool mayHaveOpen(const Process &P) {
  return P.Taken.load(std::memory_order_acquire) !=
             P.Written.load(std::memory_order_relaxed) ||
         Shared.load(std::memory_order_relaxed)
             ->OpenFiles.load(std::memory_order_relaxed);
}

/// Null unless the companion may have the removed file open.
Process *removing() {
  Process *P = attached();
  return P && mayCall() && mayHaveOpen(*P) ? P : nullptr;
}

void tellFile(What Is, int Folder, const char *Path) {
  Process *P = removing();
  struct stat S;
  uint64_t Number;
  if (!P || !Path ||
      systemCall(SYS_newfstatat, Folder, reinterpret_cast<long>(Path),
                 reinterpret_cast<long>(&S), AT_SYMLINK_NOFOLLOW) != 0)
    return;
  if (Record *R = await(*P, 1, Number)) {
    fill(*R, Number, {Is, 0, 0, static_cast<int64_t>(S.st_dev), S.st_ino, 0, 0},
         0);
    await(*P, Number);
  } else {
    endCompanion();
  }
}

/// With a limit, the program may lack the memory that the guest maps.
bool isAddressSpaceLimited() {
  rlimit Limit;
  return systemCall(SYS_prlimit64, 0, RLIMIT_AS, 0,
                    reinterpret_cast<long>(&Limit)) != 0 ||
         Limit.rlim_cur != RLIM_INFINITY;
}

/// Maps the shared segment, and the process's own page. Only once.
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

bool mayCall() { return !Filters.load(std::memory_order_relaxed); }

bool isServed() {
  return attached() && Shared.load(std::memory_order_relaxed)
                           ->Begun.load(std::memory_order_relaxed);
}

uint64_t pagesFetched() {
  const Segment *S = Shared.load(std::memory_order_relaxed);
  return S ? S->PagesFetched.load(std::memory_order_relaxed) : 0;
}

void begin() {
  if (!isSet(SegmentVariable))
    return;
  HasCompanion.store(true, std::memory_order_relaxed);
  const char *Disabled = valueOf("FORESLICE_DISABLE");
  IsAsking.store(!Disabled || *Disabled == '\0' || *Disabled == '0',
                 std::memory_order_relaxed);
  // Statistics and FORESLICE_ALWAYS concern reads from memory, too, and
  // signatures the first reads.
  if (isSet("FORESLICE_STATS") || isSet("FORESLICE_ALWAYS") ||
      isSet("FORESLICE_SIGNATURES"))
    attach();
}

/// Takes back the place of a process, if the companion has not begun: nobody
/// then reads the place.
static bool takesBack(Segment &S, Place &Where, Process &P) {
  Where.State.store(Slot::Claimed);
  if (S.Begun.load())
    return false;
  P.clear();
  Where.State.store(Slot::Free, std::memory_order_release);
  return true;
}

/// Gives back the place of the process, and waits until the companion has
/// closed the process's files. False if the companion does not answer in time.
static bool detach(Segment &S, Process &P) {
  // The child of a vfork has the memory of its parent.
  Place &Where = S.Places[&P - S.Processes];
  if (Where.Pid.load(std::memory_order_relaxed) != systemCall(SYS_getpid))
    return true;
  OwnPage.load(std::memory_order_relaxed)
      ->Owner.store(nullptr, std::memory_order_relaxed);
  if (!S.AwaitsEnd.load(std::memory_order_relaxed) && takesBack(S, Where, P))
    return true;
  std::atomic<Slot> &State = Where.State;
  State.store(Slot::Left, std::memory_order_release);
  ring();
  const timespec Nap{0, NapNs};
  for (int I = 0; I < MostNaps; ++I) {
    if (State.load(std::memory_order_acquire) != Slot::Left)
      return true;
    systemCall(SYS_nanosleep, reinterpret_cast<long>(&Nap), 0);
  }
  return false;
}

void leave() {
  Process *P = attached();
  if (!P || !mayCall())
    return;
  flush(*P);
  Segment &S = *Shared.load(std::memory_order_relaxed);
  if (S.AwaitsEnd.load(std::memory_order_relaxed) || mayHaveOpen(*P))
    detach(S, *P);
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
    Mine->Owner.store(&S->Processes[I], std::memory_order_release);
    ring();
    return &S->Processes[I];
  }
  return nullptr;
}

namespace {

/// What a read of the thread tells.
struct ReadPace {
  bool IsFast; ///< From memory.
  bool Waits;  ///< The thread waits for storage: a companion is of use.
};

} // namespace

void waited(uint64_t Took) {
  if (SlowTicksBefore.load(std::memory_order_relaxed) > 0)
    SlowTicksBefore.fetch_sub(static_cast<int64_t>(Took),
                              std::memory_order_relaxed);
}

static ReadPace notePace(int Fd, uint64_t Bytes, uint64_t Took) {
  const uint64_t Most = mostFast(Bytes);
  const ReadPace Is{Took <= Most, OwnReads.Waited.note(Took, Most)};
  passedInARow(Fd, Bytes, Took);
  if (Is.Waits)
    waited(Took);
  return Is;
}

/// Whether a process whose thread has waited for storage in a read of Fd takes
/// part from now on. Nobody can bring a file sooner that is on its way as a
/// whole.
static bool takesPart(int Fd, const ReadPace &Is) {
  return !attached() && Is.Waits && OwnReads.Whole != Fd + 1 && mayCall() &&
         HasCompanion.load(std::memory_order_relaxed) &&
         SlowTicksBefore.load(std::memory_order_relaxed) <= 0 &&
         !seemsInMemory(Fd);
}

/// attached(), or attach() behind a read by which the process takes part.
static Process *processBehind(int Fd, const ReadPace &Is) {
  return takesPart(Fd, Is) ? attach() : attached();
}

void readDone(int Fd, int64_t Offset, uint64_t Bytes, uint64_t Start,
              uint64_t Took) {
  const ReadPace Pace = notePace(Fd, Bytes, Took);
  const bool Fast = Pace.IsFast;
  OwnReads.Debt -= static_cast<int64_t>(Bytes);
  const std::atomic<uint32_t> *Known = descriptor(attached(), Fd);
  const bool IsFollowed =
      Known && Known->load(std::memory_order_relaxed) & Followed;
  // A process that reads from memory needs no place, and none is needed for a
  // file that the kernel was asked for.
  const bool IsAsked = !Fast && !IsFollowed && asksWhole();
  const bool Starts = !IsAsked && takesPart(Fd, Pace);
  if (!Fast && !IsAsked)
    asksBehind(Fd, Offset, Bytes, Starts);
  Process *P = Starts ? attach() : attached();
  if (!P)
    return;
  const uint32_t State = P->Descriptors[Fd].load(std::memory_order_relaxed);
  if (State & Followed)
    OwnReads.FastInARow = 0;
  if (OwnReads.FastInARow >= ManyFast &&
      P->Attention.load(std::memory_order_relaxed) == 0) {
    OwnReads.Known = 0;
    return;
  }
  const int64_t Begin = Offset >= 0 ? Offset : beginOf(Fd, State, Bytes);
  if (Begin < 0)
    return;
  const auto Length = static_cast<int64_t>(Bytes);
  if (OwnReads.Run == Fd + 1 &&
      numberOf(OwnReads.RunState) == numberOf(State) && OwnReads.End == Begin) {
    OwnReads.End += Length;
    OwnReads.Took += Took;
  } else {
    flush(*P);
    OwnReads.Run = Fd + 1;
    OwnReads.RunState = State;
    OwnReads.Begin = Begin;
    OwnReads.End = Begin + Length;
    OwnReads.Start = Start;
    OwnReads.Took = Took;
  }
  if (!Fast || OwnReads.End - OwnReads.Begin >= RunBytes)
    flush(*P);
  if (!Fast && mayCall() &&
      Shared.load(std::memory_order_relaxed)
          ->Rests.load(std::memory_order_relaxed))
    ring();
}

/// Where a stream has come to; 0 where nobody wants to know.
static int64_t endOfStream(const Process &P, int Fd, int64_t Unread) {
  if (Unread < 0 || !mayCall() ||
      P.Attention.load(std::memory_order_relaxed) == 0)
    return 0;
  return systemCall(SYS_lseek, Fd, 0, SEEK_CUR) - Unread;
}

void closes(int Fd, int64_t Unread) {
  if (OwnReads.Slow == Fd + 1)
    OwnReads.Slow = 0;
  if (OwnReads.Whole == Fd + 1)
    OwnReads.Whole = 0;
  Process *P = attached();
  std::atomic<uint32_t> *D = descriptor(P, Fd);
  if (!D)
    return;
  const uint32_t State = D->load(std::memory_order_relaxed);
  if (OwnReads.Run == Fd + 1)
    flush(*P);
  if (State & Told)
    postOf(*P, What::Close, Fd, State, endOfStream(*P, Fd, Unread));
  D->store((State | (Closings - 1)) + 1, std::memory_order_relaxed);
}

void closeAll(unsigned First, unsigned Last) {
  for (unsigned Fd = First; Fd <= Last && Fd < MostDescriptors; ++Fd)
    closes(static_cast<int>(Fd));
}

/// So often the thread has given up the processor to wait.
static int64_t timesWaited() {
  rusage Usage;
  return systemCall(SYS_getrusage, RUSAGE_THREAD,
                    reinterpret_cast<long>(&Usage)) == 0
             ? Usage.ru_nvcsw
             : 0;
}

/// A stream has a file that nobody follows. Whether the process waits for it,
/// shows at the close.
static void unfollowedOpened(int Fd) {
  if (OwnReads.FastFiles >= ManyFastFiles &&
      ++OwnReads.PassedFiles % TimedOneOf != 0)
    return;
  OwnReads.Unfollowed = Fd + 1;
  OwnReads.WaitsBefore = timesWaited();
}

void unfollowedDone(int Fd) {
  if (OwnReads.Unfollowed != Fd + 1 || !mayCall())
    return;
  OwnReads.Unfollowed = 0;
  if (timesWaited() == OwnReads.WaitsBefore) {
    OwnReads.SlowFiles = 0;
    OwnReads.FastFiles += OwnReads.FastFiles < ManyFastFiles;
    return;
  }
  OwnReads.FastFiles = 0;
  if (++OwnReads.SlowFiles < LeastSlowFiles)
    return;
  SlowTicksBefore.store(0, std::memory_order_relaxed);
  process();
}

void opened(int Fd, const struct stat *Known, uint64_t Fetched) {
  struct stat S;
  if (!HasCompanion.load(std::memory_order_relaxed))
    return;
  if (!attached()) {
    if (!mayCall())
      return;
    if (!Known && !statusOf(Fd, S))
      return;
    if (!Known)
      Known = &S;
    if (!S_ISREG(Known->st_mode))
      return;
    if (Known->st_size < LeastStreamBytes ||
        SlowTicksBefore.load(std::memory_order_relaxed) > 0 ||
        residencyOf(Fd, Known, 0, static_cast<uint64_t>(Known->st_size)) ==
            Residency::Resident) {
      unfollowedOpened(Fd);
      return;
    }
  }
  Process *P = process();
  std::atomic<uint32_t> *D = descriptor(P, Fd);
  const uint32_t State = D ? D->load(std::memory_order_relaxed) : Ignored;
  if (!(State & Ignored) && tellOpen(*P, Fd, State))
    postOf(*P, What::Stream, Fd, State, static_cast<int64_t>(Fetched),
           expectsWhole() ? WholeStream : 0);
}

bool isMappedAbsent(int Fd, int64_t Begin, const void *Address, size_t Bytes) {
  struct stat S;
  // A read of a device may change what the program reads.
  if (!statusOf(Fd, S) || !S_ISREG(S.st_mode))
    return false;
  const auto First = static_cast<uint64_t>(Begin);
  const auto End = std::min(First + Bytes, static_cast<uint64_t>(S.st_size));
  return First < End &&
         residencyOf(Fd, &S, First, End, Address) == Residency::Absent;
}

/// IsAbsent says whether some of the mapped file is not in memory.
template <typename AbsentFn>
static void mapped(int Fd, int64_t Begin, const void *Address, size_t Bytes,
                   AbsentFn IsAbsent) {
  if (Bytes < LeastMappedBytes ||
      !HasCompanion.load(std::memory_order_relaxed) || !mayCall())
    return;
  // The companion wants to know of files that it has read ahead, too.
  const Process *Known = attached();
  if (!(Known && Known->Attention.load(std::memory_order_relaxed))) {
    if (!IsAbsent())
      return;
    const auto First = static_cast<uint64_t>(Begin);
    asksMapped(Fd, First, First + Bytes);
  }
  // Nobody sees how long the program waits for a mapping.
  SlowTicksBefore.store(0, std::memory_order_relaxed);
  Process *P = process();
  std::atomic<uint32_t> *D = descriptor(P, Fd);
  const uint32_t State = D ? D->load(std::memory_order_relaxed) : Ignored;
  if (State & Ignored || !tellOpen(*P, Fd, State))
    return;
  postOf(*P, What::Map, Fd, State, reinterpret_cast<int64_t>(Address), Bytes);
  ring();
}

void mapped(int Fd, int64_t Begin, const void *Address, size_t Bytes) {
  mapped(Fd, Begin, Address, Bytes,
         [=] { return isMappedAbsent(Fd, Begin, Address, Bytes); });
}

void lookedAtMapped(int Fd, int64_t Begin, const void *Address, size_t Bytes,
                    bool IsAbsent) {
  mapped(Fd, Begin, Address, Bytes, [=] { return IsAbsent; });
}

void streamWaited(int Fd, uint64_t Bytes, uint64_t Took) {
  const ReadPace Pace = notePace(Fd, Bytes, Took);
  Process *P = Pace.IsFast ? nullptr : processBehind(Fd, Pace);
  std::atomic<uint32_t> *D = descriptor(P, Fd);
  const uint32_t State = D ? D->load(std::memory_order_relaxed) : Told;
  if (!(State & Told))
    postOf(*P, What::Stream, Fd, State);
}

void seekDone(int Fd, int64_t Position, uint64_t Start, uint64_t Took) {
  processBehind(Fd, notePace(Fd, 0, Took));
  if (Page *Mine = OwnPage.load(std::memory_order_relaxed))
    Mine->Runs[Fd] = {Position + 1, Start, Took};
}

void streamRead(int Fd, int64_t Begin, int64_t End, uint64_t Start,
                uint64_t Took) {
  Process *P = process();
  if (std::atomic<uint32_t> *D = descriptor(P, Fd))
    tellRead(*P, Fd, D->load(std::memory_order_relaxed), Begin, End, Start,
             Took);
}

void removes(int Folder, const char *Path) {
  tellFile(What::Remove, Folder, Path);
}

void unmounts(const char *Path) { tellFile(What::Unmount, AT_FDCWD, Path); }

/// Programs that the process executes have the filter, too, and no guest.
void filtered() {
  Filters.store(true, std::memory_order_relaxed);
  if (char *Path = valueOf(SegmentVariable))
    *Path = '\0';
}

/// The process has no companion from now on, nor have the children. A companion
/// without open files looks at the process's streams, and may open the next.
void leased() {
  HasCompanion.store(false, std::memory_order_relaxed);
  Process *P = attached();
  if (P && mayCall() && !detach(*Shared.load(std::memory_order_relaxed), *P))
    endCompanion();
  if (Page *Mine = OwnPage.load(std::memory_order_relaxed))
    Mine->Owner.store(nullptr, std::memory_order_relaxed);
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
