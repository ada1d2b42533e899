//===- RemotePages.h - pages that other nodes have ------------------------===//
//
// What the cache asks of other nodes, whatever carries the messages. A page is
// looked for first, which says who is to be asked for it, and then fetched from
// there: from a rank, or from storage by whoever was told so.
//
// Threads: any. Callbacks run once, on any thread and maybe before the call
// returns, must not block, and come within seconds, whatever has become of the
// others.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_REMOTEPAGES_H
#define FORESLICE_SHARE_REMOTEPAGES_H

#include "share/node/NodeDirectory.h"

#include <functional>
#include <vector>

namespace foreslice {

/// Neighbouring pages of a file, as they are in a generation or later.
struct PageRun {
  NodeDirectory::JobFileId File;
  uint64_t Generation;
  uint64_t First;
  uint64_t Count;
  /// Of the answer that said who has them; 0 before, and if they have several
  /// homes. Later answers of a home have larger numbers.
  uint64_t Number = 0;
};

class RemotePages {
public:
  static constexpr int FromStorage = -1;
  static constexpr uint32_t Missing = UINT32_MAX;
  /// By page: the rank to ask, or FromStorage; and PageRun::Number.
  using Owners = std::function<void(std::span<const int>, uint64_t Number)>;
  struct Copies {
    /// By page: the bytes that the file had in it, or Missing.
    std::span<const uint32_t> Valid;
    /// Some were on their way to the other rank.
    bool Waited = false;
  };
  using Copied = std::function<void(const Copies &)>;

  virtual ~RemotePages() = default;
  /// Before any rank looks for pages of the file: the ranks that have opened
  /// it, in the same order on all of them, and how this node's directory knows
  /// it.
  virtual void enter(NodeDirectory::JobFileId File, std::vector<int> Ranks,
                     NodeDirectory::FileId Shared) = 0;
  /// A generation has begun for all ranks; Since is by the directory.
  virtual void renew(NodeDirectory::JobFileId File, uint64_t Generation,
                     uint64_t Since) = 0;
  virtual void leave(NodeDirectory::JobFileId File) = 0;

  /// Bytes that get() asks for at most, unless a page has more.
  static constexpr uint64_t MostBytes = 1u << 20;

  /// A rank of the file is to fetch this run, and asks who has it. Lost does
  /// not have it any more; or it is FromStorage.
  virtual void look(const PageRun &Run, int Lost, Owners Done) = 0;
  /// Copies pages, up to MostBytes, from a rank, which may wait for some that
  /// are on their way to it.
  virtual void get(const PageRun &Run, int From,
                   std::span<std::byte *const> Frames, Copied Done) = 0;
  /// Blocks till no copy on other nodes is used any more of what this process
  /// has written. False if that cannot be said.
  virtual bool wrote(NodeDirectory::JobFileId File, ByteRange Written) = 0;
  /// Pages that were on their way to this process have come, or will not.
  virtual void settled() = 0;

  /// To the first rank of each other node, up to MostTold of them. Never
  /// blocks.
  static constexpr size_t MostTold = 64;
  virtual void tell(std::span<const std::byte> Message) = 0;
};

} // namespace foreslice

#endif // FORESLICE_SHARE_REMOTEPAGES_H
