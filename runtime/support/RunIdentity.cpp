//===- RunIdentity.cpp - which run the statistics are of ------------------===//
//
// See RunIdentity.h.
//
//===----------------------------------------------------------------------===//

#include "support/RunIdentity.h"
#include "support/TextFile.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace foreslice;
using nlohmann::json;
using nlohmann::ordered_json;

/// Where batch systems tell a job its name. The first one that is set counts.
static constexpr struct {
  const char *System, *Variable;
} JobNames[] = {
    {"Slurm", "SLURM_JOB_ID"},  {"PBS", "PBS_JOBID"},
    {"LSF", "LSB_JOBID"},       {"Flux", "FLUX_JOB_ID"},
    {"Cobalt", "COBALT_JOBID"}, {"Grid Engine", "JOB_ID"},
};

static std::string jobName() {
  for (const auto &Name : JobNames)
    if (const char *Text = std::getenv(Name.Variable); Text && *Text)
      return std::string(Name.System) + " " + Text;
  return "";
}

static std::string hostName() {
  constexpr size_t MostBytes = 256;
  std::string Name;
  readTextFile("/proc/sys/kernel/hostname", MostBytes, Name);
  return Name.substr(0, Name.find('\n'));
}

/// When a run began that has taken so long by now.
static std::string startOf(uint64_t RunNs) {
  using namespace std::chrono;
  const auto Start = floor<seconds>(system_clock::now() - nanoseconds(RunNs));
  const auto Day = floor<days>(Start);
  const year_month_day Date(Day);
  const hh_mm_ss Time(Start - Day);
  return fmt::format(
      "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(Date.year()),
      static_cast<unsigned>(Date.month()), static_cast<unsigned>(Date.day()),
      Time.hours().count(), Time.minutes().count(), Time.seconds().count());
}

std::vector<std::string> foreslice::argumentsOf(pid_t Process) {
  constexpr size_t MostBytes = 4096;
  std::string Text;
  readTextFile("/proc/" + std::to_string(Process) + "/cmdline", MostBytes,
               Text);
  std::vector<std::string> Arguments;
  for (size_t At = 0; At < Text.size();) {
    const size_t End = std::min(Text.find('\0', At), Text.size());
    Arguments.push_back(Text.substr(At, End - At));
    At = End + 1;
  }
  return Arguments;
}

RunIdentity RunIdentity::ofNow(uint64_t RunNs) {
  RunIdentity Run;
  if (std::string Host = hostName(); !Host.empty())
    Run.Hosts.insert(std::move(Host));
  Run.Started = startOf(RunNs);
  Run.Job = jobName();
  Run.Version = FORESLICE_VERSION;
  return Run;
}

void RunIdentity::add(const RunIdentity &Other) {
  if (Arguments.empty())
    Arguments = Other.Arguments;
  for (const std::string &Host : Other.Hosts)
    if (Hosts.size() < MostHosts)
      Hosts.insert(Host);
  for (auto Part : {&RunIdentity::Started, &RunIdentity::Job, &RunIdentity::Mpi,
                    &RunIdentity::Version})
    if ((this->*Part).empty())
      this->*Part = Other.*Part;
  Beside |= Other.Beside;
}

ordered_json foreslice::toJson(const RunIdentity &Run) {
  ordered_json J;
  J["arguments"] = Run.Arguments;
  J["hosts"] = Run.Hosts;
  J["started"] = Run.Started;
  J["job"] = Run.Job;
  J["mpi"] = Run.Mpi;
  J["version"] = Run.Version;
  J["beside"] = Run.Beside;
  return J;
}

RunIdentity foreslice::runIdentityOf(const json &J) {
  RunIdentity Run;
  Run.Arguments = J.at("arguments").get<std::vector<std::string>>();
  Run.Hosts = J.at("hosts").get<std::set<std::string>>();
  Run.Started = J.at("started").get<std::string>();
  Run.Job = J.at("job").get<std::string>();
  Run.Mpi = J.at("mpi").get<std::string>();
  Run.Version = J.at("version").get<std::string>();
  Run.Beside = J.at("beside").get<bool>();
  return Run;
}
