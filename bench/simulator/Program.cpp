//===- Program.cpp - the simulated program --------------------------------===//
//
// See Program.h.
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "support/Clock.h"
#include "support/ReadFully.h"

#include <algorithm>
#include <array>

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// That of examples/common.h.
static uint64_t scramble(uint64_t X) {
  X += 0x9e3779b97f4a7c15u;
  X = (X ^ (X >> 30)) * 0xbf58476d1ce4e5b9u;
  X = (X ^ (X >> 27)) * 0x94d049bb133111ebu;
  return X ^ (X >> 31);
}

#include "../programs/patterns.h"
#include "../programs/rapid.h"

struct reader {
  place At{};
  std::function<void(int64_t)> Access;
  std::function<void()> EndPortion;
};

static place *place_of(reader *R) { return &R->At; }
static void access_block(reader *R, long Block) {
  R->Access(Block);
  ++R->At.accesses;
}
static void end_portion(reader *R) { R->EndPortion(); }

/// part: each rank reads a part of the file from its begin to its end.
static void partitioned(reader *R) {
  for (long B = 0; B < R->At.records; B++)
    access_block(R, R->At.rank * R->At.records + B);
  end_portion(R);
}

/// Those of bench/rapid: a portion ends before the first block of the next one,
/// and the last one at the end.
static void follow(reader *R, walk W, int64_t MostPortions) {
  int64_t Ended = 0;
  for (int64_t I = 0; I < W.reads; I++) {
    const int64_t Block = block_of(&W, I);
    for (; Ended < W.portions - 1; Ended++)
      end_portion(R);
    access_block(R, static_cast<long>(Block));
  }
  for (; Ended < MostPortions - 1; Ended++)
    end_portion(R);
}

static int64_t portionsOf(walk W) {
  for (int64_t I = 0; I < W.reads; I++)
    block_of(&W, I);
  return W.portions;
}

namespace foreslice::simulator {

static int sizeOf(const Options &O) { return O.Nodes * O.Ranks; }

walk Program::walkOf(int Rank) const {
  return start_walk(O.Pattern.c_str(), O.Records * sizeOf(O), Rank, sizeOf(O));
}

void Program::follow(reader &R, int Rank) const {
  const int Size = sizeOf(O);
  R.At = {Rank, Size, O.Records, 1, 0};
  if (isRapid())
    return ::follow(&R, walkOf(Rank), MostPortions);
  if (O.Pattern == "part")
    return partitioned(&R);
  auto P = std::ranges::find_if(
      patterns, [this](const auto &Of) { return O.Pattern == Of.name; });
  mustBe(P != std::end(patterns), "no such pattern");
  R.At.portions = O.Records * (P->global ? Size : 1) / P->portion;
  P->run(&R);
}

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

Program::Program(const Options &O)
    : O(O), Meeting(static_cast<size_t>(sizeOf(O))) {
  static constexpr std::array Known{"none", "portion", "each", "total"};
  mustBe(std::ranges::find(Known, O.Sync) != Known.end(),
         "no such synchronisation");
  mustBe(isRapid() || O.Workload == "collective", "no such workload");
  if (isRapid())
    for (int Rank = 0; Rank < sizeOf(O); ++Rank)
      MostPortions = std::max(MostPortions, portionsOf(walkOf(Rank)));
}

std::vector<PagePart> Program::partsOf(uint64_t Offset) const {
  const Access Read{View::bytes(), Offset, O.BlockBytes};
  return Read.parts(PageGrid(O.PageSize)).all();
}

/// As serve() of the run time's front end does, without the copy.
bool Program::serve(Process &P, Demand &D, std::span<const PagePart> Parts) {
  if (!D.any())
    return false;
  for (size_t I = 0; I < Parts.size(); ++I)
    if (!D.pages()[I].Data) {
      ByteRange B = Parts[I].Bytes;
      std::vector<iovec> Buffer{{nullptr, B.End - B.Begin}};
      P.File->stored()->read(Buffer, B.Begin);
    }
  if (!D.stillThere())
    return false;
  D.markUsed();
  return true;
}

void Program::read(Process *P, uint64_t Offset) {
  auto Plain = [&] {
    std::vector<iovec> Buffer{{nullptr, O.BlockBytes}};
    ++PlainReads;
    readFully(0, Buffer, Offset);
  };
  work(O.ReadUs);
  if (!P)
    return Plain();
  P->File->Positions.callBegins(P->Lane);
  if (!P->Cache.demand().pays(*P->File))
    return Plain();
  std::vector<PagePart> Parts = partsOf(Offset);
  Demand D = P->Cache.demand().pin(*P->File, Parts);
  if (!serve(*P, D, Parts))
    Plain();
  D.over();
}

void Program::meet(Process *P) {
  if (P)
    P->Cache.demand().meets();
  Meeting.arrive();
  if (P)
    P->Cache.demand().goesOn();
}

/// What Do takes is added to Sum.
template <typename Action> static void timed(uint64_t &Sum, Action Do) {
  const uint64_t Begin = nowNs();
  Do();
  Sum += nowNs() - Begin;
}

double Program::computeUs(const reader &R) const {
  if (!isRapid())
    return static_cast<double>(jitter(&R.At, O.ComputeUs)) + O.BlockUs;
  return O.ComputeUs == 0 ? 0
                          : compute_time(static_cast<double>(O.ComputeUs),
                                         R.At.rank, R.At.accesses);
}

void Program::runMain(Process *P, int Rank) {
  reader R;
  uint64_t Computed = 0;
  const int64_t Every = reads_to_meeting(O.Sync.c_str(), sizeOf(O));
  R.Access = [&](int64_t Block) {
    timed(Idle.ReadsNs,
          [&] { read(P, static_cast<uint64_t>(Block) * O.BlockBytes); });
    ++Reads;
    const uint64_t Ns = static_cast<uint64_t>(computeUs(R) * 1e3);
    Computed += Ns;
    sleep(Ns);
    if (Every != 0 && (R.At.accesses + 1) % Every == 0)
      timed(Idle.MeetingsNs, [&] { meet(P); });
  };
  R.EndPortion = [&] {
    if (O.Sync == "portion")
      timed(Idle.MeetingsNs, [&] { meet(P); });
  };
  follow(R, Rank);
  MostComputeNs = std::max(MostComputeNs, Computed);
  timed(Idle.EndNs, [&] { meet(P); });
}

void Program::runSlice(Process &P) {
  work(O.SliceUs);
  reader R;
  R.Access = [&](int64_t Block) {
    LaneCall Call{P.Lane, static_cast<uint64_t>(R.At.accesses)};
    if (P.Cache.posting().wanted(*P.File))
      P.Cache.posting().prefetch(
          *P.File, Call, partsOf(static_cast<uint64_t>(Block) * O.BlockBytes),
          P.Cancel);
  };
  R.EndPortion = [] {};
  follow(R, P.Rank);
}

} // namespace foreslice::simulator
