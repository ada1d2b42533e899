//===- ProgramThreads.cpp - whether a library may be asked ----------------===//
//
// See ProgramThreads.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/ProgramThreads.h"

#include "support/TextFile.h"

#include <dlfcn.h>
#include <filesystem>
#include <sys/stat.h>

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

/// Without its threads, a folder has two links.
bool isAlone() {
  struct stat Tasks;
  constexpr nlink_t OfOne = 3;
  if (stat("/proc/self/task", &Tasks) != 0)
    return false;
  if (Tasks.st_nlink == OfOne)
    return true;
  constexpr size_t MostBytes = 64;
  unsigned Others = 0;
  std::error_code Failed;
  std::filesystem::directory_iterator Task("/proc/self/task", Failed);
  for (; !Failed && Task != std::filesystem::directory_iterator();
       Task.increment(Failed)) {
    std::string Name;
    if (readTextFile(Task->path() / "comm", MostBytes, Name).empty() &&
        !Name.starts_with("foreslice") && !Name.starts_with("iou-"))
      ++Others;
  }
  return !Failed && Others == 1;
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
