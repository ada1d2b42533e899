//===- RequestQueue.h - pages that sources have asked for -----------------===//
//
// Bounded, in the order of posting, but the requests of one file and lane
// always by call id, so that a scout that knows earlier calls of it is not
// stuck behind its slice. Finds the requests of a page at once. Not
// thread-safe: the cache's mutex guards it.
//
// Calls that ask for a page again soon share one entry: reads much smaller than
// a page would fill the queue otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ENGINE_REQUESTQUEUE_H
#define FORESLICE_ENGINE_REQUESTQUEUE_H

#include "engine/FetchedFile.h"
#include "pages/PagePool.h"
#include "share/node/FileShare.h"

#include <memory>
#include <span>
#include <vector>

namespace foreslice {

class RequestQueue {
public:
  /// Holds Capacity entries, at most 2^32 - 2; Soon is so many pages later.
  explicit RequestQueue(size_t Capacity, uint64_t Soon = 0)
      : Capacity(Capacity), Soon(Soon) {
    Nodes.add();
  }

  /// Four times what a pool of PoolPages holds, but at least 256 MiB ahead with
  /// pages of 64 KiB.
  static size_t capacityFor(size_t PoolPages) {
    return std::clamp<size_t>(PoolPages * 4, 4096, size_t(1) << 20);
  }

  struct Entry {
    FetchedFile *File;
    LaneId Lane;
    uint64_t CallId;     ///< The first call that asks for it.
    uint64_t LastCallId; ///< The last one.
    PagePart Part;       ///< What they ask for.
    uint64_t After;      ///< By FetchedFile::writeBefore.
    uint64_t Order;      ///< Grows along the queue.
    bool Again;          ///< The page was fetched for the call and dropped.

    LaneCall first() const { return {Lane, CallId}; }
    LaneCall last() const { return {Lane, LastCallId}; }
    /// The main thread has come to all calls that ask for it.
    bool isBehind() const { return File->behind(Lane, LastCallId); }
  };

  /// Before the first request: where to tell other processes what comes next.
  void share(const PageTags &Table) { Others = &Table; }

  bool empty() const { return Count == 0; }
  bool full() const { return Count >= Capacity; }
  /// Whether a source that waits for room shall go on.
  bool hasRoom() const { return Count <= Capacity / 2; }
  size_t size() const { return Count; }
  /// Of one file.
  uint64_t countOf(const FetchedFile &File) const { return File.Queued.Count; }
  size_t parked() const;
  /// The order of the entry that scan() would show next; of one still to come
  /// if there is none.
  uint64_t firstOrder() const {
    return First ? Nodes[First].E.Order : Posted + 1;
  }
  /// The last request that is not parked; null if there is none.
  const Entry *last() const { return Last ? &Nodes[Last].E : nullptr; }
  /// The order of what was posted last.
  uint64_t lastOrder() const { return Posted; }
  /// Whether what was last asked for then is asked for again soon now.
  bool isSoon(uint64_t Then) const { return Posted - Then <= Soon; }

  bool holds(const FetchedFile &File, uint64_t Page) const {
    return find(File, Page) != 0;
  }
  /// The first request for the page that the main thread has not passed; of
  /// order 0 if there is none.
  const Entry &nextFor(const FetchedFile &File, uint64_t Page) const {
    NodeId N = find(File, Page);
    while (N && Nodes[N].E.isBehind())
      N = Nodes[N].SameNext;
    return Nodes[N].E;
  }
  /// Tells other processes of the first Most entries that are not parked, in
  /// so far as they have not been told, and takes back what has gone.
  void announce(size_t Most);
  /// The first request for the page, if it was announced here.
  const Entry *announced(const FetchedFile &File, uint64_t Page) const {
    NodeId N = find(File, Page);
    return Nodes[N].Announced ? &Nodes[N].E : nullptr;
  }
  /// Whether another process has announced the page, as far as is known.
  bool announcedElsewhere(const FetchedFile &File, uint64_t Page) const {
    return Others && File.Share && Others->contains(File.Share->Id, Page);
  }
  void push(FetchedFile &File, LaneCall Call, const PagePart &Part,
            bool Again = false);
  /// Who has asked for a page: nobody, only calls that the main thread has come
  /// to, or others as well.
  enum class AskedBy : uint8_t { None, CallsPassed, CallsToCome };
  /// The main thread has come to these pages of File: drops what calls that it
  /// has passed have asked for of them and is not parked. Says who had asked.
  std::vector<AskedBy> withdraw(FetchedFile &File,
                                std::span<const PagePart> Pages);
  /// The call will not read the page after all: drops the requests for which
  /// it is the last of those that ask. Not the parked ones.
  void takeBack(FetchedFile &File, LaneCall Call, uint64_t Page);
  void dropFile(FetchedFile &File);
  void dropLane(LaneId Lane);
  void clear();

  enum class Take { Drop, Keep, Stop };
  /// Shows the entries that are not parked to Visit in order until it says
  /// Stop: those it says Drop to leave the queue, the others stay where they
  /// are.
  template <class VisitFn> void scan(VisitFn Visit) {
    unpark();
    for (NodeId N = First; N != 0;) {
      Take T = Visit(static_cast<const Entry &>(Nodes[N].E));
      if (T == Take::Stop)
        return;
      NodeId Next = Nodes[N].Next;
      if (T == Take::Drop)
        remove(N);
      N = Next;
    }
  }

private:
  using NodeId = uint32_t; ///< 0 is none.
  struct Node {
    Entry E{};
    NodeId Prev = 0, Next = 0;         ///< In the queue, unless parked.
    NodeId FilePrev = 0, FileNext = 0; ///< The same of the file and lane.
    NodeId HashNext = 0;               ///< Another page's first request.
    NodeId SamePrev = 0, SameNext = 0; ///< For the same page, by order.
    NodeId SameLast = 0;               ///< Of the first one of these.
    uint64_t LastOrder = 0;            ///< When a call joined it last.
    bool Parked = false;
    bool Announced = false;
  };

  /// A file and a lane of it that have parked requests.
  struct ParkedIn {
    FetchedFile *File;
    LaneId Lane;
  };

  /// Nodes stay where they are. The rows are long, so that the table of them is
  /// short enough for the processor's caches.
  class NodeTable {
  public:
    Node &operator[](NodeId N) { return Chunks[N / AtOnce][N % AtOnce]; }
    const Node &operator[](NodeId N) const {
      return Chunks[N / AtOnce][N % AtOnce];
    }
    NodeId add() {
      if (Size % AtOnce == 0)
        Chunks.push_back(std::make_unique<Node[]>(AtOnce));
      return Size++;
    }

  private:
    static constexpr NodeId AtOnce = 256;
    std::vector<std::unique_ptr<Node[]>> Chunks;
    NodeId Size = 0;
  };

  /// What leads to the first request for the page, or to none.
  NodeId &linkTo(const FetchedFile &File, uint64_t Page);
  NodeId find(const FetchedFile &File, uint64_t Page) const;
  NodeId allocate();
  void release(NodeId N);
  bool join(NodeId Last, LaneCall Call, const PagePart &Part, uint64_t After,
            bool Again);
  QueuedRequests::OfLane &laneOf(const Entry &E) const {
    return E.File->Queued.Lanes[E.Lane];
  }
  void index(NodeId N);
  void unindex(NodeId N);
  void link(NodeId N, NodeId Before, NodeId FileBefore);
  void unlink(NodeId N);
  void remove(NodeId N);
  void unannounce(const Entry &E);
  void dropParked(FetchedFile &File, LaneId Lane);
  template <class WhichFn> void dropParkedIn(WhichFn Which);
  void unpark(FetchedFile &File, LaneId Lane);
  void unpark();

  const size_t Capacity;
  const uint64_t Soon;
  size_t Count = 0;
  uint64_t Posted = 0;
  NodeId First = 0, Last = 0, FirstFree = 0;
  NodeId NextToAnnounce = 0; ///< None before it is to be.
  size_t AnnouncedCount = 0;
  const PageTags *Others = nullptr;
  NodeTable Nodes;             ///< The first is none, of order 0.
  std::vector<NodeId> Buckets; ///< Empty until the first request.
  std::vector<ParkedIn> WithParked;
};

} // namespace foreslice

#endif // FORESLICE_ENGINE_REQUESTQUEUE_H
