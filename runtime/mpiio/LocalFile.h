//===- LocalFile.h - the file behind an MPI file name ---------------------===//
//
// Finds the POSIX file that MPI_File_open opened, and says whether this
// process's own reads of it are coherent with the MPI library's.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_MPIIO_LOCALFILE_H
#define FORESLICE_MPIIO_LOCALFILE_H

#include "cache/PageCache.h"

#include <optional>
#include <string>

namespace foreslice {

struct LocalFile {
  std::string Path;
  CachedFile::Key Key;
  int64_t Size;
};

/// The regular file that Name stands for, without a ROMIO prefix ("ufs:").
/// None if there is none, or two that it may stand for.
std::optional<LocalFile> findLocalFile(const char *Name);

/// Opens File for reading. On failure -1 and, in Why, the reason why it is not
/// cached.
int openForCache(const LocalFile &File, std::string &Why);

} // namespace foreslice

#endif // FORESLICE_MPIIO_LOCALFILE_H
