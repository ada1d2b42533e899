//===- OpenedAhead.h - files that a slice opens before the program --------===//
//
// Where a slice can tell the name of a file that the program will open to read,
// it opens the file itself: without any MPI call, and only if the file exists
// and is not open. The slice gets a handle that stands for the one that MPI
// will give. When the program opens the file, what has been fetched is dropped,
// and the program finds it in the operating system's memory, which is as
// current as any read: nothing else could tell that nobody has changed the file
// since.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_SLICE_OPENEDAHEAD_H
#define FORESLICE_FRONTEND_MPIIO_SLICE_OPENEDAHEAD_H

#include "frontend/mpiio/Files.h"
#include "frontend/mpiio/LocalFile.h"
#include "source/slice/SliceExecution.h"
#include "support/FunctionRef.h"
#include "support/Mutex.h"

namespace foreslice {

class Process;

class OpenedAhead {
public:
  /// Both outlive this.
  OpenedAhead(FileRegistry &Files, const Process &World)
      : Files(Files), World(World) {}

  /// True for handles that stand for others.
  static bool isStand(foreslice_handle Handle) {
    return Handle >> 32 == Tag >> 32 ||
           (Handle >> 31 == (FORESLICE_FORTRAN_HANDLE | TagInFortran) >> 31 &&
            (Handle & Odd));
  }
  /// The file that such a handle stands for; one of which nothing is known
  /// after the program has closed it.
  std::shared_ptr<OpenFile> find(foreslice_handle Stand) const;

  // Prefetch threads.

  /// Files that a slice may be ahead of the program by, and its scouts of it.
  static constexpr size_t Most = 16;
  /// A handle that stands for the file; 0 if it cannot be opened ahead. Mode is
  /// that of MPI_File_open. The slice and its scouts get the same.
  foreslice_handle open(const char *Name, int Mode);
  /// Files that scouts have opened and neither the slice nor the program.
  size_t scouted() const;
  /// Stands for no file.
  static constexpr foreslice_handle Unknown = 0xA4EAull << 48 | 1u << 31 | 1;

  // Threads of the program.

  /// The program has opened File: what the slice has opened ahead of that, to
  /// be given up by SharedFile::removeAhead; null if there is none.
  std::shared_ptr<OpenFile> claim(SharedFile &File);
  /// The program has closed a file that it claimed.
  void closed(const SharedFile &File);
  /// A launch on the prefetch thread of this number begins or ends: gives up
  /// what its slices have opened and nobody has claimed.
  void clear(unsigned Number);
  /// The program minds who has its files open: none is opened ahead any more,
  /// and those that are will be closed.
  void turnOff();

private:
  /// Not an address on any machine that has 48 to 57 bits of them.
  static constexpr foreslice_handle Tag = Unknown;
  /// The lower 4 bytes alone stand for handles of Fortran's, which are negative
  /// for no MPI library's file.
  static constexpr foreslice_handle TagInFortran = 1u << 31;
  /// And no address of a file's handle is odd, of which a slice has the lower 4
  /// bytes in Fortran.
  static constexpr foreslice_handle Odd = 1;

  struct Entry {
    foreslice_handle Stand;
    std::shared_ptr<OpenFile> File;
    unsigned Number = 0;                         ///< Of the prefetch thread.
    std::array<bool, execution::Roles> Opened{}; ///< By execution::role().
    bool Claimed = false;
  };

  void giveUp(FunctionRef<bool(const Entry &)> Which);
  foreslice_handle openAgain(const LocalFile &File);
  foreslice_handle add(const std::shared_ptr<OpenFile> &Ahead, uint64_t Claims);
  bool isOff() const;

  FileRegistry &Files;
  const Process &World;
  mutable Mutex Lock;
  bool Off FORESLICE_GUARDED_BY(Lock) = false;
  std::vector<Entry> Entries FORESLICE_GUARDED_BY(Lock);
  uint64_t Last FORESLICE_GUARDED_BY(Lock) = 0;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SLICE_OPENEDAHEAD_H
