//===- ForesliceCalibrate.cpp - foreslice-calibrate -----------------------===//
//
// Measures storage and this machine, and writes a policy file with thresholds
// to fit.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Measure.h"
#include "Process.h"
#include "Thresholds.h"
#include "adaptive/policy/PolicyFile.h"
#include "support/Output.h"

#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

using namespace foreslice;
using driver::CommandLine;
using driver::fatal;

static constexpr const char *Command = "foreslice-calibrate";

namespace {

struct Options {
  std::string Folder, Output = "-", Keep, From;
  std::vector<unsigned> Readers{1, 4}, ComputeUs{0, 1000, 8000};
  std::vector<unsigned> BlocksKib{4, 64, 256};
  unsigned Rounds = 2, Reads = 200;
  bool Quick = false;
};

std::vector<Load> loadsOf(const Options &O) {
  std::vector<Load> All;
  for (unsigned Readers : O.Readers)
    for (unsigned Kib : O.BlocksKib)
      for (unsigned Us : O.ComputeUs)
        All.push_back({Readers, uint64_t(Kib) << 10, Us, O.Reads});
  return All;
}

std::vector<Measurement> measure(const Options &O) {
  std::vector<Load> Loads = loadsOf(O);
  uint64_t Most = 0;
  for (const Load &L : Loads)
    Most = std::max(Most, L.bytes());
  Measure Runs(O.Folder, Most);
  if (!Runs.error().empty())
    fatal(Command, Runs.error());
  std::vector<Measurement> All;
  for (const Load &L : Loads)
    for (const std::string &Amount : Amounts) {
      Measurement M;
      M.Kind = L;
      M.Amount = Amount;
      if (!Runs.run(M, O.Rounds))
        fatal(Command, Runs.error());
      std::cerr << fmt::format("{} readers, {} KiB, {} us, {} pages: {:.3f} s, "
                               "server time {:.0f} us\n",
                               L.Readers, L.Block >> 10, L.ComputeUs, Amount,
                               M.Seconds, M.Sensors[Sensor::ServerTime]);
      All.push_back(std::move(M));
    }
  return All;
}

std::vector<Measurement> load(const std::string &Path) {
  try {
    std::ifstream In(Path);
    return measurementsOf(nlohmann::json::parse(In));
  } catch (const nlohmann::json::exception &Error) {
    fatal(Command, "'" + Path + "' has no measurements: " + Error.what());
  }
}

void put(const std::string &Path, const std::string &Text) {
  if (Path == "-")
    std::cout << Text;
  else if (std::string Error = replaceFile(Path, Text); !Error.empty())
    fatal(Command, Error);
}

void declare(CommandLine &Line, Options &O) {
  Line.option("--folder", O.Folder, "DIR",
              "a folder on the storage to measure, in which a file is made "
              "meanwhile",
              CommandLine::Existing::Folder);
  Line.option("-o", O.Output, "FILE",
              "the policy file; - prints it (the default)");
  Line.flag("--quick", O.Quick, "fewer loads: some seconds on fast storage");
  Line.option("--rounds", O.Rounds, "N", "runs of each load, the best counts",
              1, 100);
  Line.option("--keep", O.Keep, "FILE", "keeps the measurements, as JSON");
  Line.option("--from", O.From, "FILE",
              "takes measurements that --keep has kept, and measures nothing",
              CommandLine::Existing::File);
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc > 1 && std::string_view(Argv[1]) == "--load")
    return readLoad({Argv + 2, Argv + Argc});
  Options O;
  CommandLine Line(
      Command, "Measures with which thresholds the rules of FORESLICE_POLICY "
               "fit this machine and the\nstorage of a folder, and writes a "
               "policy file.");
  declare(Line, O);
  Line.parse(Argc, Argv);
  if (O.Folder.empty() == O.From.empty())
    fatal(Command, "give either --folder or --from");
  if (O.Quick) {
    O.BlocksKib = {64};
    O.ComputeUs = {0, 2000};
    O.Rounds = 1;
  }
  std::vector<Measurement> All = O.From.empty() ? measure(O) : load(O.From);
  if (!O.Keep.empty())
    put(O.Keep, toJson(All).dump(1) + "\n");
  std::string Text = Thresholds::of(All).text(All), Why;
  if (!policy_file::parse(Text, "the policy", Why))
    fatal(Command, "these measurements give no policy: " + Why);
  put(O.Output, Text);
}
