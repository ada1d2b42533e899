//===- PageIndex.cpp - the pages of a pool by file and place --------------===//
//
// See PageIndex.h.
//
//===----------------------------------------------------------------------===//

#include "pages/PageIndex.h"

#include "pages/FrameStore.h"

#include <sys/mman.h>

using namespace foreslice;

PageIndex::~PageIndex() {
  if (Pages)
    munmap(Pages, (SlotCount + 1) * sizeof(Page));
  if (Buckets)
    munmap(Buckets, BucketCount * sizeof(Slot));
}

bool PageIndex::map() {
  Pages = static_cast<Page *>(reserveMemory((SlotCount + 1) * sizeof(Page)));
  Buckets = static_cast<Slot *>(reserveMemory(BucketCount * sizeof(Slot)));
  return Pages && Buckets;
}

Slot &PageIndex::bucket(const PagedFile *File, uint64_t Index) const {
  return Buckets[hashOf(File, Index) & (BucketCount - 1)];
}

Slot PageIndex::find(const PagedFile &File, uint64_t Index) const {
  if (File.LinkedPages == 0)
    return 0;
  Slot S = bucket(&File, Index);
  while (S && !(Pages[S].File == &File && Pages[S].Index == Index))
    S = Pages[S].HashNext;
  return S;
}

void PageIndex::enter(Slot S, const Page &New) {
  Slot &Head = bucket(New.File, New.Index);
  Pages[S] = New;
  Pages[S].HashNext = Head;
  Pages[S].Linked = true;
  Head = S;
  ++New.File->LinkedPages;
}

void PageIndex::remove(Slot S) {
  Page &P = Pages[S];
  Slot *Link = &bucket(P.File, P.Index);
  while (*Link != S)
    Link = &Pages[*Link].HashNext;
  *Link = P.HashNext;
  P.Linked = false;
  --P.File->LinkedPages;
}
