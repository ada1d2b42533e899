//===- SliceRegion.cpp - work of the front end for regions ----------------===//
//
// See SliceRegion.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/slice/SliceRegion.h"
#include "frontend/mpiio/MpiFrontend.h"

#include "frontend/Runtime.h"
#include "frontend/mpiio/Communicators.h"
#include "frontend/mpiio/Process.h"
#include "frontend/mpiio/slice/OpenedAhead.h"
#include "frontend/mpiio/slice/ScoutedReads.h"
#include "frontend/posix/PosixFrontend.h"
#include "frontend/posix/slice/Mappings.h"
#include "frontend/posix/slice/PosixHandles.h"
#include "frontend/slice/SliceFamily.h"
#include "source/slice/SliceRunner.h"
#include "support/DescriptorRoom.h"

using namespace foreslice;

namespace {

void resetHandle(const OpenFile &F, bool UsesShared) {
  SlicedHandle::State S;
  S.FileView = F.view();
  if (!mpi().process().mayCallMpi()) {
    S.Position = S.SharedPosition = std::nullopt;
  } else if (F.Cached) {
    S.Position = F.position(Pointer::Individual).value_or(0);
    if (UsesShared && F.OneRank)
      S.SharedPosition = F.position(Pointer::Shared).value_or(0);
  }
  MutexLock L(SlicedFilesLock);
  unsigned First = execution::firstRunner(slice_runner::number());
  for (unsigned I = First; I < First + execution::Roles; ++I) {
    F.Shared->Sliced->CallIds[I] = 0;
    F.Sliced->States[I] = S;
  }
}

void launched(const foreslice_region *Region) {
  bool UsesShared = Region->flags & FORESLICE_REGION_SHARED_POINTER;
  runtime().slices().launched(mpi().process().schemeFor(*Region));
  mpi().openedAhead().clear(slice_runner::number());
  descriptor_room::look();
  FileRegistry &Files = mpi().files();
  if (!slice_runner::othersRun()) {
    Files.forgetClosed();
    mpi().types().forgetFreed();
    posix().files().forgetUnopened();
  }
  Files.forEach([&](OpenFile &F) {
    if (F.Shared)
      resetHandle(F, UsesShared);
  });
}

void ended(const foreslice_region *) {
  runtime().slices().regionEnded();
  mpi().openedAhead().clear(slice_runner::number());
  if (mpi().process().sawInit())
    runtime().coherence().dropEarly();
}

LaunchDecision decide(foreslice_region *Region) {
  return SliceSource::decide(*Region, &runtime().slices());
}

void wake() {
  runtime().control().wakeSources();
  runtime().slices().wake();
  mpi().communicators().wake();
}

bool confirm(foreslice_handle Stand, foreslice_handle Handle) {
  if (!OpenedAhead::isStand(Stand)) {
    PosixHandles::ofRunner().confirm(Stand, Handle);
    Mappings::ofRunner().isInProgram(Stand, Handle);
    return true; // The data are the program's own, whatever the file.
  }
  std::shared_ptr<OpenFile> Ahead = mpi().openedAhead().find(Stand),
                            File = mpi().findForSlice(Handle);
  if (!File)
    return false;
  bool Closed = !Ahead->Shared || !File->Shared;
  return Closed || Ahead->Shared == File->Shared;
}

bool mayScout(unsigned Runner) {
  return ScoutedReads::of(Runner).mayGoOn() && PosixHandles::mayScout(Runner);
}

} // namespace

void slice_region::install() {
  SliceFamily::add(FORESLICE_FAMILY_MPI, mpiSlices());
  slice_runner::setHooks({.Launched = launched,
                          .Ended = ended,
                          .Decide = decide,
                          .Wake = wake,
                          .Confirm = confirm,
                          .MayScout = mayScout});
}
