//===- NodeCopy.cpp - snapshots of containers of nodes --------------------===//
//
// foreslice_packet_nodes of the ABI. The slice of a loop that takes elements
// out of a container needs the nodes as of the launch: the main thread may have
// freed the first node when the slice begins. The end of a node is unknown, so
// the copies include the bytes behind the nodes, also as of the launch. Every
// apparent address is followed.
//
//===----------------------------------------------------------------------===//

#include "foreslice/abi.h"
#include "source/slice/PacketCopy.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace {

/// Copies nodes in the order of their distance from the begin of the walk.
class NodeWalk {
public:
  /// The head, from Head on, is copied already, and memory beside the head is
  /// no node.
  NodeWalk(foreslice_nodes &To, const void *Head, uint64_t Size)
      : To(To), HeadBegin(reinterpret_cast<uintptr_t>(Head) - BeforeHead),
        HeadSize(Size + BeforeHead) {
    To.count = 0;
  }

  /// Copies the nodes that pointers in Size bytes at From lead to.
  void follow(const unsigned char *From, uint64_t Size) {
    for (uint64_t Position = 0;
         Position + sizeof(uint64_t) <= Size && !isOver();
         Position += sizeof(uint64_t)) {
      uint64_t Word;
      std::memcpy(&Word, From + Position, sizeof Word);
      if (isAddress(Word) && Word - HeadBegin >= HeadSize && isNew(Word))
        copy(Word);
    }
  }
  /// Copies the nodes that pointers in the copies lead to.
  void finish() {
    for (uint64_t I = 0; I < To.count && !isOver(); ++I)
      follow(To.node[I].bytes, FollowedBytes);
  }

private:
  static constexpr unsigned MostMissing = 64;
  /// Nodes begin with their pointers; other data may follow.
  static constexpr uint64_t FollowedBytes = 64;
  /// A head may begin before the first requested pointer.
  static constexpr uint64_t BeforeHead = 32;

  bool isOver() const {
    return To.count == FORESLICE_MAX_NODES || Missing == MostMissing;
  }
  static bool isAddress(uint64_t Word) {
    return Word % sizeof(void *) == 0 && Word >= 1u << 16 && Word < 1ull << 47;
  }
  bool isNew(uint64_t Address) {
    size_t Position = (Address * 0x9E3779B97F4A7C15u) >> 54;
    while (Seen[Position] != 0 && Seen[Position] != Address)
      Position = (Position + 1) % Seen.size();
    return std::exchange(Seen[Position], Address) == 0;
  }
  void copy(uint64_t Address) {
    foreslice_nodes::foreslice_node &N = To.node[To.count];
    bool Copied = foreslice::copyReadable(
        N.bytes, reinterpret_cast<const void *>(Address), FORESLICE_NODE_BYTES);
    N.address = Address;
    ++(Copied ? To.count : Missing);
  }

  foreslice_nodes &To;
  const uint64_t HeadBegin, HeadSize;
  /// A hash table of addresses. Fewer addresses are looked at.
  std::array<uint64_t, 1024> Seen{};
  uint64_t Missing = 0; ///< Where there is no memory.
};

} // namespace

extern "C" __attribute__((visibility("default"))) void
foreslice_packet_nodes(foreslice_nodes *To, const void *From, uint64_t Size) {
  int Saved = errno;
  std::array<unsigned char, 4096> Head;
  Size = std::min<uint64_t>(Size, Head.size());
  NodeWalk Walk(*To, From, Size);
  if (foreslice::copyReadable(Head.data(), From, Size)) {
    Walk.follow(Head.data(), Size);
    Walk.finish();
  }
  errno = Saved;
}
