//===- AheadOpener.cpp - opening a program's file once more ---------------===//
//
// See AheadOpener.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/watch/AheadOpener.h"

#include "frontend/posix/PosixFiles.h"
#include "frontend/posix/slice/PosixHandles.h"
#include "frontend/posix/slice/RegularFile.h"
#include "support/HelperTime.h"
#include "support/Thread.h"

#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace foreslice {

static constexpr size_t MostOpen = 64;

std::shared_ptr<AheadOpener::Opened> AheadOpener::open(int Fd, FileKey Key) {
  auto New = std::make_shared<Opened>();
  New->Fd = Fd;
  New->Key = Key;
  return post({New, false}) ? New : nullptr;
}

void AheadOpener::close(std::shared_ptr<Opened> File) {
  post({std::move(File), true});
}

bool AheadOpener::post(Work W) {
  MutexLock L(M);
  if (!Started) {
    pthread_t Thread;
    Started = startHelperThread(Thread, run, this);
    if (*Started) {
      helper_time::add(Thread);
      pthread_detach(Thread);
    }
  }
  if (!*Started || (!W.Closes && OpenFiles == MostOpen))
    return false;
  OpenFiles += W.Closes ? -1 : 1;
  Queue.push_back(std::move(W));
  Posted.notifyOne();
  return true;
}

void *AheadOpener::run(void *Self) {
  static_cast<AheadOpener *>(Self)->serve();
  return nullptr;
}

void AheadOpener::serve() {
  for (;;) {
    Work W;
    {
      MutexLock L(M);
      while (Queue.empty())
        Posted.wait(M);
      W = std::move(Queue.front());
      Queue.pop_front();
    }
    if (!W.Closes)
      openNow(*W.On);
    else if (W.On->File)
      runtime().cache().close(W.On->File);
  }
}

/// The program may have closed the descriptor, or given it to another file.
void AheadOpener::openNow(Opened &File) {
  const std::string Link = "/proc/self/fd/" + std::to_string(File.Fd);
  bool IsFolder = false;
  const int Fd =
      PosixFiles::mayOpen() ? openRegular(Link.c_str(), IsFolder) : -1;
  struct stat S;
  if (Fd < 0)
    return;
  if (fstat(Fd, &S) != 0 || FileKey{S.st_dev, S.st_ino} != File.Key) {
    ::close(Fd);
    return;
  }
  try {
    File.File = PosixFiles::openForKernel(Fd, S, nameOf(Link));
    File.Is.store(File.File != nullptr, std::memory_order_release);
  } catch (const std::exception &) {
    File.File = nullptr; // no memory
  }
}

} // namespace foreslice
