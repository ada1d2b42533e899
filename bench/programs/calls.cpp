//===- calls.cpp - what the run time's calls cost -------------------------===//
//
// Plays the compiler: a slice by hand, and the calls that a compiled program
// makes around it and in it. Prints a line a row: its name, a tab, ns a call.
//
//===----------------------------------------------------------------------===//

#include "foreslice/abi.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sched.h>

namespace {

constexpr uint32_t Site = 1;

/// The mean of Times calls of Do, in ns.
template <typename Fn> double each(uint64_t Times, Fn Do) {
  const auto Begin = std::chrono::steady_clock::now();
  for (uint64_t I = 0; I < Times; ++I)
    Do(I);
  const std::chrono::duration<double, std::nano> Took =
      std::chrono::steady_clock::now() - Begin;
  return Took.count() / static_cast<double>(Times);
}

void print(const char *Name, double Ns) { std::printf("%s\t%.2f\n", Name, Ns); }

double LoadNs, LoadNsWithStores, StoreNs;
std::atomic<bool> Measured{false}, Begun{false}, Over{false};

/// Loads and stores of the main thread's memory, of 8 bytes.
void loadAndStore(const void *) {
  constexpr uint64_t Times = 1'000'000;
  static std::array<uint64_t, 4096> Main;
  auto *Value = static_cast<uint64_t *>(foreslice_slice_alloc(8));
  auto Place = [](uint64_t I) { return &Main[I * 37 % Main.size()]; };
  auto Load = [&](uint64_t I) { foreslice_slice_load(Value, Place(I), 8); };
  auto Store = [&](uint64_t I) { foreslice_slice_store(Place(I), Value, 8); };
  LoadNs = each(Times, Load);
  StoreNs = each(Times, Store);
  LoadNsWithStores = each(Times, Load);
  Measured = true;
}

/// Takes no value.
void idle(const void *) {
  Begun = true;
  while (!Over)
    ;
}

foreslice_region region(const char *Name, void (*Slice)(const void *)) {
  foreslice_region R{};
  R.name = Name;
  R.slice = Slice;
  return R;
}

foreslice_region Loads = region("loads", loadAndStore),
                 Idle = region("idle", idle);
foreslice_region *const Regions[] = {&Loads, &Idle};

void launch(foreslice_region &R) {
  void *Packet = foreslice_packet(&R);
  if (!Packet) {
    std::fprintf(stderr, "%s was not launched\n", R.name);
    std::exit(1);
  }
  foreslice_launch(&R, Packet);
}

void await(const std::atomic<bool> &Flag) {
  while (!Flag)
    sched_yield();
}

void packetCopy() {
  std::array<char, 64> From{}, To{};
  print("packet_copy, 64 bytes", each(100'000, [&](uint64_t) {
          foreslice_packet_copy(To.data(), From.data(), To.size());
        }));
}

/// A launch within a region that covers it, as of a small function that is a
/// region, too: its frame is below.
[[gnu::noinline]] void refused() {
  volatile char Below[4096];
  Below[0] = 0;
  print("packet and end, refused", each(1'000'000, [](uint64_t) {
          if (foreslice_packet(&Loads))
            std::abort();
          foreslice_end(&Loads);
        }));
}

void forward() {
  auto Do = [](uint64_t I) { foreslice_forward(&Idle, Site, &I, sizeof I); };
  print("forward, no slice", each(1'000'000, Do));
  launch(Idle);
  await(Begun);
  refused();
  print("forward", each(FORESLICE_CHANNEL_SIZE / 32, Do));
  print("forward, no room", each(1'000'000, Do));
  Over = true;
  foreslice_end(&Idle);
}

} // namespace

int main() {
  foreslice_link_with_fprefetch_slice_v6(Regions, 2, FORESLICE_MPI_NONE);
  packetCopy();
  launch(Loads);
  await(Measured);
  foreslice_end(&Loads);
  print("load", LoadNs);
  print("load, where the slice stores", LoadNsWithStores);
  print("store", StoreNs);
  forward();
  return 0;
}
