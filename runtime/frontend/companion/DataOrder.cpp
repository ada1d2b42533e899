//===- DataOrder.cpp - the order of the data of a watched file ------------===//
//
// See DataOrder.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/companion/DataOrder.h"

#include "frontend/hdf5/ChunkOrder.h"
#include "support/HelperQueue.h"

#include <chrono>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace foreslice {

/// Whether the file begins like one of HDF5.
static bool isHdf5(int File) {
  constexpr std::string_view Signature = "\x89HDF\r\n\x1a\n";
  char Begin[Signature.size()];
  return pread(File, Begin, sizeof Begin, 0) == sizeof Begin &&
         std::string_view(Begin, sizeof Begin) == Signature;
}

static std::shared_ptr<const View> orderOf(int File) {
  // Other files wait for the thread.
  using Clock = std::chrono::steady_clock;
  const Clock::time_point End = Clock::now() + std::chrono::seconds(5);
  auto IsLate = [&] { return Clock::now() > End; };
  auto Read = [&](uint64_t Offset, std::span<std::byte> To) {
    size_t Done = 0;
    if (IsLate())
      return false;
    while (Done < To.size()) {
      const ssize_t Got = pread(File, To.data() + Done, To.size() - Done,
                                static_cast<off_t>(Offset + Done));
      if (Got <= 0)
        break;
      Done += static_cast<size_t>(Got);
    }
    std::ranges::fill(To.subspan(Done), std::byte{}); // Behind the end.
    return Done > 0;
  };
  auto Expect = [&](uint64_t Offset, uint64_t Bytes) {
    posix_fadvise(File, static_cast<off_t>(Offset), static_cast<off_t>(Bytes),
                  POSIX_FADV_WILLNEED);
  };
  auto Order = hdf5::ChunkOrder::make({Read, Expect});
  if (!Order || IsLate())
    return nullptr;
  auto Ordered = std::make_shared<View>(*View::bytes());
  Ordered->Order = std::move(Order);
  return Ordered;
}

/// Opens the file, unless the descriptor now has another one.
static std::shared_ptr<const View> orderOf(const std::string &Link,
                                           FileKey Key) {
  const int File = ::open(Link.c_str(), O_RDONLY | O_CLOEXEC);
  if (File < 0)
    return nullptr;
  struct stat Is;
  std::shared_ptr<const View> Ordered;
  if (fstat(File, &Is) == 0 && FileKey{Is.st_dev, Is.st_ino} == Key &&
      isHdf5(File))
    Ordered = orderOf(File);
  ::close(File);
  return Ordered;
}

void DataOrder::readUnexpected(const std::string &Link, FileKey Key) {
  if (Found || ++Unexpected < MostUnexpected)
    return;
  Found = std::make_shared<Result>();
  HelperQueue::get().post([To = Found, Link, Key] {
    To->Ordered = orderOf(Link, Key);
    To->IsDone.store(true, std::memory_order_release);
  });
}

} // namespace foreslice
