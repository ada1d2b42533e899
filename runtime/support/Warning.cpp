//===- Warning.cpp - the run time's voice on standard error ---------------===//
//
// One line per distinct warning, from one rank of a job. The rank comes from
// the launcher's environment, and is right before MPI_Init, too.
//
//===----------------------------------------------------------------------===//

#include "support/Mutex.h"
#include "support/Output.h"
#include "support/ProcessObject.h"
#include "support/Settings.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <span>
#include <unistd.h>

using namespace foreslice;

namespace {
constexpr const char *RankVariables[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK",
                                         "PMI_RANK"};
constexpr const char *RanksVariables[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE",
                                          "SLURM_STEP_NUM_TASKS"};
/// Slurm's text is "2(x3)" for 2 ranks on each of 3 nodes.
constexpr const char *NodeRanks[] = {"OMPI_COMM_WORLD_LOCAL_SIZE",
                                     "MPI_LOCALNRANKS",
                                     "SLURM_STEP_TASKS_PER_NODE"};
constexpr size_t MaxWarnings = 64;
constexpr size_t MaxPrintable = 200;
} // namespace

/// The first of the variables that is a number, with nothing behind unless
/// MayGoOn; -1 if none is.
static int firstNumber(std::span<const char *const> Variables, bool MayGoOn) {
  for (const char *Variable : Variables)
    if (const char *Text = getenv(Variable)) {
      char *End = nullptr;
      long Number = strtol(Text, &End, 10);
      if (End != Text && (MayGoOn || !*End) && Number >= 0)
        return static_cast<int>(Number);
    }
  return -1;
}

int foreslice::launcherRank() { return firstNumber(RankVariables, false); }

int foreslice::launcherRanks() {
  return std::max(firstNumber(RanksVariables, false), 1);
}

bool foreslice::hasLauncherPlace() {
  return launcherRank() >= 0 && firstNumber(RanksVariables, false) > 0;
}

unsigned foreslice::launcherNodeRanks() {
  return static_cast<unsigned>(std::max(firstNumber(NodeRanks, true), 1));
}

std::string foreslice::printable(std::string_view Text) {
  constexpr char Hex[] = "0123456789abcdef";
  std::string Result;
  for (unsigned char C : Text.substr(0, MaxPrintable)) {
    if (C < 0x20 || C == 0x7f)
      Result += {'\\', 'x', Hex[C >> 4], Hex[C & 15]};
    else
      Result += static_cast<char>(C);
  }
  if (Text.size() > MaxPrintable)
    Result += "...";
  return Result;
}

void foreslice::warnOnce(const std::string &Text) {
  struct Said {
    Mutex Lock;
    std::set<std::string> Lines FORESLICE_GUARDED_BY(Lock);
  };
  static constinit ProcessObject<Said> OfProcess;
  Said &S = OfProcess.get();
  {
    MutexLock Guard(S.Lock);
    if (S.Lines.size() >= MaxWarnings || !S.Lines.insert(Text).second)
      return;
  }
  if (launcherRank() <= 0)
    writeErrors("foreslice: warning: " + Text + "\n");
}
