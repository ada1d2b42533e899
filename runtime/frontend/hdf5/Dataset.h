//===- Dataset.h - where the elements of a dataset lie in its file --------===//
//
// What the run time knows of one of HDF5's datasets. What is selected becomes
// extents of the file, as the library reads them. Knows nothing of the library.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_DATASET_H
#define FORESLICE_FRONTEND_HDF5_DATASET_H

#include "frontend/hdf5/Dataspace.h"
#include "storage/FileKey.h"

namespace foreslice::hdf5 {

/// A chunk as it lies in the file, perhaps compressed.
struct Chunk {
  /// In the grid of all chunks, the last dimension counted first.
  uint64_t Number = 0;
  uint64_t Begin = 0, Bytes = 0;
};

struct Dataset {
  /// The program's descriptor of the file, and which file that has to be.
  int Descriptor = -1;
  FileKey File{};
  Dataspace Space;
  uint64_t ElementBytes = 0;

  /// Without chunks: where the first element is.
  uint64_t Begin = 0;
  /// The library reads so many bytes at a time where a program wants fewer.
  uint64_t SieveBytes = 0;
  /// Nothing of the data lies in the file outside of the dataset's header.
  bool IsEmpty = false;

  /// With chunks: their lengths, and those that there are, by number.
  std::vector<uint64_t> ChunkLengths;
  std::vector<Chunk> Chunks;
  /// Chunks are read as a whole: they are filtered, or small enough.
  bool ReadsWholeChunks = true;

  /// Calls Visit with the offset and the length in bytes of each extent of the
  /// file that the library reads for Chosen, until it gives false; without
  /// bytes where the file has none.
  void
  forEachExtent(const Box &Chosen,
                FunctionRef<bool(uint64_t Offset, uint64_t Bytes)> Visit) const;

private:
  void forEachChunkExtent(const Box &Chosen,
                          FunctionRef<bool(uint64_t, uint64_t)> Visit) const;
};

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_DATASET_H
