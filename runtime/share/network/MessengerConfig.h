//===- MessengerConfig.h - settings and counters of a messenger -----------===//
//
// See Messenger.h.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NETWORK_MESSENGERCONFIG_H
#define FORESLICE_SHARE_NETWORK_MESSENGERCONFIG_H

#include "share/network/Address.h"
#include "share/network/Secret.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace foreslice {

struct MessengerConfig {
  Secret Key;
  int Rank = 0;      ///< This process, 0 or more.
  IpAddress Address; ///< Listening address, of this node.
  /// From request() to the reply, and of a handshake; above 0.
  std::chrono::milliseconds Deadline{2000};
  /// Incoming and outgoing; the connection idle for longest makes room.
  size_t MaxConnections = 256;
  /// Bytes queued to a rank, beyond which requests fail (Busy). With more bytes
  /// queued in answers to a rank, the rank is not read from. Each message
  /// counts for MessageOverhead bytes more.
  size_t MaxQueued = 32u << 20;
  /// Failures to connect, or missing replies, in a row that make a rank
  /// unreachable for good.
  unsigned MaxStrikes = 3;
};

/// Counted since the start. Bytes include the headers of frames.
struct MessengerStatistics {
  std::atomic<uint64_t> MessagesSent{0};
  std::atomic<uint64_t> MessagesReceived{0};
  std::atomic<uint64_t> BytesSent{0};
  std::atomic<uint64_t> BytesReceived{0};
  /// Connections whose other side did not prove to be of the job.
  std::atomic<uint64_t> ForeignConnections{0};
  /// Each costs the sender the connection.
  std::atomic<uint64_t> MalformedFrames{0};
  std::atomic<uint64_t> RequestsFailed{0};
};

} // namespace foreslice

#endif // FORESLICE_SHARE_NETWORK_MESSENGERCONFIG_H
