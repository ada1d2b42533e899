//===- PrefetchThread.cpp - the thread that slices run on -----------------===//
//
// Its start, its mailbox and its end. What it does with a job is in
// SliceExecution.cpp.
//
//===----------------------------------------------------------------------===//

#include "source/slice/PrefetchThread.h"
#include "source/slice/SignalChain.h"
#include "source/slice/SliceExecution.h"
#include "support/DescriptorTable.h"
#include "support/HelperTime.h"
#include "support/Scheduling.h"
#include "support/Settings.h"
#include "support/Statistics.h"
#include "support/Trace.h"

#include <cerrno>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

using namespace foreslice;

namespace {

constexpr size_t StackSize = 1u << 20;
constexpr size_t MaxStackSize = 64u << 20;
constexpr size_t GuardSize = 64u << 10;
constexpr uint64_t Everything = UINT64_MAX;

std::atomic<Job *> Mailbox{nullptr};
std::atomic<Job *> Spare{nullptr};
std::atomic<Job *> Unrun{nullptr};   // what stop() found, which frees nothing
std::atomic<uint64_t> LastNumber{0}; // of the jobs launched
std::atomic<bool> Stopping{false};
std::atomic<pid_t> ThreadId{0};
bool LeavesTable = false; // before the start
std::atomic<void (*)()> Idle{nullptr};
sem_t Posted; // one for each job that found the mailbox empty, one for stop

// The thread -----------------------------------------------------------------

void *threadMain(void *) {
  pthread_setname_np(pthread_self(), "foreslice-pf");
  trace::nameThread("prefetch thread");
  if (LeavesTable && !descriptor_table::leave())
    Statistics::get().note(
        "the kernel gives the run time no descriptor table of "
        "its own: no file of POSIX is prefetched");
  scheduling::shortenSlice();
  scheduling::lowerWeight();
  execution::begin();
  ThreadId.store(gettid());
  while (!Stopping.load()) {
    if (sem_wait(&Posted))
      continue; // interrupted by a signal
    std::unique_ptr<Job> J(Mailbox.exchange(nullptr));
    if (!J) {
      if (void (*WhenIdle)() = Idle.load())
        WhenIdle();
      continue;
    }
    execution::run(*J);
    prefetch_thread::recycle(std::move(J));
  }
  ThreadId.store(0);
  execution::end();
  return nullptr;
}

bool startThread() {
  if (sem_init(&Posted, 0, 0) || !signal_chain::install(execution::onSignal))
    return false;
  pthread_attr_t Attributes;
  if (pthread_attr_init(&Attributes))
    return false;
  pthread_attr_setdetachstate(&Attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setguardsize(&Attributes, GuardSize);
  sigset_t All, Before;
  sigfillset(&All);
  pthread_sigmask(SIG_BLOCK, &All, &Before); // the thread inherits it
  pthread_t Thread;
  int Error = EINVAL;
  // EINVAL: the program's thread-local variables leave no room for a stack.
  for (size_t Size = StackSize; Error == EINVAL && Size <= MaxStackSize;
       Size *= 4) {
    pthread_attr_setstacksize(&Attributes, Size + GuardSize);
    Error = pthread_create(&Thread, &Attributes, threadMain, nullptr);
  }
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  pthread_attr_destroy(&Attributes);
  if (!Error)
    helper_time::add(Thread);
  return !Error;
}

} // namespace

bool prefetch_thread::ensureStarted() {
  static const bool Started = [] {
    bool Ok = startThread();
    if (!Ok)
      warnOnce("no prefetch thread can be started: nothing is prefetched");
    return Ok;
  }();
  return Started;
}

std::unique_ptr<Job> prefetch_thread::obtainJob(size_t Size) {
  std::unique_ptr<Job> J(Spare.exchange(nullptr));
  if (J && J->Capacity >= Size)
    return J;
  return std::make_unique<Job>(Size);
}

void prefetch_thread::recycle(std::unique_ptr<Job> J) {
  delete Spare.exchange(J.release());
}

uint64_t prefetch_thread::number(Job &J) {
  J.Number = LastNumber.fetch_add(1) + 1;
  J.FirstValue = execution::channel().position();
  // Nobody will ask for what earlier launches left there.
  if (execution::runningNumber() == 0 && !Mailbox.load())
    execution::channel().skipTo(J.FirstValue);
  return J.Number;
}

void prefetch_thread::post(std::unique_ptr<Job> J) {
  if (std::unique_ptr<Job> Older{Mailbox.exchange(J.release())}) {
    execution::count(*Older, SliceEnd::Cancelled);
    recycle(std::move(Older));
  } else {
    sem_post(&Posted);
  }
}

/// Has the slice that runs, if any, look whether it is cancelled.
static void interrupt() {
  execution::channel().wake();
  if (pid_t Thread = ThreadId.load())
    execution::kick(Thread);
}

void prefetch_thread::cancel(void (*Wake)()) {
  execution::cancelUpTo(LastNumber.load());
  if (std::unique_ptr<Job> Waiting{Mailbox.exchange(nullptr)}) {
    execution::count(*Waiting, SliceEnd::Cancelled);
    recycle(std::move(Waiting));
  }
  if (Idle.load())
    sem_post(&Posted);
  if (!execution::runningNumber())
    return;
  if (Wake)
    Wake();
  interrupt();
}

void prefetch_thread::configure(bool OwnDescriptors, void (*WhenIdle)()) {
  LeavesTable = OwnDescriptors;
  Idle.store(WhenIdle);
}

void prefetch_thread::stop() {
  Stopping.store(true);
  execution::cancelUpTo(Everything);
  if (Job *Waiting = Mailbox.exchange(nullptr)) {
    execution::count(*Waiting, SliceEnd::Cancelled);
    Unrun.store(Waiting);
  }
  if (execution::runningNumber())
    interrupt();
  sem_post(&Posted);
}

void prefetch_thread::forget() {
  Mailbox.store(nullptr);
  execution::forget();
  ThreadId.store(0);
}
