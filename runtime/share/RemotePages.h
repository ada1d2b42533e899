//===- RemotePages.h - pages of other nodes -------------------------------===//
//
// The cache's questions to other nodes, whatever carries the messages. A look
// for a page comes first and tells whom to ask; the page is then fetched from
// that rank, or from storage by the rank that was told so.
//
// Threads: any. Callbacks run once, on any thread and maybe before the call
// returns, must not block, and come within seconds, whatever has become of the
// other ranks.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_REMOTEPAGES_H
#define FORESLICE_SHARE_REMOTEPAGES_H

#include "share/node/NodeDirectory.h"

#include <functional>
#include <vector>

namespace foreslice {

/// Neighbouring pages of a file, in a generation or later.
struct PageRun {
  NodeDirectory::JobFileId File;
  uint64_t Generation;
  uint64_t First;
  uint64_t Count;
  /// Number of the answer that told the owners; 0 before the answer, and for
  /// pages of several homes. Later answers of a home have larger numbers.
  uint64_t Number = 0;
};

class RemotePages {
public:
  static constexpr int FromStorage = -1;
  static constexpr uint32_t Missing = UINT32_MAX;
  /// By page: the rank to ask, or FromStorage; and PageRun::Number.
  using Owners = std::function<void(std::span<const int>, uint64_t Number)>;
  struct Copies {
    /// By page: bytes before the end of the file, or Missing.
    std::span<const uint32_t> Valid;
    /// Whether pages were on their way to the other rank.
    bool Waited = false;
  };
  using Copied = std::function<void(const Copies &)>;

  virtual ~RemotePages() = default;
  /// Before any rank looks for pages of the file: Ranks have opened the file,
  /// in the same order on all ranks; Shared is the file in this node's
  /// directory.
  virtual void enter(NodeDirectory::JobFileId File, std::vector<int> Ranks,
                     NodeDirectory::FileId Shared) = 0;
  /// A generation has begun for all ranks; Since is a time of the directory.
  virtual void renew(NodeDirectory::JobFileId File, uint64_t Generation,
                     uint64_t Since) = 0;
  virtual void leave(NodeDirectory::JobFileId File) = 0;

  /// Most bytes of one get(), unless a page has more.
  static constexpr uint64_t MostBytes = 1u << 20;

  /// A rank of the file is to fetch this run, and asks for the owners. Lost is
  /// a rank that has lost the page, or FromStorage.
  virtual void look(const PageRun &Run, int Lost, Owners Done) = 0;
  /// Copies pages, up to MostBytes, from a rank, which may wait for pages on
  /// their way.
  virtual void get(const PageRun &Run, int From,
                   std::span<std::byte *const> Frames, Copied Done) = 0;
  /// Blocks till no other node uses a copy of the bytes that this process has
  /// written. False if unknown.
  virtual bool wrote(NodeDirectory::JobFileId File, ByteRange Written) = 0;
  /// Pages on their way to this process have come, or will not come.
  virtual void settled() = 0;

  /// Sends to the first rank of each other node, up to MostTold ranks. Never
  /// blocks.
  static constexpr size_t MostTold = 64;
  virtual void tell(std::span<const std::byte> Message) = 0;
};

} // namespace foreslice

#endif // FORESLICE_SHARE_REMOTEPAGES_H
