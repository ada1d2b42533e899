//===- RemoteFixture.cpp - ranks of a job in one process ------------------===//

#include "RemoteFixture.h"

#include <gtest/gtest.h>
#include <thread>

using namespace foreslice;
using namespace foreslice::test;

Bytes foreslice::test::bytesOf(const std::string &Text) {
  auto View = std::as_bytes(std::span(Text));
  return {View.begin(), View.end()};
}

Bytes foreslice::test::pattern(size_t Size, unsigned Seed) {
  Bytes Out(Size);
  for (size_t I = 0; I < Size; ++I)
    Out[I] = std::byte((I * 31 + I / 251 + Seed) & 0xff);
  return Out;
}

void Service::handle(int, uint8_t Type, std::span<const std::byte> Payload,
                     Reply To) {
  ++Calls;
  Bytes Copy(Payload.begin(), Payload.end());
  if (Type == Echo)
    return To.send({std::move(Copy), {}, {}});
  std::lock_guard Lock(M);
  if (Type == Hold)
    Held.push_back(std::move(To));
  if (Type == Note)
    Notes.push_back(std::move(Copy));
}

std::vector<Reply> Service::takeHeld() {
  std::lock_guard Lock(M);
  return std::move(Held);
}

size_t Service::held() {
  std::lock_guard Lock(M);
  return Held.size();
}

std::vector<Bytes> Service::notes() {
  std::lock_guard Lock(M);
  return Notes;
}

IpAddress foreslice::test::loopback() { return *IpAddress::parse("127.0.0.1"); }

std::unique_ptr<Messenger>
foreslice::test::makeMessenger(const Messenger::Config &C,
                               Messenger::Handler H) {
  std::string Why;
  auto M = Messenger::listen(C, std::move(H), Why);
  EXPECT_TRUE(M) << Why;
  return M;
}

Job::Job(size_t Size, const Tweak &T, bool Start) {
  Base.Key = Secret::random();
  Base.Address = loopback();
  // Far off unless a test wants to see it, so that load decides nothing.
  Base.Deadline = std::chrono::seconds(60);
  if (T)
    T(Base);
  for (size_t Rank = 0; Rank < Size; ++Rank) {
    Services.push_back(std::make_unique<Service>());
    auto C = Base;
    C.Rank = int(Rank);
    Ranks.push_back(
        makeMessenger(C, [&S = *Services.back()](int From, uint8_t Type,
                                                 auto Bytes, Reply To) {
          S.handle(From, Type, Bytes, std::move(To));
        }));
  }
  for (auto &M : Ranks)
    if (Start)
      EXPECT_TRUE(M->setPeers(endpoints()));
}

std::vector<Endpoint> Job::endpoints() const {
  std::vector<Endpoint> Out;
  for (const auto &M : Ranks)
    Out.push_back({loopback(), M->port()});
  return Out;
}

std::future<Answer> foreslice::test::start(Messenger &M, int Rank, uint8_t Type,
                                           Payload P) {
  auto Promise = std::make_shared<std::promise<Answer>>();
  Failure Why = M.request(Rank, Type, std::move(P), [Promise](const Result &R) {
    Promise->set_value({R.Why, {R.Payload.begin(), R.Payload.end()}});
  });
  // Fails if the callback ran all the same.
  if (Why != Failure::None)
    Promise->set_value({Why, {}});
  return Promise->get_future();
}

Answer foreslice::test::ask(Messenger &M, int Rank, uint8_t Type, Payload P) {
  return start(M, Rank, Type, std::move(P)).get();
}
