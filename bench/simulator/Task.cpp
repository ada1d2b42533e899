//===- Task.cpp - simulated threads ---------------------------------------===//
//
// See Task.h.
//
//===----------------------------------------------------------------------===//

#include "Task.h"

#include "Machine.h"
#include "share/node/Futex.h"
#include "support/Clock.h"
#include "support/HelperLife.h"
#include "support/Scheduling.h"
#include "support/Thread.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <simgrid/s4u.hpp>
#include <unordered_map>

namespace sg4 = simgrid::s4u;

namespace foreslice {

namespace simulator {

class Task {
public:
  explicit Task(Node &On) : On(On) {}
  Node &On;
  const sg4::SemaphorePtr Wake = sg4::Semaphore::create(0);
  bool Woken = false;  ///< Wake has been released, or is about to be.
  bool Listed = false; ///< Among those that wait for something.
  uint64_t Waits = 0;
  std::vector<std::function<void()>> Later;
};

/// Set again after each call by which another task may have run.
static Task *Running;

bool mustBe(bool Holds, const char *Why) {
  if (Holds)
    return true;
  fprintf(stderr, "foreslice-simulate: %s\n", Why);
  abort();
}

/// Does what the task has left for later. Others may run meanwhile.
static void flush(Task &T) {
  for (size_t I = 0; I < T.Later.size(); ++I) {
    auto What = std::move(T.Later[I]);
    What();
    Running = &T;
  }
  T.Later.clear();
}

void startTask(Node &On, const std::string &Name, std::function<void()> Body) {
  auto Start = [&On, Name, Body = std::move(Body)] {
    sg4::Actor::create(Name, On.Host, [&On, Body] {
      Task T(On);
      Running = &T;
      Body();
      flush(T);
    });
  };
  if (Running)
    Running->Later.push_back(std::move(Start));
  else
    Start();
}

Node &thisNode() { return Running->On; }

uint64_t timesWaited() { return Running->Waits; }

void whenWaiting(std::function<void()> What) {
  Running->Later.push_back(std::move(What));
}

void waitIn(const std::function<void()> &What) {
  Task &T = *Running;
  ++T.Waits;
  flush(T);
  What();
  // The tasks of a node that has died do nothing any more.
  while (T.On.Dead)
    T.Wake->acquire();
  Running = &T;
}

void sleep(uint64_t Ns) {
  waitIn([Ns] { sg4::this_actor::sleep_for(static_cast<double>(Ns) * 1e-9); });
}

void work(double Us) {
  if (Us <= 0)
    return;
  sg4::Host *Cores = thisNode().Cores;
  waitIn([=] {
    sg4::this_actor::exec_init(Us * 1e-6 * Cores->get_speed())
        ->set_host(Cores)
        ->wait();
  });
}

bool Waiters::wait(uint64_t Ns) {
  Task &T = *Running;
  Tasks.push_back(&T);
  T.Listed = true;
  bool TimedOut = false;
  waitIn([&] {
    if (Ns == Forever)
      T.Wake->acquire();
    else
      TimedOut = T.Wake->acquire_timeout(static_cast<double>(Ns) * 1e-9);
  });
  T.Woken = false;
  // Woken late by whom it has not waited for since, or not at all.
  if (std::exchange(T.Listed, false))
    std::erase(Tasks, &T);
  return !TimedOut;
}

void Waiters::wakeAll() {
  for (Task *T : std::exchange(Tasks, {})) {
    T->Listed = false;
    if (!std::exchange(T->Woken, true))
      whenWaiting([T] { T->Wake->release(); });
  }
}

} // namespace simulator

//===----------------------------------------------------------------------===//
// What the run time has of the system
//===----------------------------------------------------------------------===//

uint64_t nowNs() {
  // A clock that has not begun is 0, which the run time keeps for "never".
  return 1 + static_cast<uint64_t>(sg4::Engine::get_clock() * 1e9 + 0.5);
}

bool startHelperThread(pthread_t &, void *(*Body)(void *), void *Argument,
                       DescriptorsOf, const char *Name) {
  simulator::startTask(simulator::thisNode(), Name, [=] { Body(Argument); });
  return true;
}

void joinHelperThread(pthread_t) {}

// They stay to the end.
void helper_life::begins() {}
void helper_life::failed() {}
void helper_life::ends() {}

bool scheduling::shortenSlice() { return false; }
void scheduling::lowerWeight() {}
long scheduling::timesBlocked() {
  return static_cast<long>(simulator::timesWaited());
}

static std::unordered_map<const void *, simulator::Waiters> &futexes() {
  static std::unordered_map<const void *, simulator::Waiters> All;
  return All;
}

void futexWait(std::atomic<uint32_t> &Word, uint32_t Value, uint64_t Ns) {
  if (Word != Value)
    return;
  auto &Of = futexes()[&Word];
  Of.wait(Ns);
  if (auto At = futexes().find(&Word);
      At != futexes().end() && At->second.empty())
    futexes().erase(At);
}

void futexWakeAll(std::atomic<uint32_t> &Word) {
  if (auto At = futexes().find(&Word); At != futexes().end())
    At->second.wakeAll();
}

} // namespace foreslice
