//===- Objects.h - datasets and dataspaces of the program -----------------===//
//
// The library's answers to launches (foreslice_hdf5_ask), kept for slices.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_OBJECTS_H
#define FORESLICE_FRONTEND_HDF5_OBJECTS_H

#include "frontend/hdf5/Dataset.h"
#include "frontend/slice/LaunchAnswers.h"

#include <variant>

namespace foreslice::hdf5 {

/// A file, or a group of it.
struct Group {
  FilePlace Origin;
  uint64_t Header = 0;
};

/// A property list for opens of files.
struct AccessList {
  bool ByMpi = false; ///< Files are read by MPI-IO.
};

/// Datasets by the program's handles.
using OpenSets =
    std::vector<std::pair<int64_t, std::shared_ptr<const Dataset>>>;

/// A packet table: a dataset under a handle of another kind.
struct PacketTable {
  std::shared_ptr<const Dataset> Set;
  uint64_t Next = 0; ///< The packet that the program reads next.
};

using Object =
    std::variant<OpenSets, Group, Dataspace, AccessList, PacketTable>;

/// A dataset that the program has open, by its path in the file.
struct NamedSet {
  std::string Path;
  std::shared_ptr<const Dataset> Set;
};

struct Library;

class Objects {
public:
  static Objects &get();

  /// The number of the facts about the program's handle, or, for 0, about all
  /// open datasets; 0 without facts. Main threads, at a launch.
  uint64_t ask(int64_t Handle) FORESLICE_EXCLUDES(M);
  /// Datasets of the file that the program has open by that name, up to as many
  /// as a launch has time for. Main threads, at a launch.
  std::vector<NamedSet> openSets(const std::string &File) FORESLICE_EXCLUDES(M);
  /// Null if too many newer objects exist. Prefetch threads.
  std::shared_ptr<const Object> find(uint64_t Number) {
    return Answers.find(Number);
  }

private:
  std::shared_ptr<const Dataset> known(int64_t Handle) FORESLICE_EXCLUDES(M);
  std::shared_ptr<const Dataset> lookUp(const Library &L, int64_t Handle)
      FORESLICE_EXCLUDES(M);
  bool findTable(const Library &L, int64_t Handle, PacketTable &To)
      FORESLICE_EXCLUDES(M);
  void addOpen(const Library &L, OpenSets &To) FORESLICE_EXCLUDES(M);

  /// Most datasets kept for long, since the files are only read.
  static constexpr size_t MostKept = 256;

  LaunchAnswers<Object> Answers;
  Mutex M;
  std::deque<std::pair<int64_t, std::shared_ptr<const Dataset>>>
      Kept FORESLICE_GUARDED_BY(M);
};

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_OBJECTS_H
