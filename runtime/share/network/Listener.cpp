//===- Listener.cpp - lets in ranks that know the secret ------------------===//

#include "share/network/Listener.h"

#include <asio/read.hpp>
#include <asio/write.hpp>

using namespace foreslice;

/// Pause when the process is out of descriptors or memory.
static constexpr std::chrono::milliseconds ScarcityPause{100};

/// A connection not yet proven.
class Listener::Guest : public std::enable_shared_from_this<Guest> {
public:
  Guest(Listener &L, tcp::socket Socket)
      : L(L), Socket(std::move(Socket)), Deadline(this->Socket.get_executor()) {
  }

  void start();
  void close() {
    Deadline.cancel();
    endSocket(Socket);
  }
  tcp::socket takeSocket() { return std::move(Socket); }
  int rank() const { return int(Claimed.From); }

private:
  void checkHello();
  void readProof();
  void leave(bool Proven);

  Listener &L;
  tcp::socket Socket;
  asio::steady_timer Deadline;
  handshake::Hello Hello{};
  handshake::Answer Answer{};
  handshake::Proof Proof{};
  handshake::Ranks Claimed;
};

void Listener::Guest::start() {
  auto Self = shared_from_this();
  Deadline.expires_after(L.C.Deadline);
  Deadline.async_wait([this, Self](asio::error_code Error) {
    if (!Error)
      leave(false);
  });
  asio::async_read(Socket, asio::buffer(Hello),
                   [this, Self](asio::error_code Error, size_t) {
                     if (Error)
                       return leave(false);
                     checkHello();
                   });
}

void Listener::Guest::checkHello() {
  auto Ranks = handshake::readHello(Hello);
  if (!Ranks || Ranks->To != uint32_t(L.C.Rank) || Ranks->From >= L.Ranks)
    return leave(false);
  Claimed = *Ranks;
  Answer = handshake::makeAnswer(L.C.Key, Hello);
  setNoDelay(Socket);
  auto Self = shared_from_this();
  asio::async_write(Socket, asio::buffer(Answer),
                    [this, Self](asio::error_code Error, size_t) {
                      if (Error)
                        return leave(false);
                      readProof();
                    });
}

void Listener::Guest::readProof() {
  auto Self = shared_from_this();
  asio::async_read(Socket, asio::buffer(Proof),
                   [this, Self](asio::error_code Error, size_t) {
                     leave(!Error &&
                           handshake::proves(L.C.Key, Hello, Answer, Proof));
                   });
}

void Listener::Guest::leave(bool Proven) {
  // Operations cancelled by leave() complete, too.
  if (Socket.is_open())
    L.leave(shared_from_this(), Proven);
}

Listener::Listener(asio::io_context &Io, const MessengerConfig &C, Owner &O,
                   MessengerStatistics &Stats)
    : C(C), O(O), Stats(Stats), Acceptor(Io), Pause(Io) {}

bool Listener::bind(std::string &Why) {
  tcp::endpoint E = toAsio({C.Address, 0});
  asio::error_code Error;
  if (openSocket(Acceptor, E, Error))
    Acceptor.bind(E, Error);
  if (!Error)
    Acceptor.listen(tcp::acceptor::max_listen_connections, Error);
  if (Error)
    Why = "cannot listen on " + C.Address.text() + ": " + Error.message();
  return !Error;
}

uint16_t Listener::port() const {
  asio::error_code Ignored;
  return Acceptor.local_endpoint(Ignored).port();
}

void Listener::start(size_t RankCount) {
  Ranks = RankCount;
  waitForMore();
}

void Listener::close() {
  Pause.cancel();
  endSocket(Acceptor);
  for (const auto &G : Guests)
    G->close();
  Guests.clear();
}

void Listener::waitForMore() {
  if (Waiting || Guests.size() >= MaxUnproven || !Acceptor.is_open())
    return;
  Waiting = true;
  Acceptor.async_wait(tcp::acceptor::wait_read, [this](asio::error_code Error) {
    Waiting = false;
    if (!Error)
      acceptAll();
  });
}

void Listener::waitForDescriptors() {
  Waiting = true;
  Pause.expires_after(ScarcityPause);
  Pause.async_wait([this](asio::error_code) {
    Waiting = false;
    waitForMore();
  });
}

void Listener::acceptAll() {
  while (Guests.size() < MaxUnproven) {
    asio::error_code Error;
    tcp::socket Socket = acceptFrom(Acceptor, Error);
    if (Error == asio::error::try_again)
      break;
    // The client gave the connection up; the next may be fine.
    if (Error == asio::error::connection_aborted ||
        Error == asio::error::interrupted)
      continue;
    if (Error)
      return waitForDescriptors();
    auto G = std::make_shared<Guest>(*this, std::move(Socket));
    Guests.insert(G);
    G->start();
  }
  waitForMore();
}

void Listener::leave(const std::shared_ptr<Guest> &G, bool Proven) {
  Guests.erase(G);
  if (Proven)
    O.proven(G->takeSocket(), G->rank());
  else
    Stats.ForeignConnections.fetch_add(1, std::memory_order_relaxed);
  G->close();
  waitForMore();
}
