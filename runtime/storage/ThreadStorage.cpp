//===- ThreadStorage.cpp - reads through threads with preadv --------------===//
//
// For systems without io_uring (old kernels, containers with a forbidding
// seccomp profile). Eight threads: more were measured to be slower.
//
//===----------------------------------------------------------------------===//

#include "storage/Storage.h"
#include "support/Mutex.h"
#include "support/Thread.h"

#include <algorithm>
#include <cerrno>
#include <deque>
#include <utility>

using namespace foreslice;

namespace {

constexpr unsigned MaxThreads = 8;

class ThreadStorage final : public Storage {
public:
  ~ThreadStorage() override;
  bool start(unsigned Depth) override;
  void submit(StorageRead &Read) override FORESLICE_EXCLUDES(M);
  void wait(std::vector<StorageRead *> &Done, uint64_t MostNs) override
      FORESLICE_EXCLUDES(M);
  void wake() override FORESLICE_EXCLUDES(M);
  std::unique_ptr<Storage> another() const override {
    return makeThreadStorage();
  }

private:
  static void *body(void *Self);
  void work() FORESLICE_EXCLUDES(M);

  Mutex M;
  CondVar Work, Progress;
  std::deque<StorageRead *> Waiting FORESLICE_GUARDED_BY(M);
  std::vector<StorageRead *> Finished FORESLICE_GUARDED_BY(M);
  bool Woken FORESLICE_GUARDED_BY(M) = false;
  bool Stop FORESLICE_GUARDED_BY(M) = false;
  std::vector<pthread_t> Threads; // the engine thread's
};

ThreadStorage::~ThreadStorage() {
  {
    MutexLock L(M);
    Stop = true;
  }
  Work.notifyAll();
  for (pthread_t T : Threads)
    joinHelperThread(T);
}

bool ThreadStorage::start(unsigned Depth) {
  for (unsigned I = 0; I < std::min(Depth, MaxThreads); ++I) {
    pthread_t T;
    if (!startHelperThread(T, body, this))
      break;
    Threads.push_back(T);
  }
  return !Threads.empty();
}

void *ThreadStorage::body(void *Self) {
  static_cast<ThreadStorage *>(Self)->work();
  return nullptr;
}

void ThreadStorage::work() {
  for (;;) {
    StorageRead *Read;
    {
      MutexLock L(M);
      while (Waiting.empty() && !Stop)
        Work.wait(M);
      if (Waiting.empty())
        return;
      Read = Waiting.front();
      Waiting.pop_front();
    }
    uint64_t Begin = nowNs();
    ssize_t N =
        preadv(Read->Fd, Read->Buffers, static_cast<int>(Read->BufferCount),
               static_cast<off_t>(Read->Offset));
    Read->Result = N < 0 ? -errno : N;
    Read->ServiceNs = nowNs() - Begin;
    {
      MutexLock L(M);
      Finished.push_back(Read);
    }
    Progress.notifyOne();
  }
}

void ThreadStorage::submit(StorageRead &Read) {
  {
    MutexLock L(M);
    Waiting.push_back(&Read);
  }
  Work.notifyOne();
}

void ThreadStorage::wait(std::vector<StorageRead *> &Done, uint64_t MostNs) {
  MutexLock L(M);
  for (bool IsOver = false; !IsOver && Finished.empty() && !Woken;)
    if (MostNs == Forever)
      Progress.wait(M);
    else
      IsOver = !Progress.waitFor(M, MostNs);
  Woken = false;
  Done.insert(Done.end(), Finished.begin(), Finished.end());
  Finished.clear();
}

void ThreadStorage::wake() {
  {
    MutexLock L(M);
    Woken = true;
  }
  Progress.notifyOne();
}

} // namespace

std::unique_ptr<Storage> foreslice::makeThreadStorage() {
  return std::make_unique<ThreadStorage>();
}
