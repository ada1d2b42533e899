//===- Task.h - simulated threads -----------------------------------------===//
//
// A task is an actor of SimGrid that runs a thread of the run time or of the
// program. Tasks take turns: one task runs until that task waits here. Other
// tasks and the network see the effects of a task when the task waits. So the
// work of the run time between two waits is one step, as under a mutex.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SIMULATOR_TASK_H
#define FORESLICE_SIMULATOR_TASK_H

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace foreslice::simulator {

inline constexpr uint64_t Forever = UINT64_MAX;

struct Node;
class Task;

/// Ends the simulation with Why unless Holds; gives true.
bool mustBe(bool Holds, const char *Why);

/// Starts a task on the node, as soon as the running one waits.
void startTask(Node &On, const std::string &Name, std::function<void()> Body);
/// The node of the running task.
Node &thisNode();
/// How often the running task has waited.
uint64_t timesWaited();
/// Runs What, in which the task waits for something of SimGrid.
void waitIn(const std::function<void()> &What);
/// The running task sleeps, or works on a core of its node.
void sleep(uint64_t Ns);
void work(double Us);
/// Does this with SimGrid when the running task waits next.
void whenWaiting(std::function<void()> What);

/// Tasks that wait for the same.
class Waiters {
public:
  /// Returns once woken, or false after Ns.
  bool wait(uint64_t Ns);
  void wakeAll();
  bool empty() const { return Tasks.empty(); }

private:
  std::vector<Task *> Tasks;
};

} // namespace foreslice::simulator

#endif // FORESLICE_SIMULATOR_TASK_H
