//===- ServedRead.cpp - places, statuses, pointers ------------------------===//
//
// See ServedRead.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/ServedRead.h"
#include "frontend/Runtime.h"
#include "frontend/mpiio/MpiFrontend.h"
#include "frontend/mpiio/QuietErrors.h"

namespace foreslice {

bool planFor(const ReadRequest &R, const OpenFile &File, ReadPlan &Plan) {
  if (!File.Cached)
    return false;
  LayoutRef Item = mpi().types().layout(R.Type);
  std::shared_ptr<const View> V = File.view();
  if (!Item || !V->Tiles)
    return false;
  std::optional<int64_t> Position =
      R.From == Pointer::None ? R.Offset : File.position(R.From);
  if (!Position)
    return false;
  std::optional<Access> Read =
      Access::of(std::move(V), *Position, R.Count, Item);
  LayoutPtr Memory =
      Read ? Item->items(static_cast<uint64_t>(R.Count)) : nullptr;
  if (!Memory)
    return false;
  Plan.divide(std::move(*Read), std::move(Memory), runtime().demand().grid());
  return true;
}

bool mayServe(const ReadRequest &R, const OpenFile &File) {
  return R.From != Pointer::Shared || File.OneRank;
}

bool mayServeAll(const ReadRequest &R, const OpenFile &File) {
  return mayServe(R, File) &&
         (File.Collective || File.MayVote || isDeliveredByKernel(*File.Cached));
}

std::unique_lock<std::mutex> takeTurn(Pointer From, OpenFile &File) {
  if (From == Pointer::None || !mpi().process().hasSeveralThreads())
    return {};
  return std::unique_lock(File.PointerTurn);
}

uint64_t bytesOf(MPI_Status &Status) {
  MPI_Count N = 0;
  if (PMPI_Get_elements_x(&Status, MPI_BYTE, &N) != MPI_SUCCESS || N < 0)
    return 0;
  return static_cast<uint64_t>(N);
}

/// Both libraries keep the bytes of a read in the status, for any type.
void setStatus(MPI_Status *Status, uint64_t Bytes) {
  if (Status == MPI_STATUS_IGNORE)
    return;
  PMPI_Status_set_elements_x(Status, MPI_BYTE, static_cast<MPI_Count>(Bytes));
  PMPI_Status_set_cancelled(Status, 0);
}

bool movePointer(const ReadRequest &R, int64_t Etypes) {
  if (R.From == Pointer::None || Etypes == 0)
    return true;
  if (R.From == Pointer::Individual)
    return PMPI_File_seek(R.Handle, Etypes, MPI_SEEK_CUR) == MPI_SUCCESS;
  QuietFile Quiet(R.Handle); // the pointer is in a file, possibly gone
  return PMPI_File_seek_shared(R.Handle, Etypes, MPI_SEEK_CUR) == MPI_SUCCESS;
}

} // namespace foreslice
