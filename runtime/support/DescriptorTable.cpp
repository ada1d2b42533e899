//===- DescriptorTable.cpp - descriptors that the program does not see ----===//
//
// A table is shared by the threads that a thread with it starts. So a thread of
// its own, the keeper, starts those that are to have the second table.
//
//===----------------------------------------------------------------------===//

#include "support/DescriptorTable.h"

#include "support/Mutex.h"
#include "support/ProcessObject.h"
#include "support/Statistics.h"

#include <atomic>
#include <climits>
#include <csignal>
#include <linux/close_range.h>
#include <memory>
#include <sched.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace foreslice;

namespace {

thread_local bool Left = false;
std::atomic<bool> Wanted{false};

struct ToClose {
  Mutex M;
  std::vector<int> Fds FORESLICE_GUARDED_BY(M);
};

ToClose &toClose() {
  static constinit ProcessObject<ToClose> T;
  return T.get();
}

/// What a thread is to do once it knows which table it has.
struct Work {
  void *(*Body)(void *);
  void *Argument;
  bool HasLeft;
};

void *threadMain(void *Given) {
  Work W = *std::unique_ptr<Work>(static_cast<Work *>(Given));
  Left = W.HasLeft;
  return W.Body(W.Argument);
}

int create(pthread_t &Thread, const pthread_attr_t *Attributes,
           void *(*Body)(void *), void *Argument) {
  auto W = std::make_unique<Work>(Work{Body, Argument, Left});
  int Error = pthread_create(&Thread, Attributes, threadMain, W.get());
  if (Error == 0)
    (void)W.release(); // the thread's now
  return Error;
}

bool leave() {
  // One call for both, which also works where unshare(2) is forbidden.
  return syscall(SYS_close_range, 0, UINT_MAX, CLOSE_RANGE_UNSHARE) == 0 ||
         (unshare(CLONE_FILES) == 0 &&
          syscall(SYS_close_range, 0, UINT_MAX, 0) == 0);
}

/// Starts threads for others, one after the other. Never destroyed.
class Keeper {
public:
  Keeper() {
    sem_init(&Asked, 0, 0);
    sem_init(&Answered, 0, 0);
    sigset_t All, Before;
    sigfillset(&All);
    pthread_sigmask(SIG_SETMASK, &All, &Before);
    pthread_t Thread;
    if (pthread_create(&Thread, nullptr, body, this) == 0) {
      pthread_detach(Thread);
      wait(Answered);
    }
    pthread_sigmask(SIG_SETMASK, &Before, nullptr);
    if (!Works)
      Statistics::get().note("the kernel gives the run time no descriptors of "
                             "its own: they are among the program's");
  }

  bool works() const { return Works; }

  int create(pthread_t &Thread, const pthread_attr_t *Attributes,
             void *(*Body)(void *), void *Argument) FORESLICE_EXCLUDES(M) {
    MutexLock L(M);
    Request = {&Thread, Attributes, Body, Argument};
    sem_post(&Asked);
    wait(Answered);
    return Error;
  }

private:
  static void wait(sem_t &S) {
    while (sem_wait(&S))
      ; // interrupted by a signal
  }

  static void *body(void *Self) {
    auto &K = *static_cast<Keeper *>(Self);
    pthread_setname_np(pthread_self(), "foreslice");
    Left = leave();
    K.Works = Left;
    sem_post(&K.Answered);
    while (K.Works) {
      wait(K.Asked);
      auto [Thread, Attributes, Body, Argument] = K.Request;
      K.Error = ::create(*Thread, Attributes, Body, Argument);
      sem_post(&K.Answered);
    }
    return nullptr;
  }

  Mutex M; ///< One request at a time.
  sem_t Asked, Answered;
  // The semaphores order all accesses.
  struct {
    pthread_t *Thread;
    const pthread_attr_t *Attributes;
    void *(*Body)(void *);
    void *Argument;
  } Request{};
  int Error = 0;
  bool Works = false;
};

} // namespace

void descriptor_table::use() { Wanted.store(true); }

void descriptor_table::own() { Left = true; }

int descriptor_table::createThread(pthread_t &Thread,
                                   const pthread_attr_t *Attributes,
                                   void *(*Body)(void *), void *Argument) {
  if (Left || !Wanted.load())
    return create(Thread, Attributes, Body, Argument);
  static constinit ProcessObject<Keeper> OfProcess;
  Keeper &K = OfProcess.get();
  return K.works() ? K.create(Thread, Attributes, Body, Argument)
                   : create(Thread, Attributes, Body, Argument);
}

bool descriptor_table::hasLeft() { return Left; }

void descriptor_table::closeLater(int Fd) {
  ToClose &T = toClose();
  MutexLock L(T.M);
  T.Fds.push_back(Fd);
}

void descriptor_table::closeAsked() {
  std::vector<int> Fds;
  {
    ToClose &T = toClose();
    MutexLock L(T.M);
    std::swap(Fds, T.Fds);
  }
  for (int Fd : Fds)
    close(Fd);
}
