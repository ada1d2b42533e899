//===- Outgoing.h - a connection to a rank that this rank asks ------------===//
//
// Connects, shakes hands, then sends requests and takes the answers. Frames
// written before the handshake wait.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NETWORK_OUTGOING_H
#define FORESLICE_SHARE_NETWORK_OUTGOING_H

#include "share/network/Connection.h"
#include "share/network/Handshake.h"

#include <asio/steady_timer.hpp>

namespace foreslice {

class Outgoing final : public Connection {
public:
  struct Owner {
    virtual ~Owner() = default;
    /// The other side proved itself; called once at most.
    virtual void connected(Outgoing &) = 0;
    virtual void answered(Outgoing &, uint64_t Id, const Result &) = 0;
    /// The connection is closed, not by close(); without connected(), the
    /// connection could not be made.
    virtual void lost(Outgoing &) = 0;
    /// Whether requests are outstanding.
    virtual bool waiting(const Outgoing &) const = 0;
  };

  /// Socket is open and not connected.
  Outgoing(tcp::socket Socket, int Rank, Owner &O, MessengerStatistics &Stats);

  /// The deadline of C covers connecting and handshake together.
  void connect(const tcp::endpoint &To, const MessengerConfig &C);
  bool isConnected() const { return Connected; }
  bool idle() const override { return Connection::idle() && !O.waiting(*this); }

  const uint64_t StartedNs;

private:
  void sayHello(const Secret &Key, int MyRank);
  void checkAnswer(const Secret &Key);
  void fail();
  void failForeign();
  bool take(const wire::Header &H, std::span<const std::byte> Bytes) override;
  void end() override { fail(); }
  std::shared_ptr<Outgoing> self() {
    return std::static_pointer_cast<Outgoing>(shared_from_this());
  }

  Owner &O;
  asio::steady_timer Deadline;
  handshake::Hello Hello{};
  handshake::Answer Answer{};
  handshake::Proof Proof{};
  bool Connected = false;
};

} // namespace foreslice

#endif // FORESLICE_SHARE_NETWORK_OUTGOING_H
