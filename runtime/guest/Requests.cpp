//===- Requests.cpp - asks the kernel for data before the program does ----===//
//
// The kernel itself reads little ahead. Where the thread has waited, a large
// read is asked for as a whole before the read is made, and so is a short file.
// No companion is needed for that: the thread asks by the program's descriptor,
// and does not wait.
//
//===----------------------------------------------------------------------===//

#include "guest/Guest.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/vfs.h>

namespace foreslice::guest {

namespace {

/// Bytes asked for by one call, and most for a read or a file: the kernel cuts
/// a longer call to what it reads ahead itself.
constexpr uint64_t PieceBytes = 64 << 10, MostAsked = 16 << 20;
/// A stream on a larger file is left to the companion.
constexpr uint64_t MostOfStream = 2 << 20;
/// Bytes asked for behind a slow read.
constexpr uint64_t MostBehind = 4 << 20;
/// Bytes asked for until the companion has started.
constexpr uint64_t MostOfBegin = 1 << 20;
/// A file is asked for when it has at most so many pieces for each slow read.
constexpr uint64_t PiecesForWait = 8;
/// Slow reads of a file before the file is asked for.
constexpr uint32_t LeastSlow = 2;
/// A part of the file, of 1 / UsedPart of the bytes, is to be read before the
/// next file is asked for.
constexpr uint64_t UsedPart = 4;

/// File systems of which the kernel keeps what is read: ext, XFS, Btrfs, F2FS,
/// NFS, Lustre, CephFS, and FUSE, unless a file refuses to be mapped shared.
constexpr long Keeping[] = {0xEF53, 0x58465342, 0x9123683E, 0xF2F52010,
                            0x6969, 0x0BD00BD0, 0x00C36400, 0x65735546};

/// The descriptor of a stream that is likely to be read to the end, whether
/// such a stream was closed, and whether the last one was at the end then.
std::atomic<int> Expected{-1};
std::atomic<bool> HasOrder{false}, WasAtEnd{false};

/// Whether the kernel keeps what is read of the file.
bool keeps(int Fd) {
  struct statfs S;
  const long Flags = systemCall(SYS_fcntl, Fd, F_GETFL);
  if (Flags < 0 || (Flags & O_DIRECT) ||
      systemCall(SYS_fstatfs, Fd, reinterpret_cast<long>(&S)) != 0)
    return false;
  for (const long Type : Keeping)
    if (S.f_type == Type)
      return true;
  return false;
}

/// Has the kernel drop what it has of a file that has changed, as the program's
/// next read would. Later, the drop would take what was asked for.
void revalidate(int Fd) {
  struct statx Unused;
  systemCall(SYS_statx, Fd, reinterpret_cast<long>(""), AT_EMPTY_PATH,
             STATX_SIZE | STATX_MTIME, reinterpret_cast<long>(&Unused));
}

/// Asks for the file from Begin to End, where the kernel lacks a part.
bool ask(int Fd, const struct stat &File, uint64_t Begin, uint64_t End) {
  if (!keeps(Fd) || residencyOf(Fd, &File, Begin, End) != Residency::Absent)
    return false;
  revalidate(Fd);
  for (uint64_t Piece = Begin; Piece < End; Piece += PieceBytes)
    systemCall(SYS_fadvise64, Fd, static_cast<long>(Piece), PieceBytes,
               POSIX_FADV_WILLNEED);
  return true;
}

bool mayAsk() {
  return HasCompanion.load(std::memory_order_relaxed) &&
         IsAsking.load(std::memory_order_relaxed) && mayCall();
}

bool isFile(int Fd, struct stat &S) {
  return statusOf(Fd, S) && S_ISREG(S.st_mode) && S.st_size > 0;
}

} // namespace

bool seemsInMemory(int Fd) {
  // Slow reads, and what was asked for with them, may have brought a smaller
  // file as a whole.
  constexpr int64_t Least = 4 * int64_t(MostAsked);
  struct stat S;
  return isFile(Fd, S) && S.st_size >= Least &&
         residencyOf(Fd, &S, 0, static_cast<uint64_t>(S.st_size)) ==
             Residency::Resident;
}

/// Whether a read at Begin goes on where the thread's last read of the file has
/// ended, or is the first one of the file.
static bool isInARow(int Fd, int64_t Begin) {
  return Begin == 0 ||
         (OwnReads.Large == Fd + 1 && OwnReads.LargeEnd == Begin) ||
         (OwnReads.Known == Fd + 1 && OwnReads.Position == Begin);
}

void asks(int Fd, int64_t Offset, size_t Bytes) {
  struct stat S;
  const bool Goes = OwnReads.Large == Fd + 1 && OwnReads.AskedEnd != 0;
  if (!mayAsk() || (OwnReads.FastLarge && !Goes) || !isFile(Fd, S))
    return;
  const int64_t Begin =
      Offset >= 0 ? Offset : systemCall(SYS_lseek, Fd, 0, SEEK_CUR);
  if (Begin < 0 || Begin >= S.st_size)
    return;
  const int64_t Rest = S.st_size - Begin;
  const int64_t End = Bytes < static_cast<uint64_t>(Rest)
                          ? Begin + static_cast<int64_t>(Bytes)
                          : S.st_size;
  if (static_cast<uint64_t>(End - Begin) < LeastAsked)
    return;
  const bool IsInARow = isInARow(Fd, Begin);
  int64_t Last = End;
  if (IsInARow)
    Last = End - Begin < S.st_size - End ? End + (End - Begin) : S.st_size;
  // The read was asked for with the one before.
  const bool IsAsked =
      Goes && IsInARow && Begin != 0 && OwnReads.AskedEnd >= End;
  const int64_t First = IsAsked ? OwnReads.AskedEnd : Begin;
  OwnReads.Large = Fd + 1;
  OwnReads.LargeEnd = End;
  Last = Last - First < int64_t(MostAsked) ? Last : First + int64_t(MostAsked);
  if (First < Last)
    OwnReads.AskedEnd =
        ask(Fd, S, static_cast<uint64_t>(First), static_cast<uint64_t>(Last))
            ? Last
            : 0;
}

bool asksWhole() {
  struct stat S;
  const int Fd = OwnReads.Slow - 1;
  if (OwnReads.SlowReads < LeastSlow || OwnReads.Debt > 0 || !mayAsk() ||
      !isFile(Fd, S))
    return false;
  const auto Size = static_cast<uint64_t>(S.st_size);
  if (Size > MostAsked ||
      Size > OwnReads.SlowReads * PiecesForWait * PieceBytes ||
      !ask(Fd, S, 0, Size))
    return false;
  OwnReads.Debt = static_cast<int64_t>(Size / UsedPart);
  return true;
}

/// Whether a slow read from Begin on goes on where the thread's last slow read
/// of the file has ended: what lies in between was read from memory.
static bool isInTheRow(int Fd, const struct stat &File, int64_t Begin) {
  const int64_t Last = OwnReads.RowEnd;
  return OwnReads.Row == Fd + 1 && Begin >= Last &&
         Begin - Last <= static_cast<int64_t>(MostAsked) &&
         (Begin == Last ||
          residencyOf(Fd, &File, static_cast<uint64_t>(Last),
                      static_cast<uint64_t>(Begin)) == Residency::Resident);
}

/// The bytes to ask for behind a slow read of a file of Size bytes.
static uint64_t bytesBehind(uint64_t Size, bool IsFirst, bool Starts) {
  if (OwnReads.RowReads >= LeastSlow) {
    const uint64_t Most = OwnReads.RowReads * PiecesForWait * PieceBytes;
    return Most < MostBehind ? Most : MostBehind;
  }
  if (!IsFirst || !Starts || !expectsWhole())
    return 0;
  return Size <= MostOfStream ? Size : MostOfBegin;
}

void asksBehind(int Fd, int64_t Offset, uint64_t Bytes, bool Starts) {
  struct stat S;
  if (Bytes >= LeastAsked || !mayAsk() || !isFile(Fd, S))
    return;
  const auto Length = static_cast<int64_t>(Bytes);
  const int64_t End =
      Offset >= 0 ? Offset + Length : systemCall(SYS_lseek, Fd, 0, SEEK_CUR);
  if (End < Length)
    return;
  const bool GoesOn = isInTheRow(Fd, S, End - Length);
  OwnReads.RowReads = GoesOn ? OwnReads.RowReads + 1 : 1;
  const int64_t From =
      GoesOn && OwnReads.RowAsked > End ? OwnReads.RowAsked : End;
  // The kernel cuts what it is asked for by one call at whole pages.
  const int64_t First = From - From % static_cast<int64_t>(PieceBytes);
  OwnReads.Row = Fd + 1;
  OwnReads.RowEnd = End;
  const auto Wanted =
      End + static_cast<int64_t>(bytesBehind(static_cast<uint64_t>(S.st_size),
                                             End == Length, Starts));
  const int64_t Last = Wanted < S.st_size ? Wanted : S.st_size;
  OwnReads.RowAsked = First < Last && ask(Fd, S, static_cast<uint64_t>(First),
                                          static_cast<uint64_t>(Last))
                          ? Last
                          : First;
}

bool asksStream(int Fd, const struct stat &File) {
  const auto Size = static_cast<uint64_t>(File.st_size);
  Expected.store(Fd, std::memory_order_relaxed);
  if (Size > MostOfStream || !expectsWhole() || !mayAsk() ||
      !ask(Fd, File, 0, Size))
    return false;
  OwnReads.Whole = Fd + 1;
  return true;
}

void asksMapped(int Fd, uint64_t Begin, uint64_t End) {
  static constinit std::atomic<bool> HasAsked{false};
  struct stat S;
  if (End - Begin > MostOfStream || !expectsWhole() || !mayAsk() ||
      !isFile(Fd, S) || HasAsked.exchange(true, std::memory_order_relaxed))
    return;
  const auto Size = static_cast<uint64_t>(S.st_size);
  if (Begin < Size)
    ask(Fd, S, Begin, End < Size ? End : Size);
}

uint64_t asksBegin(int Fd, const struct stat &File) {
  const auto Size = static_cast<uint64_t>(File.st_size);
  const uint64_t End = Size < MostOfBegin ? Size : MostOfBegin;
  return mayAsk() && ask(Fd, File, 0, End) ? End : 0;
}

uint64_t asksNext(int Fd, const struct stat &File) {
  Expected.store(Fd, std::memory_order_relaxed);
  return WasAtEnd.load(std::memory_order_relaxed) ? asksBegin(Fd, File) : 0;
}

void streamCloses(int Fd, bool IsAtEnd) {
  if (OwnReads.Slow == Fd + 1)
    OwnReads.Slow = 0;
  if (OwnReads.Whole == Fd + 1)
    OwnReads.Whole = 0;
  if (Expected.load(std::memory_order_relaxed) != Fd)
    return;
  HasOrder.store(true, std::memory_order_relaxed);
  WasAtEnd.store(IsAtEnd, std::memory_order_relaxed);
}

bool expectsWhole() {
  return MakeCompanion && !HasOrder.load(std::memory_order_relaxed);
}

} // namespace foreslice::guest
