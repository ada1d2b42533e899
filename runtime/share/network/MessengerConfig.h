//===- MessengerConfig.h - what a messenger is told, and counts -----------===//
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
  IpAddress Address; ///< What to listen on; one of this node's.
  /// From request() to the reply, and of a handshake; above 0.
  std::chrono::milliseconds Deadline{2000};
  /// Incoming and outgoing; the one that was idle for longest makes room.
  size_t MaxConnections = 256;
  /// Bytes queued to a rank, beyond which requests fail (Busy). While more
  /// than that are queued in answers to a rank, it is not read from. Each
  /// message counts for 256 bytes more than it has.
  size_t MaxQueued = 32u << 20;
  /// So many failures to connect, or times without a reply, in a row make a
  /// rank unreachable for good.
  unsigned MaxStrikes = 3;
};

/// Counted since the start. Bytes are those of frames, headers included.
struct MessengerStatistics {
  std::atomic<uint64_t> MessagesSent{0};
  std::atomic<uint64_t> MessagesReceived{0};
  std::atomic<uint64_t> BytesSent{0};
  std::atomic<uint64_t> BytesReceived{0};
  /// Connections on which the other side did not prove that it is of the job.
  std::atomic<uint64_t> ForeignConnections{0};
  /// Each costs its sender the connection.
  std::atomic<uint64_t> MalformedFrames{0};
  std::atomic<uint64_t> RequestsFailed{0};
};

} // namespace foreslice

#endif // FORESLICE_SHARE_NETWORK_MESSENGERCONFIG_H
