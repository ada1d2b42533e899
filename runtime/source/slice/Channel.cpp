//===- Channel.cpp - values on their way to a slice -----------------------===//
//
// The semaphore is posted only to a consumer that has announced a wait. Either
// the consumer sees the producer's value before the wait, or the producer sees
// the announced wait: both are sequentially consistent.
//
//===----------------------------------------------------------------------===//

#include "source/slice/Channel.h"

#include "support/OwnWork.h"

#include <algorithm>
#include <cstring>
#include <new>

using namespace foreslice;

Channel::Header Channel::headerAt(uint64_t Position) const {
  Header H; // never cut by the ring's end: records are multiples of the header
  std::memcpy(&H, &Ring[Position % Capacity], sizeof H);
  return H;
}

void Channel::put(uint64_t Position, const void *From, uint64_t Size) {
  uint64_t Offset = Position % Capacity;
  uint64_t N = std::min(Size, Capacity - Offset);
  std::memcpy(&Ring[Offset], From, N);
  std::memcpy(&Ring[0], static_cast<const std::byte *>(From) + N, Size - N);
}

bool Channel::makeRing() {
  OwnWork Work;
  Ring.reset(new (std::nothrow) std::byte[Capacity]);
  return Ring != nullptr;
}

bool Channel::send(uint64_t Launch, uint32_t Site, const void *From,
                   uint64_t Size) {
  if (Broken.load(std::memory_order_relaxed) == Launch)
    return false;
  uint64_t Position = Tail.load(std::memory_order_relaxed);
  uint64_t Taken = Position - Head.load(std::memory_order_acquire);
  bool Fits =
      Size <= FORESLICE_MAX_FORWARD && recordSize(Size) <= Capacity - Taken;
  if (Fits && (Ring || makeRing())) {
    Header H{Launch, Site, static_cast<uint32_t>(Size)};
    put(Position, &H, sizeof H);
    if (Size != 0)
      put(Position + sizeof H, From, Size);
    Tail.store(Position + recordSize(Size));
  } else {
    Fits = false;
    Broken.store(Launch);
  }
  wake();
  return Fits;
}

void Channel::wake() {
  if (Waiting.load() && Waiting.exchange(false))
    sem_post(&Arrived);
}

void Channel::skipTo(uint64_t Position) {
  uint64_t Now = Head.load(std::memory_order_relaxed);
  while (Now < Position &&
         !Head.compare_exchange_weak(Now, Position, std::memory_order_acq_rel))
    ;
}

Channel::State Channel::look(uint64_t Launch,
                             const std::atomic<bool> &Cancel) const {
  if (Cancel.load())
    return State::Cancelled;
  bool IsBroken = Broken.load() == Launch; // before a look at the values
  uint64_t Position = Head.load(std::memory_order_relaxed);
  // A value of a later launch is not for Launch, which was cancelled.
  if (Position != Tail.load() && headerAt(Position).Launch == Launch)
    return State::Value;
  return IsBroken ? State::Broken : State::Empty;
}

Channel::State Channel::wait(uint64_t Launch, const std::atomic<bool> &Cancel) {
  State Now = look(Launch, Cancel);
  if (Now == State::Empty)
    Waits.store(waits() + 1, std::memory_order_relaxed);
  while (Now == State::Empty) {
    Waiting.store(true);
    Now = look(Launch, Cancel);
    if (Now != State::Empty)
      break;
    sem_wait(&Arrived); // may also return for a signal or an earlier wake
    Now = look(Launch, Cancel);
  }
  Waiting.store(false);
  return Now;
}

Channel::Value Channel::front() const {
  uint64_t Position = Head.load(std::memory_order_relaxed);
  Header H = headerAt(Position);
  Position = (Position + sizeof H) % Capacity;
  uint64_t N = std::min<uint64_t>(H.Size, Capacity - Position);
  return {H.Site, {&Ring[Position], N}, {&Ring[0], H.Size - N}};
}

void Channel::pop() {
  uint64_t Position = Head.load(std::memory_order_relaxed);
  Head.store(Position + recordSize(headerAt(Position).Size),
             std::memory_order_release);
}
