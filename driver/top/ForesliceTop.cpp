//===- ForesliceTop.cpp - foreslice-top -----------------------------------===//
//
// Interactive steering (Madhyastha, Elford and Reed 1996, section 5.3): shows
// the sensors of running processes by rank, and sets policies by hand. The data
// lie in memory files, accessible to the processes' owner only
// (adaptive/policy/SensorBoard.h).
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Jobs.h"
#include "Process.h"
#include "adaptive/policy/PolicyFile.h"
#include "support/Clock.h"

#include <algorithm>
#include <csignal>
#include <ctime>
#include <fmt/format.h>
#include <iostream>
#include <iterator>

using namespace foreslice;
using driver::CommandLine;

static constexpr const char *Command = "foreslice-top";

namespace {

struct Options {
  std::vector<pid_t> Pids;
  std::string Set;
  double Seconds = 1;
  bool Once = false;
};

/// Ranks beside each other: so many fit in 100 columns.
constexpr size_t Columns = 6;

std::string shown(double Value) {
  if (Value >= 1e6 || (Value != 0 && Value < 0.01))
    return fmt::format("{:.3g}", Value);
  return fmt::format("{:.{}f}", Value, Value < 100 && Value != 0 ? 2 : 0);
}

using Processes = std::vector<WatchedProcess>;

template <class TextFn>
void line(std::string &Out, std::string_view Name,
          std::span<const WatchedProcess> Process, TextFn Text) {
  fmt::format_to(std::back_inserter(Out), "{:<24}", Name);
  for (const WatchedProcess &P : Process)
    fmt::format_to(std::back_inserter(Out), " {:>11}", Text(P));
  Out += '\n';
}

void block(std::string &Out, std::span<const WatchedProcess> Process) {
  line(Out, "rank", Process, [](const WatchedProcess &P) {
    int Rank = (*P.Board)->Rank;
    return Rank < 0 ? std::string("-") : std::to_string(Rank);
  });
  line(Out, "process", Process,
       [](const WatchedProcess &P) { return std::to_string(P.Pid); });
  line(Out, "samples", Process, [](const WatchedProcess &P) {
    return std::to_string((*P.Board)->Samples.load());
  });
  line(Out, "sampled, s ago", Process, [](const WatchedProcess &P) {
    uint64_t Now = nowNs();
    uint64_t Then = std::min((*P.Board)->SampledNs.load(), Now);
    return shown(static_cast<double>(Now - Then) / 1e9);
  });
  for (size_t I = 0; I < sensorTable().size(); ++I) {
    const SensorInfo &S = sensorTable()[I];
    std::string Name = S.Key;
    if (*S.Unit)
      Name += std::string(", ") + S.Unit;
    line(Out, Name, Process, [I](const WatchedProcess &P) {
      return shown((*P.Board)->Values[I].load());
    });
  }
  for (const WatchedProcess &P : Process) {
    std::string Text = (*P.Board)->Author.read();
    fmt::format_to(std::back_inserter(Out), "{:<11} {}{}\n", P.Pid,
                   printable((*P.Board)->Policy.read()),
                   Text.empty() ? "" : " (" + printable(Text) + ")");
  }
}

std::string table(const Processes &All) {
  std::string Out;
  std::span<const WatchedProcess> Left(All);
  while (!Left.empty()) {
    if (!Out.empty())
      Out += '\n';
    block(Out, Left.first(std::min(Left.size(), Columns)));
    Left = Left.subspan(std::min(Left.size(), Columns));
  }
  return Out;
}

Processes findAll(const std::vector<pid_t> &Pids) {
  Processes All;
  for (pid_t Pid : Pids) {
    std::string Why;
    Processes Found = findWatched(Pid, Why);
    if (Found.empty())
      driver::fatal(Command, fmt::format("process {}: {}", Pid, Why));
    std::ranges::move(Found, std::back_inserter(All));
  }
  return All;
}

/// The text accepted by a process, for policy=auto, policy=off or KEY=VALUE.
std::string wish(const std::string &Given) {
  constexpr std::string_view Policy = "policy=";
  std::string Text =
      Given.starts_with(Policy) ? Given.substr(Policy.size()) : Given;
  std::string Why;
  if (Text != "auto" && Text != "off" &&
      !policy_file::set({}, Text, ProcessPolicy::AsScheme, Why))
    driver::fatal(Command, "--set: '" + Given + "': " + Why +
                               "; or policy=auto, policy=off");
  return Text;
}

void wait(double Seconds) {
  timespec Duration{
      static_cast<time_t>(Seconds),
      static_cast<long>(
          (Seconds - static_cast<double>(static_cast<time_t>(Seconds))) * 1e9)};
  nanosleep(&Duration, nullptr);
}

/// Until the processes are over.
void show(const Options &O, Processes All) {
  while (!All.empty()) {
    // To the upper left, and nothing left of the table before.
    std::cout << "\033[H\033[J" << table(All) << std::flush;
    wait(O.Seconds);
    std::erase_if(All, [](const WatchedProcess &P) { return !P.isAlive(); });
  }
}

} // namespace

int main(int Argc, char **Argv) {
  Options O;
  CommandLine Line(
      Command, "Shows what the sensors of running processes say, by rank, and "
               "sets their policy. A\nprocess shows its sensors if "
               "FORESLICE_SENSOR_INTERVAL or FORESLICE_POLICY is in its\n"
               "environment.");
  Line.option("pid", O.Pids, "PID",
              "processes; a launcher stands for all that it has started");
  Line.flag("--once", O.Once, "prints one table");
  Line.option("--interval", O.Seconds, "SECONDS",
              "seconds between two tables (default: 1)", 0.05, 3600.0);
  Line.option("--set", O.Set, "KEY=VALUE",
              "sets a policy by hand, and prints nothing: policy=auto, "
              "policy=off, or a key of a rule, as prefetch_pages=16");
  Line.parse(Argc, Argv);
  if (O.Pids.empty())
    driver::fatal(Command, "no process is given: " + std::string(Command) +
                               " [options] PID...");

  std::string Wish = O.Set.empty() ? "" : wish(O.Set);
  Processes All = findAll(O.Pids);
  if (!Wish.empty())
    for (const WatchedProcess &P : All)
      (*P.Board)->Asked.write(Wish);
  else if (O.Once)
    std::cout << table(All);
  else
    show(O, std::move(All));
}
