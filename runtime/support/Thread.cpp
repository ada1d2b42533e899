//===- Thread.cpp - the run time's helper threads -------------------------===//
//
// The signal mask is inherited, so it is set around the creation: no signal
// can hit the thread before it has blocked them.
//
//===----------------------------------------------------------------------===//

#include "support/Thread.h"

#include "support/DescriptorTable.h"
#include "support/HelperTime.h"

#include <csignal>
#include <memory>

using namespace foreslice;

static constexpr size_t StackSize = 256u << 10;

namespace {
struct Work {
  void *(*Body)(void *);
  void *Argument;
  bool HasLeftTable;
};
} // namespace

static void *threadMain(void *Given) {
  Work W = *std::unique_ptr<Work>(static_cast<Work *>(Given));
  descriptor_table::inherit(W.HasLeftTable);
  return W.Body(W.Argument);
}

bool foreslice::startHelperThread(pthread_t &Thread, void *(*Body)(void *),
                                  void *Argument) {
  auto W =
      std::make_unique<Work>(Work{Body, Argument, descriptor_table::hasLeft()});
  sigset_t All, Before;
  sigfillset(&All);
  if (pthread_sigmask(SIG_SETMASK, &All, &Before) != 0)
    return false;
  pthread_attr_t Attributes;
  pthread_attr_init(&Attributes);
  pthread_attr_setstacksize(&Attributes, StackSize);
  int Error = pthread_create(&Thread, &Attributes, threadMain, W.get());
  // Static TLS is taken from the stack: a program with much of it needs more.
  if (Error != 0)
    Error = pthread_create(&Thread, nullptr, threadMain, W.get());
  pthread_attr_destroy(&Attributes);
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  if (Error == 0) {
    W.release();
    pthread_setname_np(Thread, "foreslice-io");
    helper_time::add(Thread);
  }
  return Error == 0;
}
