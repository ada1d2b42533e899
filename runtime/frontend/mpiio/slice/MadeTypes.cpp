//===- MadeTypes.cpp - datatypes made by a slice --------------------------===//
//
// See MadeTypes.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/slice/MadeTypes.h"

#include "frontend/mpiio/LayoutBuilder.h"
#include "source/slice/SliceExecution.h"

#include <algorithm>
#include <array>

namespace foreslice {

MadeTypes &MadeTypes::ofRunner() {
  static auto *Each = new std::array<MadeTypes, execution::Runners>;
  MadeTypes &OwnTypes = (*Each)[execution::runner()];
  if (OwnTypes.Launch != execution::runningNumber()) {
    OwnTypes = MadeTypes();
    OwnTypes.Launch = execution::runningNumber();
  }
  return OwnTypes;
}

/// Puts Value at number N, the highest number so far.
template <class T>
static void put(std::vector<T> &Ring, size_t Most, uint64_t N, T Value) {
  if (Ring.size() < Most)
    Ring.push_back(std::move(Value));
  else
    Ring[N % Most] = std::move(Value);
}

int64_t MadeTypes::add(int64_t Parts, int64_t Number) {
  put(All, MostParts, static_cast<uint64_t>(Added), {Parts, Number});
  return ++Added;
}

std::vector<int64_t> MadeTypes::numbers(int64_t Parts) const {
  constexpr int64_t Kept = MostParts;
  std::vector<int64_t> Found;
  while (Parts > 0 && Parts <= Added) {
    if (Parts <= Added - Kept)
      return {}; // The first numbers are gone.
    const Part &Last = All[static_cast<size_t>(Parts - 1) % MostParts];
    Found.push_back(Last.Number);
    Parts = std::min(Last.Before, Parts - 1);
  }
  std::ranges::reverse(Found);
  return Found;
}

foreslice_handle
MadeTypes::make(int64_t Parts, int64_t Delta,
                FunctionRef<LayoutRef(foreslice_handle)> LayoutOf) {
  std::vector<int64_t> Numbers = numbers(Parts);
  if (Numbers.empty() || Delta < FORESLICE_TYPE_CONTIGUOUS ||
      Delta > FORESLICE_TYPE_DUP)
    return 0;
  LayoutRef Old = LayoutOf(static_cast<foreslice_handle>(Numbers[0]));
  Numbers.erase(Numbers.begin());
  LayoutRef New =
      Old ? makeLayout(static_cast<foreslice_type_constructor>(Delta), *Old,
                       Numbers)
          : nullptr;
  if (!New)
    return 0;
  put(Types, MostTypes, Made, std::move(New));
  return Tag | (Made++ & ~(~0ull << TagShift));
}

LayoutRef MadeTypes::find(foreslice_handle Handle) const {
  // The last number with equal lower bits.
  const uint64_t Bits = ~(~0ull << TagShift);
  const uint64_t Rest = (Made - 1 - Handle) & Bits;
  return Rest < std::min<uint64_t>(Made, MostTypes)
             ? Types[(Made - 1 - Rest) % MostTypes]
             : nullptr;
}

} // namespace foreslice
