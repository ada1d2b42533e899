//===- DataOrder.cpp - the order of the data of a file --------------------===//
//
// See DataOrder.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/DataOrder.h"

#include "source/SourceData.h"
#include "storage/PagesAtOpen.h"
#include "support/HelperQueue.h"
#include "support/Statistics.h"

#include <algorithm>
#include <chrono>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace foreslice {

static constinit std::atomic<OrderMaker> Maker{nullptr};

static constinit std::atomic<unsigned> MostMissed{5};

void setOrderMaker(OrderMaker New) { Maker.store(New); }

void lookUpOrdersAtOnce() { MostMissed.store(1, std::memory_order_relaxed); }

unsigned DataOrder::mostMissed() {
  return MostMissed.load(std::memory_order_relaxed);
}

/// Gives the number of bytes read, 0 or less at the end and on errors.
using ReadSome = FunctionRef<int64_t(std::span<std::byte> To, uint64_t Offset)>;

/// These bytes will be read.
using ExpectSome = FunctionRef<void(uint64_t Offset, uint64_t Bytes)>;

static std::shared_ptr<const View> orderOf(ReadSome Some, ExpectSome Expect) {
  // Other files wait for the thread.
  using Clock = std::chrono::steady_clock;
  const Clock::time_point End = Clock::now() + std::chrono::seconds(5);
  auto IsLate = [&] { return Clock::now() > End; };
  auto Read = [&](uint64_t Offset, std::span<std::byte> To) {
    size_t Done = 0;
    if (IsLate())
      return false;
    while (Done < To.size()) {
      const int64_t Got = Some(To.subspan(Done), Offset + Done);
      if (Got <= 0)
        break;
      Done += static_cast<size_t>(Got);
    }
    std::ranges::fill(To.subspan(Done), std::byte{}); // Behind the end.
    return Done > 0;
  };
  const OrderMaker Make = Maker.load();
  auto Order = Make ? Make({Read, Expect}) : nullptr;
  if (!Order || IsLate())
    return nullptr;
  auto Ordered = std::make_shared<View>(*View::bytes());
  Ordered->Order = std::move(Order);
  return Ordered;
}

/// The kernel reads the bytes, if the descriptor means something.
static auto expectsOfKernel(int File) {
  return [File](uint64_t Offset, uint64_t Bytes) {
    if (File >= 0)
      posix_fadvise(File, static_cast<off_t>(Offset), static_cast<off_t>(Bytes),
                    POSIX_FADV_WILLNEED);
  };
}

/// Opens the file, unless the descriptor now has another one. Nothing is looked
/// up where the operating system has no pages, or each open drops the pages.
static std::shared_ptr<const View> orderOf(const std::string &Link,
                                           FileKey Key) {
  if (pages_at_open::areLost(Key.Device))
    return nullptr;
  const int File = ::open(Link.c_str(), O_RDONLY | O_CLOEXEC);
  if (File < 0)
    return nullptr;
  struct stat Is;
  std::shared_ptr<const View> Ordered;
  // Another thread may be about to see that the pages are lost.
  auto Read = [&](std::span<std::byte> To, uint64_t Offset) -> int64_t {
    return pages_at_open::areLost(Key.Device)
               ? -1
               : pread(File, To.data(), To.size(), static_cast<off_t>(Offset));
  };
  if (fstat(File, &Is) == 0 && FileKey{Is.st_dev, Is.st_ino} == Key &&
      !pages_at_open::lookForLoss(File))
    Ordered = orderOf(Read, expectsOfKernel(File));
  ::close(File);
  return Ordered;
}

/// True once: at the last of the missed reads before the look-up.
bool DataOrder::isToBeFound(const Made &Read) {
  constexpr auto Relaxed = std::memory_order_relaxed;
  if (const std::shared_ptr<const View> Ordered = view()) {
    if (Ordered->Order->placeOf(Read.Bytes))
      Elsewhere.store(0, Relaxed);
    else
      Elsewhere.fetch_add(1, Relaxed);
    return false;
  }
  unsigned Now = Missed.load(Relaxed);
  if (Now >= mostMissed() || (!Read.IsExpected && !Read.IsSlow))
    return false;
  const unsigned New = Read.IsExpected ? Now - std::min(Now, 1u) : Now + 1;
  return Missed.compare_exchange_strong(Now, New, Relaxed) &&
         New == mostMissed();
}

void DataOrder::readDone(const Made &Read, const std::string &Link,
                         FileKey Key) {
  if (isToBeFound(Read))
    HelperQueue::get().post([To = Found, Link, Key] {
      To->Ordered = orderOf(Link, Key);
      To->IsDone.store(true, std::memory_order_release);
    });
}

/// Of a file that the run time has open. Where the kernel keeps nothing, the
/// pool does.
static std::shared_ptr<const View>
orderOf(const std::shared_ptr<CachedFile> &File, const Source *Asks) {
  if (!Asks || File->DeliveredBy == Delivery::Kernel) {
    auto Read = [&](std::span<std::byte> To, uint64_t Offset) {
      return static_cast<int64_t>(File->read(To, Offset));
    };
    return orderOf(Read, expectsOfKernel(File->descriptor()));
  }
  SourceData Data(*Asks, File);
  auto Read = [&](std::span<std::byte> To, uint64_t Offset) {
    return static_cast<int64_t>(Data.read(To, Offset));
  };
  return orderOf(Read, [&](uint64_t Offset, uint64_t Bytes) {
    Data.expect({Offset, Offset + Bytes});
  });
}

void DataOrder::readDone(const Made &Read,
                         const std::shared_ptr<CachedFile> &File,
                         const Source *Asks) {
  if (isToBeFound(Read))
    HelperQueue::get().post([To = Found, File, Asks] {
      To->Ordered = orderOf(File, Asks);
      To->IsDone.store(true, std::memory_order_release);
    });
}

void DataOrder::count(ByteRange Bytes, bool Ready,
                      const std::string &Path) const {
  const std::shared_ptr<const View> Ordered = view();
  if (!Ordered)
    return;
  const std::string_view Name = Ordered->Order->nameOf(Bytes);
  if (DatasetStatistics *Set =
          Name.empty() ? nullptr : Statistics::get().dataset(Name, Path))
    Set->read(Bytes.End - Bytes.Begin, Ready);
}

} // namespace foreslice
