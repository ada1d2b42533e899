//===- NodeTables.cpp - the memory that a node's processes share ----------===//
//
// See NodeTables.h.
//
//===----------------------------------------------------------------------===//

#include "share/node/NodeTables.h"

#include <bit>
#include <numeric>

using namespace foreslice;

static constexpr uint64_t DataAlign = 64 << 10;

/// Where the parts lie in the memory.
struct NodeTables::Parts {
  Parts(uint64_t Processes, uint64_t Frames, uint64_t PageSize)
      : Members(part(sizeof(Header), 1, 64)),
        Files(part(sizeof(Member), Processes, 64)),
        Shards(part(sizeof(File), MaxFiles + 1, 64)),
        Buckets(part(sizeof(Shard), ShardCount, 64)),
        Wanted(part(sizeof(uint32_t), std::bit_ceil(Frames), 64)),
        Recycled(part(sizeof(PageTags::Tag), PageTags::countFor(Frames), 64)),
        Passed(part(sizeof(PageTags::Tag), PageTags::countFor(Frames), 64)),
        FrameTable(part(sizeof(PageTags::Tag), PageTags::countFor(Frames), 64)),
        Data(part(sizeof(FrameHeader), Frames + 1, DataAlign)),
        Size(part(PageSize, Frames, DataAlign)) {}

private:
  uint64_t End = 0;
  /// Appends Count items of so many bytes; gives where the next part begins.
  uint64_t part(uint64_t Bytes, uint64_t Count, uint64_t Align) {
    return End = (End + Bytes * Count + Align - 1) / Align * Align;
  }

public:
  const uint64_t Members, Files, Shards, Buckets, Wanted, Recycled, Passed,
      FrameTable, Data, Size;
};

static uint32_t sum(std::span<const uint32_t> Frames) {
  return std::accumulate(Frames.begin(), Frames.end(), 0u);
}

uint64_t NodeTables::bytesFor(uint64_t PageSize,
                              std::span<const uint32_t> Frames) {
  return Parts(Frames.size(), sum(Frames), PageSize).Size;
}

bool NodeTables::initialize(void *Memory, uint64_t PageSize,
                            std::span<const uint32_t> Frames) {
  auto *Bytes = static_cast<std::byte *>(Memory);
  auto &H = *reinterpret_cast<Header *>(Bytes);
  uint32_t Count = sum(Frames);
  Parts P(Frames.size(), Count, PageSize);
  H.PageSize = PageSize;
  H.ProcessCount = static_cast<uint32_t>(Frames.size());
  H.FrameCount = Count;
  H.BucketCount = std::bit_ceil(Count);
  H.Clock = 1;
  bool Made = H.FilesMutex.initialize();
  for (unsigned I = 0; I < ShardCount; ++I)
    Made &= reinterpret_cast<Shard *>(Bytes + P.Shards)[I].initialize();
  uint32_t Next = 0;
  for (size_t I = 0; I < Frames.size(); ++I) {
    Member &M = reinterpret_cast<Member *>(Bytes + P.Members)[I];
    Made &= M.Alive.initialize();
    M.FirstFrame = Next;
    M.FrameCount = Frames[I];
    Next += Frames[I];
  }
  return Made;
}

NodeTables::NodeTables(void *Memory) : H(static_cast<Header *>(Memory)) {
  auto *Bytes = static_cast<std::byte *>(Memory);
  Parts P(H->ProcessCount, H->FrameCount, H->PageSize);
  Members = reinterpret_cast<Member *>(Bytes + P.Members);
  Files = reinterpret_cast<File *>(Bytes + P.Files);
  Shards = reinterpret_cast<Shard *>(Bytes + P.Shards);
  Buckets = reinterpret_cast<std::atomic<uint32_t> *>(Bytes + P.Buckets);
  Frames = reinterpret_cast<FrameHeader *>(Bytes + P.FrameTable);
  Data = Bytes + P.Data;
  auto tagsAt = [&](uint64_t Offset) {
    return PageTags(reinterpret_cast<PageTags::Tag *>(Bytes + Offset),
                    PageTags::countFor(H->FrameCount));
  };
  Wanted = tagsAt(P.Wanted);
  Recycled = tagsAt(P.Recycled);
  Passed = tagsAt(P.Passed);
}
