//===- RemoteFixture.h - ranks of a job in one process --------------------===//

#ifndef FORESLICE_TEST_REMOTEFIXTURE_H
#define FORESLICE_TEST_REMOTEFIXTURE_H

#include "OwnProcess.h"
#include "Waiting.h"

#include "share/network/Messenger.h"

#include <functional>
#include <future>
#include <mutex>
#include <string>

namespace foreslice::test {

using Bytes = std::vector<std::byte>;

Bytes bytesOf(const std::string &Text);
/// Differs with Seed.
Bytes pattern(size_t Size, unsigned Seed = 0);

/// A result and a copy of what came with it.
struct Answer {
  Failure Why = Failure::None;
  Bytes Payload;
};

/// Message types that the ranks of a Job know.
enum Type : uint8_t { Echo, Ignore, Hold, Note };

/// What a rank does and has seen.
class Service {
public:
  /// Answers Echo with what came; lets go of the Reply of Ignore, keeps that of
  /// Hold, keeps the payload of a Note.
  void handle(int From, uint8_t Type, std::span<const std::byte> Payload,
              Reply To);
  std::vector<Reply> takeHeld();
  size_t held();
  std::vector<Bytes> notes();
  std::atomic<size_t> Calls{0};

private:
  std::mutex M;
  std::vector<Reply> Held;
  std::vector<Bytes> Notes;
};

/// Ranks on 127.0.0.1 that share a secret.
class Job {
public:
  using Tweak = std::function<void(Messenger::Config &)>;
  /// Each is listening and, if Start, has its peers.
  explicit Job(size_t Ranks, const Tweak &T = {}, bool Start = true);

  Messenger &operator[](int Rank) { return *Ranks[size_t(Rank)]; }
  Service &service(int Rank) { return *Services[size_t(Rank)]; }
  void destroy(int Rank) { Ranks[size_t(Rank)].reset(); }
  std::vector<Endpoint> endpoints() const;

  Messenger::Config Base;

private:
  std::vector<std::unique_ptr<Service>> Services;
  std::vector<std::unique_ptr<Messenger>> Ranks;
};

std::unique_ptr<Messenger> makeMessenger(const Messenger::Config &C,
                                         Messenger::Handler H);
std::future<Answer> start(Messenger &M, int Rank, uint8_t Type, Payload P = {});
/// Waits for the answer.
Answer ask(Messenger &M, int Rank, uint8_t Type, Payload P = {});

IpAddress loopback();

} // namespace foreslice::test

#endif // FORESLICE_TEST_REMOTEFIXTURE_H
