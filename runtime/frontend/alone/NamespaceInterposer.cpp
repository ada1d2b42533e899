//===- NamespaceInterposer.cpp - unshare() and setns() before libc's ------===//
//
// A process that takes other namespaces, or parts with what its threads share,
// has to have one thread (unshare(2), setns(2)), or does so for the calling
// thread alone. The run time's threads end before: the next ones have what the
// program has then.
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

/// What a process of several threads cannot have, or only for one of them.
constexpr int OfOneThread = CLONE_NEWUSER | CLONE_NEWNS | CLONE_FS |
                            CLONE_FILES | CLONE_VM | CLONE_SIGHAND |
                            CLONE_THREAD;

/// Of a scope in which the program's thread is to be the only one.
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
