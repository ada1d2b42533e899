//===- Receive.cpp - the slice's end of the channel -----------------------===//
//
// foreslice_slice_receive of the ABI. The main thread's end, foreslice_forward,
// is in SliceRunner.cpp.
//
//===----------------------------------------------------------------------===//

#include "slice/PrefetchThread.h"

using namespace foreslice;

namespace {

SliceEnd take(Channel &Values, SliceSpace &Space, uint32_t Site, void *To,
              uint64_t Size, uintptr_t Frame) {
  Channel::Value V = Values.front();
  if (V.Site != Site || V.First.size() + V.Second.size() != Size)
    return SliceEnd::Diverged;
  auto *At = static_cast<std::byte *>(To);
  SliceEnd End = SliceEnd::Completed;
  for (std::span<const std::byte> Part : {V.First, V.Second}) {
    if (End == SliceEnd::Completed && !Part.empty())
      End = Space.store(At, Part.data(), Part.size(), Frame);
    At += Part.size();
  }
  Values.pop();
  return End;
}

SliceEnd receive(uint32_t Site, void *To, uint64_t Size, uintptr_t Frame) {
  SliceSpace *Space = prefetch_thread::space();
  if (!Space)
    return SliceEnd::Completed;
  Channel &Values = prefetch_thread::channel();
  switch (Values.wait(prefetch_thread::runningNumber(),
                      slice_runner::cancelFlag())) {
  case Channel::State::Value:
    return take(Values, *Space, Site, To, Size, Frame);
  case Channel::State::Broken:
    return SliceEnd::ChannelFull;
  case Channel::State::Cancelled:
  case Channel::State::Empty:
    break;
  }
  return SliceEnd::Cancelled;
}

} // namespace

extern "C" __attribute__((visibility("default"), noinline)) void
foreslice_slice_receive(uint32_t Site, void *To, uint64_t Size) {
  auto Frame = reinterpret_cast<uintptr_t>(__builtin_dwarf_cfa());
  slice_runner::enter();
  SliceEnd End = receive(Site, To, Size, Frame);
  slice_runner::leave(End);
}
