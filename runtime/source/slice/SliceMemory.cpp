//===- SliceMemory.cpp - the private memory of a slice --------------------===//
//
// A bump allocator, which falls back as far as memory was released; after a
// slice with little memory, the memory is cleared in place, otherwise the pages
// go back to the system.
//
//===----------------------------------------------------------------------===//

#include "source/slice/SliceMemory.h"
#include "foreslice/abi.h"
#include "support/AddressRoom.h"

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

/// Whole pages in the middle are given back, the rest is written.
void clear(std::byte *Begin, uint64_t Size) {
  std::byte *End = Begin + Size, *Middle = Begin, *MiddleEnd = Begin;
  if (Size > CheapToClear) {
    uint64_t Page = guardSize();
    uint64_t Before = (Page - reinterpret_cast<uintptr_t>(Begin) % Page) % Page;
    uint64_t After = reinterpret_cast<uintptr_t>(End) % Page;
    Middle = Begin + Before;
    MiddleEnd = End - After;
    if (madvise(Middle, static_cast<size_t>(MiddleEnd - Middle), MADV_DONTNEED))
      Middle = MiddleEnd = Begin;
  }
  std::memset(Begin, 0, static_cast<size_t>(Middle - Begin));
  std::memset(MiddleEnd, 0, static_cast<size_t>(End - MiddleEnd));
}
} // namespace

bool SliceMemory::map() {
  if (address_room::isLimited())
    return false;
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

void SliceMemory::release(const void *Memory, uint64_t Size) {
  uint64_t Rounded = rounded(Size);
  auto Address = reinterpret_cast<uintptr_t>(Memory);
  if (!Rounded || !holds(Address, Rounded) || ReleasedCount == MaxReleased)
    return;
  uint64_t Begin = Address - reinterpret_cast<uintptr_t>(Arena);
  Released[ReleasedCount++] = {Begin, Begin + Rounded};
  uint64_t Before = Used;
  for (size_t I = 0; I < ReleasedCount;) {
    if (Released[I].End != Used) {
      ++I;
      continue;
    }
    Used = Released[I].Begin;
    Released[I] = Released[--ReleasedCount];
    I = 0;
  }
  if (Used != Before)
    clear(Arena + Used, Before - Used);
}

void *SliceMemory::allocateRecord(uint64_t Size) {
  uint64_t Rounded = rounded(Size);
  if (!hasRoom(Rounded))
    return nullptr;
  UsedRecords += Rounded;
  return ArenaEnd - UsedRecords;
}

void SliceMemory::reset() {
  if (Used)
    clear(Arena, Used);
  if (UsedRecords)
    clear(ArenaEnd - UsedRecords, UsedRecords);
  Used = UsedRecords = 0;
  ReleasedCount = 0;
}

SliceMemory::~SliceMemory() {
  if (Mapping)
    munmap(Mapping, static_cast<size_t>(MappingEnd - Mapping));
}
