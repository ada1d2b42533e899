//===- Waiting.h - tests that wait for what other threads do --------------===//

#ifndef FORESLICE_TEST_WAITING_H
#define FORESLICE_TEST_WAITING_H

#include <chrono>
#include <fstream>
#include <sched.h>
#include <string>
#include <sys/types.h>
#include <thread>

namespace foreslice::test {

/// Whether Condition comes true. Ten minutes are a hang: no verdict depends on
/// the length.
template <typename Fn> bool eventually(Fn Condition) {
  const auto End = std::chrono::steady_clock::now() + std::chrono::minutes(10);
  for (unsigned Try = 0; !Condition(); ++Try) {
    if (std::chrono::steady_clock::now() > End)
      return false;
    if (Try < 100)
      sched_yield();
    else
      std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  return true;
}

/// Whether a thread of this process sleeps: in what it waits for, or, for a
/// moment, for a mutex. So that says that a wait has begun, and decides
/// nothing.
inline bool isAsleep(pid_t Thread) {
  std::ifstream Stat("/proc/self/task/" + std::to_string(Thread) + "/stat");
  std::string Text;
  std::getline(Stat, Text);
  const size_t Name = Text.rfind(") ");
  return Name != std::string::npos && Text[Name + 2] == 'S';
}

} // namespace foreslice::test

#endif // FORESLICE_TEST_WAITING_H
