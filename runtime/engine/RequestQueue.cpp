//===- RequestQueue.cpp - pages that sources have asked for ---------------===//
//
// Every operation takes constant time for any length of the queue, but for
// requests of a file out of order, which search for their place.
//
//===----------------------------------------------------------------------===//

#include "engine/RequestQueue.h"
#include "pages/PageHash.h"

#include <algorithm>
#include <utility>

using namespace foreslice;

//===----------------------------------------------------------------------===//
// By page
//===----------------------------------------------------------------------===//

RequestQueue::NodeId &RequestQueue::bucketOf(const FetchedFile &File,
                                             uint64_t Page) {
  return Buckets[hashOf(&File, Page) & (Buckets.size() - 1)];
}

RequestQueue::NodeId &RequestQueue::linkTo(const FetchedFile &File,
                                           uint64_t Page) {
  NodeId *Link = &bucketOf(File, Page);
  while (*Link &&
         !(Nodes[*Link].E.File == &File && Nodes[*Link].E.Part.Page == Page))
    Link = &Nodes[*Link].HashNext;
  return *Link;
}

RequestQueue::NodeId RequestQueue::find(const FetchedFile &File,
                                        uint64_t Page) const {
  if (File.Queued.Count == 0)
    return 0;
  return const_cast<RequestQueue *>(this)->linkTo(File, Page);
}

void RequestQueue::index(NodeId N) {
  Node &Item = Nodes[N];
  NodeId &Link = linkTo(*Item.E.File, Item.E.Part.Page);
  NodeId Head = Link;
  if (!Head) {
    Item.SameLast = N;
    Link = N;
    return;
  }
  NodeId NodeNumber = Nodes[Head].SameLast;
  while (NodeNumber && Nodes[NodeNumber].E.Order > Item.E.Order)
    NodeNumber = Nodes[NodeNumber].SamePrev;
  if (!NodeNumber) { // before all others
    Link = N;
    Item.HashNext = Nodes[Head].HashNext;
    Item.SameLast = Nodes[Head].SameLast;
    Item.SameNext = Head;
    Nodes[Head].SamePrev = N;
    return;
  }
  Item.SamePrev = NodeNumber;
  Item.SameNext = Nodes[NodeNumber].SameNext;
  Nodes[NodeNumber].SameNext = N;
  (Item.SameNext ? Nodes[Item.SameNext].SamePrev : Nodes[Head].SameLast) = N;
}

void RequestQueue::unindex(NodeId N) {
  Node &Item = Nodes[N];
  if (Item.SameNext)
    Nodes[Item.SameNext].SamePrev = Item.SamePrev;
  if (Item.SamePrev) {
    Nodes[Item.SamePrev].SameNext = Item.SameNext;
    if (!Item.SameNext)
      Nodes[find(*Item.E.File, Item.E.Part.Page)].SameLast = Item.SamePrev;
    return;
  }
  NodeId &Link = linkTo(*Item.E.File, Item.E.Part.Page);
  Link = Item.HashNext;
  if (Item.SameNext) {
    Link = Item.SameNext;
    Nodes[Item.SameNext].HashNext = Item.HashNext;
    Nodes[Item.SameNext].SameLast = Item.SameLast;
  }
}

//===----------------------------------------------------------------------===//
// In order
//===----------------------------------------------------------------------===//

/// Most programs ask for few pages: memory for more is touched when it is
/// needed.
void RequestQueue::growBuckets() {
  constexpr size_t Least = 1024;
  std::vector<NodeId> Before(std::max(2 * Buckets.size(), Least));
  Before.swap(Buckets);
  for (NodeId Head : Before)
    while (Head) {
      Node &Item = Nodes[Head];
      NodeId &Bucket = bucketOf(*Item.E.File, Item.E.Part.Page);
      Head = std::exchange(Item.HashNext, std::exchange(Bucket, Head));
    }
}

RequestQueue::NodeId RequestQueue::allocate() {
  if (Buckets.size() < bucketsFor(Count + 1))
    growBuckets();
  ++Count;
  if (!FirstFree)
    return Nodes.add();
  NodeId N = FirstFree;
  FirstFree = Nodes[N].Next;
  Nodes[N] = {};
  return N;
}

void RequestQueue::release(NodeId N) {
  unindex(N);
  --Nodes[N].E.File->Queued.Count;
  --Count;
  Nodes[N].Next = FirstFree;
  FirstFree = N;
}

/// Links N before Before and FileBefore, or last for 0.
void RequestQueue::link(NodeId N, NodeId Before, NodeId FileBefore) {
  Node &Item = Nodes[N];
  QueuedRequests::OfLane &Lane = laneOf(Item.E);
  Item.Next = Before;
  Item.Prev = std::exchange(Before ? Nodes[Before].Prev : Last, N);
  (Item.Prev ? Nodes[Item.Prev].Next : First) = N;
  Item.FileNext = FileBefore;
  Item.FilePrev =
      std::exchange(FileBefore ? Nodes[FileBefore].FilePrev : Lane.Last, N);
  (Item.FilePrev ? Nodes[Item.FilePrev].FileNext : Lane.First) = N;
  if (NextToAnnounce == Before)
    NextToAnnounce = N;
}

void RequestQueue::unlink(NodeId N) {
  const Node &Item = Nodes[N];
  if (NextToAnnounce == N)
    NextToAnnounce = Item.Next;
  if (Item.Announced)
    unannounce(Item.E);
  QueuedRequests::OfLane &Lane = laneOf(Item.E);
  (Item.Prev ? Nodes[Item.Prev].Next : First) = Item.Next;
  (Item.Next ? Nodes[Item.Next].Prev : Last) = Item.Prev;
  (Item.FilePrev ? Nodes[Item.FilePrev].FileNext : Lane.First) = Item.FileNext;
  (Item.FileNext ? Nodes[Item.FileNext].FilePrev : Lane.Last) = Item.FilePrev;
}

void RequestQueue::remove(NodeId N) {
  unlink(N);
  release(N);
}

void RequestQueue::announce(size_t Most) {
  while (NextToAnnounce && AnnouncedCount < Most) {
    Node &Item = Nodes[NextToAnnounce];
    Item.Announced = true;
    ++AnnouncedCount;
    if (Others && Item.E.File->Share)
      Others->add(Item.E.File->Share->Id, Item.E.Part.Page, Self);
    NextToAnnounce = Item.Next;
  }
}

void RequestQueue::unannounce(const Entry &E) {
  --AnnouncedCount;
  if (Others && E.File->Share)
    Others->remove(E.File->Share->Id, E.Part.Page);
}

/// Joins the call to the last request for the page, if the page will still be
/// there from the request's call to this call.
bool RequestQueue::join(NodeId LastOfPage, LaneCall Call, const PagePart &Part,
                        uint64_t After, bool Again) {
  Node &Item = Nodes[LastOfPage];
  if (!LastOfPage || Soon == 0 || !isSoon(Item.LastOrder) || Again ||
      Item.E.Again || Call.Lane != Item.E.Lane || After != Item.E.After ||
      Call.Id < Item.E.LastCallId)
    return false;
  Item.E.LastCallId = Call.Id;
  Item.E.Part.Bytes = Item.E.Part.Bytes.with(Part.Bytes);
  Item.LastOrder = Posted;
  return true;
}

void RequestQueue::push(FetchedFile &File, LaneCall Call, const PagePart &Part,
                        bool Again) {
  if (!Again)
    File.Asked.asks(Call.Lane, Call.Id, Part.Page);
  uint64_t After = File.writeBefore(Call.Lane, Call.Id, Part.Bytes);
  NodeId Head = find(File, Part.Page);
  if (join(Head ? Nodes[Head].SameLast : 0, Call, Part, After, Again))
    return;
  NodeId N = allocate();
  QueuedRequests::OfLane &Lane = File.Queued.Lanes[Call.Lane];
  // Usually the last entry of the file is an earlier call's.
  NodeId Place = 0;
  for (NodeId Node = Lane.Last; Node && Nodes[Node].E.CallId > Call.Id;
       Node = Nodes[Node].FilePrev)
    Place = Node;
  uint64_t Order = Place ? Nodes[Place].E.Order : ++Posted;
  Nodes[N].E = {&File, Call.Lane, Call.Id, Call.Id, Part, After, Order, Again};
  Nodes[N].LastOrder = Posted;
  index(N);
  ++File.Queued.Count;
  if (!File.parked(Call.Lane, After)) {
    link(N, Place, Place);
    return;
  }
  Nodes[N].Parked = true;
  File.Stats->add(Counter::PagesParked);
  if (Lane.Parked.empty())
    WithParked.push_back({&File, Call.Lane});
  Lane.Parked.emplace(After, N);
}

/// The main thread has passed the writes that parked requests waited for.
void RequestQueue::unpark() {
  std::erase_if(WithParked, [&](const ParkedIn &In) {
    unpark(*In.File, In.Lane);
    return In.File->Queued.Lanes[In.Lane].Parked.empty();
  });
}

void RequestQueue::unpark(FetchedFile &File, LaneId Lane) {
  QueuedRequests::OfLane &L = File.Queued.Lanes[Lane];
  while (!L.Parked.empty() && !File.parked(Lane, L.Parked.begin()->first)) {
    NodeId N = L.Parked.begin()->second;
    L.Parked.erase(L.Parked.begin());
    // Unparked requests are mostly needed before most others.
    const Entry &E = Nodes[N].E;
    Nodes[N].Parked = false;
    NodeId FilePlace = L.First, Place = First;
    while (FilePlace && Nodes[FilePlace].E.CallId <= E.CallId)
      FilePlace = Nodes[FilePlace].FileNext;
    while (Place && Place != FilePlace && Nodes[Place].E.Order <= E.Order)
      Place = Nodes[Place].Next;
    link(N, Place, FilePlace);
  }
}

//===----------------------------------------------------------------------===//
// Unwanted requests
//===----------------------------------------------------------------------===//

std::vector<RequestQueue::AskedBy>
RequestQueue::withdraw(FetchedFile &File, std::span<const PagePart> Pages) {
  std::vector<AskedBy> Asked(Pages.size(), AskedBy::None);
  unpark();
  for (size_t I = 0; I < Pages.size(); ++I)
    for (NodeId N = find(File, Pages[I].Page), Next; N != 0; N = Next) {
      Next = Nodes[N].SameNext;
      if (Nodes[N].Parked)
        continue;
      const Entry &E = Nodes[N].E;
      Asked[I] = std::max(Asked[I], E.isBehind() ? AskedBy::CallsPassed
                                                 : AskedBy::CallsToCome);
      if (File.behind(E.Lane, E.CallId))
        remove(N);
    }
  return Asked;
}

void RequestQueue::takeBack(FetchedFile &File, LaneCall Call, uint64_t Page) {
  for (NodeId N = find(File, Page), Next; N != 0; N = Next) {
    Next = Nodes[N].SameNext;
    const Entry &E = Nodes[N].E;
    if (!Nodes[N].Parked && E.Lane == Call.Lane && E.LastCallId == Call.Id)
      remove(N);
  }
}

size_t RequestQueue::parked() const {
  size_t Parked = 0;
  for (const ParkedIn &In : WithParked)
    Parked += In.File->Queued.Lanes[In.Lane].Parked.size();
  return Parked;
}

void RequestQueue::dropParked(FetchedFile &File, LaneId Lane) {
  auto &Parked = File.Queued.Lanes[Lane].Parked;
  for (auto [After, N] : Parked)
    release(N);
  Parked.clear();
}

template <class WhichFn> void RequestQueue::dropParkedIn(WhichFn Which) {
  std::erase_if(WithParked, [&](const ParkedIn &Parked) {
    bool Drops = Which(Parked);
    if (Drops)
      dropParked(*Parked.File, Parked.Lane);
    return Drops;
  });
}

void RequestQueue::dropFile(FetchedFile &File) {
  dropParkedIn([&](const ParkedIn &Parked) { return Parked.File == &File; });
  for (QueuedRequests::OfLane &Lane : File.Queued.Lanes)
    while (Lane.First)
      remove(Lane.First);
}

void RequestQueue::dropLane(LaneId Lane) {
  dropParkedIn([&](const ParkedIn &Parked) { return Parked.Lane == Lane; });
  for (NodeId N = First, Next; N; N = Next) {
    Next = Nodes[N].Next;
    if (Nodes[N].E.Lane == Lane)
      remove(N);
  }
}

void RequestQueue::clear() {
  dropParkedIn([](const ParkedIn &) { return true; });
  while (First)
    remove(First);
}
