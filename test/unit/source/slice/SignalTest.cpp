//===- SignalTest.cpp - the program's own signals -------------------------===//
//
// With slices running and failing, the program's faults, handlers and masks do
// what they did without. Cases that change the process run in a child of a
// death test; the child's exit status or signal is the result.
//
//===----------------------------------------------------------------------===//

#include "SliceTest.h"

#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::test;

namespace {

int *volatile NullPointer = nullptr;
volatile int Sink = 0;
void readNull(const void *) { Sink = *NullPointer; }

/// A slice has run and failed: the handlers are in place and work.
void runFaultySlice() {
  slice_runner::enable();
  foreslice_region R = makeRegion(readNull);
  Since Faults(RunCounter::SliceFaults);
  if (!launch(R) || !Faults.reaches(1))
    _exit(99);
  foreslice_end(&R);
}

volatile sig_atomic_t Handled = 0;
sigjmp_buf Back;

void jumpBack(int) {
  Handled = Handled + 1;
  siglongjmp(Back, 1);
}

/// The main thread's own fault, which its own handler recovers from.
bool recovers() {
  int Before = Handled;
  if (!sigsetjmp(Back, 1))
    Sink = *NullPointer;
  return Handled == Before + 1;
}

TEST(SignalTest, OwnFaultStillKills) {
  EXPECT_EXIT(
      {
        runFaultySlice();
        Sink = *NullPointer;
      },
      ::testing::KilledBySignal(SIGSEGV), "");
}

TEST(SignalTest, RaisedSignalStillKills) {
  for (int Signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL})
    EXPECT_EXIT(
        {
          runFaultySlice();
          raise(Signal);
        },
        ::testing::KilledBySignal(Signal), "");
}

TEST(SignalTest, SignalSentToTheProcessStillKills) {
  EXPECT_EXIT(
      {
        runFaultySlice();
        // Blocked by the main thread, so that the prefetch thread is asked.
        sigset_t Set;
        sigemptyset(&Set);
        sigaddset(&Set, SIGSEGV);
        sigprocmask(SIG_BLOCK, &Set, nullptr);
        kill(getpid(), SIGSEGV);
        for (sigset_t Pending; sigpending(&Pending) == 0;)
          if (sigismember(&Pending, SIGSEGV) == 1)
            break;
        sigprocmask(SIG_UNBLOCK, &Set, nullptr);
        for (;;)
          pause();
      },
      ::testing::KilledBySignal(SIGSEGV), "");
}

TEST(SignalTest, HandlerInstalledBeforeIsChained) {
  EXPECT_EXIT(
      {
        struct sigaction A{};
        A.sa_handler = jumpBack;
        sigaction(SIGSEGV, &A, nullptr);
        runFaultySlice();
        bool Ok = Handled == 0 && recovers() && recovers();
        runFaultySlice();
        _exit(Ok && Handled == 2 ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
}

TEST(SignalTest, HandlerInstalledAfterIsChainedAndSeesItsOwn) {
  EXPECT_EXIT(
      {
        runFaultySlice();
        struct sigaction A{};
        struct sigaction Old{};
        A.sa_handler = jumpBack;
        A.sa_flags = SA_RESTART;
        bool Ok = !sigaction(SIGSEGV, &A, &Old) && Old.sa_handler == SIG_DFL;
        Ok = Ok && recovers() && recovers();
        runFaultySlice();
        Ok = Ok && signal(SIGSEGV, SIG_IGN) == jumpBack;
        Ok = Ok && !sigaction(SIGSEGV, &A, &Old) && Old.sa_handler == SIG_IGN;
        runFaultySlice();
        Ok = Ok && recovers() && Handled == 3;
        Ok = Ok && signal(SIGSEGV, SIG_DFL) == jumpBack;
        if (!Ok)
          _exit(1);
        Sink = *NullPointer;
      },
      ::testing::KilledBySignal(SIGSEGV), "");
}

/// As the kernel takes it.
struct KernelAction {
  void (*Handler)(int) = nullptr;
  unsigned long Flags = 0;
  void (*Restorer)() = nullptr;
  uint64_t Mask = 0;
};

KernelAction bareAction(int Signal, void (*Handler)(int)) {
  // The C library's way back from a handler is in what it installs.
  KernelAction New, Old;
  syscall(SYS_rt_sigaction, SIGSEGV, nullptr, &New, sizeof New.Mask);
  New.Handler = Handler;
  New.Flags &= ~static_cast<unsigned long>(SA_SIGINFO);
  New.Mask = 0;
  syscall(SYS_rt_sigaction, Signal, &New, &Old, sizeof New.Mask);
  return Old;
}

// The C library says that these are of old.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
void throughSigset(int Signal, sighandler_t H) { sigset(Signal, H); }
void throughSsignal(int Signal, sighandler_t H) { ssignal(Signal, H); }
void throughSystemCall(int Signal, sighandler_t H) { bareAction(Signal, H); }

TEST(SignalTest, HandlersAreChainedHoweverTheyAreInstalled) {
  for (auto *Install : {throughSigset, throughSsignal, throughSystemCall})
    EXPECT_EXIT(
        {
          runFaultySlice();
          Install(SIGSEGV, jumpBack);
          runFaultySlice();
          bool Ok = Handled == 0 && recovers() && recovers();
          _exit(Ok && Handled == 2 ? 0 : 1);
        },
        ::testing::ExitedWithCode(0), "");
}

TEST(SignalTest, HandlerInstalledBySystemCallIsWhatTheProgramSees) {
  EXPECT_EXIT(
      {
        runFaultySlice();
        throughSystemCall(SIGSEGV, jumpBack);
        runFaultySlice();
        _exit(std::signal(SIGSEGV, SIG_DFL) == jumpBack ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
}

/// The program cannot know that what it puts back is ours.
TEST(SignalTest, WhatTheSystemCallGaveCanBePutBack) {
  EXPECT_EXIT(
      {
        runFaultySlice();
        KernelAction Old = bareAction(SIGSEGV, jumpBack);
        runFaultySlice();
        if (!recovers())
          _exit(1);
        syscall(SYS_rt_sigaction, SIGSEGV, &Old, nullptr, sizeof Old.Mask);
        runFaultySlice();
        Sink = *NullPointer;
      },
      ::testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(
      {
        runFaultySlice();
        KernelAction Old = bareAction(SIGSEGV, jumpBack);
        runFaultySlice();
        struct sigaction A{};
        A.sa_handler = Old.Handler;
        A.sa_flags = SA_SIGINFO;
        sigaction(SIGSEGV, &A, nullptr);
        runFaultySlice();
        Sink = *NullPointer;
      },
      ::testing::KilledBySignal(SIGSEGV), "");
}

std::atomic<bool> Entered{false}, Installed{false};

void readNullOnceInstalled(const void *) {
  execution::enter();
  Entered = true;
  eventually([] { return Installed.load(); });
  execution::leave();
  Sink = *NullPointer;
}

TEST(SignalTest, HandlerIsChainedWhileASliceRuns) {
  EXPECT_EXIT(
      {
        slice_runner::enable();
        foreslice_region R = makeRegion(readNullOnceInstalled);
        Since Faults(RunCounter::SliceFaults);
        if (!launch(R) || !eventually([] { return Entered.load(); }))
          _exit(2);
        throughSystemCall(SIGSEGV, [](int) { _exit(3); });
        usleep(1000); // longer than between two looks
        Installed = true;
        _exit(Faults.reaches(1) ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
}

bool isBlocked(int Signal) {
  sigset_t Now;
  pthread_sigmask(SIG_BLOCK, nullptr, &Now);
  return sigismember(&Now, Signal) == 1;
}

TEST(SignalTest, SigsetHoldsIgnoresAndTells) {
  EXPECT_EXIT(
      {
        runFaultySlice();
        bool Ok = sigset(SIGFPE, jumpBack) == SIG_DFL;
        Ok = Ok && sigset(SIGFPE, SIG_HOLD) == jumpBack && isBlocked(SIGFPE);
        Ok = Ok && sigset(SIGFPE, SIG_HOLD) == SIG_HOLD;
        Ok = Ok && sigset(SIGFPE, SIG_DFL) == SIG_HOLD && !isBlocked(SIGFPE);
        Ok = Ok && sigignore(SIGFPE) == 0 && raise(SIGFPE) == 0;
        Ok = Ok && sigset(SIGFPE, SIG_DFL) == SIG_IGN;
        Ok = Ok && sigset(SIGUSR2, jumpBack) == SIG_DFL;
        Ok = Ok && sigset(SIGUSR2, SIG_DFL) == jumpBack;
        _exit(Ok ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
}

TEST(SignalTest, SiginterruptIsSeenByTheProgram) {
  EXPECT_EXIT(
      {
        runFaultySlice();
        struct sigaction A{};
        std::signal(SIGBUS, jumpBack);
        bool Ok = !sigaction(SIGBUS, nullptr, &A) && (A.sa_flags & SA_RESTART);
        Ok = Ok && !siginterrupt(SIGBUS, 1) && !sigaction(SIGBUS, nullptr, &A);
        Ok = Ok && A.sa_handler == jumpBack && !(A.sa_flags & SA_RESTART);
        std::signal(SIGBUS, jumpBack);
        Ok = Ok && !sigaction(SIGBUS, nullptr, &A);
        Ok = Ok && !(A.sa_flags & SA_RESTART);
        _exit(Ok ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
}

void checkDetails(int Signal, siginfo_t *Info, void *Context) {
  sigset_t Now;
  pthread_sigmask(SIG_BLOCK, nullptr, &Now);
  bool Ok = Signal == SIGSEGV && Info->si_code == SEGV_MAPERR &&
            Info->si_addr == reinterpret_cast<void *>(8) && Context &&
            sigismember(&Now, SIGUSR1) == 1 && sigismember(&Now, SIGSEGV) == 1;
  _exit(Ok ? 0 : 1);
}

TEST(SignalTest, HandlerGetsTheFaultsDetailsAndItsMask) {
  EXPECT_EXIT(
      {
        runFaultySlice();
        struct sigaction A{};
        A.sa_sigaction = checkDetails;
        A.sa_flags = SA_SIGINFO;
        sigaddset(&A.sa_mask, SIGUSR1);
        sigaction(SIGSEGV, &A, nullptr);
        Sink = NullPointer[2];
      },
      ::testing::ExitedWithCode(0), "");
}

void returnFromFault(int) { Handled = Handled + 1; }

TEST(SignalTest, OneShotHandlerRunsOnce) {
  EXPECT_EXIT(
      {
        runFaultySlice();
        struct sigaction A{};
        A.sa_handler = returnFromFault;
        A.sa_flags = SA_RESETHAND;
        sigaction(SIGSEGV, &A, nullptr);
        Sink = *NullPointer; // handled, run again, and then it kills
      },
      ::testing::KilledBySignal(SIGSEGV), "");
}

void faultAgain(int) {
  Handled = Handled + 1;
  if (Handled == 1)
    raise(SIGSEGV); // at once, as the signal is not deferred
  _exit(Handled == 2 ? 0 : 1);
}

TEST(SignalTest, NodeferHandlerMayNest) {
  EXPECT_EXIT(
      {
        runFaultySlice();
        struct sigaction A{};
        A.sa_handler = faultAgain;
        A.sa_flags = SA_NODEFER;
        sigaction(SIGSEGV, &A, nullptr);
        Sink = *NullPointer;
      },
      ::testing::ExitedWithCode(0), "");
}

TEST(SignalTest, IgnoredSignalIsIgnored) {
  EXPECT_EXIT(
      {
        runFaultySlice();
        signal(SIGFPE, SIG_IGN);
        raise(SIGFPE);
        signal(SIGFPE, SIG_DFL); // no slice runs before
        runFaultySlice();
        _exit(0);
      },
      ::testing::ExitedWithCode(0), "");
}

volatile sig_atomic_t UrgentThread = 0;

TEST(SignalTest, ProgramsOwnUrgentSignalReachesTheMainThread) {
  EXPECT_EXIT(
      {
        runFaultySlice();
        kill(getpid(), SIGURG); // ignored by default
        struct sigaction A{};
        A.sa_handler = [](int) { UrgentThread = gettid(); };
        sigaction(SIGURG, &A, nullptr);
        sigset_t Set;
        sigemptyset(&Set);
        sigaddset(&Set, SIGURG);
        sigprocmask(SIG_BLOCK, &Set, nullptr);
        foreslice_region R = makeRegion(endless);
        Since Cancelled(RunCounter::SlicesCancelled);
        if (!launch(R))
          _exit(2);
        kill(getpid(), SIGURG); // only the prefetch thread can take it
        if (!Cancelled.reaches(1) || UrgentThread)
          _exit(3);
        foreslice_end(&R);
        siginfo_t Info{};
        if (sigwaitinfo(&Set, &Info) != SIGURG || Info.si_code != SI_USER ||
            Info.si_pid != getpid())
          _exit(4);
        sigprocmask(SIG_UNBLOCK, &Set, nullptr);
        kill(getpid(), SIGURG);
        if (!launch(R)) // and our own use of it still works
          _exit(5);
        foreslice_end(&R);
        _exit(UrgentThread == getpid() && Cancelled.reaches(2) ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
}

TEST(SignalTest, OtherSignalsAreLibcsBusiness) {
  runFaultySlice();
  struct sigaction A{}, Old{};
  A.sa_handler = returnFromFault;
  ASSERT_EQ(sigaction(SIGUSR2, &A, nullptr), 0);
  int Before = Handled;
  raise(SIGUSR2);
  EXPECT_EQ(Handled, Before + 1);
  EXPECT_EQ(signal(SIGUSR2, SIG_DFL), returnFromFault);
  ASSERT_EQ(sigaction(SIGUSR2, nullptr, &Old), 0);
  EXPECT_EQ(Old.sa_handler, SIG_DFL);
  EXPECT_EQ(sigaction(SIGKILL, &A, nullptr), -1);
  EXPECT_EQ(signal(4711, SIG_DFL), SIG_ERR);
}

TEST(SignalTest, VforkChildDoesNotChangeTheParentsHandlers) {
  EXPECT_EXIT(
      {
        runFaultySlice();
        signal(SIGSEGV, jumpBack);
        pid_t Child = vfork();
        if (!Child) {
          signal(SIGSEGV, SIG_DFL);
          execl("/bin/true", "true", nullptr);
          _exit(1);
        }
        int Status = 1;
        waitpid(Child, &Status, 0);
        runFaultySlice();
        _exit(!Status && recovers() ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
}

TEST(SignalTest, HandlersChangeUnderFaultsWithoutLoss) {
  EXPECT_EXIT(
      {
        slice_runner::enable();
        foreslice_region R;
        for (uint64_t I = 0; I < 2000; ++I) {
          // A region is off after three failures in a row; ends of the others
          // may come before their slices have begun.
          if (I % 4 == 0)
            R = makeRegion(
                [](const void *Packet) {
                  Sink = valueOf(Packet) ? *NullPointer : 0;
                },
                8);
          if (!launch(R, I % 2))
            _exit(2);
          signal(SIGSEGV, I % 3 ? jumpBack : SIG_DFL);
          if (I % 3 && !recovers())
            _exit(3);
          foreslice_end(&R);
        }
        _exit(0);
      },
      ::testing::ExitedWithCode(0), "");
}

} // namespace
