//===- RequestQueue.h - pages that sources have asked for -----------------===//
//
// Bounded, in the order of posting, but the requests of one file and lane
// always by call id: a scout with earlier calls is not stuck behind the slice.
// Finds the requests of a page at once. Not thread-safe: the cache's mutex
// guards the queue.
//
// Calls that ask for a page again soon share one entry: otherwise reads much
// smaller than a page would fill the queue.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ENGINE_REQUESTQUEUE_H
#define FORESLICE_ENGINE_REQUESTQUEUE_H

#include "engine/FetchedFile.h"
#include "pages/PagePool.h"
#include "share/node/FileShare.h"

#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <vector>

namespace foreslice {

class RequestQueue {
public:
  /// Holds Capacity entries, at most 2^32 - 2. Soon: within Soon later pages.
  explicit RequestQueue(size_t Capacity, uint64_t Soon = 0)
      : Capacity(Capacity), Soon(Soon) {
    Nodes.add();
  }

  /// Four times the pages of the pool, but at least 256 MiB ahead with pages of
  /// 64 KiB.
  static size_t capacityFor(size_t PoolPages) {
    return std::clamp<size_t>(PoolPages * 4, 4096, size_t(1) << 20);
  }

  struct Entry {
    FetchedFile *File;
    LaneId Lane;
    uint64_t CallId;     ///< The first call that asks for the page.
    uint64_t LastCallId; ///< The last call that asks for the page.
    PagePart Part;       ///< The bytes that the calls ask for.
    uint64_t After;      ///< By FetchedFile::writeBefore.
    uint64_t Order;      ///< Grows along the queue.
    bool Again;          ///< The page was fetched for the call and dropped.

    LaneCall first() const { return {Lane, CallId}; }
    LaneCall last() const { return {Lane, LastCallId}; }
    /// The main thread has come to all calls that ask for the page.
    bool isBehind() const { return File->behind(Lane, LastCallId); }
  };

  /// Before the first request: the table that tells other processes the next
  /// pages, and the number of this process.
  void share(const PageTags &Table, unsigned Number) {
    Others = &Table;
    Self = Number;
  }

  bool empty() const { return Count == 0; }
  bool full() const { return Count >= Capacity; }
  /// Whether a source waiting for room shall go on.
  bool hasRoom() const { return Count <= Capacity / 2; }
  size_t size() const { return Count; }
  /// Requests of a file.
  uint64_t countOf(const FetchedFile &File) const { return File.Queued.Count; }
  size_t parked() const;
  /// The order of the next entry of scan(); without an entry, the order of the
  /// next request.
  uint64_t firstOrder() const {
    return First ? Nodes[First].E.Order : Posted + 1;
  }
  /// The last unparked request; null if there is none.
  const Entry *last() const { return Last ? &Nodes[Last].E : nullptr; }
  /// The order of the latest request.
  uint64_t lastOrder() const { return Posted; }
  /// Whether a page last asked for at order Then is asked for again soon now.
  bool isSoon(uint64_t Then) const { return Posted - Then <= Soon; }

  bool holds(const FetchedFile &File, uint64_t Page) const {
    return find(File, Page) != 0;
  }
  /// Whether there is no more than one request for the page.
  bool isAskedOnce(const FetchedFile &File, uint64_t Page) const {
    return Nodes[find(File, Page)].SameNext == 0;
  }
  /// The first request for the page that the main thread has not passed; of
  /// order 0 if there is none.
  const Entry &nextFor(const FetchedFile &File, uint64_t Page) const {
    NodeId N = find(File, Page);
    while (N && Nodes[N].E.isBehind())
      N = Nodes[N].SameNext;
    return Nodes[N].E;
  }
  /// Announces the first Most unparked entries to other processes, as far as
  /// not yet announced, and takes back entries that have gone.
  void announce(size_t Most);
  /// The first request for the page, if announced here.
  const Entry *announced(const FetchedFile &File, uint64_t Page) const {
    NodeId N = find(File, Page);
    return Nodes[N].Announced ? &Nodes[N].E : nullptr;
  }
  /// Whether any process has announced the page, as far as known.
  bool announcedElsewhere(const FetchedFile &File, uint64_t Page) const {
    return Others && File.Share && Others->contains(File.Share->Id, Page);
  }
  /// announcedElsewhere(), but not by this process alone.
  bool announcedByOthers(const FetchedFile &File, uint64_t Page) const {
    return Others && File.Share &&
           Others->isOfOthers(File.Share->Id, Page, Self);
  }
  void push(FetchedFile &File, LaneCall Call, const PagePart &Part,
            bool Again = false);
  /// Who has asked for a page: nobody, only calls that the main thread has come
  /// to, or also calls to come.
  enum class AskedBy : uint8_t { None, CallsPassed, CallsToCome };
  /// The main thread has come to Pages of File: drops unparked requests of
  /// passed calls for the pages. Gives who had asked, by page.
  std::vector<AskedBy> withdraw(FetchedFile &File,
                                std::span<const PagePart> Pages);
  /// Call will not read the page after all: drops unparked requests whose last
  /// call is Call.
  void takeBack(FetchedFile &File, LaneCall Call, uint64_t Page);
  void dropFile(FetchedFile &File);
  void dropLane(LaneId Lane);
  void clear();

  enum class Take { Drop, Keep, Stop };
  /// Shows the unparked entries to Visit in order until Visit returns Stop:
  /// Drop removes the entry, Keep leaves the entry in place.
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
    NodeId FilePrev = 0, FileNext = 0; ///< In the file's lane, unless parked.
    NodeId HashNext = 0;               ///< Another page's first request.
    NodeId SamePrev = 0, SameNext = 0; ///< Requests for the page, by order.
    NodeId SameLast = 0;    ///< In the page's first request: the last request.
    uint64_t LastOrder = 0; ///< Order of the latest joining call.
    bool Parked = false;
    bool Announced = false;
  };

  /// A file and a lane with parked requests.
  struct ParkedIn {
    FetchedFile *File;
    LaneId Lane;
  };

  /// Nodes have fixed addresses. The rows are long, so that the table of rows
  /// is short enough for the processor's caches.
  class NodeTable {
  public:
    Node &operator[](NodeId N) { return *std::launder(place(N)); }
    const Node &operator[](NodeId N) const { return *std::launder(place(N)); }
    NodeId add() {
      if (Size % AtOnce == 0)
        Rows.push_back(std::make_unique_for_overwrite<Row>());
      ::new (place(Size)) Node;
      return Size++;
    }

  private:
    static constexpr NodeId AtOnce = 256;
    /// Memory that no node has yet is not touched: most programs ask for few
    /// pages.
    struct Row {
      alignas(Node) std::array<std::byte, AtOnce * sizeof(Node)> Bytes;
    };
    static_assert(std::is_trivially_destructible_v<Node>);
    Node *place(NodeId N) const {
      return reinterpret_cast<Node *>(Rows[N / AtOnce]->Bytes.data()) +
             N % AtOnce;
    }
    std::vector<std::unique_ptr<Row>> Rows;
    NodeId Size = 0;
  };

  /// Of the page; one page's first request leads to another page's.
  NodeId &bucketOf(const FetchedFile &File, uint64_t Page);
  void growBuckets();
  /// The link to the first request for the page, or to none.
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
  NodeId NextToAnnounce = 0; ///< First entry to be announced, if any.
  size_t AnnouncedCount = 0;
  const PageTags *Others = nullptr;
  unsigned Self = 0;
  NodeTable Nodes;             ///< Node 0 is none, of order 0.
  std::vector<NodeId> Buckets; ///< Empty until the first request.
  std::vector<ParkedIn> WithParked;
};

} // namespace foreslice

#endif // FORESLICE_ENGINE_REQUESTQUEUE_H
