//===- CountedCalls.cpp - calls counted without a look --------------------===//
//
// See CountedCalls.h. A thread's table is one mapping. The kernel gives memory
// for used descriptors only. A forked child finds an empty table.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/CountedCalls.h"
#include "source/slice/SliceRunner.h"

#include <algorithm>
#include <atomic>
#include <pthread.h>
#include <sys/mman.h>

using namespace foreslice;

static constexpr size_t TableBytes = CountedCalls::Slots * sizeof(CountedCalls);

constinit thread_local CountedCalls *CountedCalls::Table = nullptr;

static std::atomic<bool> HasKey{false};
static pthread_key_t TableKey; ///< Written before HasKey.

void CountedCalls::unmap(void *Old) {
  Table = nullptr;
  slice_runner::lookAtStream();
  munmap(Old, TableBytes);
}

/// A table that ends with the thread; null without memory. Does not use the
/// program's allocator.
CountedCalls *CountedCalls::makeTable() {
  if (!HasKey.load(std::memory_order_acquire))
    return nullptr;
  void *New = mmap(nullptr, TableBytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (New == MAP_FAILED)
    return nullptr;
  // Without this flag, the numbers of launches still tell most slots.
  madvise(New, TableBytes, MADV_WIPEONFORK);
  if (pthread_setspecific(TableKey, New) != 0) {
    munmap(New, TableBytes);
    return nullptr;
  }
  return static_cast<CountedCalls *>(New);
}

void CountedCalls::isIn(int64_t Offset, uint64_t Bytes, bool AtOwn,
                        int64_t Page) {
  const int64_t End = Offset + static_cast<int64_t>(Bytes);
  const int64_t Last = std::max(End - 1, Offset);
  PageBegin = Last - Last % Page;
  PageEnd = PageBegin + Page;
  Position = AtOwn ? End : -1;
}

void CountedCalls::prepare() {
  if (!HasKey.load() && pthread_key_create(&TableKey, unmap) == 0)
    HasKey.store(true, std::memory_order_release);
}

CountedCalls &CountedCalls::ofNew(int Fd) {
  static thread_local CountedCalls Only
      __attribute__((tls_model("initial-exec")));
  Table = makeTable();
  return Table ? Table[static_cast<unsigned>(Fd) % Slots] : Only;
}
