//===- Program.cpp - a program without MPI --------------------------------===//
//
// The start and the end of the program, where no MPI library tells of them: the
// first regions are announced before main, and statistics are written at exit.
//
//===----------------------------------------------------------------------===//

#include "frontend/Runtime.h"
#include "frontend/posix/PosixFrontend.h"
#include "scheme/Schemes.h"
#include "source/slice/Generators.h"
#include "support/DescriptorTable.h"
#include "support/ForkGuard.h"
#include "support/HelperTime.h"
#include "support/Output.h"
#include "support/Settings.h"
#include "support/Statistics.h"
#include "support/Trace.h"

#include <cstdlib>
#include <filesystem>
#include <unistd.h>

using namespace foreslice;

namespace {

struct {
  pid_t Pid = 0, Thread = 0;
  uint64_t BeganNs = 0, DelayedBefore = 0;
} Main;

SchemeKind schemeFor(const foreslice_region &Region) {
  const Settings &S = Settings::get();
  SchemeKind Scheme;
  bool OfRegion =
      !S.SchemeGiven && Region.scheme && parseScheme(Region.scheme, Scheme);
  return OfRegion ? Scheme : S.Scheme;
}

void launched(const foreslice_region *Region) {
  runtime().slices().launched(schemeFor(*Region));
}

void ended(const foreslice_region *) { runtime().slices().regionEnded(); }

LaunchDecision decide(const foreslice_region *Region) {
  return posix().isUp() ? runtime().slices().decide(*Region)
                        : LaunchDecision::Never;
}

void wake() {
  runtime().cache().wakeSources();
  runtime().slices().wake();
}

void countTimes() {
  Statistics &Out = Statistics::get();
  uint64_t Helpers = helper_time::cpuNs();
  uint64_t Delayed = helper_time::delayNs(Main.Thread);
  Out.add(RunCounter::RunNs, nowNs() - Main.BeganNs);
  Out.add(RunCounter::HelperCpuNs, Helpers);
  Out.add(RunCounter::OverrunNs,
          std::min(Helpers, Delayed - std::min(Delayed, Main.DelayedBefore)));
}

void writeTrace(const std::string &Folder) {
  std::error_code Ignored; // what cannot be made cannot be written to either
  std::filesystem::create_directories(Folder, Ignored);
  std::string Why =
      replaceFile(Folder + "/rank-0.json", trace::json(/*Rank=*/0));
  if (!Why.empty())
    warnOnce("FORESLICE_TRACE: " + Why);
}

void atEnd() {
  if (getpid() != Main.Pid)
    return;
  slice_runner::quit();
  countTimes();
  if (const std::string &Folder = Settings::get().Trace; !Folder.empty())
    writeTrace(Folder);
  Statistics::get().print(/*Rank=*/0, /*Size=*/1);
}

void start() {
  if (Settings::get().Disable)
    Statistics::get().note(notes::Disabled);
  runtime().setCounting(!Settings::get().Stats.empty() ||
                        !Settings::get().Trace.empty());
  Main.Pid = getpid();
  Main.Thread = gettid();
  Main.BeganNs = nowNs();
  Main.DelayedBefore = helper_time::delayNs(Main.Thread);
  std::atexit(atEnd);
  if (!Settings::get().Trace.empty() && trace::turnOn())
    trace::nameThread("main thread");
  descriptor_table::use();
  PosixFrontend::install();
  slice_runner::setHooks(
      {.Launched = launched, .Ended = ended, .Decide = decide, .Wake = wake});
  slice_runner::enable();
}

} // namespace

extern "C" {

void foreslice_link_with_fprefetch_slice_v5(foreslice_region *const *Regions,
                                            uint64_t Count,
                                            foreslice_mpi_family Family) {
  // A program of MPI has the library of its family.
  if (Family != FORESLICE_MPI_NONE)
    return;
  for (uint64_t I = 0; I < Count; ++I)
    if (Regions[I]->flags & FORESLICE_REGION_DRAWS)
      GeneratorStates::locate();
  static const bool Started = [] {
    start();
    return true;
  }();
  (void)Started;
}

} // extern "C"
