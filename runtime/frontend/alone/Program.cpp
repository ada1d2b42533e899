//===- Program.cpp - a program without MPI --------------------------------===//
//
// The start of a program without an MPI library: the first regions are
// announced before main.
//
//===----------------------------------------------------------------------===//

#include "frontend/alone/Ending.h"
#include "frontend/alone/OwnCompanion.h"

#include "frontend/ProgramRun.h"
#include "frontend/Runtime.h"
#include "frontend/families/SliceFamilies.h"
#include "frontend/posix/PosixFrontend.h"
#include "frontend/posix/hint/HintReader.h"
#include "frontend/posix/slice/Mappings.h"
#include "frontend/posix/slice/PosixHandles.h"
#include "frontend/posix/watch/WatchTable.h"
#include "source/slice/Generators.h"
#include "source/slice/HeldLaunch.h"
#include "source/slice/PrefetchThread.h"
#include "support/Delay.h"
#include "support/DescriptorTable.h"
#include "support/ForkGuard.h"
#include "support/HelperLife.h"
#include "support/HelperQueue.h"
#include "support/OwnWork.h"
#include "support/Statistics.h"

#include <atomic>
#include <pthread.h>

using namespace foreslice;

namespace {

/// Whether the thread's last launch is held back.
constinit thread_local bool IsHeld __attribute__((tls_model("initial-exec"))) =
    false;

/// A slice that is held back needs no run time: few start, where files are in
/// memory.
void launched(const foreslice_region *Region) {
  const SchemeKind Scheme = schemeFor(*Region);
  if (IsHeld && !runtimeIfAny())
    Runtime::beginWith(Scheme);
  else
    runtime().slices().launched(Scheme);
  if (!slice_runner::othersRun())
    posix().files().forgetUnopened();
  ending::prepare();
}

void ended(const foreslice_region *) {
  if (Runtime *R = runtimeIfAny())
    R->slices().regionEnded();
}

LaunchDecision decide(foreslice_region *Region) {
  if (!posix().isUp())
    return LaunchDecision::Never;
  Runtime *R = runtimeIfAny();
  const LaunchDecision Decision =
      SliceSource::decide(*Region, R ? &R->slices() : nullptr);
  IsHeld = Decision == LaunchDecision::Held;
  return Decision;
}

void wake() {
  Runtime *R = runtimeIfAny();
  if (!R)
    return;
  R->control().wakeSources();
  R->slices().wake();
}

bool confirm(foreslice_handle Stand, foreslice_handle Handle) {
  PosixHandles::ofRunner().confirm(Stand, Handle);
  Mappings::ofRunner().isInProgram(Stand, Handle);
  return true; // The data are the program's own, whatever the file.
}

void endIdle() {
  PrefetchThread::forEach([](PrefetchThread &T) { T.endIdle(); });
  runtime().control().endIdle();
  HelperQueue::get().endIdle();
}

/// The child has one thread, and only the settings of the parent's run time.
void startInChild() {
  fork_guard::renew();
  if (Settings::get().Children)
    slice_runner::enable();
}

void start() {
  // Forks need no notice before there are threads, whether the run time's or
  // the program's.
  fork_guard::comeFirst();
  ending::arrange();
  descriptor_table::use();
  if (const unsigned Seed = Settings::get().Delays)
    delays::start(Seed, 0);
  helper_life::endWhenIdle(endIdle);
  addSliceFamilies();
  held_launch::seeReads();
  slice_runner::setHooks({.Launched = launched,
                          .Ended = ended,
                          .Decide = decide,
                          .Wake = wake,
                          .Confirm = confirm,
                          .MayScout = PosixHandles::mayScout});
  slice_runner::enable();
  pthread_atfork(nullptr, nullptr, startInChild); // after the runner's own
}

enum class Stage { None, Starts, Started };
std::atomic<Stage> Reached{Stage::None};

/// False while the run time starts: on another thread, or in a nested call.
/// Nobody waits: a child forked meanwhile would wait for ever.
bool startOnce() {
  Stage Before = Stage::None;
  if (!Reached.compare_exchange_strong(Before, Stage::Starts))
    return Before == Stage::Started;
  start();
  Reached.store(Stage::Started);
  return true;
}

} // namespace

extern "C" {

void foreslice_link_with_fprefetch_slice_v6(foreslice_region *const *Regions,
                                            uint64_t Count,
                                            foreslice_mpi_family Family) {
  // An MPI program has the library for the MPI family.
  if (Family != FORESLICE_MPI_NONE)
    return;
  OwnWork Work;
  if (Count != 0)
    Statistics::get().HasRegions.store(true, std::memory_order_relaxed);
  for (uint64_t I = 0; I < Count; ++I)
    if (Regions[I]->flags & FORESLICE_REGION_DRAWS)
      GeneratorStates::locate();
  startOnce();
}

const foreslice_watch *foreslice_watch_v7() {
  const foreslice_watch *Table = watchTable();
  if (!Table->read)
    return Table;
  OwnWork Work;
  if (!startOnce())
    return nullptr;
  helper_life::stay();
  own_companion::leaveOut();
  HintReader::get().start();
  return Table;
}

} // extern "C"
