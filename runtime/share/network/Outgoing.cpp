//===- Outgoing.cpp - a connection to a rank that this rank asks ----------===//

#include "share/network/Outgoing.h"
#include "support/Clock.h"

#include <asio/read.hpp>
#include <asio/write.hpp>

using namespace foreslice;

Outgoing::Outgoing(tcp::socket Socket, int Rank, Owner &O,
                   MessengerStatistics &Stats)
    : Connection(std::move(Socket), Rank, Stats), StartedNs(nowNs()), O(O),
      Deadline(this->Socket.get_executor()) {}

void Outgoing::connect(const tcp::endpoint &To, const MessengerConfig &C) {
  Deadline.expires_after(C.Deadline);
  Deadline.async_wait([this, Self = self()](asio::error_code Error) {
    if (!Error && !Connected)
      fail();
  });
  Socket.async_connect(To, [this, Self = self(), Key = C.Key,
                            MyRank = C.Rank](asio::error_code Error) {
    if (closed())
      return;
    if (Error)
      return fail();
    sayHello(Key, MyRank);
  });
}

void Outgoing::sayHello(const Secret &Key, int MyRank) {
  setNoDelay(Socket);
  Hello = handshake::makeHello({uint32_t(MyRank), uint32_t(Rank)});
  asio::async_write(Socket, asio::buffer(Hello),
                    [this, Self = self()](asio::error_code Error, size_t) {
                      if (Error && !closed())
                        fail();
                    });
  asio::async_read(Socket, asio::buffer(Answer),
                   [this, Self = self(), Key](asio::error_code Error, size_t) {
                     if (closed())
                       return;
                     if (Error)
                       return failForeign();
                     checkAnswer(Key);
                   });
}

void Outgoing::checkAnswer(const Secret &Key) {
  if (!handshake::proves(Key, Hello, Answer))
    return failForeign();
  Proof = handshake::makeProof(Key, Hello, Answer);
  asio::async_write(Socket, asio::buffer(Proof),
                    [this, Self = self()](asio::error_code Error, size_t) {
                      if (closed())
                        return;
                      if (Error)
                        return fail();
                      Deadline.cancel();
                      Connected = true;
                      O.connected(*this);
                      open();
                    });
}

void Outgoing::failForeign() {
  Stats.ForeignConnections.fetch_add(1, std::memory_order_relaxed);
  fail();
}

void Outgoing::fail() {
  if (closed())
    return;
  auto Self = self(); // the owner drops the connection
  Deadline.cancel();
  close();
  O.lost(*this);
}

bool Outgoing::take(const wire::Header &H, std::span<const std::byte> Bytes) {
  Result R{Failure::None, Bytes};
  if (H.What == wire::Kind::Failure)
    R.Why = Failure::Refused;
  else if (H.What != wire::Kind::Reply)
    return false;
  O.answered(*this, H.Id, R);
  return true;
}
