//===- PrefetchThread.cpp - a thread that runs slices ---------------------===//
//
// The thread's start, mailbox and end. SliceExecution.cpp runs the jobs.
//
//===----------------------------------------------------------------------===//

#include "source/slice/PrefetchThread.h"
#include "source/slice/SignalChain.h"
#include "support/DescriptorTable.h"
#include "support/HelperLife.h"
#include "support/HelperTime.h"
#include "support/Lazy.h"
#include "support/OwnWork.h"
#include "support/ProcessObject.h"
#include "support/Scheduling.h"
#include "support/Settings.h"
#include "support/Statistics.h"
#include "support/TellingScope.h"
#include "support/ThreadRoom.h"
#include "support/Trace.h"

#include <array>
#include <cerrno>
#include <pthread.h>
#include <unistd.h>

using namespace foreslice;

namespace {

constexpr size_t StackSize = 1u << 20;
constexpr size_t MaxStackSize = 64u << 20;
constexpr size_t GuardSize = 64u << 10;
constexpr uint64_t Everything = UINT64_MAX;

/// All prefetch threads, by number.
struct Threads {
  std::array<std::atomic<PrefetchThread *>, MostSlices> Made;
};

Threads &threads() {
  static constinit ProcessObject<Threads> T;
  return T.get();
}

std::atomic<void (*)()> Idle{nullptr};

bool handlersAreInstalled() {
  static constinit LazyValue<bool> Are;
  return Are.get([] { return signal_chain::install(execution::onSignal); });
}

} // namespace

PrefetchThread::PrefetchThread(unsigned Number) : Work(Number) {
  sem_init(&Posted, 0, 0);
}

PrefetchThread &PrefetchThread::of(unsigned Number) {
  std::atomic<PrefetchThread *> &Place = threads().Made[Number];
  PrefetchThread *Known = Place.load(std::memory_order_acquire);
  if (Known)
    return *Known;
  auto *New = new PrefetchThread(Number);
  if (Place.compare_exchange_strong(Known, New, std::memory_order_acq_rel))
    return *New;
  delete New;
  return *Known;
}

void PrefetchThread::forEach(FunctionRef<void(PrefetchThread &)> Visit) {
  for (std::atomic<PrefetchThread *> &Place : threads().Made)
    if (PrefetchThread *T = Place.load(std::memory_order_acquire))
      Visit(*T);
}

// The thread -----------------------------------------------------------------

void *PrefetchThread::run(void *Self) {
  {
    const helper_time::OfThread Counts;
    TellingScope::stayOn();
    static_cast<PrefetchThread *>(Self)->serve();
  }
  helper_life::ends();
  return nullptr;
}

void PrefetchThread::begin() {
  Work.begin();
  ThreadId.store(gettid());
}

void PrefetchThread::end() {
  ThreadId.store(0);
  Work.end();
}

/// Whether the thread is to end. From then on the thread owns nothing of the
/// PrefetchThread.
bool PrefetchThread::mayEnd() {
  if (!EndsIdle.exchange(false))
    return false;
  if (void (*WhenIdle)() = Idle.load())
    WhenIdle();
  end();
  // The served thread stores in the opposite order: one of the two sees the
  // other.
  Is.store(Life::None);
  Life None = Life::None;
  if (!Serves.load() || !Is.compare_exchange_strong(None, Life::Up))
    return true;
  begin();
  return false;
}

void PrefetchThread::serve() {
  pthread_setname_np(pthread_self(), "foreslice-pf");
  trace::nameThread("prefetch thread");
  scheduling::shortenSlice();
  scheduling::lowerWeight();
  begin();
  while (!Stopping.load()) {
    if (sem_wait(&Posted))
      continue; // interrupted by a signal
    if (mayEnd())
      return;
    std::unique_ptr<Job> J(Mailbox.exchange(nullptr));
    if (!J) {
      if (void (*WhenIdle)() = Idle.load())
        WhenIdle();
      continue;
    }
    Work.run(*J);
    recycle(std::move(J));
  }
  end();
}

bool PrefetchThread::start() {
  pthread_attr_t Attributes;
  if (pthread_attr_init(&Attributes))
    return false;
  pthread_attr_setguardsize(&Attributes, GuardSize);
  sigset_t All, Before;
  sigfillset(&All);
  pthread_sigmask(SIG_BLOCK, &All, &Before); // the new thread inherits the mask
  pthread_t Thread;
  int Error = EINVAL;
  // EINVAL: the program's thread-local variables leave no room for a stack.
  for (size_t Size = StackSize; Error == EINVAL && Size <= MaxStackSize;
       Size *= 4) {
    pthread_attr_setstacksize(&Attributes, Size + GuardSize);
    Error = descriptor_table::createThread(Thread, &Attributes, run, this);
  }
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  pthread_attr_destroy(&Attributes);
  return !Error;
}

void PrefetchThread::startNow(void *Self) {
  auto *T = static_cast<PrefetchThread *>(Self);
  if (T->start())
    return;
  T->Is.store(Life::Refused);
  helper_life::failed();
  Statistics::get().note("no prefetch thread could be started: nothing was "
                         "prefetched from then on");
}

bool PrefetchThread::ensureStarted() {
  if (Is.load() == Life::None && OwnWork::isInHandler())
    return false;
  Serves.store(true);
  Life Was = Life::None;
  // Where another thread is about to end, one of the two puts Up in place.
  if (!Is.compare_exchange_strong(Was, Life::Up))
    return Was == Life::Up;
  EndsIdle.store(false);
  if (!thread_room::isLeft() || !handlersAreInstalled() ||
      !helper_life::begins(startNow, this))
    Is.store(Life::Refused);
  return Is.load() == Life::Up;
}

void PrefetchThread::endIdle() {
  if (Is.load() != Life::Up || Serves.load())
    return;
  EndsIdle.store(true);
  sem_post(&Posted);
}

std::unique_ptr<Job> PrefetchThread::obtainJob(size_t Size) {
  std::unique_ptr<Job> J(Spare.exchange(nullptr));
  if (J && J->Capacity >= Size)
    return J;
  return std::make_unique<Job>(Size);
}

void PrefetchThread::recycle(std::unique_ptr<Job> J) {
  delete Spare.exchange(J.release());
}

uint64_t PrefetchThread::number(Job &J) {
  J.Number = LastNumber.fetch_add(1) + 1;
  J.FirstValue = Work.channel().position();
  // Nobody will ask for values of earlier launches.
  if (Work.runningNumber() == 0 && !Mailbox.load())
    Work.channel().skipTo(J.FirstValue);
  return J.Number;
}

void PrefetchThread::post(std::unique_ptr<Job> J) {
  if (std::unique_ptr<Job> Older{Mailbox.exchange(J.release())}) {
    execution::count(*Older, SliceEnd::Cancelled);
    recycle(std::move(Older));
  } else {
    sem_post(&Posted);
  }
}

/// Has the running slice, if any, look whether the slice is cancelled.
void PrefetchThread::interrupt() {
  Work.channel().wake();
  if (pid_t Thread = ThreadId.load())
    execution::kick(Thread);
}

void PrefetchThread::cancel(void (*Wake)()) {
  Work.cancelUpTo(LastNumber.load());
  if (std::unique_ptr<Job> Waiting{Mailbox.exchange(nullptr)}) {
    execution::count(*Waiting, SliceEnd::Cancelled);
    recycle(std::move(Waiting));
  }
  if (Idle.load())
    sem_post(&Posted);
  if (!Work.runningNumber())
    return;
  if (Wake)
    Wake();
  interrupt();
}

void PrefetchThread::whenIdle(void (*Tidy)()) { Idle.store(Tidy); }

void PrefetchThread::stop() {
  Stopping.store(true);
  Work.cancelUpTo(Everything);
  if (Job *Waiting = Mailbox.exchange(nullptr)) {
    execution::count(*Waiting, SliceEnd::Cancelled);
    Unrun.store(Waiting);
  }
  if (Work.runningNumber())
    interrupt();
  sem_post(&Posted);
}
