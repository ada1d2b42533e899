//===- Values.cpp - forwarded values for a slice --------------------------===//
//
// See Values.h. foreslice_forward, the main thread's end, is in
// SliceRunner.cpp.
//
//===----------------------------------------------------------------------===//

#include "source/slice/Values.h"
#include "source/slice/SliceExecution.h"
#include "source/slice/SliceRunner.h"
#include "support/ProcessObject.h"
#include "support/Statistics.h"
#include "support/Trace.h"

#include <array>
#include <cstring>
#include <deque>

using namespace foreslice;

namespace {

/// Values that the slice of a launch has gone on without, in order. Not
/// thread-local: libc takes memory of the program to destroy thread-local
/// variables.
struct GoneOnWithout {
  uint64_t Launch = 0;
  std::deque<std::pair<uint32_t, foreslice_handle>> Sites;
};

auto &missing() {
  static constinit ProcessObject<std::array<GoneOnWithout, execution::Runners>>
      All;
  GoneOnWithout &OwnWithout = All.get()[execution::runner()];
  uint64_t Launch = execution::runningNumber();
  if (OwnWithout.Launch != Launch)
    OwnWithout = {Launch, {}};
  return OwnWithout.Sites;
}

Channel::State look() {
  return execution::channel().look(execution::runningNumber(),
                                   execution::cancelFlag());
}

bool hasValue() { return look() == Channel::State::Value; }

Channel::State wait() {
  if (Channel::State Now = look(); Now != Channel::State::Empty)
    return Now;
  uint64_t Begin = nowNs();
  Channel::State Then = execution::channel().wait(execution::runningNumber(),
                                                  execution::cancelFlag());
  execution::count(RunCounter::SliceWaits);
  execution::count(RunCounter::SliceWaitNs, nowNs() - Begin);
  trace::extent("waits for the main thread", Begin);
  return Then;
}

SliceEnd endOf(Channel::State State) {
  return State == Channel::State::Broken ? SliceEnd::ChannelFull
                                         : SliceEnd::Cancelled;
}

/// Takes the next value, for a handle that the slice has gone on without.
SliceEnd confirm() {
  Channel::Value V = execution::channel().front();
  auto [Site, Stand] = missing().front();
  size_t Bytes = V.First.size() + V.Second.size();
  bool IsFortran = Bytes == sizeof(int32_t);
  foreslice_handle Handle = IsFortran ? FORESLICE_FORTRAN_HANDLE : 0;
  if (V.Site != Site || (Bytes != sizeof Handle && !IsFortran))
    return SliceEnd::Diverged;
  auto *To = reinterpret_cast<std::byte *>(&Handle);
  std::memcpy(To, V.First.data(), V.First.size());
  if (!V.Second.empty())
    std::memcpy(To + V.First.size(), V.Second.data(), V.Second.size());
  execution::channel().pop();
  missing().pop_front();
  return slice_runner::confirm(Stand, Handle) ? SliceEnd::Completed
                                              : SliceEnd::Diverged;
}

SliceEnd take(uint32_t Site, void *To, uint64_t Size, uintptr_t Frame) {
  SliceSpace &Space = *execution::space();
  Channel &Values = execution::channel();
  Channel::Value V = Values.front();
  if (V.Site != Site || V.First.size() + V.Second.size() != Size)
    return SliceEnd::Diverged;
  auto *Bytes = static_cast<std::byte *>(To);
  SliceEnd End = SliceEnd::Completed;
  for (std::span<const std::byte> Part : {V.First, V.Second}) {
    if (End == SliceEnd::Completed && !Part.empty())
      End = Space.store(Bytes, Part.data(), Part.size(), Frame);
    Bytes += Part.size();
  }
  Values.pop();
  return End;
}

} // namespace

SliceEnd slice_values::receive(uint32_t Site, void *To, uint64_t Size,
                               uintptr_t Frame) {
  if (!execution::space())
    return SliceEnd::Completed;
  while (!missing().empty())
    if (SliceEnd End = takeOne(); End != SliceEnd::Completed)
      return End;
  if (!hasValue()) {
    if (execution::isGivenUp())
      return SliceEnd::Overtaken;
    execution::resumeScouts();
  }
  Channel::State State = wait();
  return State == Channel::State::Value ? take(Site, To, Size, Frame)
                                        : endOf(State);
}

void slice_values::goOnWithout(uint32_t Site, foreslice_handle Stand) {
  missing().emplace_back(Site, Stand);
}

size_t slice_values::outstanding() { return missing().size(); }

SliceEnd slice_values::takeOne() {
  Channel::State State = wait();
  return State == Channel::State::Value ? confirm() : endOf(State);
}

SliceEnd slice_values::takeArrived() {
  SliceEnd End = SliceEnd::Completed;
  while (End == SliceEnd::Completed && !missing().empty() && hasValue())
    End = confirm();
  return End;
}

bool slice_values::isBehind() { return missing().empty() && hasValue(); }

extern "C" __attribute__((visibility("default"), noinline)) void
foreslice_slice_receive(uint32_t Site, void *To, uint64_t Size) {
  auto Frame = reinterpret_cast<uintptr_t>(__builtin_dwarf_cfa());
  execution::enter();
  SliceEnd End = slice_values::receive(Site, To, Size, Frame);
  execution::leave(End);
}
