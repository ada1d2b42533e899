//===- PrefetchThread.h - a thread that slices run on ---------------------===//
//
// Takes jobs from a mailbox with one place and runs each (SliceExecution.h).
// There are several such threads; each serves one thread of the program at a
// time, and may end where it serves none (HelperLife.h). Everything that other
// threads call here is free of locks, but not of the heap's.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_PREFETCHTHREAD_H
#define FORESLICE_SOURCE_SLICE_PREFETCHTHREAD_H

#include "source/slice/SliceExecution.h"
#include "support/FunctionRef.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <semaphore.h>

namespace foreslice {

class PrefetchThread {
public:
  /// The one of this number, below MostSlices. Made at its first use, and never
  /// destroyed: it may run while the process exits.
  static PrefetchThread &of(unsigned Number);
  /// Those that have been made. Takes no memory.
  static void forEach(FunctionRef<void(PrefetchThread &)> Visit);
  /// Called on a prefetch thread where a launch was cancelled and nothing is
  /// left to run there. Before the first is started.
  static void whenIdle(void (*Tidy)());
  PrefetchThread(const PrefetchThread &) = delete;
  PrefetchThread &operator=(const PrefetchThread &) = delete;

  // The one thread of the program that is served:

  /// Starts the thread if there is none, which is then there until release().
  /// The first time, installs the signal handlers. False if the system refuses,
  /// from then on. Does not wait for the thread, which may be refused later.
  bool ensureStarted();
  /// The thread serves nobody from now on.
  void release() { Serves.store(false); }

  /// A job with room for Size bytes: a used one if one is there.
  std::unique_ptr<Job> obtainJob(size_t Size);
  /// Gives J its number, which it also returns, and its place in the channel.
  /// At launch, even if it is posted later.
  uint64_t number(Job &J);
  /// Puts J in the mailbox; a job still there is cancelled.
  void post(std::unique_ptr<Job> J);
  /// Cancels what is in the mailbox and what runs; what is posted later runs.
  /// Wake, if given, is called if a slice runs: it may wait for something.
  void cancel(void (*Wake)());

  // Any thread:

  /// Ends the thread if it serves nobody. Behind that, ensureStarted() starts
  /// another one.
  void endIdle();
  /// Keeps one job for obtainJob.
  void recycle(std::unique_ptr<Job> J);
  /// cancel() for good: the thread ends, unless its slice waits for something
  /// that only Wake would end. Takes no lock and no memory.
  void stop();

  Execution Work;

private:
  explicit PrefetchThread(unsigned Number);
  static void *run(void *Self);
  static void startNow(void *Self);
  bool start();
  void serve();
  void begin();
  void end();
  bool mayEnd();
  void interrupt();

  std::atomic<Job *> Mailbox{nullptr};
  std::atomic<Job *> Spare{nullptr};
  std::atomic<Job *> Unrun{nullptr}; ///< Found by stop(), which frees nothing.
  std::atomic<uint64_t> LastNumber{0}; ///< Of the jobs launched.
  std::atomic<bool> Stopping{false};
  std::atomic<bool> EndsIdle{false};
  std::atomic<bool> Serves{false}; ///< Somebody, who may post.
  enum class Life { None, Up, Refused };
  std::atomic<Life> Is{Life::None};
  std::atomic<pid_t> ThreadId{0};
  sem_t
      Posted; ///< One for each job that found the mailbox empty, one for stop.
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_SLICE_PREFETCHTHREAD_H
