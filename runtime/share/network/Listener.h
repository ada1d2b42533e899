//===- Listener.h - lets in ranks that know the secret --------------------===//
//
// Accepts connections and has each prove itself. An unproven connection may
// send the bytes of the handshake and no more, within the deadline. At most
// MaxUnproven connections are accepted at a time; the others wait in the
// kernel.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NETWORK_LISTENER_H
#define FORESLICE_SHARE_NETWORK_LISTENER_H

#include "share/network/Handshake.h"
#include "share/network/MessengerConfig.h"
#include "share/network/Socket.h"

#include <asio/steady_timer.hpp>
#include <memory>
#include <string>
#include <unordered_set>

namespace foreslice {

class Listener {
public:
  struct Owner {
    virtual ~Owner() = default;
    virtual void proven(tcp::socket Socket, int FromRank) = 0;
  };

  static constexpr size_t MaxUnproven = 64;

  Listener(asio::io_context &Io, const MessengerConfig &C, Owner &O,
           MessengerStatistics &Stats);
  ~Listener() { close(); }

  /// Listens; nothing is accepted before start().
  bool bind(std::string &Why);
  uint16_t port() const;
  /// Ranks is the number of ranks.
  void start(size_t Ranks);
  void close();

private:
  class Guest;
  void waitForMore();
  void waitForDescriptors();
  void acceptAll();
  void leave(const std::shared_ptr<Guest> &G, bool Proven);

  const MessengerConfig &C;
  Owner &O;
  MessengerStatistics &Stats;
  tcp::acceptor Acceptor;
  asio::steady_timer Pause;
  size_t Ranks = 0;
  bool Waiting = false;
  std::unordered_set<std::shared_ptr<Guest>> Guests;
};

} // namespace foreslice

#endif // FORESLICE_SHARE_NETWORK_LISTENER_H
