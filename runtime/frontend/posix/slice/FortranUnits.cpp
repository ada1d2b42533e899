//===- FortranUnits.cpp - the units of Fortran in a slice -----------------===//
//
// See FortranUnits.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/FortranUnits.h"

#include "source/slice/SliceExecution.h"
#include "support/ProcessObject.h"

#include <algorithm>

namespace foreslice {

/// Programs no longer use older units, numbered by NEWUNIT=.
static constexpr size_t MostUnits = 256;

FortranBuffer::Piece FortranBuffer::need(int64_t Position, int64_t Bytes,
                                         int64_t FileEnd) {
  constexpr int64_t Least = 65536;
  if (Bytes > Size) {
    Size = std::max(Bytes, Size + Least);
    Start = 0;
  }
  if (Position < Begin || Position > Begin + Length) {
    Begin = Position;
    Start = Length = 0;
  }
  int64_t Before = Position - Begin;
  // Earlier bytes make room for the rest.
  if (Start + Before + Bytes > Size) {
    Begin = Position;
    Length -= Before;
    Start = Length == 0 ? 0 : (Start + Before) % Size;
    Before = 0;
    if (Start + Bytes > Size)
      Start = 0;
  }
  if (std::min(Length, Size - Start) - Before >= Bytes)
    return {};
  Piece Read = {Begin + Length, 0};
  int64_t Room = std::max<int64_t>(Size - Start - Length, 0);
  Read.End = Read.Begin + std::clamp<int64_t>(FileEnd - Read.Begin, 0, Room);
  Length += Read.End - Read.Begin;
  return Read;
}

FortranUnits &FortranUnits::ofRunner() {
  static constinit ProcessObject<std::array<FortranUnits, execution::Runners>>
      All;
  FortranUnits &OwnUnits = All.get()[execution::runner()];
  if (uint64_t Now = execution::runningNumber(); OwnUnits.Launch != Now) {
    OwnUnits.Units.clear();
    OwnUnits.Name.clear();
    OwnUnits.Launch = Now;
    OwnUnits.Lowest = FORESLICE_FORTRAN_NO_UNIT;
  }
  return OwnUnits;
}

FortranUnit *FortranUnits::find(int64_t Number) {
  auto It = Units.find(Number);
  return It == Units.end() ? nullptr : &It->second;
}

void FortranUnits::set(int64_t Number, FortranUnit Unit) {
  if (Units.size() >= MostUnits)
    if (auto Oldest = Units.lower_bound(FORESLICE_FORTRAN_NO_UNIT);
        Oldest != Units.begin())
      Units.erase(std::prev(Oldest));
  Units.insert_or_assign(Number, std::move(Unit));
}

} // namespace foreslice
