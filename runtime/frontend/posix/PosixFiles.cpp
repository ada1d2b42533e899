//===- PosixFiles.cpp - files that a program reads by POSIX ---------------===//
//
// See PosixFiles.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/PosixFiles.h"

#include "storage/FileSystem.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace foreslice {

PosixFile &PosixFiles::enter(FileKey Key, uint64_t Launch) {
  auto It =
      std::ranges::find_if(Files, [&](const auto &F) { return F->Key == Key; });
  if (It == Files.end())
    It = Files.insert(Files.end(), std::make_shared<PosixFile>(Key));
  PosixFile &File = **It;
  if (File.Launch != Launch) {
    File.Launch = Launch;
    File.Calls = 0;
    File.First.clear();
    File.CallIds = {};
    if (File.Cached)
      File.Cached->Positions.restart(runtime().slices().lane());
  }
  return File;
}

PosixFiles::Called PosixFiles::callBegins(int Fd, int64_t Position) {
  struct stat S;
  if (fstat(Fd, &S) != 0 || !S_ISREG(S.st_mode))
    return {};
  MutexLock L(M);
  PosixFile &File = enter({S.st_dev, S.st_ino}, slice_runner::launchNumber());
  if (Position >= 0 &&
      std::ranges::find(File.First, Fd, &std::pair<int, int64_t>::first) ==
          File.First.end())
    File.First.emplace_back(Fd, Position);
  if (!File.Cached)
    ++File.Calls;
  return {File.Cached, static_cast<uint64_t>(S.st_size)};
}

std::shared_ptr<PosixFile> PosixFiles::open(int Fd, const std::string &Path) {
  struct stat S;
  std::optional<FileSystem> On = FileSystem::of(Fd);
  if (fstat(Fd, &S) != 0 || !S_ISREG(S.st_mode) || !On ||
      On->Is == FileSystem::NotStored) {
    ::close(Fd);
    return nullptr;
  }
  FileKey Key{S.st_dev, S.st_ino};
  {
    MutexLock L(M);
    PosixFile &File = enter(Key, execution::runningNumber());
    if (File.Cached) {
      ::close(Fd);
      return *std::ranges::find_if(
          Files, [&](const auto &F) { return F.get() == &File; });
    }
  }
  // The kernel would read more than the engine has asked for.
  posix_fadvise(Fd, 0, 0, POSIX_FADV_RANDOM);
  std::shared_ptr<CachedFile> Cached = runtime().cache().open(
      Key, Fd, Path, static_cast<uint64_t>(S.st_blksize), Delivery::Kernel);
  MutexLock L(M);
  PosixFile &File = enter(Key, execution::runningNumber());
  LaneId Lane = runtime().slices().lane();
  Cached->Positions.restart(Lane);
  for (; File.Calls != 0; --File.Calls)
    Cached->Positions.callBegins(Lane);
  File.Cached = std::move(Cached);
  return *std::ranges::find_if(Files,
                               [&](const auto &F) { return F.get() == &File; });
}

std::optional<int64_t> PosixFiles::first(const PosixFile &File, int Fd) {
  MutexLock L(M);
  auto It = std::ranges::find(File.First, Fd, &std::pair<int, int64_t>::first);
  return It == File.First.end() ? std::nullopt : std::optional(It->second);
}

size_t PosixFiles::openCount() {
  MutexLock L(M);
  return std::ranges::count_if(
      Files, [](const auto &F) { return F->Cached != nullptr; });
}

void PosixFiles::closeOldest() {
  std::shared_ptr<CachedFile> Old;
  {
    MutexLock L(M);
    auto It = std::ranges::find_if(
        Files, [](const auto &F) { return F->Cached != nullptr; });
    if (It == Files.end())
      return;
    Old = std::exchange((*It)->Cached, nullptr);
    Files.erase(It);
  }
  runtime().cache().close(Old);
}

void PosixFiles::closeAll() {
  std::vector<std::shared_ptr<PosixFile>> Old;
  {
    MutexLock L(M);
    std::swap(Old, Files);
  }
  for (const auto &F : Old)
    if (F->Cached)
      runtime().cache().close(std::exchange(F->Cached, nullptr));
}

} // namespace foreslice
