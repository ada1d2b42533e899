//===- DescriptorTable.cpp - descriptors that the program does not see ----===//
//
// A table is shared by the threads that a thread with it starts. So a thread of
// its own, the keeper, starts those that are to have the second table.
//
//===----------------------------------------------------------------------===//

#include "support/DescriptorTable.h"

#include "support/AddressRoom.h"
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
#include <string>
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

/// Starts threads, and makes system calls, for others, one after the other.
/// Never destroyed.
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
  /// Of the keeper's descriptors in /proc; empty without /proc.
  const std::string &folder() const { return Folder; }

  int create(pthread_t &Thread, const pthread_attr_t *Attributes,
             void *(*Body)(void *), void *Argument) FORESLICE_EXCLUDES(M) {
    int Error = 0;
    auto Work = [&] { Error = ::create(Thread, Attributes, Body, Argument); };
    doThere(Work);
    return Error;
  }

  void doThere(FunctionRef<void()> Work) FORESLICE_EXCLUDES(M) {
    MutexLock L(M);
    Request = &Work;
    sem_post(&Asked);
    wait(Answered);
  }

private:
  static void wait(sem_t &S) {
    while (sem_wait(&S))
      ; // interrupted by a signal
  }

  static void *body(void *Self) {
    auto &K = *static_cast<Keeper *>(Self);
    pthread_setname_np(pthread_self(), "foreslice");
    char Thread[64];
    const ssize_t N = readlink("/proc/thread-self", Thread, sizeof Thread);
    if (N > 0)
      K.Folder =
          "/proc/" + std::string(Thread, static_cast<size_t>(N)) + "/fd/";
    Left = leave();
    K.Works = Left;
    sem_post(&K.Answered);
    while (K.Works) {
      wait(K.Asked);
      (*K.Request)();
      sem_post(&K.Answered);
    }
    return nullptr;
  }

  Mutex M; ///< One request at a time.
  sem_t Asked, Answered;
  // The semaphores order all accesses.
  FunctionRef<void()> *Request = nullptr;
  std::string Folder;
  bool Works = false;
};

Keeper &keeper() {
  static constinit ProcessObject<Keeper> OfProcess;
  return OfProcess.get();
}

} // namespace

void descriptor_table::use() { Wanted.store(true); }

void descriptor_table::own() { Left = true; }

int descriptor_table::createThread(pthread_t &Thread,
                                   const pthread_attr_t *Attributes,
                                   void *(*Body)(void *), void *Argument) {
  if (Left || !Wanted.load())
    return create(Thread, Attributes, Body, Argument);
  Keeper &K = keeper();
  return K.works() ? K.create(Thread, Attributes, Body, Argument)
                   : create(Thread, Attributes, Body, Argument);
}

bool descriptor_table::hasLeft() { return Left; }

bool descriptor_table::doThere(FunctionRef<void()> Work) {
  if (address_room::isLimited())
    return false;
  Keeper &K = keeper();
  if (!K.works() || K.folder().empty())
    return false;
  K.doThere(Work);
  return true;
}

std::string descriptor_table::linkThere(int Fd) {
  return keeper().folder() + std::to_string(Fd);
}

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
