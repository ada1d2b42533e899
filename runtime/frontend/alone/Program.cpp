//===- Program.cpp - a program without MPI --------------------------------===//
//
// The start of the program, where no MPI library tells of it: the first regions
// are announced before main.
//
//===----------------------------------------------------------------------===//

#include "frontend/alone/Ending.h"

#include "frontend/ProgramRun.h"
#include "frontend/Runtime.h"
#include "frontend/posix/PosixFrontend.h"
#include "frontend/posix/hint/HintReader.h"
#include "frontend/posix/slice/Mappings.h"
#include "frontend/posix/slice/PosixHandles.h"
#include "frontend/posix/watch/WatchTable.h"
#include "source/slice/Generators.h"
#include "support/DescriptorTable.h"

#include <pthread.h>

using namespace foreslice;

namespace {

void launched(const foreslice_region *Region) {
  runtime().slices().launched(schemeFor(*Region));
  if (!slice_runner::othersRun())
    posix().files().forgetUnopened();
  ending::prepare();
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

bool confirm(foreslice_handle Stand, foreslice_handle Handle) {
  PosixHandles::ofRunner().confirm(Stand, Handle);
  Mappings::ofRunner().isInProgram(Stand, Handle);
  return true; // The data are the program's own, whatever the file.
}

/// The child has one thread, and nothing of what the run time had in its parent
/// but the settings.
void startInChild() {
  if (Settings::get().Children)
    slice_runner::enable();
}

void start() {
  ending::arrange();
  descriptor_table::use();
  PosixFrontend::install();
  slice_runner::setHooks({.Launched = launched,
                          .Ended = ended,
                          .Decide = decide,
                          .Wake = wake,
                          .Confirm = confirm});
  slice_runner::enable();
  pthread_atfork(nullptr, nullptr, startInChild); // after the runner's own
}

void startOnce() {
  static const bool Started = [] {
    start();
    return true;
  }();
  (void)Started;
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
  startOnce();
}

const foreslice_watch *foreslice_watch_v6() {
  const foreslice_watch *Table = watchTable();
  if (Table) {
    startOnce();
    HintReader::get().start();
  }
  return Table;
}

} // extern "C"
