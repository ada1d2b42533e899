//===- Mailbox.h - letters of other threads to the messenger's thread -----===//
//
// Any thread posts; the first letter wakes the messenger's thread, which takes
// all letters. Outlives the messenger as long as a Reply does.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NETWORK_MAILBOX_H
#define FORESLICE_SHARE_NETWORK_MAILBOX_H

#include "share/network/Message.h"
#include "support/Mutex.h"

#include <atomic>
#include <optional>
#include <utility>

namespace foreslice {

class Incoming;

/// Bytes that count against a limit for the Charge's lifetime.
class Charge {
public:
  Charge() = default;
  /// Takes N of Used, which may grow to Limit; nothing if N is too much.
  static std::optional<Charge> take(std::atomic<size_t> &Used, size_t N,
                                    size_t Limit) {
    if (Used.fetch_add(N, std::memory_order_relaxed) + N <= Limit)
      return Charge(Used, N);
    Used.fetch_sub(N, std::memory_order_relaxed);
    return std::nullopt;
  }
  Charge(Charge &&C) noexcept : Used(std::exchange(C.Used, nullptr)), N(C.N) {}
  Charge &operator=(Charge &&C) noexcept {
    std::swap(Used, C.Used);
    std::swap(N, C.N);
    return *this;
  }
  ~Charge() {
    if (Used)
      Used->fetch_sub(N, std::memory_order_relaxed);
  }

private:
  Charge(std::atomic<size_t> &Used, size_t N) : Used(&Used), N(N) {}
  std::atomic<size_t> *Used = nullptr;
  size_t N = 0;
};

struct Letter {
  enum class Kind { Request, OneWay, Answer } What = Kind::OneWay;
  int Rank = -1;                ///< Receiver of requests and one-way messages.
  uint8_t Type = 0;             ///< Likewise.
  std::weak_ptr<Incoming> Link; ///< The connection that an answer belongs to.
  uint64_t Id = 0;              ///< The answered request.
  bool Refuses = false;         ///< Refuses the request.
  Payload Bytes;
  ResultCallback Done;
  Answers When = Answers::AtOnce;
  Charge Queued;
};

class Mailbox {
public:
  /// Wake makes the messenger's thread take(); called under the lock.
  explicit Mailbox(std::function<void()> Wake) : Wake(std::move(Wake)) {}

  /// Takes L and returns true, or leaves L and returns false, once closed.
  bool post(Letter &L) FORESLICE_EXCLUDES(M) {
    if (Abandoned.load(std::memory_order_relaxed))
      return false;
    MutexLock Lock(M);
    if (Closed)
      return false;
    Letters.push_back(std::move(L));
    if (Letters.size() == 1)
      Wake();
    return true;
  }
  void take(std::vector<Letter> &Out) FORESLICE_EXCLUDES(M) {
    MutexLock Lock(M);
    Out.swap(Letters);
  }
  void close() FORESLICE_EXCLUDES(M) {
    MutexLock Lock(M);
    Closed = true;
  }
  /// In a forked child, where a missing thread may hold the lock.
  void abandon() { Abandoned.store(true, std::memory_order_relaxed); }

private:
  const std::function<void()> Wake;
  std::atomic<bool> Abandoned{false};
  Mutex M;
  bool Closed FORESLICE_GUARDED_BY(M) = false;
  std::vector<Letter> Letters FORESLICE_GUARDED_BY(M);
};

} // namespace foreslice

#endif // FORESLICE_SHARE_NETWORK_MAILBOX_H
