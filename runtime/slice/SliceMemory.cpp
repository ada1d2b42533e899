//===- SliceMemory.cpp - the private memory of a slice --------------------===//
//
// A bump allocator; a slice that used little has it cleared in place, one that
// used much gives the pages back to the system.
//
//===----------------------------------------------------------------------===//

#include "slice/SliceMemory.h"
#include "foreslice/abi.h"

#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace foreslice;

namespace {
constexpr uint64_t Limit = FORESLICE_MAX_SLICE_MEMORY;
constexpr uint64_t Alignment = 16;
constexpr uint64_t CheapToClear = 64u << 10;

uint64_t guardSize() { return static_cast<uint64_t>(sysconf(_SC_PAGESIZE)); }
} // namespace

bool SliceMemory::map() {
  uint64_t Guard = guardSize();
  void *P = mmap(nullptr, Limit + 2 * Guard, PROT_NONE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (P == MAP_FAILED)
    return false;
  auto *Base = static_cast<std::byte *>(P);
  if (mprotect(Base + Guard, Limit, PROT_READ | PROT_WRITE)) {
    munmap(P, Limit + 2 * Guard);
    return false;
  }
  Mapping = Base;
  Arena = Base + Guard;
  return true;
}

void *SliceMemory::allocate(uint64_t Size) {
  if (Size > Limit)
    return nullptr;
  uint64_t Rounded = (Size + !Size + Alignment - 1) / Alignment * Alignment;
  if (Rounded > Limit - Used || (!Arena && !map()))
    return nullptr;
  void *Result = Arena + Used;
  Used += Rounded;
  return Result;
}

void SliceMemory::reset() {
  if (Used <= CheapToClear ||
      madvise(Arena, (Used + guardSize() - 1) / guardSize() * guardSize(),
              MADV_DONTNEED))
    if (Used)
      std::memset(Arena, 0, Used);
  Used = 0;
}

SliceMemory::~SliceMemory() {
  if (Mapping)
    munmap(Mapping, Limit + 2 * guardSize());
}
