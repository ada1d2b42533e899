//===- Channel.h - values on their way to a slice -------------------------===//
//
// A ring of bytes with one producer, the main thread, and one consumer, the
// prefetch thread; one ring for all launches, as values carry the number of
// their launch. The producer never waits: a value that finds no room breaks the
// channel for the launch. Positions only grow; a record is a header and the
// value, padded. The ring's memory is taken for the first value.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_CHANNEL_H
#define FORESLICE_SOURCE_SLICE_CHANNEL_H

#include "foreslice/abi.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <semaphore.h>
#include <span>

namespace foreslice {

class Channel {
  struct Header {
    uint64_t Launch;
    uint32_t Site;
    uint32_t Size;
  };

public:
  Channel() { sem_init(&Arrived, 0, 0); }
  Channel(const Channel &) = delete;
  Channel &operator=(const Channel &) = delete;

  /// Forgets values before Position. The consumer, or the producer while no
  /// slice runs.
  void skipTo(uint64_t Position);

  // The producer.

  /// Bytes that a value of Size takes.
  static uint64_t recordSize(uint64_t Size) {
    return (sizeof(Header) + Size + sizeof(Header) - 1) / sizeof(Header) *
           sizeof(Header);
  }
  /// The position of the next value.
  uint64_t position() const { return Tail.load(std::memory_order_relaxed); }
  /// False if the value, or an earlier value of the launch, did not fit.
  bool send(uint64_t Launch, uint32_t Site, const void *From, uint64_t Size);

  // The consumer.

  enum class State { Value, Broken, Cancelled, Empty };
  /// Looks for the next value of Launch.
  State look(uint64_t Launch, const std::atomic<bool> &Cancel) const;
  /// Waits for the next value of Launch; never gives Empty.
  State wait(uint64_t Launch, const std::atomic<bool> &Cancel);
  /// How often the consumer has waited. Any thread.
  unsigned waits() const { return Waits.load(std::memory_order_relaxed); }
  /// The value found by wait(), in two parts where the ring ends.
  struct Value {
    uint32_t Site;
    std::span<const std::byte> First, Second;
  };
  Value front() const;
  void pop();

  /// Makes a wait look at Cancel. Any thread; takes no lock.
  void wake();

private:
  static constexpr uint64_t Capacity = FORESLICE_CHANNEL_SIZE;
  bool makeRing();
  Header headerAt(uint64_t Position) const;
  void put(uint64_t Position, const void *From, uint64_t Size);

  std::atomic<uint64_t> Tail{0}; ///< Written by the producer.
  /// The launch of a value that did not fit; written by the producer.
  std::atomic<uint64_t> Broken{0};
  alignas(64) std::atomic<uint64_t> Head{0};
  std::atomic<bool> Waiting{false};
  std::atomic<unsigned> Waits{0};
  sem_t Arrived;
  /// Made by the producer, before Tail first moves.
  alignas(64) std::unique_ptr<std::byte[]> Ring;
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_SLICE_CHANNEL_H
