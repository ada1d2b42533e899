//===- MadeTypes.cpp - datatypes that a slice makes -----------------------===//
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
  MadeTypes &Own = (*Each)[execution::runner()];
  if (Own.Launch != execution::runningNumber()) {
    Own.Launch = execution::runningNumber();
    Own.All.clear();
    Own.Types.clear();
  }
  return Own;
}

int64_t MadeTypes::add(int64_t Parts, int64_t Number) {
  if (All.size() >= MostParts)
    return 0;
  All.push_back({Parts, Number});
  return static_cast<int64_t>(All.size());
}

std::vector<int64_t> MadeTypes::numbers(int64_t Parts) const {
  std::vector<int64_t> Found;
  while (Parts > 0 && static_cast<size_t>(Parts) <= All.size()) {
    const Part &Last = All[static_cast<size_t>(Parts) - 1];
    Found.push_back(Last.Number);
    Parts = std::min(Last.Before, Parts - 1);
  }
  std::ranges::reverse(Found);
  return Found;
}

foreslice_handle
MadeTypes::make(int64_t Parts, int64_t By,
                FunctionRef<LayoutRef(foreslice_handle)> LayoutOf) {
  std::vector<int64_t> Numbers = numbers(Parts);
  if (Numbers.empty() || Types.size() >= MostTypes)
    return 0;
  LayoutRef Old = LayoutOf(static_cast<foreslice_handle>(Numbers[0]));
  Numbers.erase(Numbers.begin());
  LayoutRef New = Old ? makeLayout(static_cast<foreslice_type_constructor>(By),
                                   *Old, Numbers)
                      : nullptr;
  if (!New)
    return 0;
  Types.push_back(std::move(New));
  return Tag | (Types.size() - 1);
}

LayoutRef MadeTypes::find(foreslice_handle Made) const {
  const size_t Index = static_cast<size_t>(Made & ~(~0ull << TagShift));
  return Index < Types.size() ? Types[Index] : nullptr;
}

} // namespace foreslice
