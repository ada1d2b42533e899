//===- HeldLaunch.cpp - launches that wait for a slow read ----------------===//
//
// See HeldLaunch.h.
//
//===----------------------------------------------------------------------===//

#include "source/slice/HeldLaunch.h"

#include "scheme/Worth.h"
#include "source/slice/SliceRunner.h"
#include "storage/Residency.h"

#include <algorithm>
#include <bit>
#include <fcntl.h>
#include <sys/stat.h>

using namespace foreslice;

namespace {

constexpr uint64_t SamplesPerFile = 8;
/// Smaller files are looked at as a whole, by one system call.
constexpr uint64_t WholeBytes = 256 << 10;
/// More files than these are not worth looking at: the slice starts.
constexpr size_t MaxFiles = 4;
/// The kernel gives the lowest that is free.
constexpr int MaxDescriptors = 32;
/// So many slow reads of the last eight start the slice: a single one may have
/// lost its core.
constexpr int SlowReads = 2;
/// What the first reads of a program may take longer: their code is not in the
/// processor's caches yet.
constexpr uint64_t ColdNs = 40'000;

/// After so many fast reads in a row only one of seven is timed: two readings
/// of the clock cost a noticeable part of a read from memory. The system reads
/// ahead by powers of two, so that an even number might never meet a read that
/// waits. Where the reads of the launch before were fast, the first seven are
/// enough: a file is looked at where a launch comes to it, anyway.
constexpr unsigned FastReads = 64, TimedOneOf = 7;
/// After so many that were timed in one launch, fewer are: a read of a few
/// bytes takes a tenth of what a look takes.
constexpr unsigned ManyFastReads = 512, TimedOneOfMany = 31;

// Of the thread's region.

/// One bit for each of the last reads that were timed: slow.
thread_local uint8_t Recent = 0;
/// Of these, so many last ones were fast, in launches before, too.
thread_local unsigned FastInARow = 0;
thread_local unsigned Untimed = 0;

unsigned timedOneOf() {
  return FastInARow < ManyFastReads ? TimedOneOf : TimedOneOfMany;
}

} // namespace

/// Whether what IsThere says of samples of a file of Size bytes is true.
static bool areInMemory(int64_t Size, FunctionRef<bool(ByteRange)> IsThere) {
  if (Size <= 0)
    return true; // What the program writes to it will be in memory.
  const auto End = static_cast<uint64_t>(Size);
  if (End <= WholeBytes)
    return IsThere({0, End});
  for (uint64_t I = 0; I < SamplesPerFile; ++I)
    if (uint64_t At = (End - 1) / SamplesPerFile * I; !IsThere({At, At + 1}))
      return false;
  return true;
}

static bool isInMemory(const CachedFile &File) {
  const std::shared_ptr<StoredFile> By = File.stored();
  struct stat S;
  return By && By->status(S) && areInMemory(S.st_size, [&](ByteRange Bytes) {
           return By->isInMemory(Bytes);
         });
}

bool held_launch::isInMemory(int Fd) {
  struct stat S;
  return fstat(Fd, &S) == 0 && areInMemory(S.st_size, [Fd](ByteRange Bytes) {
           return isResident(Fd, Bytes.Begin, Bytes.End - Bytes.Begin);
         });
}

bool held_launch::descriptorsAreInMemory() {
  for (int Fd = 0; Fd < MaxDescriptors; ++Fd) {
    struct stat S;
    if (fstat(Fd, &S) == 0 && S_ISREG(S.st_mode) && !isInMemory(Fd))
      return false;
  }
  return fcntl(MaxDescriptors, F_GETFD) < 0;
}

void held_launch::opened(int Fd) {
  struct stat S;
  if (fstat(Fd, &S) == 0 && S_ISREG(S.st_mode) && !isInMemory(Fd))
    slice_runner::startHeld();
}

bool held_launch::advisable(
    std::span<const std::shared_ptr<CachedFile>> Files) {
  return Files.size() <= MaxFiles &&
         std::ranges::all_of(Files,
                             [](const auto &F) { return ::isInMemory(*F); });
}

void held_launch::begin() {
  Recent = Untimed = 0;
  FastInARow = FastInARow < FastReads ? 0 : FastReads - TimedOneOf;
}

bool held_launch::watchesNext() {
  return FastInARow < FastReads || ++Untimed % timedOneOf() == 0;
}

bool held_launch::passesNext() {
  if (FastInARow < FastReads || (Untimed + 1) % timedOneOf() == 0)
    return false;
  ++Untimed;
  return true;
}

void held_launch::readDone(uint64_t Bytes, uint64_t Ns) {
  readDone(Bytes, Ns, [] { return true; });
}

bool held_launch::isInDoubt() { return Recent != 0; }

void held_launch::readDone(uint64_t Bytes, uint64_t Ns,
                           FunctionRef<bool()> Slept) {
  bool Fast = Worth::isFast(Bytes, Ns - std::min(Ns, ColdNs)) || !Slept();
  FastInARow = Fast ? FastInARow + 1 : 0;
  Recent = static_cast<uint8_t>(Recent << 1 | !Fast);
  if (std::popcount(Recent) >= SlowReads)
    slice_runner::startHeld();
}
