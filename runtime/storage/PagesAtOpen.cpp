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
#include "support/ReadFully.h"
#include "support/Statistics.h"

#include <array>
#include <atomic>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <system_error>

namespace foreslice {

namespace {

enum class Answer : uint8_t { None, Asking, Kept, Lost };

/// A device's number, and the answer in the low bits.
using Entry = std::atomic<uint64_t>;
constexpr unsigned AnswerBits = 2;

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

std::string nameOf(int Fd) {
  std::error_code None;
  return std::filesystem::read_symlink(linkOf(Fd), None);
}

/// A page in memory: the first one, if the program has read that page, or the
/// page in the file's middle, the least likely page for the program to read at
/// the moment, after a read.
std::optional<uint64_t> placeInMemory(int Fd, uint64_t Size) {
  if (residencyOf(Fd, 0, 1) == Residency::Resident)
    return 0;
  const uint64_t Middle = Size / 2;
  std::byte Byte;
  posix_fadvise(Fd, 0, 0, POSIX_FADV_RANDOM);
  return readFully(Fd, {&Byte, 1}, Middle).Bytes == 1 ? std::optional(Middle)
                                                      : std::nullopt;
}

Answer ask(int Fd, uint64_t Size) {
  const std::optional<uint64_t> Place = placeInMemory(Fd, Size);
  if (!Place)
    return Answer::None;
  const int Again = open(linkOf(Fd).c_str(), O_RDONLY | O_CLOEXEC);
  if (Again < 0)
    return Answer::None;
  Descriptor(Again).mindLocks();
  return residencyOf(Fd, *Place, 1) == Residency::Absent ? Answer::Lost
                                                         : Answer::Kept;
}

/// File systems of one machine and coherent file systems keep read data.
bool mayLose(int Fd) {
  std::optional<FileSystem> On = FileSystem::remembered(Fd);
  return On && On->Is != FileSystem::NotStored &&
         On->Is != FileSystem::Coherent;
}

} // namespace

bool pages_at_open::areLost(dev_t Device) {
  return entryOf(Device).load(std::memory_order_relaxed) ==
         entry(Device, Answer::Lost);
}

bool pages_at_open::lookForLoss(int Fd) {
  struct stat S;
  if (fstat(Fd, &S) != 0 || S.st_size == 0)
    return false;
  Entry &Known = entryOf(S.st_dev);
  uint64_t Was = Known.load(std::memory_order_relaxed);
  const uint64_t Asking = entry(S.st_dev, Answer::Asking);
  // Another thread's open in between would throw away the page, too.
  if (Was >> AnswerBits != S.st_dev || Was == entry(S.st_dev, Answer::None)) {
    if (!Known.compare_exchange_strong(Was, Asking, std::memory_order_relaxed))
      return areLost(S.st_dev);
    const Answer Is =
        mayLose(Fd) ? ask(Fd, static_cast<uint64_t>(S.st_size)) : Answer::Kept;
    Known.store(entry(S.st_dev, Is), std::memory_order_relaxed);
    if (Is == Answer::Lost)
      Statistics::get().note(nameOf(Fd) +
                             ": each open throws away what the operating "
                             "system has of the file; nothing more of its file "
                             "system is prefetched by descriptors");
  }
  return areLost(S.st_dev);
}

} // namespace foreslice
