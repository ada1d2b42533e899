//===- Program.cpp - the simulated program --------------------------------===//
//
// See Program.h.
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "support/ReadFully.h"

#include <algorithm>

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

struct reader {
  place At{};
  std::function<void(long)> Access;
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

namespace foreslice::simulator {

static void follow(const Options &O, reader &R, int Rank) {
  const int Size = O.Nodes * O.Ranks;
  R.At = {Rank, Size, O.Records, 1, 0};
  if (O.Pattern == "part")
    return partitioned(&R);
  auto P = std::ranges::find_if(
      patterns, [&](const auto &Of) { return O.Pattern == Of.name; });
  mustBe(P != std::end(patterns), "no such pattern");
  R.At.portions = O.Records * (P->global ? Size : 1) / P->portion;
  P->run(&R);
}

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

Program::Program(const Options &O)
    : O(O),
      Portions(static_cast<size_t>(O.Nodes) * static_cast<size_t>(O.Ranks)) {}

std::vector<PagePart> Program::partsOf(uint64_t Offset) const {
  std::vector<PagePart> Parts;
  const uint64_t End = Offset + O.BlockBytes;
  for (uint64_t At = Offset; At < End;) {
    uint64_t Page = At / O.PageSize;
    uint64_t Next = std::min(End, (Page + 1) * O.PageSize);
    Parts.push_back({Page, {At, Next}});
    At = Next;
  }
  return Parts;
}

/// As serve() of the run time's front end does, without the copy.
bool Program::serve(Process &P, PageCache::Demand &D,
                    std::span<const PagePart> Parts) {
  bool Any = false;
  for (size_t I = 0; I < Parts.size(); ++I)
    Any |= D.pages()[I].Data != nullptr;
  if (!Any)
    return false;
  for (size_t I = 0; I < Parts.size(); ++I)
    if (!D.pages()[I].Data) {
      ByteRange B = Parts[I].Bytes;
      std::vector<iovec> Buffer{{nullptr, B.End - B.Begin}};
      readFully(P.File->descriptor(), Buffer, B.Begin);
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
  if (!P->Cache.pays(*P->File))
    return Plain();
  std::vector<PagePart> Parts = partsOf(Offset);
  PageCache::Demand D = P->Cache.demand(*P->File, Parts);
  if (!serve(*P, D, Parts))
    Plain();
  if (D.needy())
    P->Cache.demandDone();
}

void Program::runMain(Process *P, int Rank) {
  reader R;
  uint64_t Computed = 0;
  R.Access = [&](long Block) {
    read(P, static_cast<uint64_t>(Block) * O.BlockBytes);
    ++Reads;
    uint64_t Ns = static_cast<uint64_t>(
        (static_cast<double>(jitter(&R.At, O.ComputeUs)) + O.BlockUs) * 1e3);
    Computed += Ns;
    sleep(Ns);
  };
  R.EndPortion = [&] {
    if (O.Sync)
      Portions.arrive();
  };
  follow(O, R, Rank);
  MostComputeNs = std::max(MostComputeNs, Computed);
}

void Program::runSlice(Process &P) {
  work(O.SliceUs);
  reader R;
  R.Access = [&](long Block) {
    LaneCall Call{P.Lane, static_cast<uint64_t>(R.At.accesses)};
    if (P.Cache.wanted(*P.File))
      P.Cache.prefetch(*P.File, Call,
                       partsOf(static_cast<uint64_t>(Block) * O.BlockBytes),
                       P.Cancel);
  };
  R.EndPortion = [] {};
  follow(O, R, P.Rank);
}

} // namespace foreslice::simulator
