//===- DescriptorWatch.h - which file MPI_File_open has opened ------------===//
//
// An MPI_File does not tell its descriptor, and its name may stand for another
// file by now. A watch notes what the MPI library opens by open(2) and its kin,
// which OpenInterposer.cpp defines in front of libc's, during one call.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_DESCRIPTORWATCH_H
#define FORESLICE_FRONTEND_MPIIO_DESCRIPTORWATCH_H

#include <array>
#include <cstddef>
#include <string_view>
#include <sys/types.h>

namespace foreslice {

/// For the thread that makes it, until its end. Watches do not nest.
class DescriptorWatch {
public:
  /// Name is what MPI_File_open was called with, or null; it outlives the
  /// watch. What is opened beside the file, such as the library's file of the
  /// shared pointer, has other names.
  explicit DescriptorWatch(const char *Name);
  ~DescriptorWatch();
  DescriptorWatch(const DescriptorWatch &) = delete;
  DescriptorWatch &operator=(const DescriptorWatch &) = delete;

  /// The descriptor of the one file that was opened by the name and still is;
  /// -1 if there is none, or more than one file.
  int find() const;

  /// This thread has opened Path. Keeps errno; async-signal-safe.
  static void opened(const char *Path, int Fd);

private:
  struct Entry {
    int Fd;
    dev_t Device;
    ino_t Inode;
    bool isStillOpen() const;
  };
  void note(int Fd);

  static constexpr size_t Most = 16;
  std::string_view Name; ///< Without folders.
  std::array<Entry, Most> Opened;
  size_t Count = 0; ///< Beyond Most: more than could be noted.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_DESCRIPTORWATCH_H
