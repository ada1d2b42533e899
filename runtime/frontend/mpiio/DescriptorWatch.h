//===- DescriptorWatch.h - the file opened by MPI_File_open ---------------===//
//
// An MPI_File does not tell the descriptor, and the name may stand for another
// file by now. A watch notes the files opened by the MPI library during one
// call, by open(2) and so on, defined before libc's in OpenInterposer.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_DESCRIPTORWATCH_H
#define FORESLICE_FRONTEND_MPIIO_DESCRIPTORWATCH_H

#include "storage/FileKey.h"

#include <array>
#include <cstddef>
#include <string_view>

namespace foreslice {

/// Watches the calling thread, until the watch ends. Watches do not nest.
class DescriptorWatch {
public:
  /// Name is the name given to MPI_File_open, or null, and outlives the watch.
  /// Other files opened by the library, such as the file of the shared pointer,
  /// have other names.
  explicit DescriptorWatch(const char *Name);
  ~DescriptorWatch();
  DescriptorWatch(const DescriptorWatch &) = delete;
  DescriptorWatch &operator=(const DescriptorWatch &) = delete;

  /// The descriptor of the only file opened by the name and still open; -1
  /// without a file, or with several.
  int find() const;

  /// This thread has opened Path. Keeps errno; async-signal-safe.
  static void opened(const char *Path, int Fd);

private:
  struct Entry {
    int Fd;
    FileKey Key;
    bool isStillOpen() const;
  };
  void note(int Fd);

  static constexpr size_t Most = 16;
  std::string_view Name; ///< Without folders.
  std::array<Entry, Most> Opened;
  size_t Count = 0; ///< Above Most: too many to be noted.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_DESCRIPTORWATCH_H
