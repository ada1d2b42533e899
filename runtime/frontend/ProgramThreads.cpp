//===- ProgramThreads.cpp - whether a library may be asked ----------------===//
//
// See ProgramThreads.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/ProgramThreads.h"

#include "support/NamedFiles.h"
#include "support/TextFile.h"

#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace foreslice {

namespace {

/// None of a process without MPI.
template <typename T> T *find(const char *Name) {
  return reinterpret_cast<T *>(dlsym(RTLD_DEFAULT, Name));
}

bool isMpiBegun() {
  auto *Initialized = find<int(int *)>("MPI_Initialized");
  int IsBegun = 0;
  return Initialized && Initialized(&IsBegun) == 0 && IsBegun;
}

/// Whether the thread of that folder is the run time's. A thread that has just
/// been started may have no name yet, but blocks all signals from the first.
bool isOwn(const std::string &Thread) {
  constexpr size_t MostBytes = 4096;
  constexpr std::string_view Blocks = "SigBlk:\t";
  // SIGKILL and SIGSTOP, and the two of the C library, are never blocked.
  constexpr uint64_t Others = 1ull << 8 | 1ull << 18 | 3ull << 31;
  std::string Text;
  if (!readTextFile(Thread + "/comm", MostBytes, Text).empty())
    return true; // The thread has just ended.
  if (Text.starts_with("foreslice") || Text.starts_with("iou-"))
    return true;
  if (!readTextFile(Thread + "/status", MostBytes, Text).empty())
    return true;
  const size_t Found = Text.find(Blocks);
  return Found != std::string::npos &&
         (std::strtoull(Text.c_str() + Found + Blocks.size(), nullptr, 16) |
          Others) == UINT64_MAX;
}

/// Without its threads, a folder has two links.
bool isAlone() {
  struct stat Tasks;
  constexpr nlink_t OfOne = 3;
  if (stat("/proc/self/task", &Tasks) != 0)
    return false;
  if (Tasks.st_nlink == OfOne)
    return true;
  const std::string Self = std::to_string(gettid());
  unsigned Others = 0;
  const int Error =
      named_files::list("/proc/self/task", [&](const std::string &Task) {
        Others += Task != Self && !isOwn("/proc/self/task/" + Task);
        return true;
      });
  return Error == 0 && Others == 0;
}

} // namespace

bool hasOneThreadByMpi() {
  constexpr int Single = 0; // MPI_THREAD_SINGLE
  auto *QueryThread = find<int(int *)>("MPI_Query_thread");
  auto *Finalized = find<int(int *)>("MPI_Finalized");
  int Level = Single + 1, IsOver = 1;
  return QueryThread && Finalized && isMpiBegun() && Finalized(&IsOver) == 0 &&
         !IsOver && QueryThread(&Level) == 0 && Level == Single;
}

bool hasOneThread() { return isMpiBegun() ? hasOneThreadByMpi() : isAlone(); }

} // namespace foreslice
