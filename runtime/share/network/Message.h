//===- Message.h - messages between ranks ---------------------------------===//
//
// Payloads, and results of requests.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NETWORK_MESSAGE_H
#define FORESLICE_SHARE_NETWORK_MESSAGE_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace foreslice {

/// The bytes of a message: OwnBytes, then Parts in order; at most 8 MiB.
struct Payload {
  std::vector<std::byte> OwnBytes{};
  /// Sent without a copy: nothing may write to the parts while KeepAlive lives.
  /// Up to 62 parts go out in one system call.
  std::vector<std::span<const std::byte>> Parts{};
  /// Released on any thread, mostly the messenger's, when the message has gone
  /// out or is given up. The destructor must not block.
  std::shared_ptr<const void> KeepAlive{};

  size_t size() const {
    size_t Size = OwnBytes.size();
    for (std::span<const std::byte> Part : Parts)
      Size += Part.size();
    return Size;
  }
};

enum class Failure : uint8_t {
  None,
  Unreachable, ///< No connection to the rank, now or for good.
  TimedOut,    ///< No reply within the deadline.
  Closed,      ///< The connection broke, or the messenger is not running.
  Refused,     ///< The other side gave no answer, or the payload is too long.
  Busy,        ///< Too much is queued, or every connection is in use.
};

/// Result of a request. The payload is valid during the callback only.
struct Result {
  Failure Why = Failure::None;
  std::span<const std::byte> Payload;

  bool ok() const { return Why == Failure::None; }
};

/// When the other side answers a request.
enum class Answers {
  AtOnce,
  Later, ///< A missed deadline says nothing about the rank.
};

/// Runs on the messenger's thread; must not block or throw, nor destroy the
/// messenger, but may use it otherwise.
using ResultCallback = std::function<void(const Result &)>;

} // namespace foreslice

#endif // FORESLICE_SHARE_NETWORK_MESSAGE_H
