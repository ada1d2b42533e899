//===- MessengerThread.h - the state of the messenger's thread ------------===//
//
// Everything below "only the thread" is touched by the messenger's thread alone
// while that runs, and otherwise by the constructing and destroying thread.
// Other threads go through Mail, and through the atomics of a peer.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NETWORK_MESSENGERTHREAD_H
#define FORESLICE_SHARE_NETWORK_MESSENGERTHREAD_H

#include "share/network/Incoming.h"
#include "share/network/Listener.h"
#include "share/network/Outgoing.h"
#include "share/network/PeerTable.h"
#include "share/network/PendingRequests.h"

#include <asio/io_context.hpp>
#include <pthread.h>

namespace foreslice {

class MessengerThread final : Listener::Owner,
                              Outgoing::Owner,
                              Incoming::Owner {
public:
  MessengerThread(const MessengerConfig &C, MessageHandler H);
  ~MessengerThread() override;

  /// Starts the thread.
  bool start(std::span<const Endpoint> Where);
  /// From any thread: takes L, a request or a one-way message, or says why not.
  Failure post(Letter &L);
  bool reachable(int Rank);

  const MessengerConfig C;
  const MessageHandler Handle;
  MessengerStatistics Stats;
  PeerTable Peers;
  /// Peers is complete and the thread runs.
  std::atomic<bool> Running{false};
  bool Abandoned = false;
  asio::io_context Io{1};
  const std::shared_ptr<Mailbox> Mail;

private:
  // Only the thread:
  static void *run(void *Self);
  void finish();
  void readMail();
  void deliver(Letter &L);
  void ask(Letter &L);
  void fail(const ResultCallback &Done, Failure Why);
  void failAll(int Rank, Failure Why);
  Outgoing *connectionTo(int Rank, Failure &Why);
  bool makeRoom();
  void used(Connection &Used) { Used.LastUse = ++Uses; }
  void strike(int Rank, uint64_t SinceNs);
  void armTimer();
  void checkTimes();
  void endStalled(const PeerTable::Known &Rank, uint64_t BeforeNs);

  void proven(tcp::socket Socket, int FromRank) override;
  void connected(Outgoing &Link) override;
  void answered(Outgoing &Link, uint64_t Id, const Result &R) override;
  void lost(Outgoing &Link) override;
  bool waiting(const Outgoing &Link) const override;
  void handle(Incoming &Link, uint8_t Type, std::span<const std::byte> Bytes,
              Reply To) override;
  void lost(Incoming &Link) override;

public:
  Listener Guard;

private:
  asio::steady_timer Timer;
  bool TimerArmed = false;
  PendingRequests Pending;
  std::vector<Letter> Letters; ///< Empty between two looks into Mail.
  uint64_t Uses = 0;
  bool Started = false;
  pthread_t Thread{};
};

} // namespace foreslice

#endif // FORESLICE_SHARE_NETWORK_MESSENGERTHREAD_H
