//===- RequestQueue.cpp - pages that sources have asked for ---------------===//
//
// Everything takes the same time however long the queue is, but for requests of
// a file that come out of their order: they look for their place.
//
//===----------------------------------------------------------------------===//

#include "engine/RequestQueue.h"
#include "pages/PageHash.h"

#include <algorithm>

using namespace foreslice;

//===----------------------------------------------------------------------===//
// By page
//===----------------------------------------------------------------------===//

RequestQueue::NodeId &RequestQueue::linkTo(const FetchedFile &File,
                                           uint64_t Page) {
  NodeId *Link = &Buckets[hashOf(&File, Page) & (Buckets.size() - 1)];
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
  Node &Of = Nodes[N];
  NodeId &Link = linkTo(*Of.E.File, Of.E.Part.Page);
  NodeId Head = Link;
  if (!Head) {
    Of.SameLast = N;
    Link = N;
    return;
  }
  NodeId At = Nodes[Head].SameLast;
  while (At && Nodes[At].E.Order > Of.E.Order)
    At = Nodes[At].SamePrev;
  if (!At) { // before all others
    Link = N;
    Of.HashNext = Nodes[Head].HashNext;
    Of.SameLast = Nodes[Head].SameLast;
    Of.SameNext = Head;
    Nodes[Head].SamePrev = N;
    return;
  }
  Of.SamePrev = At;
  Of.SameNext = Nodes[At].SameNext;
  Nodes[At].SameNext = N;
  (Of.SameNext ? Nodes[Of.SameNext].SamePrev : Nodes[Head].SameLast) = N;
}

void RequestQueue::unindex(NodeId N) {
  Node &Of = Nodes[N];
  if (Of.SameNext)
    Nodes[Of.SameNext].SamePrev = Of.SamePrev;
  if (Of.SamePrev) {
    Nodes[Of.SamePrev].SameNext = Of.SameNext;
    if (!Of.SameNext)
      Nodes[find(*Of.E.File, Of.E.Part.Page)].SameLast = Of.SamePrev;
    return;
  }
  NodeId &Link = linkTo(*Of.E.File, Of.E.Part.Page);
  Link = Of.HashNext;
  if (Of.SameNext) {
    Link = Of.SameNext;
    Nodes[Of.SameNext].HashNext = Of.HashNext;
    Nodes[Of.SameNext].SameLast = Of.SameLast;
  }
}

//===----------------------------------------------------------------------===//
// In order
//===----------------------------------------------------------------------===//

RequestQueue::NodeId RequestQueue::allocate() {
  if (Buckets.empty())
    Buckets.resize(bucketsFor(Capacity));
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

/// Before these, or last of all.
void RequestQueue::link(NodeId N, NodeId Before, NodeId FileBefore) {
  Node &Of = Nodes[N];
  QueuedRequests::OfLane &Lane = laneOf(Of.E);
  Of.Next = Before;
  Of.Prev = std::exchange(Before ? Nodes[Before].Prev : Last, N);
  (Of.Prev ? Nodes[Of.Prev].Next : First) = N;
  Of.FileNext = FileBefore;
  Of.FilePrev =
      std::exchange(FileBefore ? Nodes[FileBefore].FilePrev : Lane.Last, N);
  (Of.FilePrev ? Nodes[Of.FilePrev].FileNext : Lane.First) = N;
  if (NextToAnnounce == Before)
    NextToAnnounce = N;
}

void RequestQueue::unlink(NodeId N) {
  const Node &Of = Nodes[N];
  if (NextToAnnounce == N)
    NextToAnnounce = Of.Next;
  if (Of.Announced)
    unannounce(Of.E);
  QueuedRequests::OfLane &Lane = laneOf(Of.E);
  (Of.Prev ? Nodes[Of.Prev].Next : First) = Of.Next;
  (Of.Next ? Nodes[Of.Next].Prev : Last) = Of.Prev;
  (Of.FilePrev ? Nodes[Of.FilePrev].FileNext : Lane.First) = Of.FileNext;
  (Of.FileNext ? Nodes[Of.FileNext].FilePrev : Lane.Last) = Of.FilePrev;
}

void RequestQueue::remove(NodeId N) {
  unlink(N);
  release(N);
}

void RequestQueue::announce(size_t Most) {
  while (NextToAnnounce && AnnouncedCount < Most) {
    Node &Of = Nodes[NextToAnnounce];
    Of.Announced = true;
    ++AnnouncedCount;
    if (Others && Of.E.File->Share)
      Others->add(Of.E.File->Share->Id, Of.E.Part.Page);
    NextToAnnounce = Of.Next;
  }
}

void RequestQueue::unannounce(const Entry &E) {
  --AnnouncedCount;
  if (Others && E.File->Share)
    Others->remove(E.File->Share->Id, E.Part.Page);
}

/// Makes the last request for a page one of this call, too, if the page will
/// still be there from the one to the other.
bool RequestQueue::join(NodeId LastOfPage, LaneCall Call, const PagePart &Part,
                        uint64_t After, bool Again) {
  Node &Of = Nodes[LastOfPage];
  if (!LastOfPage || Soon == 0 || !isSoon(Of.LastOrder) || Again ||
      Of.E.Again || Call.Lane != Of.E.Lane || After != Of.E.After ||
      Call.Id < Of.E.LastCallId)
    return false;
  Of.E.LastCallId = Call.Id;
  Of.E.Part.Bytes = Of.E.Part.Bytes.with(Part.Bytes);
  Of.LastOrder = Posted;
  return true;
}

void RequestQueue::push(FetchedFile &File, LaneCall Call, const PagePart &Part,
                        bool Again) {
  uint64_t After = File.writeBefore(Call.Lane, Call.Id, Part.Bytes);
  NodeId Head = find(File, Part.Page);
  if (join(Head ? Nodes[Head].SameLast : 0, Call, Part, After, Again))
    return;
  NodeId N = allocate();
  QueuedRequests::OfLane &Lane = File.Queued.Lanes[Call.Lane];
  // Usually the last entry of the file is an earlier call's.
  NodeId Place = 0;
  for (NodeId At = Lane.Last; At && Nodes[At].E.CallId > Call.Id;
       At = Nodes[At].FilePrev)
    Place = At;
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

/// The main thread has passed the writes that they waited for.
void RequestQueue::unpark() {
  std::erase_if(WithParked, [&](const ParkedIn &In) {
    unpark(*In.File, In.Lane);
    return In.File->Queued.Lanes[In.Lane].Parked.empty();
  });
}

void RequestQueue::unpark(FetchedFile &File, LaneId Lane) {
  QueuedRequests::OfLane &Of = File.Queued.Lanes[Lane];
  while (!Of.Parked.empty() && !File.parked(Lane, Of.Parked.begin()->first)) {
    NodeId N = Of.Parked.begin()->second;
    Of.Parked.erase(Of.Parked.begin());
    // As a rule they are needed before most others.
    const Entry &E = Nodes[N].E;
    Nodes[N].Parked = false;
    NodeId FilePlace = Of.First, Place = First;
    while (FilePlace && Nodes[FilePlace].E.CallId <= E.CallId)
      FilePlace = Nodes[FilePlace].FileNext;
    while (Place && Place != FilePlace && Nodes[Place].E.Order <= E.Order)
      Place = Nodes[Place].Next;
    link(N, Place, FilePlace);
  }
}

//===----------------------------------------------------------------------===//
// What is not wanted any more
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
  std::erase_if(WithParked, [&](const ParkedIn &In) {
    bool Drops = Which(In);
    if (Drops)
      dropParked(*In.File, In.Lane);
    return Drops;
  });
}

void RequestQueue::dropFile(FetchedFile &File) {
  dropParkedIn([&](const ParkedIn &In) { return In.File == &File; });
  for (QueuedRequests::OfLane &Lane : File.Queued.Lanes)
    while (Lane.First)
      remove(Lane.First);
}

void RequestQueue::dropLane(LaneId Lane) {
  dropParkedIn([&](const ParkedIn &In) { return In.Lane == Lane; });
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
