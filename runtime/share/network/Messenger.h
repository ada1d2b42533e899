//===- Messenger.h - messages between the ranks of a job ------------------===//
//
// Requests with replies and one-way messages over TCP, beside MPI: a rank
// answers while its program computes, and costs nothing while nobody asks. One
// thread, "foreslice-net", does all work, and sleeps in the kernel when idle.
//
// A rank connects to another rank with the first request. The answers come back
// over the connection.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NETWORK_MESSENGER_H
#define FORESLICE_SHARE_NETWORK_MESSENGER_H

#include "share/network/MessengerConfig.h"
#include "share/network/Reply.h"

#include <memory>
#include <string>
#include <vector>

namespace foreslice {

class MessengerThread;

class Messenger {
public:
  using Config = MessengerConfig;
  using Callback = ResultCallback;
  using Handler = MessageHandler;

  /// Listens on a free port of C.Address; starts no thread. Null, with a line
  /// in Why, if the system refuses.
  static std::unique_ptr<Messenger> listen(const Config &C, Handler H,
                                           std::string &Why);
  /// Closes every connection, fails outstanding requests (Closed) and joins the
  /// thread: waits for no message, only for a running callback or handler.
  ~Messenger();
  Messenger(const Messenger &) = delete;
  Messenger &operator=(const Messenger &) = delete;

  uint16_t port() const; ///< Host order.

  /// Starts the thread; once, not while others use the messenger. Peers are the
  /// listening endpoints by rank, this rank included. False if the thread
  /// cannot be started: then nothing is reachable.
  bool setPeers(std::vector<Endpoint> Peers);

  /// Asks a rank. Failure::None: Done will run exactly once, on the messenger's
  /// thread, maybe before the return. Otherwise the reason why the request was
  /// not queued: Done does not run. From any thread; never blocks.
  [[nodiscard]] Failure request(int Rank, uint8_t Type, Payload Bytes,
                                Callback Done, Answers When = Answers::AtOnce);

  /// Sends a message to a rank; may be lost without notice. In order with
  /// requests to Rank, from any thread; never blocks.
  void send(int Rank, uint8_t Type, Payload Bytes);

  /// False for good once the rank has failed too often. From any thread.
  bool reachable(int Rank) const;

  const MessengerStatistics &statistics() const;

  /// To be called in a forked child, which has neither the thread nor a say
  /// over the connections: the messenger does nothing from then on, and the
  /// memory is not freed. The child's Replies do nothing either.
  void abandon();

private:
  explicit Messenger(std::unique_ptr<MessengerThread> P);
  std::unique_ptr<MessengerThread> P;
};

} // namespace foreslice

#endif // FORESLICE_SHARE_NETWORK_MESSENGER_H
