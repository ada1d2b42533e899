//===- WakeRelay.h - waking a ring from the other descriptor table --------===//
//
// A thread cannot write to the eventfd of a ring in another descriptor table
// (DescriptorTable.h). A thread of the ring's table does so.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_STORAGE_WAKERELAY_H
#define FORESLICE_STORAGE_WAKERELAY_H

#include <atomic>
#include <pthread.h>
#include <semaphore.h>

namespace foreslice {

class WakeRelay {
public:
  WakeRelay() = default;
  ~WakeRelay() { stop(); }
  WakeRelay(const WakeRelay &) = delete;
  WakeRelay &operator=(const WakeRelay &) = delete;

  /// Starts the thread that will write to EventFd. False if the system refuses.
  bool start(int EventFd);
  /// Any thread.
  void wake();
  /// Ends the thread.
  void stop();

private:
  static void *body(void *Self);

  pthread_t Thread{};
  bool Started = false;
  int EventFd = -1;
  sem_t Asked{};
  /// A wake-up is asked for and not made yet.
  std::atomic<bool> Pending{false};
  std::atomic<bool> Stops{false};
};

/// Adds 1 to an eventfd of the calling thread's table.
void writeEvent(int EventFd);

} // namespace foreslice

#endif // FORESLICE_STORAGE_WAKERELAY_H
