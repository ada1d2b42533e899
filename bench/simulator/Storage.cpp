//===- Storage.cpp - how the run time reads in the simulation -------------===//
//
// The engine's storage and the main thread's reads, from the servers of the
// machine. No data come: what is in the pages is of no interest.
//
//===----------------------------------------------------------------------===//

#include "storage/Storage.h"
#include "Machine.h"
#include "storage/Residency.h"
#include "support/Mutex.h"
#include "support/ReadFully.h"

#include <numeric>

namespace foreslice {

static uint64_t bytesOf(std::span<const iovec> Buffers) {
  return std::accumulate(
      Buffers.begin(), Buffers.end(), uint64_t(0),
      [](uint64_t Sum, const iovec &V) { return Sum + V.iov_len; });
}

namespace {

class SimulatedStorage final : public Storage {
public:
  bool start(unsigned) override { return true; }
  void submit(StorageRead &Read) override {
    Read.SubmittedNs = nowNs();
    uint64_t Bytes = bytesOf({Read.Buffers, Read.BufferCount});
    simulator::Machine::get().read(Read.Offset, Bytes, [this, &Read, Bytes] {
      Read.Result = static_cast<int64_t>(Bytes);
      Read.ServiceNs = nowNs() - Read.SubmittedNs;
      Completed.push_back(&Read);
      Waiters.wakeAll();
    });
  }
  void wait(std::vector<StorageRead *> &Done, uint64_t MostNs) override {
    if (Completed.empty() && !Woken && MostNs != 0)
      Waiters.wait(MostNs);
    Woken = false;
    Done.insert(Done.end(), Completed.begin(), Completed.end());
    Completed.clear();
  }
  void wake() override {
    Woken = true;
    Waiters.wakeAll();
  }

private:
  std::vector<StorageRead *> Completed;
  bool Woken = false;
  simulator::Waiters Waiters;
};

} // namespace

std::unique_ptr<Storage> makeUringStorage() {
  return std::make_unique<SimulatedStorage>();
}
std::unique_ptr<Storage> makeThreadStorage() { return makeUringStorage(); }

ReadResult readFully(int, std::span<iovec> Buffers, uint64_t Offset) {
  Semaphore Come;
  ReadResult R{bytesOf(Buffers)};
  simulator::Machine::get().read(Offset, R.Bytes, [&] { Come.release(); });
  Come.acquire();
  return R;
}

ReadResult readFully(int Fd, std::span<std::byte> Buffer, uint64_t Offset) {
  iovec One{Buffer.data(), Buffer.size()};
  return readFully(Fd, {&One, 1}, Offset);
}

/// No node has anything of the file in memory.
Residency residencyOf(int, uint64_t, uint64_t) { return Residency::Absent; }
void revalidate(int) {}

} // namespace foreslice
