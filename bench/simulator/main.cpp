//===- main.cpp - foreslice-simulate --------------------------------------===//
//
// Simulates one run of a program under Foreslice, and prints what came of it as
// JSON.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "Program.h"
#include "support/Clock.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <malloc.h>
#include <nlohmann/json.hpp>
#include <numeric>

using namespace foreslice;
using namespace foreslice::simulator;

namespace {

/// What the run time has counted, of all ranks.
nlohmann::json counters() {
  const auto Sums = Statistics::get().fileSums();
  nlohmann::json Out;
#define FORESLICE_COUNTER(Id, Key, Unit, Help)                                 \
  Out[Key] = Sums[static_cast<size_t>(Counter::Id)];
#include "support/statistics.def"
  return Out;
}

/// The simulated job, from its start to its end.
class Run {
public:
  explicit Run(const Options &O) : O(O), TheMachine(O), TheProgram(O) {
    Processes.resize(size());
    startTask(*TheMachine.Nodes.front(), "start", [this] { start(); });
  }

private:
  size_t size() const {
    return static_cast<size_t>(O.Nodes) * static_cast<size_t>(O.Ranks);
  }
  void start();
  void makeNode(int Number);
  void connectNode(int Number);
  void onEachNode(const std::function<void(int)> &Do);
  void startRank(int Rank);
  void watchDeath();
  void finished();
  [[noreturn]] void end();

  const Options O;
  Machine TheMachine;
  Program TheProgram;
  std::vector<std::unique_ptr<NodeMemory>> Memories;
  std::vector<std::unique_ptr<Process>> Processes;
  std::vector<Endpoint> Where;
  std::vector<int> NodeOf, Ranks;
  uint64_t Began = 0, RankBytes = 0;
  size_t Left = 0;
};

/// In turns: nothing of it takes simulated time.
void Run::onEachNode(const std::function<void(int)> &Do) {
  Barrier All(static_cast<size_t>(O.Nodes) + 1);
  for (const auto &N : TheMachine.Nodes)
    startTask(*N, "prepare", [&, Number = N->Number] {
      Do(Number);
      All.leave();
    });
  All.arrive();
}

void Run::makeNode(int Number) {
  bool Shares = O.Share == "job" || O.Share == "node";
  if (Shares)
    Memories.push_back(std::make_unique<NodeMemory>(O));
  for (int I = 0; I < O.Ranks; ++I) {
    int Rank = Number * O.Ranks + I;
    auto &P = Processes[static_cast<size_t>(Rank)];
    P = std::make_unique<Process>(O, Rank,
                                  Shares ? Memories.back().get() : nullptr);
    if (O.Share == "job")
      Where[static_cast<size_t>(Rank)] = P->where();
  }
}

void Run::start() {
  if (O.Share != "plain") {
    Where.resize(size());
    Ranks.resize(size());
    std::iota(Ranks.begin(), Ranks.end(), 0);
    for (int Rank : Ranks)
      NodeOf.push_back(Rank / O.Ranks * O.Ranks);
    const auto Before = mallinfo2();
    onEachNode([this](int N) { makeNode(N); });
    auto OfNode = [this](int N, auto Do) {
      const auto Ranks = static_cast<size_t>(O.Ranks);
      for (size_t I = 0; I < Ranks; ++I)
        Do(*Processes[static_cast<size_t>(N) * Ranks + I]);
    };
    bool Job = O.Share == "job" && O.Nodes > 1;
    onEachNode([&](int N) {
      OfNode(N, [&](Process &P) {
        if (Job)
          P.connect(Where, NodeOf);
        P.open();
        if (Job)
          P.enter(Ranks);
      });
    });
    if (Job)
      onEachNode([&](int N) { OfNode(N, [](Process &P) { P.renew(); }); });
    const auto After = mallinfo2();
    RankBytes =
        (After.uordblks + After.hblkhd - Before.uordblks - Before.hblkhd) /
        size();
  }
  Began = nowNs();
  Left = size();
  for (size_t I = 0; I < size(); ++I)
    startRank(static_cast<int>(I));
  if (O.DyingNode >= 0)
    startTask(*TheMachine.Nodes.front(), "death", [this] { watchDeath(); });
}

void Run::startRank(int Rank) {
  Node &On = *TheMachine.Nodes[static_cast<size_t>(Rank / O.Ranks)];
  Process *P = Processes[static_cast<size_t>(Rank)].get();
  startTask(On, "main", [this, P, Rank, &On] {
    work(O.OpenUs);
    TheProgram.Meeting.arrive();
    if (P)
      startTask(On, "slice", [this, P] { TheProgram.runSlice(*P); });
    TheProgram.runMain(P, Rank);
    finished();
  });
}

void Run::watchDeath() {
  sleep(static_cast<uint64_t>(O.DiesMs * 1e6));
  Node &Dying = *TheMachine.Nodes[static_cast<size_t>(O.DyingNode)];
  Dying.Dead = true;
  TheProgram.Meeting.shrink(static_cast<size_t>(O.Ranks));
  Left -= static_cast<size_t>(O.Ranks) - 1;
  finished();
}

void Run::finished() {
  if (--Left == 0)
    end();
}

void Run::end() {
  nlohmann::json Out;
  Out["seconds"] = static_cast<double>(nowNs() - Began) * 1e-9;
  Out["compute_seconds"] = static_cast<double>(TheProgram.MostComputeNs) * 1e-9;
  auto idle = [this](uint64_t Ns) {
    return static_cast<double>(Ns) * 1e-9 / static_cast<double>(size());
  };
  Out["idle_seconds"] = {{"reads", idle(TheProgram.Idle.ReadsNs)},
                         {"meetings", idle(TheProgram.Idle.MeetingsNs)},
                         {"end", idle(TheProgram.Idle.EndNs)}};
  Out["reads"] = TheProgram.Reads;
  Out["plain_reads"] = TheProgram.PlainReads;
  Out["storage"] = {{"requests", TheMachine.storageRequests()},
                    {"page_reads", TheMachine.pageReads()},
                    {"distinct_pages", TheMachine.distinctPages()},
                    {"most_reads_of_a_page", TheMachine.mostReadsOfAPage()}};
  Out["statistics"] = counters();
  uint64_t Messages = 0, Bytes = 0, Failed = 0;
  for (const auto &P : Processes)
    if (P && P->Net) {
      const MessengerStatistics &S = P->Net->statistics();
      Messages += S.MessagesSent;
      Bytes += S.BytesSent;
      Failed += S.RequestsFailed;
    }
  Out["messages"] = {{"sent", Messages}, {"bytes", Bytes}, {"failed", Failed}};
  Out["memory"] = {
      {"rank", RankBytes},
      {"directory", Memories.empty() ? 0 : Memories.front()->TableBytes}};
  puts(Out.dump(1).c_str());
  fflush(stdout);
  // Tasks that wait for ever are left as they are.
  _Exit(0);
}

} // namespace

int main(int argc, char **argv) {
  Options O;
  CLI::App App("Simulates a program under Foreslice on many nodes.");
#define FORESLICE_OPTION(Type, Member, Name, Default, Help)                    \
  App.add_option(Name, O.Member, Help)->capture_default_str();
#include "options.def"
  CLI11_PARSE(App, argc, argv);

  xbt_log_control_set("xbt_cfg.thresh:warning");
  simgrid::s4u::Engine E(&argc, argv);
  for (const char *Setting :
       {"network/model:CM02", "network/crosstraffic:0", "network/TCP-gamma:0",
        "network/latency-factor:1", "network/bandwidth-factor:1",
        "surf/precision:1e-9", "contexts/stack-size:64",
        "contexts/guard-size:0"})
    E.set_config(Setting);
  Run R(O);
  E.run();
  fputs("foreslice-simulate: the program has stopped\n", stderr);
  return 1;
}
