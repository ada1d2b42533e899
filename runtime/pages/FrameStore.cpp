//===- FrameStore.cpp - frames that only this process sees ----------------===//
//
// See FrameStore.h.
//
//===----------------------------------------------------------------------===//

#include "pages/FrameStore.h"

#include <sys/mman.h>
#include <unistd.h>

using namespace foreslice;

void *foreslice::reserveMemory(size_t Bytes) {
  void *P = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (P == MAP_FAILED)
    return nullptr;
  // A forked child does not use the cache; without this call, the engine's
  // reads would first copy every page.
  madvise(P, Bytes, MADV_DONTFORK);
  return P;
}

void foreslice::giveBackMemory(void *Memory, size_t Bytes) {
  // Smaller frames share the system's pages with others.
  if (Bytes % static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) == 0)
    madvise(Memory, Bytes, MADV_DONTNEED);
}

bool PrivateFrames::map(size_t NewCount, uint64_t NewFrameSize) {
  Count = NewCount;
  FrameSize = NewFrameSize;
  TagCount = PageTags::countFor(Count);
  Headers =
      static_cast<FrameHeader *>(reserveMemory(Count * sizeof(FrameHeader)));
  Tags = static_cast<PageTags::Tag *>(reserveMemory(TagCount * sizeof(*Tags)));
  if (!Headers || !Tags || How == Delivery::Kernel)
    return Headers && Tags;
  Data = static_cast<std::byte *>(reserveMemory(Count * FrameSize));
  // MPI starts meanwhile: fewer faults leave the cores to MPI.
  if (How == Delivery::Early)
    madvise(Data, Count * FrameSize, MADV_HUGEPAGE);
  return Data != nullptr;
}

PrivateFrames::~PrivateFrames() {
  if (Data)
    munmap(Data, Count * FrameSize);
  if (Headers)
    munmap(Headers, Count * sizeof(FrameHeader));
  if (Tags)
    munmap(Tags, TagCount * sizeof(*Tags));
}

bool PrivateFrames::serves(size_t Frame, const PagedFile &,
                           const PagePart &Part) const {
  return Headers[Frame].has(Part.Bytes, Part.Page * FrameSize, FrameSize);
}
