//===- scale.cpp - what the cache costs by its size -----------------------===//
//
// scale PAGES QUEUED: a cache of PAGES pages of 4 KiB, full of pages that are
// still to be read, and QUEUED requests behind them. Storage answers at once
// and writes nothing, so that only the cache's own work is seen. The program
// reads pages in the order of the requests, which are without order in the
// file, a twentieth of the pool at a time, and posts as many new ones where the
// engine has taken as many: the queue is bounded, and nobody else would make
// room in it.
//
// Prints ns of processor time of a demand read without its copy, of posting a
// request, of the engine for a page, of a read that finds nothing, and of a
// load from a random place in as much memory as the cache needs for its tables;
// then the bytes that it needs for a page and for a request.
//
//===----------------------------------------------------------------------===//

#include "cache/CachedFile.h"
#include "cache/PageCache.h"
#include "storage/Descriptor.h"
#include "storage/Storage.h"

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <functional>
#include <mutex>
#include <random>
#include <unistd.h>

using namespace foreslice;

namespace {

constexpr uint64_t PageSize = 4096, ServiceNs = 1'000'000;
constexpr unsigned Batches = 15;
/// So short that its memory does not count as that of the first pages.
constexpr uint64_t FillQueue = 100;

class InstantStorage final : public Storage {
public:
  bool start(unsigned) override { return true; }
  void submit(StorageRead &Read) override {
    Read.Result = 0;
    for (unsigned I = 0; I < Read.BufferCount; ++I)
      Read.Result += static_cast<int64_t>(Read.Buffers[I].iov_len);
    Read.ServiceNs = ServiceNs;
    Submitted.push_back(&Read);
  }
  void wait(std::vector<StorageRead *> &Done, uint64_t) override {
    std::unique_lock L(M);
    Changed.wait(L, [&] { return Woken || !Submitted.empty(); });
    Woken = false;
    Done.insert(Done.end(), Submitted.begin(), Submitted.end());
    Submitted.clear();
  }
  void wake() override {
    {
      std::lock_guard L(M);
      Woken = true;
    }
    Changed.notify_one();
  }

private:
  std::mutex M;
  std::condition_variable Changed;
  bool Woken = false;
  std::vector<StorageRead *> Submitted; // the engine's
};

uint64_t processorNs(clockid_t Of) {
  timespec T;
  clock_gettime(Of, &T);
  return uint64_t(T.tv_sec) * 1'000'000'000 + uint64_t(T.tv_nsec);
}
uint64_t ownNs() { return processorNs(CLOCK_THREAD_CPUTIME_ID); }

double residentBytes() {
  FILE *F = fopen("/proc/self/statm", "r");
  unsigned long Size = 0, Resident = 0;
  if (!F || fscanf(F, "%lu %lu", &Size, &Resident) != 2)
    exit(1);
  fclose(F);
  return double(Resident) * double(sysconf(_SC_PAGESIZE));
}

double median(std::vector<double> V) {
  std::ranges::sort(V);
  return V[V.size() / 2];
}

class Run {
public:
  Run(uint64_t Pages, const Settings &S)
      : Pages(Pages), Cache(S, std::make_unique<InstantStorage>()),
        File(Cache.coherence().open({1, 1},
                                    std::make_shared<Descriptor>(open(
                                        "/dev/null", O_RDONLY | O_CLOEXEC)),
                                    "")) {}

  void post() {
    PagePart Next = part(Posted);
    Cache.posting().prefetch(*File, {0, Posted++}, {&Next, 1}, Cancel);
  }
  /// Until the engine has nothing more to do.
  void settle() {
    uint64_t Before = fetched();
    for (unsigned Same = 0; Same < 5; ++Same) {
      usleep(20000);
      if (uint64_t Now = fetched(); Now != Before) {
        Before = Now;
        Same = 0;
      }
    }
  }
  uint64_t fetched() const {
    return File->Stats->get(Counter::PagesPrefetched);
  }
  uint64_t queued() const { return Posted - fetched(); }
  /// Whether it was there.
  bool read() {
    File->Positions.callBegins(0);
    return demand(part(Read++));
  }
  bool miss() { return demand(part(Posted + Missed++)); }

  const uint64_t Pages;

private:
  static PagePart part(uint64_t Call) {
    uint64_t Page = Call * 0x9E3779B1 % (uint64_t(1) << 32);
    return PageGrid(PageSize).whole(Page);
  }
  bool demand(const PagePart &Part) {
    Demand D = Cache.demand().pin(*File, {&Part, 1});
    if (D.hits() != 0)
      D.markUsed();
    else
      D.over();
    return D.hits() != 0;
  }

  std::atomic<bool> Cancel{false};
  PageCache Cache;
  std::shared_ptr<CachedFile> File;
  uint64_t Posted = 0, Read = 0, Missed = 0;
};

double randomLoad(double Bytes) {
  std::vector<uint32_t> Table(std::max<size_t>(size_t(Bytes) / 4, 1024), 1);
  std::mt19937_64 Random(1);
  std::vector<size_t> Places(1 << 16);
  for (size_t &Place : Places)
    Place = 1 + Random() % (Table.size() - 1);
  std::vector<double> Ns;
  size_t Shift = 0; // each load waits for the one before
  for (unsigned B = 0; B < Batches; ++B) {
    uint64_t Begin = ownNs();
    for (size_t Place : Places)
      Shift = Table[Place - Shift];
    Ns.push_back(double(ownNs() - Begin) / double(Places.size()));
  }
  if (Shift != 1)
    exit(1);
  return median(Ns);
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: scale PAGES QUEUED\n");
    return 2;
  }
  const uint64_t Pages = strtoull(argv[1], nullptr, 10);
  const uint64_t Queued = strtoull(argv[2], nullptr, 10);
  Settings S;
  S.CacheSize = Pages * PageSize;
  S.PageSize = PageSize;
  S.Always = true;

  Run R(Pages, S);
  const double Empty = residentBytes();
  for (uint64_t I = 0; I < Pages; ++I) {
    R.post();
    while (R.queued() == FillQueue)
      usleep(50);
  }
  R.settle();
  const double Full = residentBytes();
  for (uint64_t I = 0; I < Queued; ++I)
    R.post();
  R.settle();
  const double Waiting = residentBytes();

  // The engine keeps a quarter of the pool ahead.
  for (uint64_t I = 0; I < Pages / 4 * 3; ++I)
    R.read();
  R.settle();
  const uint64_t Batch = Pages / 20;
  const uint64_t Before = R.fetched();
  std::vector<double> Reads, Posts, Misses;
  const uint64_t Others = processorNs(CLOCK_PROCESS_CPUTIME_ID) - ownNs();
  for (unsigned B = 0; B < Batches; ++B) {
    auto Timed = [](uint64_t Times, auto Step) {
      uint64_t Begin = ownNs();
      for (uint64_t I = 0; I < Times; ++I)
        Step();
      return double(ownNs() - Begin) / double(Times);
    };
    Reads.push_back(Timed(Batch, [&] {
      if (!R.read()) {
        fprintf(stderr, "a page was not there\n");
        exit(1);
      }
    }));
    if (R.queued() <= Queued)
      Posts.push_back(Timed(Batch, [&] { R.post(); }));
    R.settle();
    Misses.push_back(
        Timed(std::min<uint64_t>(Batch, 20000), [&] { R.miss(); }));
  }
  R.settle();
  const double PerPage =
      double(processorNs(CLOCK_PROCESS_CPUTIME_ID) - ownNs() - Others) /
      double(R.fetched() - Before);
  printf("ns %.1f %.1f %.1f %.1f %.1f\n", median(Reads), median(Posts), PerPage,
         median(Misses), randomLoad(Waiting - Empty));
  printf("bytes %.1f %.1f\n", (Full - Empty) / double(Pages),
         Queued ? (Waiting - Full) / double(Queued) : 0.0);
  // Without the time that it takes to free everything.
  fflush(stdout);
  _exit(0);
}
