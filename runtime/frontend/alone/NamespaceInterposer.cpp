//===- NamespaceInterposer.cpp - unshare() and setns() before libc's ------===//
//
// A process must have one thread to enter other namespaces or to leave shared
// state (unshare(2), setns(2)), or does so for the calling thread alone. The
// run time's threads end before; later threads share the program's new state.
//
//===----------------------------------------------------------------------===//

#include "frontend/alone/Ending.h"
#include "source/slice/SliceRunner.h"
#include "support/NextFunction.h"
#include "support/OwnWork.h"

#include <sched.h>

#define FORESLICE_EXPORT __attribute__((visibility("default")))

using namespace foreslice;

namespace {

/// Flags impossible for several threads, or possible for the calling thread
/// only.
constexpr int OfOneThread = CLONE_NEWUSER | CLONE_NEWNS | CLONE_FS |
                            CLONE_FILES | CLONE_VM | CLONE_SIGHAND |
                            CLONE_THREAD;

/// A scope with the program's thread as the only thread.
class Alone {
public:
  Alone() {
    OwnWork Work;
    Paused = ending::pause(MostNs);
    slice_runner::endThreads(MostNs);
  }
  ~Alone() {
    OwnWork Work;
    if (Paused)
      ending::prepare();
  }
  Alone(const Alone &) = delete;
  Alone &operator=(const Alone &) = delete;

private:
  static constexpr uint64_t MostNs = 1'000'000'000;
  bool Paused = false;
};

} // namespace

extern "C" {

FORESLICE_EXPORT int unshare(int Flags) noexcept {
  static constinit Next<int(int)> F("unshare");
  if (!(Flags & OfOneThread))
    return F(Flags);
  Alone Now;
  return F(Flags);
}

FORESLICE_EXPORT int setns(int Fd, int Type) noexcept {
  static constinit Next<int(int, int)> F("setns");
  Alone Now;
  return F(Fd, Type);
}

} // extern "C"
