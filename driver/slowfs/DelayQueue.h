//===- DelayQueue.h - replies with a delay --------------------------------===//
//
// Takes replies, each with the answered request, and sends each reply at the
// time of the service model, from one thread and a heap of deadlines: requests
// overlap as on a real array, without a thread each.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SLOWFS_DELAYQUEUE_H
#define FORESLICE_DRIVER_SLOWFS_DELAYQUEUE_H

#include "Counts.h"
#include "ServiceModel.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace slowfs {

class DelayQueue {
public:
  DelayQueue(const ServiceParameters &P, bool DelayWrites);
  ~DelayQueue() { finish(); }

  /// Sends Reply when the storage would have served R; at once if R is a write
  /// and writes are not delayed. Any thread.
  void post(const Request &R, std::function<void()> Reply);
  /// A file was opened. Any thread.
  void countOpen();
  /// Sends all waiting replies and returns; later replies have no delay.
  void finish();
  Counts counts() const;

private:
  struct Entry {
    uint64_t Deadline;
    uint64_t Order; ///< For equal deadlines: order of arrival.
    std::function<void()> Reply;
  };
  static bool later(const Entry &A, const Entry &B) {
    return A.Deadline != B.Deadline ? A.Deadline > B.Deadline
                                    : A.Order > B.Order;
  }
  void run();

  const bool DelayWrites;
  mutable std::mutex Lock; ///< Guards everything below but Thread.
  std::condition_variable Changed;
  ServiceModel Model;
  std::vector<Entry> Heap;
  uint64_t NextOrder = 0;
  RequestCounter Counter;
  bool Finishing = false;
  std::thread Thread;
};

} // namespace slowfs

#endif // FORESLICE_DRIVER_SLOWFS_DELAYQUEUE_H
