//===- PagesAtOpen.cpp - pages that an open drops -------------------------===//
//
// See PagesAtOpen.h. Another mount may have had the number since: then the
// answer costs time, and no more.
//
//===----------------------------------------------------------------------===//

#include "storage/PagesAtOpen.h"

#include "storage/Descriptor.h"
#include "storage/FileSystem.h"
#include "storage/Residency.h"
#include "support/Clock.h"
#include "support/NamedFiles.h"
#include "support/ReadFully.h"
#include "support/Statistics.h"

#include <array>
#include <atomic>
#include <fcntl.h>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <time.h>

namespace foreslice {

namespace {

enum class Answer : uint8_t { None, Asking, Kept, Lost, NoPages };

/// A device's number, and the answer in the low bits.
using Entry = std::atomic<uint64_t>;
constexpr unsigned AnswerBits = 3;

uint64_t entry(dev_t Device, Answer A) {
  return uint64_t{Device} << AnswerBits | static_cast<uint64_t>(A);
}

Entry &entryOf(dev_t Device) {
  static constinit std::array<Entry, 32> Entries{};
  return Entries[Device % Entries.size()];
}

std::string linkOf(int Fd) {
  return "/proc/thread-self/fd/" + std::to_string(Fd);
}

std::string nameOf(int Fd) { return named_files::linkTarget(linkOf(Fd)); }

/// Opens the file again. False if that fails.
bool openAgain(int Fd) {
  const int Again = open(linkOf(Fd).c_str(), O_RDONLY | O_CLOEXEC);
  if (Again >= 0)
    Descriptor(Again).mindLocks();
  return Again >= 0;
}

/// Whether the first page, which the program may have read, is in memory, and
/// stays there. Another reason may drop the page: a write by others.
bool firstPageStays(int Fd) {
  return residencyOf(Fd, 0, 1) == Residency::Resident && openAgain(Fd) &&
         residencyOf(Fd, 0, 1) == Residency::Resident;
}

/// Looks at the first page, and, unless that stays, at the page in the file's
/// middle, the least likely page for the program to read at the moment.
Answer ask(int Fd, uint64_t Size) {
  if (firstPageStays(Fd))
    return Answer::Kept;
  const uint64_t Middle = Size / 2;
  std::byte Byte;
  posix_fadvise(Fd, 0, 0, POSIX_FADV_RANDOM);
  if (readFully(Fd, {&Byte, 1}, Middle).Bytes != 1)
    return Answer::None;
  const bool IsThere = residencyOf(Fd, Middle, 1) != Residency::Absent;
  if (!openAgain(Fd))
    return Answer::None;
  if (residencyOf(Fd, Middle, 1) != Residency::Absent)
    return Answer::Kept;
  return IsThere ? Answer::Lost : Answer::NoPages;
}

/// File systems of one machine and coherent file systems keep read data.
bool mayLose(int Fd) {
  std::optional<FileSystem> On = FileSystem::remembered(Fd);
  return On && On->Is != FileSystem::NotStored &&
         On->Is != FileSystem::Coherent;
}

} // namespace

/// Waits while another thread looks: an open in between would drop the page
/// that the thread looks at, and pages of the program's.
static uint64_t answerOf(dev_t Device) {
  constexpr uint64_t MostNs = 1'000'000'000;
  const timespec Nap{0, 50'000};
  const Entry &Known = entryOf(Device);
  const uint64_t Asking = entry(Device, Answer::Asking);
  uint64_t Is = Known.load(std::memory_order_relaxed);
  for (const uint64_t End = Is == Asking ? nowNs() + MostNs : 0;
       Is == Asking && nowNs() < End;
       Is = Known.load(std::memory_order_relaxed))
    nanosleep(&Nap, nullptr);
  return Is;
}

bool pages_at_open::areLost(dev_t Device) {
  const uint64_t Is = answerOf(Device);
  return Is == entry(Device, Answer::Lost) ||
         Is == entry(Device, Answer::NoPages);
}

bool pages_at_open::areKept(dev_t Device) {
  return entryOf(Device).load(std::memory_order_relaxed) ==
         entry(Device, Answer::Kept);
}

bool pages_at_open::areNone(dev_t Device) {
  return entryOf(Device).load(std::memory_order_relaxed) ==
         entry(Device, Answer::NoPages);
}

bool pages_at_open::lookForLoss(int Fd) {
  struct stat S;
  if (fstat(Fd, &S) != 0 || S.st_size == 0)
    return false;
  Entry &Known = entryOf(S.st_dev);
  uint64_t Was = Known.load(std::memory_order_relaxed);
  const uint64_t Asking = entry(S.st_dev, Answer::Asking);
  if (Was >> AnswerBits != S.st_dev || Was == entry(S.st_dev, Answer::None)) {
    if (!Known.compare_exchange_strong(Was, Asking, std::memory_order_relaxed))
      return areLost(S.st_dev);
    const Answer Is =
        mayLose(Fd) ? ask(Fd, static_cast<uint64_t>(S.st_size)) : Answer::Kept;
    Known.store(entry(S.st_dev, Is), std::memory_order_relaxed);
    if (Is == Answer::Lost)
      Statistics::get().note(nameOf(Fd) +
                             ": each open throws away what the operating "
                             "system has of the file; no file of its file "
                             "system is opened ahead, or prefetched by "
                             "descriptors");
    if (Is == Answer::NoPages)
      Statistics::get().note(nameOf(Fd) +
                             ": the operating system keeps nothing of files "
                             "of its file system; none is prefetched by "
                             "descriptors");
  }
  return areLost(S.st_dev);
}

} // namespace foreslice
