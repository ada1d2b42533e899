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

uint64_t guardSize() {
  static const auto Size = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return Size;
}

/// 0 if more than the limit.
uint64_t rounded(uint64_t Size) {
  return Size > Limit ? 0
                      : (Size + !Size + Alignment - 1) / Alignment * Alignment;
}

/// What else is in the range's first and last page must be zero.
void clear(std::byte *Begin, uint64_t Size) {
  auto Address = reinterpret_cast<uintptr_t>(Begin);
  uint64_t InPage = Address % guardSize();
  uint64_t Pages = (InPage + Size + guardSize() - 1) / guardSize();
  if (Size <= CheapToClear ||
      madvise(Begin - InPage, Pages * guardSize(), MADV_DONTNEED))
    std::memset(Begin, 0, Size);
}
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
  MappingEnd = Base + Limit + 2 * Guard;
  Arena = Base + Guard;
  ArenaEnd = Arena + Limit;
  return true;
}

bool SliceMemory::hasRoom(uint64_t Rounded) {
  return Rounded && Rounded <= Limit - Used - UsedRecords && (Arena || map());
}

void *SliceMemory::allocate(uint64_t Size) {
  uint64_t Rounded = rounded(Size);
  if (!hasRoom(Rounded))
    return nullptr;
  void *Result = Arena + Used;
  Used += Rounded;
  return Result;
}

void *SliceMemory::allocateRecord(uint64_t Size) {
  uint64_t Rounded = rounded(Size);
  if (!hasRoom(Rounded))
    return nullptr;
  UsedRecords += Rounded;
  return ArenaEnd - UsedRecords;
}

void SliceMemory::reset() {
  // Both ends may meet in one page: cleared together, then.
  if (Used + UsedRecords + guardSize() > Limit) {
    clear(Arena, Limit);
  } else {
    if (Used)
      clear(Arena, Used);
    if (UsedRecords)
      clear(ArenaEnd - UsedRecords, UsedRecords);
  }
  Used = UsedRecords = 0;
}

SliceMemory::~SliceMemory() {
  if (Mapping)
    munmap(Mapping, static_cast<size_t>(MappingEnd - Mapping));
}
