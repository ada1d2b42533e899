//===- Dataset.h - where the elements of a dataset lie in its file --------===//
//
// What the run time knows of one of HDF5's datasets. What is selected becomes
// extents of the file, as the library reads them. Knows nothing of the library.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_DATASET_H
#define FORESLICE_FRONTEND_HDF5_DATASET_H

#include "frontend/hdf5/ChunkIndex.h"
#include "frontend/hdf5/Dataspace.h"
#include "storage/FileKey.h"

namespace foreslice::hdf5 {

/// A file as the library has it open.
struct FilePlace {
  /// The program's descriptor of the file, and which file that has to be.
  int Descriptor = -1;
  FileKey File{};
  /// The library reads by MPI: its handle of the file.
  uint64_t ByMpi = 0;
  uint64_t Base = 0;    ///< From where addresses in the file count.
  uint64_t Root = 0;    ///< The header of the root group.
  uint64_t Fanout = 32; ///< Of indices of chunks: see IndexPlace.
  /// The library reads so many bytes at a time where a program wants fewer, of
  /// data without chunks.
  uint64_t SieveBytes = 64 << 10;
  uint64_t CacheBytes = 1 << 20; ///< For chunks of a dataset.
};

struct Dataset {
  FilePlace Origin;
  Dataspace Space;
  uint64_t ElementBytes = 0;

  /// Without chunks: where the first element is.
  uint64_t Begin = 0;
  /// Nothing of the data lies in the file outside of the dataset's header, or
  /// nobody knows where.
  bool IsEmpty = false;

  /// With chunks: their lengths, and where to find them.
  std::vector<uint64_t> ChunkLengths;
  IndexPlace Index;
  /// Chunks are read as a whole: they are filtered, or small enough.
  bool ReadsWholeChunks = true;

  using VisitFn = FunctionRef<bool(uint64_t Offset, uint64_t Bytes)>;
  /// Gives the chunk whose first element has these coordinates.
  using FindFn = FunctionRef<std::optional<ChunkExtent>(
      const std::vector<uint64_t> &Coordinates)>;
  /// Calls Visit with the offset and the length in bytes of each extent of the
  /// file that the library reads for Chosen, until it gives false; without
  /// bytes where the file has none.
  void forEachExtent(const Box &Chosen, FindFn Find, VisitFn Visit) const;

private:
  void forEachChunkExtent(const Box &Chosen, FindFn Find, VisitFn Visit) const;
};

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_DATASET_H
