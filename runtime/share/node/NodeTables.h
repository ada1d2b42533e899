//===- NodeTables.h - the memory that a node's processes share ------------===//
//
// What lies where in the memory of a NodeDirectory, and what each table keeps.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NODE_NODETABLES_H
#define FORESLICE_SHARE_NODE_NODETABLES_H

#include "pages/FrameHeader.h"
#include "pages/PageTags.h"
#include "share/node/EngineRest.h"
#include "share/node/Robust.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace foreslice {

class NodeTables {
public:
  using FrameId = uint32_t; ///< Of all processes, from 1; 0 is none.
  using FileId = uint32_t;  ///< From 1; 0 is a file that is not shared.

  /// Processes of one directory at most.
  static constexpr unsigned MaxProcesses = 256;
  /// Files that are open at once at most; further ones are not shared.
  static constexpr unsigned MaxFiles = 1024;

  /// A file that ranks of several nodes have opened together, by a number that
  /// all of them know it by; not 0.
  using JobFileId = uint64_t;

  /// Bytes that a directory takes, with so many frames of each process.
  static uint64_t bytesFor(uint64_t PageSize, std::span<const uint32_t> Frames);
  /// By one process before the others come. Memory is zero, page-aligned, and
  /// shared by all. False if the system has no robust mutexes.
  static bool initialize(void *Memory, uint64_t PageSize,
                         std::span<const uint32_t> Frames);

protected:
  static constexpr unsigned ShardCount = 256;
  /// Writes of one process that are told apart; with more, all files count as
  /// being written by it.
  static constexpr unsigned WriteSlots = 32;

  struct Header {
    uint64_t PageSize;
    uint32_t ProcessCount, FrameCount, BucketCount;
    RobustMutex FilesMutex;
    std::atomic<uint32_t> FileCount; ///< Entries of the table ever used.
    std::atomic<uint32_t> Refetches;
    alignas(64) std::atomic<uint64_t> Clock;
  };

  struct alignas(64) Member {
    ProcessLife Alive;
    EngineRest Rest;
    uint32_t FirstFrame, FrameCount;
    struct Write {
      std::atomic<FileId> Of;
      std::atomic<uint64_t> Begin, End;
    };
    std::array<Write, WriteSlots> Writes;
    std::atomic<uint32_t> Unlisted; ///< Writes under way beyond those.
  };

  struct alignas(64) File {
    std::atomic<uint64_t> Device, Inode;
    std::atomic<uint64_t> Opened; ///< By the clock, by the first of its users.
    std::array<std::atomic<uint64_t>, MaxProcesses / 64> Users;
    std::atomic<uint64_t> Epoch; ///< Writes begun and ended.
    std::atomic<uint32_t>
        Writers;                 ///< Writes under way, those of the dead, too.
    std::atomic<uint32_t> Pages; ///< In the table, old ones too.
    /// By the clock: pages read before this are not current,
    std::atomic<uint64_t> DroppedBefore;
    /// nor pages read before this that the end of file cuts.
    std::atomic<uint64_t> ShortBefore;
    /// Where the first page starts that the end of file cuts, or before.
    std::atomic<uint64_t> ShortFrom;
    std::atomic<JobFileId> Job;   ///< How processes of this node have it open.
    std::atomic<uint32_t> Joined; ///< So many of them.
    std::atomic<bool> JobSpoilt;
    /// The last generation that a process of this node has begun, and when the
    /// first one did.
    std::atomic<uint64_t> Generation, GenerationBegin;

    bool used() const {
      return std::ranges::any_of(Users, [](auto &U) { return U.load() != 0; });
    }
  };

  struct alignas(64) Shard : RobustMutex {};

  /// Memory was initialized, by any process.
  explicit NodeTables(void *Memory);

  Header *const H;
  Member *Members;
  File *Files; ///< From 1 on, as Frames; the table holds one more.
  Shard *Shards;
  std::atomic<uint32_t> *Buckets;
  FrameHeader *Frames;
  std::byte *Data;
  PageTags Wanted, Recycled;

private:
  struct Parts;
};

} // namespace foreslice

#endif // FORESLICE_SHARE_NODE_NODETABLES_H
