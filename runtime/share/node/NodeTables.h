//===- NodeTables.h - the memory that a node's processes share ------------===//
//
// Layout of a NodeDirectory's memory, and the entries of each table.
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
  using FrameId = uint32_t; ///< Number in all processes, from 1; 0: none.
  using FileId = uint32_t;  ///< From 1; 0 is a file that is not shared.

  /// Most processes of one directory.
  static constexpr unsigned MaxProcesses = 256;
  /// Most files open at once; further files are not shared.
  static constexpr unsigned MaxFiles = 1024;

  /// A file that ranks of several nodes have opened together, by a number known
  /// to all ranks; not 0.
  using JobFileId = uint64_t;

  /// Bytes of a directory, with Frames frames of each process.
  static uint64_t bytesFor(uint64_t PageSize, std::span<const uint32_t> Frames);
  /// By one process before all others. Memory is zero, page-aligned, and shared
  /// by all. False if the system has no robust mutexes.
  static bool initialize(void *Memory, uint64_t PageSize,
                         std::span<const uint32_t> Frames);

protected:
  static constexpr unsigned ShardCount = 256;
  /// Writes of one process that are told apart; with more, the process counts
  /// as writing to all files.
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
    std::atomic<uint32_t> Unlisted; ///< Writes under way without a slot.
  };

  /// Writes to a file that are told apart; with more since its last look, a
  /// process takes all bytes for written.
  static constexpr unsigned AnnouncedSlots = 32;

  /// A write that begins or ends.
  struct Announced {
    /// The number of the write in the file, from 1 on; 0 while it is entered.
    std::atomic<uint64_t> Number;
    std::atomic<uint64_t> Begin, End;
    std::atomic<uint64_t> Together; ///< Announcement::Together.
    std::atomic<uint32_t> By;       ///< The process.
  };

  struct alignas(64) File {
    std::atomic<uint64_t> Device, Inode;
    std::atomic<uint64_t> Opened; ///< By the clock, at the first user's open.
    std::array<std::atomic<uint64_t>, MaxProcesses / 64> Users;
    std::atomic<uint64_t> Epoch; ///< Writes begun and ended.
    std::atomic<uint32_t>
        Writers;                 ///< Writes under way, of dead processes, too.
    std::atomic<uint32_t> Pages; ///< In the table, old pages, too.
    /// By the clock: pages read before DroppedBefore are not current,
    std::atomic<uint64_t> DroppedBefore;
    /// nor pages read before ShortBefore that the end of file cuts.
    std::atomic<uint64_t> ShortBefore;
    /// Begin of the first page that the end of file cuts, or less.
    std::atomic<uint64_t> ShortFrom;
    std::atomic<JobFileId> Job;   ///< The open of this node's processes.
    std::atomic<uint32_t> Joined; ///< Number of processes with Job.
    std::atomic<bool> JobSpoilt;
    std::atomic<bool> Overlap; ///< Processes read the same pages.
    /// The last generation that a process of this node has begun, and the time
    /// of the first begin.
    std::atomic<uint64_t> Generation, GenerationBegin;
    /// What processes have announced so far, and the last of it by number.
    std::atomic<uint64_t> AnnouncedCount;
    std::array<Announced, AnnouncedSlots> LastAnnounced;

    bool used() const {
      return std::ranges::any_of(Users, [](auto &U) { return U.load() != 0; });
    }
  };

  struct alignas(64) Shard : RobustMutex {};

  /// Memory was initialized, by any process.
  explicit NodeTables(void *Memory);

  Header *const H;
  Member *Members;
  File *Files; ///< From 1 on, as Frames; the table has one entry more.
  Shard *Shards;
  std::atomic<uint32_t> *Buckets;
  FrameHeader *Frames;
  std::byte *Data;
  PageTags Wanted, Recycled, Passed;

private:
  struct Parts;
};

} // namespace foreslice

#endif // FORESLICE_SHARE_NODE_NODETABLES_H
