//===- Messenger.cpp - the messenger as other threads see it --------------===//
//
// Everything here may run on any thread; MessengerImpl.cpp is what the
// messenger's own does.
//
//===----------------------------------------------------------------------===//

#include "share/network/MessengerImpl.h"

#include <cassert>
#include <sodium.h>

using namespace foreslice;

size_t Payload::size() const {
  size_t Size = Own.size();
  for (std::span<const std::byte> Part : Parts)
    Size += Part.size();
  return Size;
}

Reply::Reply(std::unique_ptr<Address> To) : To(std::move(To)) {}
Reply::Reply(Reply &&) noexcept = default;

Reply &Reply::operator=(Reply &&Other) noexcept {
  std::swap(To, Other.To);
  return *this;
}

static Letter answerTo(std::weak_ptr<Incoming> Over, uint64_t Id) {
  Letter L;
  L.What = Letter::Kind::Answer;
  L.Over = std::move(Over);
  L.Id = Id;
  return L;
}

Reply::~Reply() {
  if (!To)
    return;
  Letter L = answerTo(To->Over, To->Id);
  L.Refuses = true;
  To->Box->post(L);
}

void Reply::send(Payload Answer) {
  auto Once = std::move(To);
  if (!Once)
    return;
  Letter L = answerTo(Once->Over, Once->Id);
  L.Bytes = std::move(Answer);
  Once->Box->post(L);
}

Messenger::Messenger(std::unique_ptr<Impl> P) : P(std::move(P)) {}

std::unique_ptr<Messenger> Messenger::listen(const Config &C, Handler H,
                                             std::string &Why) {
  if (sodium_init() < 0) {
    Why = "libsodium cannot be initialised";
    return nullptr;
  }
  try {
    auto P = std::make_unique<Impl>(C, std::move(H));
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
    Impl *TheParents = P.release();
}

uint16_t Messenger::port() const { return P->Guard.port(); }

bool Messenger::setPeers(std::vector<Endpoint> Peers) {
  assert(P->Peers.empty() && "called once");
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

bool Messenger::Impl::reachable(int Rank) const {
  return Running.load(std::memory_order_acquire) && Rank >= 0 &&
         size_t(Rank) < Peers.size() &&
         !Peers[size_t(Rank)]->GivenUp.load(std::memory_order_relaxed);
}

Failure Messenger::Impl::post(Letter &L) {
  if (!Running.load(std::memory_order_acquire))
    return Failure::Closed;
  if (!reachable(L.Rank))
    return Failure::Unreachable;
  size_t Size = L.Bytes.size();
  if (Size > wire::MaxPayload)
    return Failure::Refused;
  auto Queued = Charge::take(Peers[size_t(L.Rank)]->Queued,
                             Size + MessageOverhead, C.MaxQueued);
  if (!Queued)
    return Failure::Busy;
  L.Queued = std::move(*Queued);
  return Mail->post(L) ? Failure::None : Failure::Closed;
}
