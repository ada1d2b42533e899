//===- TaskRegion.cpp - a region with tasks on other threads --------------===//
//
// See TaskRegion.h. Implements foreslice_task_* of the ABI.
//
//===----------------------------------------------------------------------===//

#include "source/slice/TaskRegion.h"

#include "foreslice/abi.h"

#include <atomic>

#define FORESLICE_EXPORT __attribute__((visibility("default")))

namespace foreslice {

namespace {

std::atomic<uint64_t> Launch{0}; ///< 0: there is no region.
std::atomic<unsigned> Number{0};
std::atomic<uint32_t> Flags{0};
std::atomic<RegionStatistics *> Stats{nullptr};

} // namespace

void task_region::begin(unsigned OfNumber, uint64_t OfLaunch, uint32_t OfFlags,
                        RegionStatistics *OfStats) {
  Number.store(OfNumber);
  Flags.store(OfFlags);
  Stats.store(OfStats);
  Launch.store(OfLaunch);
}

void task_region::end(unsigned OfNumber, uint64_t OfLaunch) {
  if (Number.load() == OfNumber)
    Launch.compare_exchange_strong(OfLaunch, 0);
}

void task_region::afterForkInChild() { Launch.store(0); }

uint64_t task_region::detail::launch() {
  return Launch.load(std::memory_order_relaxed);
}

unsigned task_region::number() { return launch() ? Number.load() : 0; }

uint32_t task_region::detail::flags() {
  return Launch.load(std::memory_order_relaxed) != 0 ? Flags.load() : 0;
}

RegionStatistics *task_region::statistics() {
  return launch() ? Stats.load() : nullptr;
}

extern "C" {

FORESLICE_EXPORT void foreslice_task_begins() {
  ++task_region::detail::Running;
}

FORESLICE_EXPORT void foreslice_task_ends() {
  if (task_region::detail::Running != 0)
    --task_region::detail::Running;
}

} // extern "C"

} // namespace foreslice
