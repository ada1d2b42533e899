//===- SelfCheck.cpp - does the storage behave as its options say? --------===//
//
// The ideal is the service model, fed the same requests on a simulated clock;
// beside the ideal stands the measurement on this machine.
//
//===----------------------------------------------------------------------===//

#include "SelfCheck.h"
#include "Server.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <queue>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace slowfs;
using Clock = std::chrono::steady_clock;

namespace {

constexpr uint64_t RecordBytes = 64 << 10;

struct Measured {
  std::vector<double> LatenciesUs; ///< Sorted.
  double RequestsPerSecond = 0;
  bool Failed = false;
};

/// Reads Count records one after the other, Depth at a time.
Measured measure(int Fd, unsigned Depth, unsigned Count) {
  Measured M;
  M.LatenciesUs.resize(Count);
  std::atomic<unsigned> Next{0};
  std::atomic<bool> Failed{false};
  const auto Start = Clock::now();
  {
    std::vector<std::jthread> Readers;
    Readers.reserve(Depth);
    for (unsigned I = 0; I < Depth; ++I)
      Readers.emplace_back([&] {
        std::vector<char> Buffer(RecordBytes);
        for (unsigned R; (R = Next++) < Count;) {
          const auto Sent = Clock::now();
          if (pread(Fd, Buffer.data(), RecordBytes,
                    static_cast<off_t>(R * RecordBytes)) !=
              static_cast<ssize_t>(RecordBytes))
            Failed = true;
          M.LatenciesUs[R] =
              std::chrono::duration<double, std::micro>(Clock::now() - Sent)
                  .count();
        }
      });
  }
  M.RequestsPerSecond =
      Count / std::chrono::duration<double>(Clock::now() - Start).count();
  M.Failed = Failed;
  std::sort(M.LatenciesUs.begin(), M.LatenciesUs.end());
  return M;
}

/// The model's requests a second for the same reads.
double ideal(const ServiceParameters &P, unsigned Depth, unsigned Count) {
  ServiceModel Model(P);
  std::priority_queue<uint64_t, std::vector<uint64_t>, std::greater<>> InFlight;
  uint64_t Now = 0;
  for (unsigned R = 0; R < Count; ++R) {
    if (InFlight.size() == Depth) {
      Now = InFlight.top();
      InFlight.pop();
    }
    InFlight.push(Model.deadline(Now, 0, R * RecordBytes, RecordBytes));
  }
  for (; !InFlight.empty(); InFlight.pop())
    Now = InFlight.top();
  return Now ? Count * 1e9 / static_cast<double>(Now) : 0;
}

/// A temporary tree with a data file and a mount point; removed at the end.
class Scratch {
public:
  Scratch() {
    char Template[] = "/tmp/foreslice-slowfs-XXXXXX";
    if (!mkdtemp(Template))
      throw std::system_error(errno, std::generic_category(), "/tmp");
    Root = Template;
    std::filesystem::create_directory(Root / "backing");
    std::filesystem::create_directory(Root / "mount");
  }
  ~Scratch() {
    std::error_code Ignored;
    std::filesystem::remove_all(Root, Ignored);
  }
  std::filesystem::path Root;
};

bool printRow(int Fd, const ServiceParameters &P, unsigned Depth,
              unsigned Count) {
  const Measured M = measure(Fd, Depth, Count);
  const double Ideal = ideal(P, Depth, Count);
  const auto Quantile = [&](unsigned Percent) {
    return M.LatenciesUs[(Count - 1) * Percent / 100] / 1e3;
  };
  printf("%5u %10.2f %10.2f %12.0f %12.0f", Depth, Quantile(50), Quantile(99),
         M.RequestsPerSecond, Ideal);
  if (Ideal > 0)
    printf(" %7.0f %%", 100 * M.RequestsPerSecond / Ideal);
  printf("\n");
  return !M.Failed;
}

} // namespace

int slowfs::selfCheck(Options O) {
  constexpr unsigned Records = 4096;
  Scratch Tree;
  O.FileSystem.Backing = Tree.Root / "backing";
  O.Mount = Tree.Root / "mount";
  std::filesystem::path Data = Tree.Root / "backing" / "data";
  close(open(Data.c_str(), O_CREAT | O_WRONLY, 0600));
  std::filesystem::resize_file(Data, Records * RecordBytes);

  pid_t Server = 0;
  if (const int Status = serveInBackground(O, Server))
    return Status;
  const int Fd =
      open((Tree.Root / "mount" / "data").c_str(), O_RDONLY | O_CLOEXEC);
  // Checks the storage, not a busy machine's scheduling of the reader.
  if (O.Realtime)
    raisePriority();
  printf("reads of 64 KiB, %u disks, %.0f us service\n", O.Service.Disks,
         static_cast<double>(O.Service.ServiceNs) / 1e3);
  printf("%5s %10s %10s %12s %12s %9s\n", "depth", "p50 ms", "p99 ms",
         "requests/s", "ideal", "reached");
  bool Good = printRow(Fd, O.Service, 1, 256);
  Good &= printRow(Fd, O.Service, 8, 1024);
  Good &= printRow(Fd, O.Service, 32, Records);
  close(Fd);
  kill(Server, SIGTERM);
  waitpid(Server, nullptr, 0);
  if (!Good)
    fprintf(stderr, "foreslice-slowfs: a read of the self-check failed\n");
  return Good ? 0 : 1;
}
