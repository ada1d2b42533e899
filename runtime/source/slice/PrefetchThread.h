//===- PrefetchThread.h - a thread that runs slices -----------------------===//
//
// Takes jobs from a mailbox with one place and runs each (SliceExecution.h).
// There are several prefetch threads; each serves one thread of the program at
// a time, and may end while serving none (HelperLife.h). Calls from other
// threads take no locks but the heap's.
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
  /// The prefetch thread Number, below MostSlices. Made at the first use, and
  /// never destroyed: the thread may run while the process exits.
  static PrefetchThread &of(unsigned Number);
  /// Visits all threads made so far. Takes no memory.
  static void forEach(FunctionRef<void(PrefetchThread &)> Visit);
  /// Called on a prefetch thread after a cancelled launch, when nothing is left
  /// to run there. Set before the first thread starts.
  static void whenIdle(void (*Tidy)());
  PrefetchThread(const PrefetchThread &) = delete;
  PrefetchThread &operator=(const PrefetchThread &) = delete;

  // By the served thread of the program:

  /// Starts the thread if there is none; the thread then stays until release().
  /// The first call installs the signal handlers. False if the system refuses,
  /// from then on. Does not wait for the thread, which may be refused later.
  bool ensureStarted();
  /// The thread serves nobody from now on.
  void release() { Serves.store(false); }

  /// A job with room for Size bytes: a recycled job if there is one.
  std::unique_ptr<Job> obtainJob(size_t Size);
  /// Gives J its number, also the result, and its place in the channel. At
  /// launch, even if posted later.
  uint64_t number(Job &J);
  /// Puts J in the mailbox; a job still there is cancelled.
  void post(std::unique_ptr<Job> J);
  /// Cancels the job in the mailbox and the running job; later jobs run. Calls
  /// Wake, if given, if a slice runs, which may be waiting.
  void cancel(void (*Wake)());

  // Any thread:

  /// Ends the thread unless serving. Later, ensureStarted() starts a new
  /// thread.
  void endIdle();
  /// Keeps a job for obtainJob.
  void recycle(std::unique_ptr<Job> J);
  /// cancel() for good: the thread ends, unless the slice is in a wait that
  /// only Wake would end. Takes no lock and no memory.
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
  std::atomic<uint64_t> LastNumber{0}; ///< The latest launched job.
  std::atomic<bool> Stopping{false};
  std::atomic<bool> EndsIdle{false};
  /// Serves a thread of the program, a possible poster.
  std::atomic<bool> Serves{false};
  enum class Life { None, Up, Refused };
  std::atomic<Life> Is{Life::None};
  std::atomic<pid_t> ThreadId{0};
  sem_t Posted; ///< For each job in an empty mailbox, and for stop().
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_SLICE_PREFETCHTHREAD_H
