//===- NetcdfFile.h - A file of NetCDF in slices --------------------------===//

#ifndef FORESLICE_FRONTEND_NETCDF_SLICE_NETCDFFILE_H
#define FORESLICE_FRONTEND_NETCDF_SLICE_NETCDFFILE_H

#include "frontend/hdf5/slice/SliceSets.h"
#include "frontend/netcdf/OpenFiles.h"
#include "frontend/posix/slice/LibraryFile.h"
#include "frontend/slice/SliceFamily.h"

namespace foreslice {

/// A file of the program's, or one that the slice has opened. Prefetch thread
/// only.
struct NetcdfFile : LibraryFile {
  explicit NetcdfFile(std::string Path) : Path(std::move(Path)) {}

  /// Null if it is no file that a slice can do with.
  const netcdf::Contents *contents();
  /// What the header says; waits for its bytes.
  std::optional<netcdf::Contents> header();
  /// Of a file of NetCDF-4: what the program's library says.
  void takeSets(const netcdf::OpenedFile &Is);
  /// The same of one that the slice has opened: what it finds by name.
  bool beginHdf5();
  int64_t findInHdf5(unsigned What, std::string_view Name);
  /// The group of that name; null if there is none.
  std::shared_ptr<NetcdfFile> group(std::string_view Name) const;
  /// Null if unknown.
  const std::vector<std::string> *groups();
  /// The file has what Other has.
  void takeFrom(const NetcdfFile &Other);
  /// The variable of that number; null if there is none.
  const netcdf::Variable *variable(int32_t Number);

  const std::string Path;
  netcdf::LibraryKind Kind = netcdf::LibraryKind::Netcdf;
  bool IsOpened = false, IsRead = false;
  bool IsAgain = false;            ///< The program has opened it once more.
  std::optional<uint64_t> Records; ///< That the library knows of.
  std::optional<netcdf::Contents> Holds;
  /// Of NetCDF-4, null of others; and its datasets, by the numbers of
  /// variables.
  std::shared_ptr<hdf5::KnownFile> ByHdf5;
  std::vector<std::optional<hdf5::KnownSet>> Sets;
  /// Of a group: the roots of the groups around, the innermost first.
  std::vector<uint64_t> Outer;
  std::string GroupName = "/";                    ///< Of a group.
  std::optional<std::vector<std::string>> Groups; ///< Once asked for.
  /// Only what the slice has looked for is known, by numbers of its own.
  bool IsPart = false;
  /// What is read next, of each dimension.
  std::vector<hdf5::Hyperslab> Next;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_NETCDF_SLICE_NETCDFFILE_H
