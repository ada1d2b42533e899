//===- DescriptorTable.cpp - descriptors that the program does not see ----===//
//
// A thread hands its table on to the threads that the thread starts. So a
// special thread, the keeper, starts all threads with the second table. The
// table goes with the last of its threads. The next keeper has a new table.
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

/// The number of the thread's table.
thread_local unsigned Table = descriptor_table::OfProgram;
std::atomic<bool> Wanted{false};
std::atomic<unsigned> Tables{0}; ///< Given out so far.

struct ToClose {
  struct Place {
    unsigned Table;
    int Fd;
  };
  Mutex M;
  std::vector<Place> Fds FORESLICE_GUARDED_BY(M);
};

ToClose &toClose() {
  static constinit ProcessObject<ToClose> T;
  return T.get();
}

/// The task of a new thread once the table is known.
struct Work {
  void *(*Body)(void *);
  void *Argument;
  unsigned Table;
};

void *threadMain(void *Given) {
  Work W = *std::unique_ptr<Work>(static_cast<Work *>(Given));
  Table = W.Table;
  return W.Body(W.Argument);
}

int create(pthread_t &Thread, const pthread_attr_t *Attributes,
           void *(*Body)(void *), void *Argument) {
  auto W = std::make_unique<Work>(Work{Body, Argument, Table});
  int Error = pthread_create(&Thread, Attributes, threadMain, W.get());
  if (Error == 0)
    (void)W.release(); // the thread's now
  return Error;
}

bool leave() {
  // One call for both, which also works where unshare(2) is forbidden. The
  // program's unshare() has the threads of the run time end.
  return syscall(SYS_close_range, 0, UINT_MAX, CLOSE_RANGE_UNSHARE) == 0 ||
         (syscall(SYS_unshare, CLONE_FILES) == 0 &&
          syscall(SYS_close_range, 0, UINT_MAX, 0) == 0);
}

/// Starts threads for other threads, one at a time.
class Keeper {
public:
  Keeper() {
    sem_init(&Asked, 0, 0);
    sem_init(&Answered, 0, 0);
    sigset_t All, Before;
    sigfillset(&All);
    pthread_sigmask(SIG_SETMASK, &All, &Before);
    if (pthread_create(&Thread, nullptr, body, this) == 0) {
      wait(Answered);
      if (!Works)
        pthread_join(Thread, nullptr);
    }
    pthread_sigmask(SIG_SETMASK, &Before, nullptr);
    if (!Works)
      Statistics::get().note("the kernel gives the run time no descriptors of "
                             "its own: they are among the program's");
  }

  bool works() const { return Works; }

  int create(pthread_t &New, const pthread_attr_t *Attributes,
             void *(*Body)(void *), void *Argument) {
    Request = {&New, Attributes, Body, Argument};
    sem_post(&Asked);
    wait(Answered);
    return Error;
  }
  /// Ends the thread, which destroys the keeper, and is to be joined.
  pthread_t end() {
    const pthread_t Ends = Thread;
    Request = {};
    sem_post(&Asked);
    return Ends;
  }

private:
  static void wait(sem_t &S) {
    while (sem_wait(&S))
      ; // interrupted by a signal
  }

  static void *body(void *Self) {
    auto &K = *static_cast<Keeper *>(Self);
    pthread_setname_np(pthread_self(), "foreslice");
    K.Works = leave();
    if (K.Works)
      Table = ++Tables;
    sem_post(&K.Answered);
    if (!descriptor_table::hasLeft())
      return nullptr;
    for (wait(K.Asked); K.Request.Body; wait(K.Asked)) {
      auto [Thread, Attributes, Body, Argument] = K.Request;
      K.Error = ::create(*Thread, Attributes, Body, Argument);
      sem_post(&K.Answered);
    }
    delete &K;
    return nullptr;
  }

  pthread_t Thread{};
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

/// The keeper of the process, if any.
struct Keepers {
  Mutex M; ///< One request at a time.
  Keeper *Now FORESLICE_GUARDED_BY(M) = nullptr;
};

Keepers &keepers() {
  static constinit ProcessObject<Keepers> K;
  return K.get();
}

} // namespace

void descriptor_table::use() { Wanted.store(true); }

void descriptor_table::own() { Table = ++Tables; }

int descriptor_table::createThread(pthread_t &Thread,
                                   const pthread_attr_t *Attributes,
                                   void *(*Body)(void *), void *Argument) {
  if (hasLeft() || !Wanted.load())
    return create(Thread, Attributes, Body, Argument);
  Keepers &K = keepers();
  MutexLock L(K.M);
  if (!K.Now)
    K.Now = new Keeper;
  return K.Now->works() ? K.Now->create(Thread, Attributes, Body, Argument)
                        : create(Thread, Attributes, Body, Argument);
}

std::optional<pthread_t> descriptor_table::giveUp() {
  Keepers &K = keepers();
  MutexLock L(K.M);
  if (!K.Now || !K.Now->works())
    return std::nullopt;
  return std::exchange(K.Now, nullptr)->end();
}

unsigned descriptor_table::current() { return Table; }

void descriptor_table::closeLater(int Fd, unsigned Number) {
  ToClose &T = toClose();
  MutexLock L(T.M);
  T.Fds.push_back({Number, Fd});
}

void descriptor_table::closeAsked() {
  std::vector<ToClose::Place> Fds;
  {
    ToClose &T = toClose();
    MutexLock L(T.M);
    std::swap(Fds, T.Fds);
  }
  // Descriptors of earlier tables are closed already.
  for (const ToClose::Place &P : Fds)
    if (P.Table == Table)
      close(P.Fd);
}
