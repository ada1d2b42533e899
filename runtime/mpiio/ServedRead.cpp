//===- ServedRead.cpp - counts, statuses, pointers ------------------------===//
//
// See ServedRead.h.
//
//===----------------------------------------------------------------------===//

#include "mpiio/ServedRead.h"

namespace foreslice {

void ReadTimer::finished(uint64_t Bytes) const {
  if (!runs())
    return;
  auto Elapsed = std::chrono::duration_cast<std::chrono::nanoseconds>(
      Clock::now() - Start);
  auto Ns = static_cast<uint64_t>(Elapsed.count());
  if (Watched)
    held_launch::readDone(Bytes, Ns);
  if (!Counting)
    return;
  Stats.add(Counter::Reads);
  Stats.add(Counter::ReadBytes, Bytes);
  Stats.add(Counter::DemandReadNs, Ns);
  Stats.DemandReads.add(Ns);
}

bool mayServe(const ReadRequest &R, const OpenFile &File) {
  return R.From != Pointer::Shared || File.OneRank;
}

uint64_t bytesOf(MPI_Status &Status) {
  MPI_Count N = 0;
  if (PMPI_Get_elements_x(&Status, MPI_BYTE, &N) != MPI_SUCCESS || N < 0)
    return 0;
  return static_cast<uint64_t>(N);
}

/// Both libraries keep the bytes of a read in its status, whatever its type.
void setStatus(MPI_Status *Status, uint64_t Bytes) {
  if (Status == MPI_STATUS_IGNORE)
    return;
  PMPI_Status_set_elements_x(Status, MPI_BYTE, static_cast<MPI_Count>(Bytes));
  PMPI_Status_set_cancelled(Status, 0);
}

bool movePointer(const ReadRequest &R, const ReadPlan &Plan) {
  if (R.From == Pointer::None || Plan.length() == 0)
    return true;
  auto *Seek =
      R.From == Pointer::Shared ? PMPI_File_seek_shared : PMPI_File_seek;
  return Seek(R.Handle, Plan.etypes(), MPI_SEEK_CUR) == MPI_SUCCESS;
}

} // namespace foreslice
