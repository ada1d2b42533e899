//===- Overlay.cpp - a slice's stores to the main thread's memory ---------===//
//
// See Overlay.h. Most slices store to a few lines and load a lot: a load that
// finds no line costs one probe.
//
//===----------------------------------------------------------------------===//

#include "source/slice/Overlay.h"

#include <algorithm>
#include <cstring>

using namespace foreslice;

namespace {

constexpr uint64_t LineSize = 64;
constexpr unsigned FirstTableBits = 6;

/// The bits of Size bytes, 1 to 64, from Begin on.
uint64_t bitsOf(uint64_t Begin, uint64_t Size) {
  return (~uint64_t(0) >> (LineSize - Size)) << Begin;
}

} // namespace

/// The entry of Number, or the free entry for Number.
Overlay::Entry *Overlay::entryOf(uint64_t Number) const {
  uint64_t Mask = (uint64_t(1) << TableBits) - 1;
  uint64_t Hash = hashOf(Number);
  uint64_t Position = Hash >> (64 - TableBits);
  for (;; Position = (Position + 1) & Mask) {
    Entry &E = Table[Position];
    if (!E.Place ||
        (E.Tag == static_cast<uint32_t>(Hash) && lineOf(E)->Number == Number))
      return &E;
  }
}

Overlay::Line *Overlay::find(uint64_t Number) const {
  if (Lines == 0)
    return nullptr;
  const Entry *E = entryOf(Number);
  return E->Place ? lineOf(*E) : nullptr;
}

bool Overlay::grow() {
  unsigned Bits = Table ? TableBits + 1 : FirstTableBits;
  auto *Larger =
      static_cast<Entry *>(Memory.allocateRecord(sizeof(Entry) << Bits));
  if (!Larger)
    return false;
  Entry *Smaller = Table;
  uint64_t Count = Table ? uint64_t(1) << TableBits : 0;
  Table = Larger;
  TableBits = Bits;
  for (uint64_t I = 0; I < Count; ++I)
    if (Smaller[I].Place)
      *entryOf(lineOf(Smaller[I])->Number) = Smaller[I];
  Spare = reinterpret_cast<std::byte *>(Smaller);
  SpareEnd = Spare + Count * sizeof(Entry);
  return true;
}

Overlay::Line *Overlay::newLine() {
  if (SpareEnd - Spare < static_cast<ptrdiff_t>(sizeof(Line)))
    return static_cast<Line *>(Memory.allocateRecord(sizeof(Line)));
  auto *New = reinterpret_cast<Line *>(Spare);
  Spare += sizeof(Line);
  New->Stored = 0;
  return New;
}

Overlay::Line *Overlay::findOrMake(uint64_t Number) {
  if (Line *Known = find(Number))
    return Known;
  if (!Table || Lines >= (uint64_t(1) << TableBits) / 4 * 3)
    if (!grow())
      return nullptr;
  Line *New = newLine();
  if (!New)
    return nullptr;
  New->Number = Number;
  uint64_t Back =
      static_cast<uint64_t>(Memory.end() - reinterpret_cast<std::byte *>(New));
  *entryOf(Number) = {static_cast<uint32_t>(hashOf(Number)),
                      static_cast<uint32_t>(Back / 16)};
  ++Lines;
  return New;
}

void Overlay::load(std::byte *To, uintptr_t From, uint64_t Size) const {
  if (Lines == 0)
    return copyBytes(To, reinterpret_cast<const std::byte *>(From), Size);
  while (Size != 0) {
    uint64_t InLine = From % LineSize;
    uint64_t N = std::min(Size, LineSize - InLine);
    const Line *L = find(From / LineSize);
    uint64_t Wanted = bitsOf(InLine, N);
    uint64_t Stored = L ? L->Stored & Wanted : 0;
    if (Stored != Wanted)
      copyBytes(To, reinterpret_cast<const std::byte *>(From), N);
    if (Stored == Wanted)
      copyBytes(To, L->Bytes + InLine, N);
    else if (Stored != 0)
      for (uint64_t I = 0; I < N; ++I)
        if (Stored >> (InLine + I) & 1)
          To[I] = L->Bytes[InLine + I];
    To += N;
    From += N;
    Size -= N;
  }
}

/// Write(bytes of the line, how many, how many came before) for each line.
template <class WriteFn>
bool Overlay::forEachPart(uintptr_t To, uint64_t Size, WriteFn Write) {
  for (uint64_t Done = 0; Done < Size;) {
    uint64_t InLine = To % LineSize;
    uint64_t N = std::min(Size - Done, LineSize - InLine);
    Line *L = findOrMake(To / LineSize);
    if (!L)
      return false;
    Write(L->Bytes + InLine, N, Done);
    L->Stored |= bitsOf(InLine, N);
    To += N;
    Done += N;
  }
  return true;
}

bool Overlay::store(uintptr_t To, const std::byte *From, uint64_t Size) {
  return forEachPart(To, Size,
                     [From](std::byte *Bytes, uint64_t N, uint64_t Done) {
                       copyBytes(Bytes, From + Done, N);
                     });
}

bool Overlay::fill(uintptr_t To, std::byte Value, uint64_t Size) {
  return forEachPart(To, Size, [Value](std::byte *Bytes, uint64_t N, uint64_t) {
    std::memset(Bytes, static_cast<int>(Value), N);
  });
}

void Overlay::reset() {
  Table = nullptr;
  TableBits = 0;
  Lines = 0;
  Spare = SpareEnd = nullptr;
}
