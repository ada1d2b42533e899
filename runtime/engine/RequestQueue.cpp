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

RequestQueue::NodeId &RequestQueue::linkTo(const FileEntry &File,
                                           uint64_t Page) {
  NodeId *Link = &Buckets[hashOf(&File, Page) & (Buckets.size() - 1)];
  while (*Link &&
         !(Nodes[*Link].E.File == &File && Nodes[*Link].E.Part.Page == Page))
    Link = &Nodes[*Link].HashNext;
  return *Link;
}

RequestQueue::NodeId RequestQueue::find(const FileEntry &File,
                                        uint64_t Page) const {
  if (File.QueuedPages == 0)
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
  --Nodes[N].E.File->QueuedPages;
  --Count;
  Nodes[N].Next = FirstFree;
  FirstFree = N;
}

/// Before these, or last of all.
void RequestQueue::link(NodeId N, NodeId Before, NodeId FileBefore) {
  Node &Of = Nodes[N];
  FileEntry &File = *Of.E.File;
  Of.Next = Before;
  Of.Prev = std::exchange(Before ? Nodes[Before].Prev : Last, N);
  (Of.Prev ? Nodes[Of.Prev].Next : First) = N;
  Of.FileNext = FileBefore;
  Of.FilePrev = std::exchange(
      FileBefore ? Nodes[FileBefore].FilePrev : File.LastQueued, N);
  (Of.FilePrev ? Nodes[Of.FilePrev].FileNext : File.FirstQueued) = N;
  if (NextToAnnounce == Before)
    NextToAnnounce = N;
}

void RequestQueue::unlink(NodeId N) {
  const Node &Of = Nodes[N];
  if (NextToAnnounce == N)
    NextToAnnounce = Of.Next;
  if (Of.Announced)
    takeBack(Of.E);
  FileEntry &File = *Of.E.File;
  (Of.Prev ? Nodes[Of.Prev].Next : First) = Of.Next;
  (Of.Next ? Nodes[Of.Next].Prev : Last) = Of.Prev;
  (Of.FilePrev ? Nodes[Of.FilePrev].FileNext : File.FirstQueued) = Of.FileNext;
  (Of.FileNext ? Nodes[Of.FileNext].FilePrev : File.LastQueued) = Of.FilePrev;
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
    if (Others && Of.E.File->SharedId)
      Others->add(Of.E.File->SharedId, Of.E.Part.Page);
    NextToAnnounce = Of.Next;
  }
}

void RequestQueue::takeBack(const Entry &E) {
  --AnnouncedCount;
  if (Others && E.File->SharedId)
    Others->remove(E.File->SharedId, E.Part.Page);
}

/// Makes the last request for a page one of this call, too, if the page will
/// still be there from the one to the other.
bool RequestQueue::join(NodeId LastOfPage, uint64_t CallId,
                        const PagePart &Part, uint64_t After, bool Again) {
  Node &Of = Nodes[LastOfPage];
  if (!LastOfPage || Soon == 0 || !isSoon(Of.LastOrder) || Again ||
      Of.E.Again || After != Of.E.After || CallId < Of.E.LastCallId)
    return false;
  Of.E.LastCallId = CallId;
  Of.E.Part.Bytes = Of.E.Part.Bytes.with(Part.Bytes);
  Of.LastOrder = Posted;
  return true;
}

void RequestQueue::push(FileEntry &File, uint64_t CallId, const PagePart &Part,
                        bool Again) {
  uint64_t After = File.writeBefore(CallId, Part.Bytes);
  NodeId Head = find(File, Part.Page);
  if (join(Head ? Nodes[Head].SameLast : 0, CallId, Part, After, Again))
    return;
  NodeId N = allocate();
  // Usually the last entry of the file is an earlier call's.
  NodeId Place = 0;
  for (NodeId At = File.LastQueued; At && Nodes[At].E.CallId > CallId;
       At = Nodes[At].FilePrev)
    Place = At;
  uint64_t Order = Place ? Nodes[Place].E.Order : ++Posted;
  Nodes[N].E = {&File, CallId, CallId, Part, After, Order, Again};
  Nodes[N].LastOrder = Posted;
  index(N);
  ++File.QueuedPages;
  if (!File.parked(After)) {
    link(N, Place, Place);
    return;
  }
  Nodes[N].Parked = true;
  File.Stats->add(Counter::PagesParked);
  if (File.ParkedRequests.empty())
    WithParked.push_back(&File);
  File.ParkedRequests.emplace(After, N);
}

/// The main thread has passed the writes that they waited for.
void RequestQueue::unpark() {
  std::erase_if(WithParked, [&](FileEntry *File) {
    auto &Parked = File->ParkedRequests;
    while (!Parked.empty() && !File->parked(Parked.begin()->first)) {
      NodeId N = Parked.begin()->second;
      Parked.erase(Parked.begin());
      // As a rule they are needed before most others.
      const Entry &E = Nodes[N].E;
      Nodes[N].Parked = false;
      NodeId FilePlace = File->FirstQueued, Place = First;
      while (FilePlace && Nodes[FilePlace].E.CallId <= E.CallId)
        FilePlace = Nodes[FilePlace].FileNext;
      while (Place && Place != FilePlace && Nodes[Place].E.Order <= E.Order)
        Place = Nodes[Place].Next;
      link(N, Place, FilePlace);
    }
    return Parked.empty();
  });
}

//===----------------------------------------------------------------------===//
// What is not wanted any more
//===----------------------------------------------------------------------===//

std::vector<RequestQueue::AskedBy>
RequestQueue::withdraw(FileEntry &File, std::span<const PagePart> Pages) {
  std::vector<AskedBy> Asked(Pages.size(), AskedBy::None);
  unpark();
  for (size_t I = 0; I < Pages.size(); ++I)
    for (NodeId N = find(File, Pages[I].Page), Next; N != 0; N = Next) {
      Next = Nodes[N].SameNext;
      if (Nodes[N].Parked)
        continue;
      Asked[I] = std::max(Asked[I], File.behind(Nodes[N].E.LastCallId)
                                        ? AskedBy::CallsPassed
                                        : AskedBy::CallsToCome);
      if (File.behind(Nodes[N].E.CallId))
        remove(N);
    }
  return Asked;
}

size_t RequestQueue::parked() const {
  size_t Parked = 0;
  for (const FileEntry *File : WithParked)
    Parked += File->ParkedRequests.size();
  return Parked;
}

void RequestQueue::dropParked(FileEntry &File) {
  for (auto [After, N] : File.ParkedRequests)
    release(N);
  File.ParkedRequests.clear();
}

void RequestQueue::dropFile(FileEntry &File) {
  dropParked(File);
  std::erase(WithParked, &File);
  while (File.FirstQueued)
    remove(File.FirstQueued);
}

void RequestQueue::clear() {
  for (FileEntry *File : WithParked)
    dropParked(*File);
  WithParked.clear();
  while (First)
    remove(First);
}
