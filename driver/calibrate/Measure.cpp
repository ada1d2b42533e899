//===- Measure.cpp - sensors and times of loads under policies ------------===//
//
// The readers are this command again, under foreslice-run. Sensors are computed
// from the readers' statistics, for the whole run; two sensors are means of
// samples.
//
//===----------------------------------------------------------------------===//

#include "Measure.h"

#include "Installation.h"
#include "Process.h"
#include "ScratchFolder.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <unistd.h>

using namespace foreslice;
using nlohmann::json;

namespace {

constexpr const char *CounterKeys[] = {
#define FORESLICE_COUNTER(Id, Key, Unit, Help) Key,
#include "support/statistics.def"
};

/// Totals of a run that began at 0.
SensorTotals totalsOf(const json &Statistics) {
  SensorTotals T;
  auto Run = [&](const char *Key) {
    return Statistics.at("run").at(Key).get<uint64_t>();
  };
  T.AtNs = Run("run_ns");
  T.Posts = Run("posts_timed");
  T.PostNs = Run("post_ns");
  T.Writes = Run("writes");
  T.WriteNs = Run("write_ns");
  for (size_t I = 0; I < T.Files.size(); ++I)
    T.Files[I] = Statistics.at("total").at(CounterKeys[I]).get<uint64_t>();
  return T;
}

/// Adds the values missing in totals: the mean of the reader's samples.
void addSampled(SensorValues &V, const json &Statistics) {
  auto Run = [&](const char *Key) {
    return static_cast<double>(Statistics.at("run").at(Key).get<uint64_t>());
  };
  const double Samples = std::max(Run("sensor_samples"), 1.0);
  V[Sensor::Lead] = Run("sampled_lead") / 100 / Samples;
  V[Sensor::QueueShare] = Run("sampled_queue_share") / 100 / Samples;
}

/// Has the system drop the file's pages from memory.
void forget(const std::string &File) {
  int Fd = open(File.c_str(), O_RDONLY | O_CLOEXEC);
  if (Fd < 0)
    return;
  fdatasync(Fd); // unwritten pages would stay
  posix_fadvise(Fd, 0, 0, POSIX_FADV_DONTNEED);
  close(Fd);
}

bool fill(int Fd, uint64_t Bytes) {
  // No zeros: some file systems do not store zeros.
  std::vector<uint64_t> Words(1u << 17);
  for (size_t I = 0; I < Words.size(); ++I)
    Words[I] = (I + 1) * 0x9e3779b97f4a7c15;
  for (uint64_t Left = Bytes; Left != 0;) {
    uint64_t Now = std::min<uint64_t>(Left, Words.size() * sizeof(uint64_t));
    ssize_t Put = write(Fd, Words.data(), Now);
    if (Put <= 0)
      return false;
    Left -= static_cast<uint64_t>(Put);
  }
  return fdatasync(Fd) == 0;
}

void set(const char *Name, const std::string &Value) {
  setenv(Name, Value.c_str(), 1);
}

} // namespace

Measure::Measure(const std::string &Folder, uint64_t Bytes) {
  std::string Name = Folder + "/foreslice-calibrate-XXXXXX";
  int Fd = mkostemp(Name.data(), O_CLOEXEC);
  if (Fd < 0) {
    Error = Folder + ": " + strerror(errno);
    return;
  }
  File = Name;
  if (!fill(Fd, Bytes))
    Error = File + ": " + strerror(errno);
  close(Fd);
}

Measure::~Measure() {
  if (!File.empty())
    unlink(File.c_str());
}

bool Measure::once(Measurement &M, const std::string &Scratch) {
  const driver::Installation Here;
  forget(File);
  std::vector<std::vector<std::string>> Commands;
  auto StatsOf = [&](unsigned Reader) {
    return Scratch + "/stats." + std::to_string(Reader);
  };
  for (unsigned Reader = 0; Reader < M.Kind.Readers; ++Reader) {
    Commands.push_back({Here.binDir() + "/foreslice-run", "--mpi=none",
                        "--stats=" + StatsOf(Reader), "--", Here.executable(),
                        "--load"});
    std::ranges::copy(M.Kind.arguments(File, Reader),
                      std::back_inserter(Commands.back()));
  }
  if (!driver::runAll(Commands)) {
    Error = "a reader of " + File + " has failed";
    return false;
  }
  double Slowest = 0;
  SensorValues Sum;
  for (unsigned Reader = 0; Reader < M.Kind.Readers; ++Reader) {
    std::ifstream In(StatsOf(Reader));
    const json Statistics = json::parse(In);
    SensorTotals T = totalsOf(Statistics);
    Slowest = std::max(Slowest, static_cast<double>(T.AtNs) / 1e9);
    SensorValues V = Sensors(SensorTotals{}).sample(T);
    addSampled(V, Statistics);
    for (size_t I = 0; I < V.All.size(); ++I)
      Sum.All[I] += V.All[I] / M.Kind.Readers;
  }
  if (M.Seconds == 0 || Slowest < M.Seconds) {
    M.Seconds = Slowest;
    M.Sensors = Sum;
  }
  return true;
}

bool Measure::run(Measurement &M, unsigned Rounds) {
  const driver::ScratchFolder Scratch;
  const std::string Policy = Scratch.file("policy.toml");
  const std::string Value = M.Amount == "scheme" ? "\"scheme\"" : M.Amount;
  std::ofstream(Policy) << "[start]\nprefetch_pages = " << Value << "\n";
  set("FORESLICE_POLICY", Policy);
  set("FORESLICE_SENSOR_INTERVAL", "20");
  try {
    for (unsigned Round = 0; Round < Rounds; ++Round)
      if (!once(M, Scratch.Path.string()))
        return false;
  } catch (const json::exception &) {
    Error = "a reader of " + File + " has written no statistics";
    return false;
  }
  return true;
}

json foreslice::toJson(const std::vector<Measurement> &All) {
  json J = json::array();
  for (const Measurement &M : All) {
    json Sensors;
    for (size_t I = 0; I < sensorTable().size(); ++I)
      Sensors[sensorTable()[I].Key] = M.Sensors.All[I];
    J.push_back({{"readers", M.Kind.Readers},
                 {"block", M.Kind.Block},
                 {"compute_us", M.Kind.ComputeUs},
                 {"reads", M.Kind.Reads},
                 {"amount", M.Amount},
                 {"seconds", M.Seconds},
                 {"sensors", Sensors}});
  }
  return J;
}

std::vector<Measurement> foreslice::measurementsOf(const json &J) {
  std::vector<Measurement> All;
  for (const json &One : J) {
    Measurement M;
    M.Kind = {
        One.at("readers").get<unsigned>(), One.at("block").get<uint64_t>(),
        One.at("compute_us").get<unsigned>(), One.at("reads").get<unsigned>()};
    M.Amount = One.at("amount").get<std::string>();
    M.Seconds = One.at("seconds").get<double>();
    for (size_t I = 0; I < sensorTable().size(); ++I)
      M.Sensors.All[I] = One.at("sensors").value(sensorTable()[I].Key, 0.0);
    All.push_back(std::move(M));
  }
  return All;
}
