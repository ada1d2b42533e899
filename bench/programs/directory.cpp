//===- directory.cpp - what the directory of a node costs -----------------===//
//
// directory PROCESSES PAGES: so many processes with equal parts of so many
// pages in one directory. Each does, at once with the others, and for a random
// page each time: find one that another has; look for one that nobody has; take
// the place of one of its own for a new one; say of a write of one page that it
// begins and ends. Prints a line a process: ns of processor time of each, and
// for comparison of a load from a random place of a table as large as that of
// the frames.
//
//===----------------------------------------------------------------------===//

#include "share/node/NodeDirectory.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <random>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace foreslice;

namespace {

constexpr uint64_t PageSize = 65536;
constexpr unsigned Batch = 20000, Batches = 15;

void *sharedBytes(uint64_t Bytes) {
  void *P = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (P == MAP_FAILED) {
    perror("mmap");
    exit(1);
  }
  return P;
}

/// All processes have come to the N-th step.
void await(std::atomic<unsigned> &Here, unsigned N) {
  for (++Here; Here < N;)
    usleep(100);
}

/// Of this process; others may share its core.
uint64_t processorNs() {
  timespec T;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &T);
  return uint64_t(T.tv_sec) * 1'000'000'000 + uint64_t(T.tv_nsec);
}

/// The median over batches, in ns.
double time(const std::function<void()> &Step) {
  std::vector<double> Ns;
  for (unsigned B = 0; B < Batches; ++B) {
    uint64_t Begin = processorNs();
    for (unsigned I = 0; I < Batch; ++I)
      Step();
    Ns.push_back(static_cast<double>(processorNs() - Begin) / Batch);
  }
  std::nth_element(Ns.begin(), Ns.begin() + Batches / 2, Ns.end());
  return Ns[Batches / 2];
}

ByteRange bytesOf(uint64_t Page) {
  return {Page * PageSize, (Page + 1) * PageSize};
}

class Bench {
public:
  Bench(void *Memory, const uint64_t *Table, unsigned Self, unsigned Processes)
      : D(Memory, Self), Table(Table), Self(Self), Processes(Processes),
        Own(D.ownFrames()), All(uint64_t(Own) * Processes), Held(Own),
        Random(Self) {
    for (uint32_t I = 0; I < Own; ++I)
      load(I, uint64_t(I) * Processes + Self);
  }

  double find() {
    return time([&] {
      uint64_t Page = Random() % All;
      if (Page % Processes == Self)
        Page = (Page + 1) % All;
      Seen += D.find(F, Page, bytesOf(Page), 0).Id;
    });
  }
  double miss() {
    return time([&] {
      uint64_t Page = All + Random() % All;
      Seen += D.find(F, Page, bytesOf(Page), 0).Id;
    });
  }
  double replace() {
    return time([&] {
      uint32_t I = Random() % Own;
      D.remove(D.idOf(I));
      load(I, Held[I] < All ? Held[I] + All : Held[I] - All);
    });
  }
  double write() {
    return time([&] {
      ByteRange Written = bytesOf(2 * All + Random() % All);
      D.beginWrite(F, Written);
      D.endWrite(F, Written);
    });
  }
  double loads() {
    uint64_t Words = All * sizeof(FrameHeader) / sizeof(uint64_t);
    // Each place depends on what the last one held, as those of lookups do.
    return time([&] { Seen += Table[(Random() + Seen) % Words]; });
  }
  uint64_t Seen = 0;

private:
  void load(uint32_t I, uint64_t Page) {
    Held[I] = Page;
    if (D.claim(D.idOf(I), F, Page, bytesOf(Page), 0) !=
        NodeDirectory::Claim::Claimed)
      abort();
    D.frames()[I].Valid = PageSize;
    D.publish(D.idOf(I));
  }

  NodeDirectory D;
  const uint64_t *const Table; ///< As large as that of the frames.
  const unsigned Self, Processes;
  const uint32_t Own;
  const uint64_t All;
  std::vector<uint64_t> Held;
  std::mt19937_64 Random;
  NodeDirectory::FileId F = D.openFile(1, 1);
};

} // namespace

int main(int argc, char **argv) {
  unsigned Processes = argc == 3 ? strtoul(argv[1], nullptr, 10) : 0;
  uint64_t Pages = argc == 3 ? strtoull(argv[2], nullptr, 10) : 0;
  if (Processes == 0 || Processes > NodeDirectory::MaxProcesses ||
      Pages < Processes) {
    fprintf(stderr, "usage: directory PROCESSES PAGES, at least one each\n");
    return 2;
  }
  std::vector<uint32_t> Frames(Processes,
                               static_cast<uint32_t>(Pages / Processes));
  uint64_t Bytes = NodeDirectory::bytesFor(PageSize, Frames);
  void *Memory = sharedBytes(Bytes);
  if (!NodeDirectory::initialize(Memory, PageSize, Frames))
    return 1;
  uint64_t Total = uint64_t(Frames[0]) * Processes;
  uint64_t TableBytes = Total * sizeof(FrameHeader);
  auto *Table = static_cast<uint64_t *>(sharedBytes(TableBytes));
  memset(Table, 1, TableBytes);
  auto &Here = *new (sharedBytes(64)) std::atomic<unsigned>(0);
  printf("bytes %.1f\n",
         static_cast<double>(Bytes) / static_cast<double>(Total) - PageSize);
  fflush(stdout);
  for (unsigned Self = 0; Self < Processes; ++Self)
    if (fork() == 0) {
      Bench B(Memory, Table, Self, Processes);
      double Ns[5];
      unsigned Step = 0;
      double (Bench::*All[])() = {&Bench::find, &Bench::miss, &Bench::write,
                                  &Bench::replace, &Bench::loads};
      for (auto What : All) {
        await(Here, ++Step * Processes);
        Ns[Step - 1] = (B.*What)();
      }
      printf("ns %.1f %.1f %.1f %.1f %.1f\n", Ns[0], Ns[1], Ns[2], Ns[3],
             Ns[4]);
      fflush(stdout);
      _exit(B.Seen == 0);
    }
  int Status, Bad = 0;
  while (wait(&Status) > 0)
    Bad |= Status;
  return Bad != 0;
}
