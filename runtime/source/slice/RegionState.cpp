//===- RegionState.cpp - a region for the run time ------------------------===//
//
// Several threads may meet a region first; one thread makes the state.
//
//===----------------------------------------------------------------------===//

#include "source/slice/RegionState.h"
#include "support/Statistics.h"

#include <link.h>

using namespace foreslice;

namespace {

struct CodeSearch {
  uintptr_t Address;
  uintptr_t Begin = 0, End = 0;
};

/// Finds the executable segment of the address.
int visitModule(dl_phdr_info *Info, size_t, void *Argument) {
  auto &Search = *static_cast<CodeSearch *>(Argument);
  for (unsigned I = 0; I < Info->dlpi_phnum; ++I) {
    const auto &Segment = Info->dlpi_phdr[I];
    uintptr_t Begin = Info->dlpi_addr + Segment.p_vaddr;
    uintptr_t End = Begin + Segment.p_memsz;
    if (Segment.p_type == PT_LOAD && (Segment.p_flags & PF_X) &&
        Search.Address >= Begin && Search.Address < End) {
      Search.Begin = Begin;
      Search.End = End;
      return 1;
    }
  }
  return 0;
}

} // namespace

RegionState &RegionState::of(foreslice_region &Region) {
  std::atomic_ref<void *> Slot(Region.state);
  if (void *Known = Slot.load(std::memory_order_acquire))
    return *static_cast<RegionState *>(Known);
  auto *New = new RegionState{};
  New->Name = Region.name;
  New->Stats = &Statistics::get().region(New->Name);
  CodeSearch Search{reinterpret_cast<uintptr_t>(Region.slice)};
  dl_iterate_phdr(visitModule, &Search);
  New->CodeBegin = Search.Begin;
  New->CodeEnd = Search.End;
  void *Known = nullptr;
  if (Slot.compare_exchange_strong(Known, New, std::memory_order_acq_rel))
    return *New;
  delete New;
  return *static_cast<RegionState *>(Known);
}

void RegionState::turnOff(const std::string &Why) {
  if (Off.exchange(true))
    return;
  Stats->add(RunCounter::SlicesTurnedOff);
  Statistics::get().note(Name + ": not launched any more: " + Why);
}
