//===- Process.cpp - facts about the whole process ------------------------===//
//
// The start of the program; Ending.cpp has the end.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/Process.h"

#include "frontend/Runtime.h"
#include "frontend/mpiio/JobNetwork.h"
#include "frontend/mpiio/MpiLibrary.h"
#include "frontend/mpiio/NodeMemory.h"
#include "recorder/AccessRecorder.h"
#include "source/slice/Generators.h"
#include "source/slice/SliceRunner.h"
#include "support/Delay.h"
#include "support/ForkGuard.h"
#include "support/Settings.h"
#include "support/Statistics.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>
#include <unistd.h>
#include <vector>

namespace foreslice {

namespace {

/// Programs of the standard's ABI have addresses as handles, too.
const char *familyName(foreslice_mpi_family Family) {
  if (Family == ThisFamily && ThisInterface == MpiInterface::Standard)
    return "the standard MPI ABI";
  return Family == FORESLICE_MPI_OPENMPI ? "Open MPI" : "MPICH";
}

/// True if one mpirun started one program: Open MPI tells, MPICH does not.
bool oneProgram() {
  const char *Contexts = getenv("OMPI_NUM_APP_CTX");
  return !Contexts || atoi(Contexts) <= 1;
}

} // namespace

bool Process::announce(foreslice_region *const *Regions, uint64_t Count,
                       foreslice_mpi_family Family) {
  if (mpi_library::isOther()) {
    slice_runner::disable();
    return false;
  }
  if (Family != ThisFamily && Family != FORESLICE_MPI_NONE &&
      Family != FORESLICE_MPI_FORTRAN) {
    warnOnce(std::string("this program was compiled for ") +
             familyName(Family) + " but runs with the library for " +
             familyName(ThisFamily) + ": its slices are off");
    Statistics::get().note(notes::WrongFamily);
    WrongFamily.store(true);
    slice_runner::disable();
    return false;
  }
  for (uint64_t I = 0; I < Count; ++I) {
    if (Regions[I]->flags & FORESLICE_REGION_COLLECTIVE)
      Collective.store(true);
    if (Regions[I]->flags & FORESLICE_REGION_DRAWS)
      GeneratorStates::locate();
  }
  if (Count == 0)
    ReadsOnly.store(true);
  return Count > 0 && !Announced.exchange(true);
}

bool Process::active() const {
  // Settings are not read before MPI_Init: the program may set some.
  if (!worldIsUp() || WrongFamily.load(Relaxed) || fork_guard::isChild())
    return false;
  const Settings &S = Settings::get();
  return !S.Disable && (Announced.load(Relaxed) || S.Sources.learn() ||
                        (ReadsOnly.load(Relaxed) && S.Sources.fillGaps()) ||
                        AccessRecorder::get().isOn());
}

/// Collective over MPI_COMM_WORLD.
static void shareCaches(bool OnOneNode) {
  NodeRanks Node = NodeRanks::find(OnOneNode);
  NodeDirectory *Directory = shareCacheOnNode(Node);
  if (!Node.All)
    job_network::connect(Node, Directory);
  Node.free();
}

void Process::initialized() {
  PMPI_Comm_rank(MPI_COMM_WORLD, &Rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &Size);
  Run.begin();
  int Level = MPI_THREAD_SINGLE;
  PMPI_Query_thread(&Level);
  AnyThread = Level == MPI_THREAD_MULTIPLE;
  prepareToEndAlone();
  if (unsigned Seed = Settings::get().Delays)
    delays::start(Seed, static_cast<unsigned>(Rank));
  MPI_Comm Parent = MPI_COMM_NULL;
  PMPI_Comm_get_parent(&Parent);
  Spawned = Parent != MPI_COMM_NULL;
  WorldIsUp.store(true);
  int TakesPart = !Settings::get().Disable;
  if (Size > 1 && sharedByAll(MPI_COMM_WORLD)) {
    const uint64_t Here = TakesPart ? NodeRanks::nodeOfProcess() : 0;
    // The greatest and the least node.
    uint64_t Facts[] = {static_cast<uint64_t>(TakesPart), Here, ~Here};
    PMPI_Allreduce(MPI_IN_PLACE, Facts, std::size(Facts), MPI_UINT64_T, MPI_MAX,
                   MPI_COMM_WORLD);
    TakesPart = static_cast<int>(Facts[0]);
    if (TakesPart)
      shareCaches(Facts[1] == ~Facts[2] && Facts[1] != 0);
  }
  AnyTakesPart.store(TakesPart);
}

bool Process::mayCallMpi() const { return AnyThread || Run.isMainThread(); }

bool Process::sharedByAll(MPI_Comm Comm) const {
  int Inter = 1;
  // MPI_Comm_spawn_multiple starts several programs, too.
  if (Settings::get().Alone || !worldIsUp() || Spawned || !oneProgram() ||
      PMPI_Comm_test_inter(Comm, &Inter) != MPI_SUCCESS || Inter)
    return false;
  // Ranks of other worlds (spawned, joined) may run other programs. MPICH 5
  // ends a program that asks for the intersection of groups of two sessions.
  MPI_Group Theirs, World;
  int All = 0;
  PMPI_Comm_size(Comm, &All);
  PMPI_Comm_group(Comm, &Theirs);
  PMPI_Comm_group(MPI_COMM_WORLD, &World);
  std::vector<int> Ranks(static_cast<size_t>(All)), InWorld(Ranks);
  std::iota(Ranks.begin(), Ranks.end(), 0);
  const int Error = PMPI_Group_translate_ranks(Theirs, All, Ranks.data(), World,
                                               InWorld.data());
  PMPI_Group_free(&Theirs);
  PMPI_Group_free(&World);
  return Error == MPI_SUCCESS &&
         std::ranges::find(InWorld, MPI_UNDEFINED) == InWorld.end();
}

void Process::setInfoScheme(SchemeKind Scheme) {
  InfoScheme.store(static_cast<int>(Scheme));
}

SchemeKind Process::schemeFor(const foreslice_region &Region) const {
  int FromInfo = InfoScheme.load();
  return foreslice::schemeFor(
      Region, FromInfo >= 0 ? std::optional(static_cast<SchemeKind>(FromInfo))
                            : std::nullopt);
}

} // namespace foreslice
