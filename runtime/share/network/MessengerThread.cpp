//===- MessengerThread.cpp - the messenger's thread -----------------------===//
//
// Reads the mail, keeps the connections, and reports results to the askers.
//
//===----------------------------------------------------------------------===//

#include "share/network/MessengerThread.h"
#include "support/Clock.h"
#include "support/Thread.h"

#include <asio/executor_work_guard.hpp>
#include <asio/post.hpp>

using namespace foreslice;

MessengerThread::MessengerThread(const MessengerConfig &C, MessageHandler H)
    : C(C), Handle(std::move(H)), Mail(std::make_shared<Mailbox>([this] {
        asio::post(Io, [this] { readMail(); });
      })),
      Guard(Io, this->C, *this, Stats), Timer(Io) {}

MessengerThread::~MessengerThread() {
  if (!Started)
    return;
  // Behind the mail so far, so that the mail is read.
  asio::post(Io, [this] { Io.stop(); });
  joinHelperThread(Thread);
}

bool MessengerThread::start(std::span<const Endpoint> Where) {
  Peers.set(Where);
  Guard.start(Peers.size());
  Running.store(true, std::memory_order_release);
  Started = startHelperThread(Thread, run, this, DescriptorsOf::RunTime,
                              "foreslice-net");
  if (!Started)
    finish();
  return Started;
}

void *MessengerThread::run(void *Self) {
  auto &M = *static_cast<MessengerThread *>(Self);
  auto Work = asio::make_work_guard(M.Io);
  try {
    M.Io.run();
  } catch (const std::exception &) {
    // Out of memory: the program goes on without other ranks.
    M.Io.stop();
  }
  M.finish();
  return nullptr;
}

void MessengerThread::finish() {
  Running.store(false, std::memory_order_release);
  Mail->close();
  Guard.close();
  Timer.cancel();
  for (const auto &[Rank, Of] : Peers.all()) {
    if (auto Out = std::move(Of->Out))
      Out->close();
    if (auto Reference = std::move(Of->Receiver))
      Reference->close();
    failAll(Rank, Failure::Closed);
  }
  std::vector<Letter> Unread;
  Mail->take(Unread);
  for (const auto *Some : {&Letters, &Unread})
    for (const Letter &L : *Some)
      if (L.Done)
        fail(L.Done, Failure::Closed);
}

void MessengerThread::readMail() {
  Mail->take(Letters);
  for (Letter &L : Letters)
    deliver(L);
  Letters.clear();
}

void MessengerThread::deliver(Letter &L) {
  switch (L.What) {
  case Letter::Kind::Request:
    return ask(L);
  case Letter::Kind::OneWay: {
    Failure Ignored{};
    Outgoing *Link = connectionTo(L.Rank, Ignored);
    if (!Link)
      return;
    Link->write({wire::Kind::OneWay, L.Type, 0, 0}, std::move(L.Bytes),
                std::move(L.Queued));
    return armTimer();
  }
  case Letter::Kind::Answer:
    if (auto I = L.Link.lock()) {
      I->answer(L.Id,
                L.Refuses ? std::nullopt : std::optional(std::move(L.Bytes)));
      armTimer();
    }
    return;
  }
}

void MessengerThread::ask(Letter &L) {
  Failure Why{};
  Outgoing *Link = connectionTo(L.Rank, Why);
  if (!Link)
    return fail(L.Done, Why);
  uint64_t Id = Pending.add({L.Rank, nowNs(), L.When, std::move(L.Done)});
  Link->write({wire::Kind::Request, L.Type, 0, Id}, std::move(L.Bytes),
              std::move(L.Queued));
  armTimer();
}

void MessengerThread::fail(const ResultCallback &Done, Failure Why) {
  Stats.RequestsFailed.fetch_add(1, std::memory_order_relaxed);
  Done({Why, {}});
}

void MessengerThread::failAll(int Rank, Failure Why) {
  for (const PendingRequests::Request &R : Pending.takeAll(Rank))
    fail(R.Done, Why);
}

Outgoing *MessengerThread::connectionTo(int Rank, Failure &Why) {
  Peer &To = Peers.at(Rank);
  if (To.Out) {
    used(*To.Out);
    return To.Out.get();
  }
  Why = Failure::Unreachable;
  if (!reachable(Rank))
    return nullptr;
  Why = Failure::Busy;
  tcp::socket Socket(Io);
  asio::error_code Error;
  tcp::endpoint Where = toAsio(Peers.where(Rank));
  if (!makeRoom() || !openSocket(Socket, Where, Error))
    return nullptr;
  To.Out = std::make_shared<Outgoing>(
      std::move(Socket), Rank, static_cast<Outgoing::Owner &>(*this), Stats);
  To.Out->connect(Where, C);
  used(*To.Out);
  return To.Out.get();
}

template <class ConnectionT>
static void drop(std::shared_ptr<ConnectionT> &Slot) {
  auto Held = std::move(Slot);
  Held->close();
}

bool MessengerThread::makeRoom() {
  size_t Open = 0;
  uint64_t Oldest = UINT64_MAX;
  std::function<void()> CloseOldest;
  auto Look = [&](auto &Slot) {
    if (!Slot)
      return;
    ++Open;
    if (Slot->LastUse < Oldest && Slot->idle()) {
      Oldest = Slot->LastUse;
      CloseOldest = [&Slot] { drop(Slot); };
    }
  };
  for (const PeerTable::Known &P : Peers.all()) {
    Look(P.Of->Out);
    Look(P.Of->Receiver);
  }
  if (Open < C.MaxConnections)
    return true;
  if (!CloseOldest)
    return false;
  CloseOldest();
  return true;
}

void MessengerThread::strike(int Rank, uint64_t SinceNs) {
  Peer &P = Peers.at(Rank);
  // Requests that were under way together fail for one reason.
  if (SinceNs < P.LastStrikeNs)
    return;
  P.LastStrikeNs = nowNs();
  if (++P.Strikes < C.MaxStrikes)
    return;
  P.GivenUp.store(true, std::memory_order_relaxed);
  if (P.Out)
    drop(P.Out);
  failAll(Rank, Failure::Unreachable);
}

static uint64_t inNs(std::chrono::nanoseconds T) { return uint64_t(T.count()); }

// The armed timer is left to fire: with many short requests, a new timer for
// each would cost more than one timer that fires in vain.
void MessengerThread::armTimer() {
  if (TimerArmed)
    return;
  TimerArmed = true;
  std::chrono::nanoseconds Wait = C.Deadline;
  if (!Pending.empty())
    Wait -= std::chrono::nanoseconds(nowNs() - Pending.oldestNs());
  Timer.expires_after(Wait);
  Timer.async_wait([this](asio::error_code Error) {
    TimerArmed = false;
    if (!Error)
      checkTimes();
  });
}

void MessengerThread::checkTimes() {
  const uint64_t Limit = nowNs() - inNs(C.Deadline);
  while (!Pending.empty() && Pending.oldestNs() <= Limit) {
    PendingRequests::Request R = Pending.takeOldest();
    if (R.When == Answers::AtOnce)
      strike(R.Rank, R.StartedNs);
    fail(R.Done, Failure::TimedOut);
  }
  bool Writing = false;
  for (const PeerTable::Known &P : Peers.all()) {
    endStalled(P, Limit);
    Writing |= (P.Of->Out && P.Of->Out->writing()) ||
               (P.Of->Receiver && P.Of->Receiver->writing());
  }
  if (Writing || !Pending.empty())
    armTimer();
}

void MessengerThread::endStalled(const PeerTable::Known &K, uint64_t BeforeNs) {
  Peer &P = *K.Of;
  if (P.Receiver && P.Receiver->stalledSince(BeforeNs))
    drop(P.Receiver);
  if (!P.Out || !P.Out->stalledSince(BeforeNs))
    return;
  drop(P.Out);
  strike(K.Rank, BeforeNs);
  failAll(K.Rank, Failure::TimedOut);
}

void MessengerThread::proven(tcp::socket Socket, int FromRank) {
  Peer &From = Peers.at(FromRank);
  // A rank connects once at a time: the old connection broke unnoticed.
  if (From.Receiver)
    drop(From.Receiver);
  if (!makeRoom())
    return endSocket(Socket);
  From.Receiver = std::make_shared<Incoming>(
      std::move(Socket), FromRank, static_cast<Incoming::Owner &>(*this), Mail,
      C.MaxQueued, Stats);
  used(*From.Receiver);
  From.Receiver->start();
}

void MessengerThread::connected(Outgoing &Link) {
  Peers.at(Link.Rank).Strikes = 0;
}

void MessengerThread::answered(Outgoing &Link, uint64_t Id, const Result &R) {
  used(Link);
  Peers.at(Link.Rank).Strikes = 0;
  // No request: the answer came after the deadline.
  auto Request = Pending.take(Id, Link.Rank);
  if (!Request)
    return;
  if (!R.ok())
    return fail(Request->Done, R.Why);
  Request->Done(R);
}

void MessengerThread::lost(Outgoing &Link) {
  Peers.at(Link.Rank).Out.reset();
  if (!Link.isConnected())
    strike(Link.Rank, Link.StartedNs);
  failAll(Link.Rank,
          Link.isConnected() ? Failure::Closed : Failure::Unreachable);
}

bool MessengerThread::waiting(const Outgoing &Link) const {
  return Pending.any(Link.Rank);
}

void MessengerThread::handle(Incoming &Link, uint8_t Type,
                             std::span<const std::byte> Bytes, Reply To) {
  used(Link);
  Handle(Link.Rank, Type, Bytes, std::move(To));
}

void MessengerThread::lost(Incoming &Link) {
  auto &Slot = Peers.at(Link.Rank).Receiver;
  if (Slot.get() == &Link)
    Slot.reset();
}

// Any thread -----------------------------------------------------------------

bool MessengerThread::reachable(int Rank) {
  if (!Running.load(std::memory_order_acquire) || !Peers.has(Rank))
    return false;
  const Peer *P = Peers.find(Rank);
  return !P || !P->GivenUp.load(std::memory_order_relaxed);
}

Failure MessengerThread::post(Letter &L) {
  if (!Running.load(std::memory_order_acquire))
    return Failure::Closed;
  if (!reachable(L.Rank))
    return Failure::Unreachable;
  size_t Size = L.Bytes.size();
  if (Size > wire::MaxPayload)
    return Failure::Refused;
  auto Queued = Charge::take(Peers.at(L.Rank).Queued, Size + MessageOverhead,
                             C.MaxQueued);
  if (!Queued)
    return Failure::Busy;
  L.Queued = std::move(*Queued);
  return Mail->post(L) ? Failure::None : Failure::Closed;
}
