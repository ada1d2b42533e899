//===- HeldLaunch.cpp - launches that wait for a slow read ----------------===//
//
// See HeldLaunch.h.
//
//===----------------------------------------------------------------------===//

#include "source/slice/HeldLaunch.h"

#include "scheme/Pace.h"
#include "source/slice/SliceRunner.h"
#include "storage/Descriptor.h"
#include "storage/FileKey.h"
#include "storage/Residency.h"
#include "support/Arguments.h"
#include "support/Clock.h"

#include <algorithm>
#include <atomic>
#include <fcntl.h>
#include <sys/single_threaded.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace foreslice;

namespace {

constexpr uint64_t SamplesPerFile = 8;
/// Smaller files are looked at as a whole, by one system call.
constexpr uint64_t WholeBytes = 256 << 10;
/// Most files that are looked at; with more, the slice starts.
constexpr size_t MaxFiles = 4;
/// Descriptors looked at, up to so many free ones in a row: the kernel gives
/// the lowest free number.
constexpr int MaxDescriptors = 32, FreeInARow = 8;
/// The kernel reads a shorter file as a whole at the first read. No slice is
/// ahead there, and programs read settings first.
constexpr int64_t ReadAtOnce = 16 << 10;
/// The time between two looks. A program that reads by short regions may launch
/// one each few microseconds.
constexpr uint64_t LookNs = 2'000'000;
/// Extra time of a program's first reads, whose code is not in the processor's
/// caches yet.
constexpr uint64_t ColdNs = 40'000;

std::atomic<bool> StreamsAreFollowed{false}, ReadsAreSeen{false};

/// The last file that a region of the thread has opened from storage.
thread_local FileKey LastOpened __attribute__((tls_model("initial-exec")));

/// Pace of the reads in the thread's region.
thread_local Pace Reads __attribute__((tls_model("initial-exec")));

/// After ManyInMemory files in a row, one of OneOfFiles is looked at.
constexpr unsigned ManyInMemory = 16, OneOfFiles = 7;
/// Files in memory in a row, and files passed since the launch.
thread_local unsigned InMemoryInARow
    __attribute__((tls_model("initial-exec"))) = 0;
thread_local unsigned Passed __attribute__((tls_model("initial-exec"))) = 0;

} // namespace

/// Whether IsThere is true for samples of a file of Size bytes.
static bool areInMemory(int64_t Size, FunctionRef<bool(ByteRange)> IsThere) {
  if (Size <= 0)
    return true; // Bytes that the program writes will be in memory.
  const auto End = static_cast<uint64_t>(Size);
  if (End <= WholeBytes)
    return IsThere({0, End});
  for (uint64_t I = 0; I < SamplesPerFile; ++I)
    if (uint64_t Position = (End - 1) / SamplesPerFile * I;
        !IsThere({Position, Position + 1}))
      return false;
  return true;
}

static bool isInMemory(const CachedFile &File) {
  const std::shared_ptr<StoredFile> Stored = File.stored();
  const std::optional<uint64_t> Size =
      Stored ? Stored->knownSize() : std::nullopt;
  return Size && areInMemory(static_cast<int64_t>(*Size), [&](ByteRange Bytes) {
           return Stored->isInMemory(Bytes);
         });
}

bool held_launch::isInMemory(int Fd, const struct stat &S) {
  return areInMemory(S.st_size, [Fd](ByteRange Bytes) {
    return isResident(Fd, Bytes.Begin, Bytes.End - Bytes.Begin);
  });
}

bool held_launch::isInMemory(int Fd) {
  struct stat S;
  return fstat(Fd, &S) == 0 && isInMemory(Fd, S);
}

namespace {
enum class Look { IsInMemory, IsNot, IsNoReadFile };
} // namespace

/// Whether Fd is of a regular file that may be read, and is in memory. The
/// kernel does not say what is in memory of a file that is only written.
static Look look(int Fd, const struct stat &S) {
  if (!S_ISREG(S.st_mode))
    return Look::IsNoReadFile;
  if (held_launch::isInMemory(Fd, S))
    return Look::IsInMemory;
  return (fcntl(Fd, F_GETFL) & O_ACCMODE) != O_WRONLY ? Look::IsNot
                                                      : Look::IsNoReadFile;
}

/// descriptorsAreInMemory(), as it is now.
static bool areDescriptorsInMemory() {
  struct stat S;
  int Free = 0;
  unsigned Short = 0;
  for (int Fd = 0; Fd < MaxDescriptors && Free < FreeInARow; ++Fd) {
    const bool IsOpen = fstat(Fd, &S) == 0;
    Free = IsOpen ? 0 : Free + 1;
    if (IsOpen && look(Fd, S) == Look::IsNot &&
        (S.st_size > ReadAtOnce || ++Short > 1))
      return false;
  }
  return Free == FreeInARow || fcntl(MaxDescriptors, F_GETFD) < 0;
}

/// When all files were last found in memory, with no stream opened since; else
/// 0.
static constinit std::atomic<uint64_t> InMemoryNs{0};

void held_launch::openedStream() {
  InMemoryNs.store(0, std::memory_order_relaxed);
}

bool held_launch::descriptorsAreInMemory() {
  const uint64_t Now = nowNs();
  const uint64_t Then = InMemoryNs.load(std::memory_order_relaxed);
  if (Then != 0 && Now - Then < LookNs)
    return true;
  const bool Are = areDescriptorsInMemory();
  InMemoryNs.store(Are ? Now : 0, std::memory_order_relaxed);
  return Are;
}

/// The first argument of the program that names a regular file; null if there
/// is none among the first arguments.
static const char *firstNamedFile(struct stat &S) {
  constexpr size_t MostArguments = 8;
  const auto All = programArguments();
  for (size_t I = 1; I < std::min(All.size(), MostArguments + 1); ++I)
    if (All[I][0] != '-' && stat(All[I], &S) == 0 && S_ISREG(S.st_mode))
      return All[I];
  return nullptr;
}

bool held_launch::namedFileIsInMemory() {
  // A program may come to a launch for each file.
  static constinit std::atomic<bool> Was{false};
  if (!__libc_single_threaded || Was.load(std::memory_order_relaxed))
    return __libc_single_threaded;
  struct stat S;
  const char *Path = firstNamedFile(S);
  Descriptor File(
      Path ? open(Path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) : -1);
  File.mindLocks(); // A close would give up the program's locks of the file.
  const int Fd = File.descriptor();
  const bool Is =
      Fd >= 0 && fstat(Fd, &S) == 0 && S_ISREG(S.st_mode) && isInMemory(Fd, S);
  Was.store(Is, std::memory_order_relaxed);
  return Is;
}

/// The region has a file that is not in memory.
static void fromStorage(const struct stat &S) {
  // A program may open a file twice, to look and to read.
  if (FileKey Key{S.st_dev, S.st_ino}; Key != std::exchange(LastOpened, Key))
    slice_runner::openedFromStorage();
}

bool held_launch::opened(int Fd) {
  struct stat S;
  return fstat(Fd, &S) == 0 && opened(Fd, S);
}

bool held_launch::skipsNextFile() {
  return InMemoryInARow >= ManyInMemory && Passed++ % OneOfFiles != 0;
}

bool held_launch::opened(int Fd, const struct stat &S) {
  const Look Is = look(Fd, S);
  if (Is == Look::IsNot)
    InMemoryInARow = 0;
  else if (Is == Look::IsInMemory && S.st_size > 0) // else to be written
    ++InMemoryInARow;
  if (Is != Look::IsNot || (areStreamsFollowed() && S.st_size >= LeastFollowed))
    return Is == Look::IsInMemory;
  fromStorage(S);
  if (!areStreamsFollowed() && S.st_size > ReadAtOnce)
    slice_runner::startHeld();
  return false;
}

void held_launch::seeReads() { ReadsAreSeen.store(true); }

bool held_launch::areReadsSeen() { return ReadsAreSeen.load(); }

void held_launch::followStreams() { StreamsAreFollowed.store(true); }

bool held_launch::areStreamsFollowed() { return StreamsAreFollowed.load(); }

bool held_launch::isFollowed(int Fd) {
  static std::atomic<uint64_t> First{0};
  struct stat S;
  if (!areStreamsFollowed() || fstat(Fd, &S) != 0 || S.st_size < LeastFollowed)
    return false;
  uint64_t Was = 0;
  return First.compare_exchange_strong(Was, S.st_ino) || Was == S.st_ino;
}

bool held_launch::advisable(
    std::span<const std::shared_ptr<CachedFile>> Files) {
  return Files.size() <= MaxFiles &&
         std::ranges::all_of(Files,
                             [](const auto &F) { return ::isInMemory(*F); });
}

/// Whether the program has mapped a file that was not in memory.
static std::atomic<bool> HasMappedSlow{false};

void held_launch::mappedFromStorage(int Fd) {
  HasMappedSlow.store(true, std::memory_order_relaxed);
  struct stat S;
  if (fstat(Fd, &S) == 0)
    fromStorage(S);
  slice_runner::startHeld();
}

bool held_launch::mappingsAreInMemory() {
  return !HasMappedSlow.load(std::memory_order_relaxed);
}

void held_launch::begin() {
  Reads.beginNext();
  Passed = 0;
}

bool held_launch::watchesNext() { return Reads.looksAtNext(); }

bool held_launch::skipsNext() { return Reads.skipsNext(); }

void held_launch::readDone(uint64_t Bytes, uint64_t Ns) {
  readDone(Bytes, Ns, [] { return true; });
}

bool held_launch::isInDoubt() { return Reads.isInDoubt(); }

void held_launch::readDone(uint64_t Bytes, uint64_t Ns,
                           FunctionRef<bool()> Slept) {
  Reads.noteRead(Pace::isFast(Bytes, Ns - std::min(Ns, ColdNs)) || !Slept());
  if (Reads.isSlow())
    slice_runner::startHeld();
}
