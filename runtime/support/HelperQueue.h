//===- HelperQueue.h - work that a helper thread does ---------------------===//
//
// Work that would hold up the program and wants the run time's own table of
// descriptors, such as opening and closing files. One thread does the work, in
// order. The thread starts with the first work, and again with the first work
// behind its end.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_HELPERQUEUE_H
#define FORESLICE_SUPPORT_HELPERQUEUE_H

#include "support/Mutex.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>

namespace foreslice {

class HelperQueue {
public:
  /// The queue of the process.
  static HelperQueue &get();

  /// False if the system refuses the thread, or if the thread would have to be
  /// started in a handler of the program. Work that throws is left out. Any
  /// thread.
  bool post(std::function<void()> Work) FORESLICE_EXCLUDES(M);
  /// Waits until all work posted before is done, at most MostNs.
  void finish(uint64_t MostNs) FORESLICE_EXCLUDES(M);
  /// Whether all posted work is done.
  bool isIdle() FORESLICE_EXCLUDES(M);
  /// Ends the thread once there is no work.
  void endIdle() FORESLICE_EXCLUDES(M);

private:
  static void *run(void *Self);
  void serve() FORESLICE_EXCLUDES(M);
  bool start() FORESLICE_REQUIRES(M);
  bool take(std::function<void()> &Work) FORESLICE_EXCLUDES(M);

  Mutex M;
  CondVar News, Done;
  std::deque<std::function<void()>> Queue FORESLICE_GUARDED_BY(M);
  uint64_t PostedCount FORESLICE_GUARDED_BY(M) = 0;
  uint64_t DoneCount FORESLICE_GUARDED_BY(M) = 0;
  bool Ends FORESLICE_GUARDED_BY(M) = false;
  std::optional<bool> Started FORESLICE_GUARDED_BY(M); ///< None: no thread now.
};

} // namespace foreslice

#endif // FORESLICE_SUPPORT_HELPERQUEUE_H
