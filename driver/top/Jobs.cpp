//===- Jobs.cpp - processes of a job that show sensors --------------------===//
//
// See Jobs.h.
//
//===----------------------------------------------------------------------===//

#include "Jobs.h"

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <tuple>

using namespace foreslice;
namespace fs = std::filesystem;

/// Processes by parent. /proc/PID/stat has a name in parentheses with any
/// content, then the state, then the parent.
static std::multimap<pid_t, pid_t> children() {
  std::multimap<pid_t, pid_t> Of;
  std::error_code Error;
  fs::directory_iterator Entry("/proc", Error), End;
  for (; !Error && Entry != End; Entry.increment(Error)) {
    std::string Name = Entry->path().filename();
    if (!std::ranges::all_of(Name, [](unsigned char C) { return isdigit(C); }))
      continue;
    std::string Line;
    std::getline(std::ifstream(Entry->path() / "stat"), Line);
    size_t Rest = Line.rfind(") ");
    if (Rest != std::string::npos && Line.size() > Rest + 4)
      Of.emplace(atoi(Line.c_str() + Rest + 4), atoi(Name.c_str()));
  }
  return Of;
}

bool WatchedProcess::isAlive() const { return kill(Pid, 0) == 0; }

std::vector<WatchedProcess> foreslice::findWatched(pid_t Pid,
                                                   std::string &Why) {
  std::vector<WatchedProcess> Found;
  if (auto Board = SensorBoard::find(Pid, Why))
    Found.push_back({Pid, std::move(Board)});
  const std::multimap<pid_t, pid_t> Children = children();
  std::vector<pid_t> Left{Pid};
  while (!Left.empty()) {
    auto [Begin, End] = Children.equal_range(Left.back());
    Left.pop_back();
    for (auto Child = Begin; Child != End; ++Child) {
      std::string Ignored;
      if (auto Board = SensorBoard::find(Child->second, Ignored))
        Found.push_back({Child->second, std::move(Board)});
      Left.push_back(Child->second);
    }
  }
  std::ranges::sort(Found, {}, [](const WatchedProcess &P) {
    return std::tuple((*P.Board)->Rank, P.Pid);
  });
  return Found;
}
