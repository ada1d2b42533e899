//===- Start.cpp - the start of the program -------------------------------===//
//
// MPI_Init, and the announcement of regions.
//
//===----------------------------------------------------------------------===//

#include "frontend/Runtime.h"
#include "frontend/families/SliceFamilies.h"
#include "frontend/mpiio/MpiFrontend.h"
#include "frontend/mpiio/MpiLibrary.h"
#include "frontend/mpiio/UnseenCalls.h"
#include "frontend/mpiio/slice/LibraryFiles.h"
#include "frontend/mpiio/slice/SliceRegion.h"
#include "frontend/posix/hint/HintReader.h"
#include "frontend/posix/watch/WatchTable.h"
#include "recorder/AccessRecorder.h"
#include "source/slice/SliceRunner.h"
#include "support/AddressRoom.h"
#include "support/DescriptorRoom.h"
#include "support/Settings.h"
#include "support/Statistics.h"

using namespace foreslice;

/// MPI libraries start threads in MPI_Init.
__attribute__((constructor)) static void beforeThreads() {
  descriptor_room::lengthenTable();
}

/// Adds the functions for slices.
static void addFamilies() {
  slice_region::install();
  setLibraryOpens(openLibraryFilesByMpi());
  addSliceFamilies();
}

/// Lets a region of main behind MPI_Init launch a first time, before MPI_Init.
/// The slice uses the launcher's place of this rank, and has files fetched to
/// the operating system's memory only. Nothing else uses the launcher's place.
static bool startBeforeInit() {
  int IsUp = 0;
  const Settings &S = Settings::get();
  if (S.Disable || !S.Sources.has(SourceKind::Slices) ||
      S.Ahead == OpenAhead::Never || mpi().process().sawInit() ||
      mpi().process().sawOtherFamily() || !hasLauncherPlace() ||
      address_room::isLimited() || PMPI_Initialized(&IsUp) != MPI_SUCCESS ||
      IsUp)
    return false;
  mpi().process().expect(launcherRank(), launcherRanks());
  mpi().types().expectPredefined();
  mpi().communicators().expectPredefined(launcherRank(), launcherRanks());
  addFamilies();
  slice_runner::enable();
  return true;
}

/// The process first: the other parts ask the process.
static void initialized() {
  if (slice_runner::endForNew())
    runtime().control().endIdle();
  Process &World = mpi().process();
  World.initialized();
  if (!Settings::get().Disable)
    mpi().types().addPredefined();
  mpi().communicators().addPredefined(World.worldRank(), World.worldSize());
  AccessRecorder::get().setRank(World.worldRank(), World.worldSize());
  if (!Settings::get().Stats.empty())
    Statistics::get().runsWith(mpi_library::version());
  addFamilies();
  if (!Settings::get().Disable &&
      Statistics::get().HasRegions.load(std::memory_order_relaxed) &&
      !address_room::isLimited())
    runtime().control().prepare();
  if (!World.sawOtherFamily())
    slice_runner::enable();
}

extern "C" {

const foreslice_watch *foreslice_watch_v7() {
  if (mpi_library::isOther())
    return noWatchTable();
  const foreslice_watch *Table = watchTable();
  if (Table->read)
    HintReader::get().start();
  return Table;
}

void foreslice_link_with_fprefetch_slice_v6(foreslice_region *const *Regions,
                                            uint64_t Count,
                                            foreslice_mpi_family Family) {
  if (Count != 0)
    Statistics::get().HasRegions.store(true, std::memory_order_relaxed);
  for (uint64_t I = 0; I < Count; ++I)
    if (Regions[I]->flags & FORESLICE_REGION_FORTRAN)
      mpi().files().expectFortran();
  Runtime::fillGaps();
  if (mpi().process().announce(Regions, Count, Family)) {
    unseen_calls::expectInit();
    slice_runner::setStart(startBeforeInit);
  }
}

int MPI_Init(int *Argc, char ***Argv) {
  int Error = PMPI_Init(Argc, Argv);
  if (Error == MPI_SUCCESS)
    initialized();
  return Error;
}

int MPI_Init_thread(int *Argc, char ***Argv, int Required, int *Provided) {
  int Error = PMPI_Init_thread(Argc, Argv, Required, Provided);
  if (Error == MPI_SUCCESS)
    initialized();
  return Error;
}

} // extern "C"
