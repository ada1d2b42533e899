//===- OpenFiles.h - files of NetCDF that the program has open ------------===//
//
// What launches have asked the libraries for (foreslice_netcdf_ask,
// foreslice_pnetcdf_ask), for slices to come for.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_NETCDF_OPENFILES_H
#define FORESLICE_FRONTEND_NETCDF_OPENFILES_H

#include "frontend/hdf5/Dataset.h"
#include "frontend/netcdf/ClassicHeader.h"
#include "frontend/slice/LaunchAnswers.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace foreslice::netcdf {

enum class LibraryKind { Netcdf, Pnetcdf };

/// A file as the library has it open.
struct OpenedFile {
  int Id = 0; ///< The program's number.
  std::string Path;
  /// As many records as the library knows of, which need not be written yet.
  std::optional<uint64_t> Records;
  /// Of a file of NetCDF-4: what it has, and its variables as HDF5's datasets,
  /// null for those that are not open.
  std::shared_ptr<const Contents> Holds;
  std::vector<std::shared_ptr<const hdf5::Dataset>> Sets;
};
using OpenedFiles = std::vector<OpenedFile>;

class OpenFiles {
public:
  static OpenFiles &get();

  /// What is known of the program's Id, or, if that is -1, of all files that
  /// are open, as a number; 0 if it is nothing. Main threads, at a launch.
  uint64_t ask(LibraryKind Kind, int Id);
  /// Null if there are too many younger ones. Prefetch threads.
  std::shared_ptr<const OpenedFiles> find(uint64_t Number) {
    return Answers.find(Number);
  }

private:
  LaunchAnswers<OpenedFiles> Answers;
};

} // namespace foreslice::netcdf

#endif // FORESLICE_FRONTEND_NETCDF_OPENFILES_H
