//===- UringStorage.cpp - reads through io_uring --------------------------===//
//
// One ring, driven by the engine thread alone; other threads wake it through an
// eventfd on which the ring always has a read pending.
//
// Reads of data in the kernel's page cache complete inside io_uring_enter.
// While reads complete there, reads are handed in singly, so that each is
// published at once; the first read that does not complete sends all others.
//
// Reads by path wait, neither pending nor in flight, until their file is open.
//
//===----------------------------------------------------------------------===//

#include "storage/FileSystem.h"
#include "storage/LoadedUring.h"
#include "storage/UringFiles.h"
#include "storage/WakeRelay.h"
#include "support/DescriptorRoom.h"
#include "support/DescriptorTable.h"
#include "support/Tools.h"

#include <cerrno>
#include <liburing.h>
#include <linux/magic.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

using namespace foreslice;

namespace {

/// Best effort, the lowest of eight levels (ioprio_set(2)): behind the reads of
/// the main thread, but not starved by other programs, as idle is.
constexpr unsigned LowPriority = 2u << 13 | 7u;

/// Whether the ring would try a waiting read again and again: the ring takes
/// files of FUSE for always ready, since they can be polled.
bool isTriedAgain(int Fd) {
  std::optional<FileSystem> On = FileSystem::remembered(Fd);
  return On && On->Magic == FUSE_SUPER_MAGIC;
}

class UringStorage final : public Storage {
public:
  ~UringStorage() override;
  void prepare(unsigned Depth) override { take(Depth); }
  bool start(unsigned Depth) override;
  void submit(StorageRead &Read) override { Pending.push_back(&Read); }
  bool begin() override;
  bool readsByPath() const override { return Files && Files->works(); }
  void forget(int PathFd) override {
    if (Files)
      Files->forget(PathFd);
  }
  void wait(std::vector<StorageRead *> &Done, uint64_t MostNs) override;
  void wake() override;
  std::unique_ptr<Storage> another() const override {
    return makeUringStorage();
  }

private:
  bool take(unsigned Depth);
  bool initRing(unsigned Entries);
  void armWake();
  void prepare(StorageRead &Read);
  void finish(StorageRead &Read, int Result, std::vector<StorageRead *> &Done,
              uint64_t ReapedNs);
  void takeEarly(std::vector<StorageRead *> &Done);
  void reap(std::vector<StorageRead *> &Done, uint64_t ReapedNs);
  void handIn(std::vector<StorageRead *> &Done);

  io_uring Ring{};
  bool HaveRing = false;
  int WakeFd = -1;
  bool InOwnTable = false; ///< Set at the start.
  WakeRelay FromProgram;   ///< If the ring is not in the program's table.
  uint64_t WakeCount = 0;
  unsigned Priority = LowPriority;
  bool InlineLikely = true;
  bool Woken = false;
  std::vector<StorageRead *> Pending;
  std::vector<StorageRead *> Early;  ///< Done at their begin.
  std::unique_ptr<UringFiles> Files; ///< Null without a ring.
};

UringStorage::~UringStorage() {
  FromProgram.stop(); // the relay writes to WakeFd
  if (HaveRing)
    io_uring_queue_exit(&Ring);
  if (WakeFd >= 0)
    ::close(WakeFd);
}

bool UringStorage::initRing(unsigned Entries) {
  // Completions are handled when the engine asks, not by interrupts (6.1);
  // older kernels refuse the flags. The ring belongs to the thread that enables
  // the ring.
  unsigned Flags = IORING_SETUP_R_DISABLED;
  HaveRing = io_uring_queue_init(Entries, &Ring,
                                 Flags | IORING_SETUP_SINGLE_ISSUER |
                                     IORING_SETUP_DEFER_TASKRUN) == 0 ||
             io_uring_queue_init(Entries, &Ring, Flags) == 0;
  if (HaveRing)
    Ring.ring_fd = Ring.enter_ring_fd = descriptor_room::moveUp(Ring.ring_fd);
  return HaveRing;
}

bool UringStorage::take(unsigned Depth) {
  if (tools::isValgrindThere() || descriptor_room::isScarce() ||
      !isUringThere())
    return false;
  WakeFd = descriptor_room::moveUp(eventfd(0, EFD_CLOEXEC));
  if (WakeFd < 0 || !initRing(Depth + 1 + UringFiles::Most))
    return false;
  io_uring_ring_dontfork(&Ring);
  return true;
}

bool UringStorage::start(unsigned Depth) {
  InOwnTable = descriptor_table::hasLeft();
  if ((!HaveRing && !take(Depth)) || io_uring_enable_rings(&Ring) != 0 ||
      (InOwnTable && !FromProgram.start(WakeFd)))
    return false;
  Files = std::make_unique<UringFiles>();
  Files->start(Ring);
  // File systems that cannot read asynchronously get a kernel worker a read;
  // the kernel's own limit is 4 a core.
  unsigned Workers[2] = {Depth, 0};
  io_uring_register_iowq_max_workers(&Ring, Workers);
  armWake();
  return io_uring_submit(&Ring) == 1;
}

void UringStorage::armWake() {
  io_uring_sqe *Entry = io_uring_get_sqe(&Ring);
  io_uring_prep_read(Entry, WakeFd, &WakeCount, sizeof(WakeCount), 0);
  io_uring_sqe_set_data(Entry, nullptr);
}

void UringStorage::prepare(StorageRead &Read) {
  UringFiles::Place P{UringFiles::Known::Open, Read.Fd};
  if (Read.ByPath)
    P = Files->placeOf(Read);
  if (P.Is == UringFiles::Known::Opening)
    return;
  if (P.Is == UringFiles::Known::Failed) {
    Read.Result = P.Number;
    Read.ServiceNs = 0;
    Early.push_back(&Read);
    return;
  }
  // Never null: the ring has room for Depth reads and the wake-up.
  io_uring_sqe *Entry = io_uring_get_sqe(&Ring);
  io_uring_prep_readv(Entry, P.Number, Read.Buffers, Read.BufferCount,
                      Read.Offset);
  if (Read.ByPath)
    Entry->flags |= IOSQE_FIXED_FILE;
  if (!InlineLikely && isTriedAgain(Read.Fd))
    Entry->flags |= IOSQE_ASYNC;
  Entry->ioprio = static_cast<uint16_t>(Priority);
  io_uring_sqe_set_data(Entry, &Read);
  Read.SubmittedNs = nowNs();
}

/// Takes complete reads without waiting.
void UringStorage::reap(std::vector<StorageRead *> &Done, uint64_t ReapedNs) {
  io_uring_cqe *Completion;
  while (io_uring_peek_cqe(&Ring, &Completion) == 0) {
    void *Data = io_uring_cqe_get_data(Completion);
    int Result = Completion->res;
    io_uring_cqe_seen(&Ring, Completion);
    if (!Data) {
      Woken = true;
      armWake();
    } else if (UringFiles::isOpen(Data)) {
      for (StorageRead *Read : Files->opened(Data, Result))
        Pending.push_back(Read);
    } else {
      finish(*static_cast<StorageRead *>(Data), Result, Done, ReapedNs);
    }
  }
}

void UringStorage::finish(StorageRead &Read, int Result,
                          std::vector<StorageRead *> &Done, uint64_t ReapedNs) {
  if (Result == -EINVAL && Priority != 0) {
    Priority = 0; // a kernel or a file without priorities
    Pending.push_back(&Read);
    return;
  }
  Read.Result = Result;
  Read.ServiceNs = ReapedNs - Read.SubmittedNs;
  Done.push_back(&Read);
}

void UringStorage::takeEarly(std::vector<StorageRead *> &Done) {
  Done.insert(Done.end(), Early.begin(), Early.end());
  Early.clear();
}

/// Prepares pending reads. While reads are done at once, hands in single reads,
/// up to the first done read, and leaves the rest pending.
void UringStorage::handIn(std::vector<StorageRead *> &Done) {
  const size_t Before = Done.size();
  size_t Next = 0;
  while (Next < Pending.size() && InlineLikely && Done.size() == Before) {
    prepare(*Pending[Next++]);
    io_uring_submit(&Ring);
    reap(Done, nowNs());
    InlineLikely = Done.size() != Before;
  }
  while (Next < Pending.size() && Done.size() == Before)
    prepare(*Pending[Next++]);
  Pending.erase(Pending.begin(),
                Pending.begin() + static_cast<std::ptrdiff_t>(Next));
}

bool UringStorage::begin() {
  std::vector<StorageRead *> Done;
  do
    handIn(Done);
  while (!Pending.empty());
  io_uring_submit(&Ring);
  Early.insert(Early.end(), Done.begin(), Done.end());
  return Early.empty() && !(Files && Files->isOpening());
}

/// The waiting call submits prepared reads: submitting wakes whoever serves the
/// reads, and the waking may take the processor between two calls.
void UringStorage::wait(std::vector<StorageRead *> &Done, uint64_t MostNs) {
  const size_t Before = Done.size();
  handIn(Done);
  if (MostNs == 0) {
    io_uring_submit_and_get_events(&Ring);
    reap(Done, nowNs());
    handIn(Done);
  }
  takeEarly(Done);
  for (bool IsOver = MostNs == 0; !IsOver && !Woken && Done.size() == Before;) {
    if (MostNs == Forever) {
      io_uring_submit_and_wait(&Ring, 1);
    } else {
      io_uring_submit(&Ring); // a joint call's result hides the timeout
      __kernel_timespec Most{0, static_cast<long long>(MostNs)};
      io_uring_cqe *First;
      IsOver = io_uring_wait_cqe_timeout(&Ring, &First, &Most) == -ETIME;
    }
    reap(Done, nowNs());
    handIn(Done);
    takeEarly(Done);
  }
  Woken = false;
}

void UringStorage::wake() {
  if (InOwnTable == descriptor_table::hasLeft())
    writeEvent(WakeFd);
  else
    FromProgram.wake();
}

} // namespace

std::unique_ptr<Storage> foreslice::makeUringStorage() {
  return std::make_unique<UringStorage>();
}
