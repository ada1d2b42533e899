//===- NetcdfRead.h - What a slice reads of NetCDF next -------------------===//

#ifndef FORESLICE_FRONTEND_NETCDF_SLICE_NETCDFREAD_H
#define FORESLICE_FRONTEND_NETCDF_SLICE_NETCDFREAD_H

#include "frontend/netcdf/slice/NetcdfFile.h"
#include "frontend/slice/LibraryOperand.h"

namespace foreslice {

/// What a slice reads next through one library. Prefetch thread only.
class NetcdfRead {
public:
  /// The main thread's call says a part of what is read of F.
  SliceEnd change(NetcdfFile &F, LibraryOperand What, int64_t To,
                  uint64_t Count);
  /// Posts what was said, and loads the data if later reads depend on them.
  SliceEnd read(NetcdfFile &F, const SliceAccess &A);
  /// What was said is of another file.
  void forget() { Reads = -1; }

private:
  void select(NetcdfFile &F, const netcdf::Variable &V, bool IsAll);
  SliceEnd selectParts(NetcdfFile &F, int32_t Number);
  SliceEnd addPart(NetcdfFile &F, int32_t Number);
  void postParts(NetcdfFile &F);
  SliceEnd selectType(NetcdfFile &F, LibraryOperand What, int64_t To);
  void postSelected(NetcdfFile &F, const netcdf::Contents &In,
                    const netcdf::Variable &V, DatasetStatistics *Counters);
  SliceEnd readData(NetcdfFile &F, const netcdf::Variable &V,
                    const SliceAccess &A);

  /// The variable that the next read is of; -1 if that is not known.
  int32_t Reads = -1;
  hdf5::Dataspace Selected;
  LayoutRef AsType; ///< In place of Selected, if not null.
  /// Of several parts: those that have come and are not posted yet.
  struct Parts {
    netcdf::JoinedExtents Joined;
    DatasetStatistics *Counters = nullptr;
  };
  std::optional<Parts> InParts;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_NETCDF_SLICE_NETCDFREAD_H
