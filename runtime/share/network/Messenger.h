//===- Messenger.h - messages between the ranks of a job ------------------===//
//
// Requests with replies and one-way messages over TCP, beside MPI: a rank
// answers while its program computes, and costs nothing while nobody asks. One
// thread, "foreslice-net", does all of it; it sleeps in the kernel when idle.
//
// Each rank connects to those that it asks, at its first message to them, and
// the answers come back over that connection.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NETWORK_MESSENGER_H
#define FORESLICE_SHARE_NETWORK_MESSENGER_H

#include "share/network/Address.h"
#include "share/network/Secret.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <vector>

namespace foreslice {

/// What a message carries: the bytes of Own, then those of Parts in order; at
/// most 8 MiB.
struct Payload {
  std::vector<std::byte> Own{};
  /// Sent from where they are: nothing may write to them while KeepAlive lives.
  /// Up to 62 of them go out in one system call.
  std::vector<std::span<const std::byte>> Parts{};
  /// Released on any thread, mostly the messenger's, when the message has gone
  /// out or is given up. Its destructor must not block.
  std::shared_ptr<const void> KeepAlive{};

  size_t size() const;
};

enum class Failure : uint8_t {
  None,
  Unreachable, ///< No connection to the rank, now or for good.
  TimedOut,    ///< No reply within the deadline.
  Closed,      ///< The connection broke, or the messenger is not running.
  Refused,     ///< The other side gave no answer, or the payload is too long.
  Busy,        ///< Too much is queued, or every connection is in use.
};

/// What became of a request. The payload is valid during the callback only.
struct Result {
  Failure Why = Failure::None;
  std::span<const std::byte> Payload;

  bool ok() const { return Why == Failure::None; }
};

/// Answers one request: once, from any thread, now or later, also after the
/// messenger is gone. Destroyed without an answer, it tells the asking rank
/// that there is none (Failure::Refused). Never blocks.
class Reply {
public:
  /// That of a one-way message: nobody is waiting.
  Reply() = default;
  Reply(Reply &&) noexcept;
  Reply &operator=(Reply &&) noexcept;
  ~Reply();

  void send(Payload Answer);
  bool expected() const { return To != nullptr; }

private:
  friend class Incoming;
  struct Address;
  explicit Reply(std::unique_ptr<Address> To);
  std::unique_ptr<Address> To;
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

class Messenger {
public:
  struct Config {
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

  /// Runs on the messenger's thread; must not block or throw, nor destroy the
  /// messenger, but may use it otherwise.
  using Callback = std::function<void(const Result &)>;
  /// Called with each message on the messenger's thread, as a Callback. The
  /// bytes are valid during the call only.
  using Handler = std::function<void(int FromRank, uint8_t Type,
                                     std::span<const std::byte> Bytes, Reply)>;

  /// Listens on a free port of C.Address; starts no thread. Null, and Why says
  /// why in one line, if the system refuses.
  static std::unique_ptr<Messenger> listen(const Config &C, Handler H,
                                           std::string &Why);
  /// Closes every connection, fails what is outstanding (Closed) and joins the
  /// thread: waits for no message, only for a running callback or handler.
  ~Messenger();
  Messenger(const Messenger &) = delete;
  Messenger &operator=(const Messenger &) = delete;

  uint16_t port() const; ///< Host order.

  /// Starts the thread; once, not while others use the messenger. Peers are
  /// where each rank listens, by rank, this one included. False if the thread
  /// cannot be started: then nothing is reachable.
  bool setPeers(std::vector<Endpoint> Peers);

  /// What the other side does with a request.
  enum class Answers {
    AtOnce,
    Later, ///< Maybe: none within the deadline says nothing about the rank.
  };
  /// Asks a rank. Failure::None: Done will run exactly once, on the messenger's
  /// thread, maybe before this returns. Otherwise why the request was not even
  /// queued: Done does not run. From any thread; never blocks.
  [[nodiscard]] Failure request(int Rank, uint8_t Type, Payload Bytes,
                                Callback Done, Answers When = Answers::AtOnce);

  /// Tells a rank something; may be lost without notice. In order with the
  /// requests to the same rank, from any thread; never blocks.
  void send(int Rank, uint8_t Type, Payload Bytes);

  /// False for good once the rank has failed too often. From any thread.
  bool reachable(int Rank) const;

  const MessengerStatistics &statistics() const;

  /// To be called in a forked child, which has neither the thread nor a say
  /// over the connections: the messenger does nothing from then on, and its
  /// memory is not freed. Replies that the child has do nothing either.
  void abandon();

private:
  struct Impl;
  explicit Messenger(std::unique_ptr<Impl> P);
  std::unique_ptr<Impl> P;
};

} // namespace foreslice

#endif // FORESLICE_SHARE_NETWORK_MESSENGER_H
