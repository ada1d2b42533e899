//===- JobFixture.cpp - ranks of several nodes in one process -------------===//

#include "JobFixture.h"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <numeric>

using namespace foreslice;
using namespace foreslice::test;

JobRank::JobRank(void *Memory, unsigned Process, const std::vector<int> &NodeOf,
                 const Messenger::Config &C)
    : Node(Memory, Process), Shared(Node.openFile(8, 100)),
      Net(makeMessenger(C,
                        [this](int From, uint8_t Type, auto Bytes, Reply To) {
                          handle(From, Type, Bytes, std::move(To));
                        })),
      Pages(Node, *Net, std::make_shared<const std::vector<int>>(NodeOf),
            C.Rank) {}

std::vector<int> JobRank::look(uint64_t First, uint64_t Count, int Lost,
                               uint64_t Generation) {
  std::promise<std::vector<int>> Owners;
  Pages.look({TheFile, Generation, First, Count}, Lost,
             [&](std::span<const int> Of, uint64_t) {
               Owners.set_value({Of.begin(), Of.end()});
             });
  return Owners.get_future().get();
}

std::pair<int, uint64_t> JobRank::numberedLook(uint64_t Page, int Lost) {
  std::promise<std::pair<int, uint64_t>> Told;
  Pages.look({TheFile, 1, Page, 1}, Lost,
             [&](std::span<const int> Of, uint64_t Number) {
               Told.set_value({Of[0], Number});
             });
  return Told.get_future().get();
}

std::future<Copies> JobRank::startGet(int From, uint64_t First, uint64_t Count,
                                      uint64_t Generation, uint64_t File,
                                      uint64_t Number) {
  struct Pending {
    Copies Got;
    std::promise<Copies> Done;
  };
  auto P = std::make_shared<Pending>();
  P->Got.Data.resize(Count * PageSize);
  std::vector<std::byte *> Frames;
  for (size_t I = 0; I < Count; ++I)
    Frames.push_back(&P->Got.Data[I * PageSize]);
  std::future<Copies> Out = P->Done.get_future();
  Pages.get({File, Generation, First, Count, Number}, From, Frames,
            [P](const RemotePages::Copies &C) {
              P->Got.Valid.assign(C.Valid.begin(), C.Valid.end());
              P->Got.Waited = C.Waited;
              P->Done.set_value(std::move(P->Got));
            });
  return Out;
}

void JobRank::handle(int From, uint8_t Type, std::span<const std::byte> Bytes,
                     Reply To) {
  {
    std::lock_guard G(M);
    if (Type == Holding) {
      Held.push_back({From, {Bytes.begin(), Bytes.end()}, std::move(To)});
      return;
    }
  }
  Pages.handle(From, Type, Bytes, std::move(To));
}

void JobRank::hold(Message Type) {
  std::lock_guard G(M);
  Holding = Type;
}

bool JobRank::holds() {
  return eventually([&] {
    std::lock_guard G(M);
    return !Held.empty();
  });
}

HeldMessage JobRank::takeHeld() {
  EXPECT_TRUE(holds());
  std::lock_guard G(M);
  HeldMessage First = std::move(Held.at(0));
  Held.erase(Held.begin());
  return First;
}

void JobRank::letGo() {
  std::lock_guard G(M);
  for (HeldMessage &H : std::exchange(Held, {}))
    Pages.handle(H.From, *Holding, H.Content, std::move(H.To));
  Holding.reset();
}

void JobRank::enter(uint64_t File, std::vector<int> Ranks) {
  Pages.enter(File, std::move(Ranks), Shared);
  Node.enterJob(Shared, File);
  Since = Node.beginOf(Shared, 1);
  Pages.renew(File, 1, Since);
}

void JobRank::renew(uint64_t Generation) {
  Since = Node.beginOf(Shared, Generation);
  Pages.renew(TheFile, Generation, Since);
}

void JobRank::claim(uint32_t Frame, uint64_t Page) {
  EXPECT_EQ(
      Node.claim(Node.idOf(Frame), Shared, Page, bytesOf(Page), Since, Since),
      Claim::Claimed);
  Node.noteKnown(Node.idOf(Frame), false);
}

void JobRank::publish(uint32_t Frame, char Fill, uint32_t Valid) {
  memset(Node.data() + Frame * PageSize, Fill, PageSize);
  Node.frames()[Frame].Valid = Valid;
  Node.publish(Node.idOf(Frame));
}

void JobRank::fetch(uint32_t Frame, uint64_t Page, char Fill) {
  claim(Frame, Page);
  lookFor(Page);
  publish(Frame, Fill);
}

JobRanks::JobRanks(std::vector<int> NodeOf, uint32_t FramesOfEach,
                   std::chrono::milliseconds Deadline) {
  Messenger::Config C;
  C.Key = Secret::random();
  C.Address = loopback();
  C.Deadline = Deadline;
  std::vector<unsigned> Processes(NodeOf.size());
  for (int Node : NodeOf)
    ++Processes[static_cast<size_t>(Node)];
  for (unsigned Count : Processes)
    Nodes.push_back(Count ? std::make_unique<SharedDirectory>(
                                std::vector<uint32_t>(Count, FramesOfEach))
                          : nullptr);
  std::vector<Endpoint> Peers;
  for (size_t Rank = 0; Rank < NodeOf.size(); ++Rank) {
    auto Node = static_cast<size_t>(NodeOf[Rank]);
    C.Rank = static_cast<int>(Rank);
    Ranks.push_back(std::make_unique<JobRank>(Nodes[Node]->Memory,
                                              --Processes[Node], NodeOf, C));
    Peers.push_back({loopback(), Ranks.back()->Net->port()});
  }
  std::vector<int> All(NodeOf.size());
  std::iota(All.begin(), All.end(), 0);
  for (auto &R : Ranks) {
    R->enter(TheFile, All);
    EXPECT_TRUE(R->Net->setPeers(Peers));
  }
}

JobRanks::~JobRanks() {
  for (auto &R : Ranks)
    R->Net.reset();
}
