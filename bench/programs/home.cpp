//===- home.cpp - what homes of pages cost --------------------------------===//
//
// home NODES PAGES: the table of one home that knows so many pages, each of
// which two of so many nodes have. Prints bytes a page, and the ns of: the
// first look for a page, one for a page that is known, a write of a page and
// two looks for it anew; neighbouring pages in runs of 16, as messages ask for
// them, the runs at random.
//
//===----------------------------------------------------------------------===//

#include "share/job/HomeTable.h"
#include "support/Clock.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <malloc.h>
#include <numeric>
#include <random>

using namespace foreslice;

namespace {

constexpr uint64_t RunPages = 16, File = 1, Generation = 1;
constexpr unsigned Batches = 15;
constexpr uint64_t Batch = 1000; // runs

struct Bench {
  Bench(int Nodes, uint64_t Pages)
      : Nodes(Nodes), Runs(Pages / RunPages), Table(nodes(Nodes), Pages + 1) {}

  static NodesOfRanks nodes(int Count) {
    std::vector<int> Of(static_cast<size_t>(Count));
    std::iota(Of.begin(), Of.end(), 0);
    return std::make_shared<const std::vector<int>>(std::move(Of));
  }
  void look(uint64_t Run, int Asker) {
    for (uint64_t I = 0; I < RunPages; ++I)
      Seen +=
          static_cast<uint64_t>(Table.look(File, Run * RunPages + I, Generation,
                                           Asker, HomeTable::NoRank, Gone));
  }
  void write(uint64_t Run, int By) {
    for (uint64_t I = 0; I < RunPages; ++I) {
      uint64_t Page = Run * RunPages + I;
      HomeTable::Copies Of = Table.drop(File, Page, Page, By);
      Table.dropped(File, Page, Page, By, Of.Until);
    }
  }
  int anyNode() { return static_cast<int>(Random() % unsigned(Nodes)); }
  /// Median over batches, in ns a page.
  double time(const std::function<void()> &Step) {
    std::vector<double> Ns;
    for (unsigned B = 0; B < Batches; ++B) {
      uint64_t Begin = nowNs();
      for (uint64_t I = 0; I < Batch; ++I)
        Step();
      Ns.push_back(static_cast<double>(nowNs() - Begin) / Batch / RunPages);
    }
    std::ranges::nth_element(Ns, Ns.begin() + Batches / 2);
    return Ns[Batches / 2];
  }

  const int Nodes;
  const uint64_t Runs;
  HomeTable Table;
  std::vector<HomeTable::Surplus> Gone;
  std::mt19937_64 Random{1};
  uint64_t Seen = 0;
};

double bytesInUse() {
  struct mallinfo2 M = mallinfo2();
  return static_cast<double>(M.uordblks + M.hblkhd);
}

} // namespace

int main(int argc, char **argv) {
  int Nodes = argc == 3 ? atoi(argv[1]) : 0;
  uint64_t Pages = argc == 3 ? strtoull(argv[2], nullptr, 10) : 0;
  if (Nodes < 2 || Pages < RunPages) {
    fprintf(stderr, "usage: home NODES PAGES, at least 2 and 16\n");
    return 2;
  }
  Bench B(Nodes, Pages);
  std::vector<uint64_t> Order(B.Runs);
  std::iota(Order.begin(), Order.end(), 0);
  std::ranges::shuffle(Order, B.Random);
  double Before = bytesInUse();
  uint64_t Begin = nowNs();
  for (uint64_t Run : Order)
    B.look(Run, B.anyNode());
  double First = static_cast<double>(nowNs() - Begin) /
                 static_cast<double>(B.Runs * RunPages);
  for (uint64_t Run : Order)
    B.look(Run, B.anyNode());
  double Bytes =
      (bytesInUse() - Before) / static_cast<double>(B.Runs * RunPages);
  double Known = B.time([&] { B.look(B.Random() % B.Runs, B.anyNode()); });
  double Write = B.time([&] {
    uint64_t Run = B.Random() % B.Runs;
    B.write(Run, B.anyNode());
    B.look(Run, B.anyNode());
    B.look(Run, B.anyNode());
  });
  if (!B.Gone.empty() || B.Seen == 0)
    return 1;
  printf("bytes %.1f\nns %.1f %.1f %.1f\n", Bytes, First, Known, Write);
}
