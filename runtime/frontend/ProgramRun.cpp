//===- ProgramRun.cpp - the run of the program, from start to end ---------===//
//
// See ProgramRun.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/ProgramRun.h"

#include "frontend/Runtime.h"
#include "support/Clock.h"
#include "support/HelperTime.h"
#include "support/NamedFiles.h"
#include "support/Output.h"
#include "support/Settings.h"
#include "support/Statistics.h"
#include "support/Trace.h"

#include <algorithm>
#include <string>
#include <unistd.h>

namespace foreslice {

static bool isCounting() {
  const Runtime *R = runtimeIfAny();
  return R && R->counting();
}

void ProgramRun::begin() {
  const Settings &S = Settings::get();
  if (S.Disable)
    Statistics::get().note(notes::Disabled);
  if (!S.Stats.empty() || !S.Trace.empty() || !S.Accesses.empty() ||
      Adaptive::isAsked(S))
    runtime().setCounting(true);
  if ((!S.Stats.empty() && S.Stats != "-") || !S.Trace.empty())
    beFirstProcess();
  Pid = getpid();
  Thread = gettid();
  BeganNs = nowNs();
  DelayedBefore = isCounting() ? helper_time::delayNs(Thread) : 0;
  if (!S.Trace.empty() && trace::turnOn())
    trace::nameThread("main thread");
}

bool ProgramRun::isOwn() const { return getpid() == Pid; }

bool ProgramRun::isMainThread() const { return gettid() == Thread; }

void ProgramRun::countTimes() const {
  if (!isCounting())
    return;
  Statistics &Out = Statistics::get();
  uint64_t Helpers = helper_time::cpuNs();
  uint64_t Delayed = helper_time::delayNs(Thread);
  Out.add(RunCounter::RunNs, nowNs() - BeganNs);
  Out.add(RunCounter::HelperCpuNs, Helpers);
  Out.add(RunCounter::OverrunNs,
          std::min(Helpers, Delayed - std::min(Delayed, DelayedBefore)));
}

void ProgramRun::writeTrace(int Rank) {
  const std::string &Folder = Settings::get().Trace;
  if (Folder.empty())
    return;
  named_files::makeFolder(Folder); // a missing folder makes writing fail, too
  const std::string Path = Folder + "/rank-" + std::to_string(Rank) + ".json";
  std::string Why = replaceFile(pathOfProcess(Path), trace::json(Rank));
  if (!Why.empty())
    warnOnce("FORESLICE_TRACE: " + Why);
}

SchemeKind schemeFor(const foreslice_region &Region,
                     std::optional<SchemeKind> OfFile) {
  const Settings &S = Settings::get();
  if (S.SchemeGiven)
    return S.Scheme;
  if (OfFile)
    return *OfFile;
  SchemeKind Scheme;
  return Region.scheme && parseScheme(Region.scheme, Scheme) ? Scheme
                                                             : S.Scheme;
}

} // namespace foreslice
