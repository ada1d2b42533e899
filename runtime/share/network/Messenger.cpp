//===- Messenger.cpp - the messenger as other threads see it --------------===//
//
// Everything here may run on any thread; MessengerThread.cpp is the messenger's
// own thread.
//
//===----------------------------------------------------------------------===//

#include "share/network/Messenger.h"
#include "share/network/LoadedSodium.h"
#include "share/network/MessengerThread.h"

#include <cassert>
#include <sodium.h>

using namespace foreslice;

Messenger::Messenger(std::unique_ptr<MessengerThread> P) : P(std::move(P)) {}

std::unique_ptr<Messenger> Messenger::listen(const Config &C, Handler H,
                                             std::string &Why) {
  if (!isSodiumThere() || sodium_init() < 0) {
    Why = "libsodium is missing or cannot be initialised";
    return nullptr;
  }
  try {
    auto P = std::make_unique<MessengerThread>(C, std::move(H));
    if (!P->Guard.bind(Why))
      return nullptr;
    return std::unique_ptr<Messenger>(new Messenger(std::move(P)));
  } catch (const std::exception &E) {
    Why = std::string("cannot wait for connections: ") + E.what();
    return nullptr;
  }
}

Messenger::~Messenger() {
  if (P->Abandoned) [[maybe_unused]]
    MessengerThread *TheParents = P.release();
}

uint16_t Messenger::port() const { return P->Guard.port(); }

bool Messenger::setPeers(std::vector<Endpoint> Peers) {
  assert(P->Peers.size() == 0 && "called once");
  return P->start(Peers);
}

static Letter letterTo(int Rank, Letter::Kind What, uint8_t Type,
                       Payload Bytes) {
  Letter L;
  L.What = What;
  L.Rank = Rank;
  L.Type = Type;
  L.Bytes = std::move(Bytes);
  return L;
}

Failure Messenger::request(int Rank, uint8_t Type, Payload Bytes, Callback Done,
                           Answers When) {
  Letter L = letterTo(Rank, Letter::Kind::Request, Type, std::move(Bytes));
  L.Done = std::move(Done);
  L.When = When;
  Failure Why = P->post(L);
  if (Why != Failure::None)
    P->Stats.RequestsFailed.fetch_add(1, std::memory_order_relaxed);
  return Why;
}

void Messenger::send(int Rank, uint8_t Type, Payload Bytes) {
  Letter L = letterTo(Rank, Letter::Kind::OneWay, Type, std::move(Bytes));
  P->post(L);
}

bool Messenger::reachable(int Rank) const { return P->reachable(Rank); }

const MessengerStatistics &Messenger::statistics() const { return P->Stats; }

void Messenger::abandon() {
  P->Running.store(false, std::memory_order_relaxed);
  P->Mail->abandon();
  P->Abandoned = true;
}
