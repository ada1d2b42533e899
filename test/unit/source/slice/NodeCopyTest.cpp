//===- NodeCopyTest.cpp - snapshots of containers of nodes ----------------===//
//
// foreslice_packet_nodes on the main thread, and what a slice makes of it.
//
//===----------------------------------------------------------------------===//

#include "SliceTest.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <memory>
#include <set>
#include <vector>

using namespace foreslice;
using namespace foreslice::test;

namespace {

using NodeCopyTest = SliceTest;
using Node = std::array<uint64_t, FORESLICE_NODE_BYTES / sizeof(uint64_t)>;

uint64_t addressOf(const void *P) { return reinterpret_cast<uintptr_t>(P); }

std::set<uint64_t> addresses(const foreslice_nodes &Nodes) {
  std::set<uint64_t> All;
  for (uint64_t I = 0; I < Nodes.count; ++I)
    All.insert(Nodes.node[I].address);
  return All;
}

TEST_F(NodeCopyTest, FollowsPointersInTheOrderOfDistance) {
  std::vector<Node> List(3 * FORESLICE_MAX_NODES);
  for (size_t I = 0; I + 1 < List.size(); ++I)
    List[I] = {addressOf(&List[I + 1]), I};
  const Node *Head = List.data();
  auto Nodes = std::make_unique<foreslice_nodes>();
  foreslice_packet_nodes(Nodes.get(), &Head, sizeof Head);
  ASSERT_EQ(Nodes->count, FORESLICE_MAX_NODES);
  for (size_t I = 0; I < FORESLICE_MAX_NODES; ++I) {
    EXPECT_EQ(Nodes->node[I].address, addressOf(&List[I]));
    EXPECT_EQ(std::memcmp(Nodes->node[I].bytes, &List[I], sizeof(Node)), 0);
  }
}

TEST_F(NodeCopyTest, CopiesEachNodeOnce) {
  std::array<Node, 3> Ring{};
  for (size_t I = 0; I < Ring.size(); ++I)
    Ring[I] = {addressOf(&Ring[(I + 1) % 3]), addressOf(&Ring[(I + 2) % 3])};
  const Node *Head = Ring.data();
  auto Nodes = std::make_unique<foreslice_nodes>();
  foreslice_packet_nodes(Nodes.get(), &Head, sizeof Head);
  EXPECT_EQ(Nodes->count, Ring.size());
  EXPECT_EQ(addresses(*Nodes).size(), Ring.size());
}

TEST_F(NodeCopyTest, LeavesOutWhatIsNotThere) {
  Node There{};
  const std::array<uint64_t, 7> Words = {0,
                                         7,
                                         4096,
                                         UINT64_MAX,
                                         uint64_t(1) << 46,
                                         addressOf(&There) + 1,
                                         addressOf(&There)};
  auto Nodes = std::make_unique<foreslice_nodes>();
  errno = 4711;
  foreslice_packet_nodes(Nodes.get(), Words.data(), sizeof Words);
  EXPECT_EQ(errno, 4711);
  EXPECT_EQ(addresses(*Nodes), std::set{addressOf(&There)});
  foreslice_packet_nodes(Nodes.get(), nullptr, sizeof Words);
  EXPECT_EQ(Nodes->count, 0u);
}

TEST_F(NodeCopyTest, GivesUpWhereManyAreNotThere) {
  std::vector<uint64_t> Words(500);
  for (size_t I = 0; I < Words.size(); ++I)
    Words[I] = (uint64_t(1) << 46) + 8 * I;
  auto Nodes = std::make_unique<foreslice_nodes>();
  foreslice_packet_nodes(Nodes.get(), Words.data(), 8 * Words.size());
  EXPECT_EQ(Nodes->count, 0u);
}

TEST_F(NodeCopyTest, TheSliceSeesNodesAsTheyWere) {
  static Node Main;
  Main = {1, 2};
  static std::atomic<uint64_t> Seen;
  static foreslice_nodes Nodes;
  const Node *Head = &Main;
  foreslice_packet_nodes(&Nodes, &Head, sizeof Head);
  Main[1] = 3;
  // What only looks like an address of the slice's own is left alone.
  Nodes.node[Nodes.count++].address = 8;
  runSlice(RunCounter::SlicesCompleted, [&] {
    foreslice_slice_nodes(&Nodes);
    auto *To = static_cast<uint64_t *>(foreslice_slice_alloc(8));
    foreslice_slice_load(To, &Main[1], 8);
    Seen = *To;
  });
  EXPECT_EQ(Seen, 2u);
  EXPECT_EQ(Main[1], 3u);
}

} // namespace
