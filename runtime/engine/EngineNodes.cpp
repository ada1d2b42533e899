//===- EngineNodes.cpp - pages from other nodes ---------------------------===//
//
// A fetch that asks other nodes is divided by the owners of the pages, and goes
// on as several: copies, reads from storage, or another look.
//
//===----------------------------------------------------------------------===//

#include "engine/Engine.h"
#include "support/Runs.h"

#include <algorithm>

using namespace foreslice;

/// Times that pages are looked for on other nodes before a read from storage.
static constexpr unsigned MostLooks = 2;

/// The directory has the fetch's pages as pages that may come from other nodes:
/// so the pages may still come from there.
bool Engine::mayLookAgain(const Fetch &F) const {
  return State.Sharing.isCurrent(F.Run, *F.File) && F.Looks < MostLooks;
}

void Engine::ask(Fetch &F) {
  if (F.Next == Stage::Look) {
    F.AskedNs = nowNs();
    return State.Sharing.nodes().look(
        F.Run, F.Looks ? F.From : RemotePages::FromStorage,
        [this, &F](std::span<const int> Owners, uint64_t Number) {
          F.Run.Number = Number;
          F.Owners.assign(Owners.begin(), Owners.end());
          answered(F);
        });
  }
  std::vector<std::byte *> Frames;
  Frames.reserve(F.Vector.size());
  for (const iovec &V : F.Vector)
    Frames.push_back(static_cast<std::byte *>(V.iov_base));
  State.Sharing.nodes().get(F.Run, F.From, Frames,
                            [this, &F](const RemotePages::Copies &C) {
                              F.Valid.assign(C.Valid.begin(), C.Valid.end());
                              F.Waited = C.Waited;
                              answered(F);
                            });
}

/// One fetch for each owner. No page waits for others: another node may wait
/// for the page, while this node waits for a page of the other.
void Engine::divide(Fetch &F) {
  ++F.Looks;
  std::vector<int> Owners = std::move(F.Owners);
  Fetch *Last = &F;
  forEachRun(
      Owners.size(),
      [&](size_t First, size_t I) { return Owners[I] == Owners[First]; },
      [&](size_t First, size_t End) {
        State.M.assertHeld();
        Fetch *Rest =
            End < Owners.size() ? &cutOff(*Last, End - First) : nullptr;
        bool Storage = Owners[First] == RemotePages::FromStorage;
        goOn(*Last, Storage ? Stage::Read : Stage::Get, Owners[First]);
        Last = Rest;
      });
}

void Engine::takeCopies(Fetch &F) {
  std::vector<uint32_t> Valid = std::move(F.Valid);
  std::vector<Fetch *> Pages{&F};
  bool Alike = std::ranges::count(Valid, RemotePages::Missing) %
                   static_cast<std::ptrdiff_t>(Valid.size()) ==
               0;
  F.File->Stats->add(Counter::RemoteNs, nowNs() - F.AskedNs);
  if (Alike && Valid.front() != RemotePages::Missing && !F.Waited)
    State.NodesMeter.copyDone(Valid.size(), nowNs() - F.AskedNs);
  // One by one, unless all pages have the same fate.
  while (!Alike && Pages.size() < Valid.size())
    Pages.push_back(&cutOff(*Pages.back(), 1));
  size_t Position = 0;
  for (Fetch *P : Pages) {
    if (Valid[Position] == RemotePages::Missing) {
      Position += P->Slots.size();
      goOn(*P, mayLookAgain(*P) ? Stage::Look : Stage::Read, F.From);
      continue;
    }
    F.File->Stats->add(Counter::PagesRemote, P->Slots.size());
    for (Slot S : P->Slots)
      settlePage(*P, S, true, Valid[Position++]);
    end(*P);
  }
}

void Engine::goOn(Fetch &F, Stage Next, int From) {
  F.Next = Next;
  F.From = From;
  if (Next != Stage::Look)
    for (Slot S : F.Slots)
      State.Sharing.noteKnown(S - 1, Next == Stage::Get, F.Run);
  // Nobody shall wait for a copy here: the copy might wait for them.
  Settled |= Next == Stage::Get;
  if (Next != Stage::Read) {
    ToAsk.push_back(&F);
    return;
  }
  F.File->Stats->add(Counter::StorageReads);
  ToSubmit.push_back(&F);
}

/// Leaves the first Pages pages to F; gives the rest.
Engine::Fetch &Engine::cutOff(Fetch &F, size_t Pages) {
  Fetch &Rest = newFetch(*F.File, F.FirstPage + Pages);
  ToSubmit.pop_back();
  auto Cut = [&](auto &From, auto &To) {
    auto Found = From.begin() + static_cast<std::ptrdiff_t>(Pages);
    To.assign(Found, From.end());
    From.erase(Found, From.end());
  };
  Cut(F.Slots, Rest.Slots);
  Cut(F.Vector, Rest.Vector);
  Rest.Handle = F.Handle;
  Rest.WriteEpoch = F.WriteEpoch;
  Rest.NodeEpoch = F.NodeEpoch;
  Rest.Looks = F.Looks;
  Rest.From = F.From;
  Rest.AskedNs = F.AskedNs;
  Rest.Run = {F.Run.File, F.Run.Generation, Rest.FirstPage, Rest.Slots.size(),
              F.Run.Number};
  Rest.Begin = Rest.Offset = State.Grid.beginOf(Rest.FirstPage);
  F.Run.Count = Pages;
  for (Fetch *X : {&F, &Rest}) {
    X->Buffers = X->Vector.data();
    X->BufferCount = static_cast<unsigned>(X->Vector.size());
  }
  return Rest;
}
