//===- Incoming.h - a connection from a rank that asks this rank ----------===//
//
// Hands requests and one-way messages to the handler and sends the answers.
// Stops reading while too many requests are unanswered or too many bytes of
// answers are not taken: then the other side has to wait.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NETWORK_INCOMING_H
#define FORESLICE_SHARE_NETWORK_INCOMING_H

#include "share/network/Connection.h"
#include "share/network/Reply.h"

namespace foreslice {

class Incoming final : public Connection {
public:
  struct Owner {
    virtual ~Owner() = default;
    virtual void handle(Incoming &, uint8_t Type,
                        std::span<const std::byte> Bytes, Reply) = 0;
    /// The connection is closed, not by close().
    virtual void lost(Incoming &) = 0;
  };

  /// Socket is connected and the other side has proven itself.
  Incoming(tcp::socket Socket, int Rank, Owner &O, std::shared_ptr<Mailbox> Box,
           size_t MaxQueued, MessengerStatistics &Stats)
      : Connection(std::move(Socket), Rank, Stats), O(O), Box(std::move(Box)),
        MaxQueued(MaxQueued) {}

  void start() { open(); }
  /// Sends the answer of a Reply of this connection; nothing refuses.
  void answer(uint64_t Id, std::optional<Payload> Bytes);
  bool idle() const override { return Connection::idle() && Unanswered == 0; }

private:
  /// Most answers that may still come when the queue is full.
  static constexpr size_t MaxUnanswered = 128;

  bool take(const wire::Header &H, std::span<const std::byte> Bytes) override;
  bool wantsMore() const override {
    return Unanswered < MaxUnanswered && queuedBytes() <= MaxQueued;
  }
  void wrote() override { readOn(); }
  void end() override;

  Owner &O;
  const std::shared_ptr<Mailbox> Box;
  const size_t MaxQueued;
  size_t Unanswered = 0;
};

} // namespace foreslice

#endif // FORESLICE_SHARE_NETWORK_INCOMING_H
