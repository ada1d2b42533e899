//===- OpenedAhead.h - files opened by a slice before the program ---------===//
//
// If a slice knows the name of a file to be opened by the program for reading,
// the slice opens the file first: without MPI calls, and only if the file
// exists and is not open. The slice gets a stand-in for the later handle of
// MPI. When the program opens the file, fetched pages are dropped from the
// pool, and the program finds the data in the operating system's memory, as
// current as any read. Where the operating system keeps nothing, the pages stay
// in the pool if the server says that the file has not changed.
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
  /// Files and World outlive the object.
  OpenedAhead(FileRegistry &Files, const Process &World)
      : Files(Files), World(World) {}

  /// True for stand-ins.
  static bool isStand(foreslice_handle Handle) {
    return Handle >> 32 == Tag >> 32 ||
           (Handle >> 31 == (FORESLICE_FORTRAN_HANDLE | TagInFortran) >> 31 &&
            (Handle & Odd));
  }
  /// The file of a stand-in; after the program has closed the file, a file with
  /// unknown contents.
  std::shared_ptr<OpenFile> find(foreslice_handle Stand) const;

  // Prefetch threads.

  /// Most files of a slice ahead of the program, and of scouts ahead of the
  /// slice.
  static constexpr size_t Most = 48;
  /// A stand-in for the file; 0 if the file cannot be opened ahead. Mode as for
  /// MPI_File_open. The slice and the scouts get an equal handle.
  foreslice_handle open(const char *Name, int Mode);
  /// Files opened by scouts, and not by the slice or the program.
  size_t scouted() const;
  /// Stands for an unknown file.
  static constexpr foreslice_handle Unknown = 0xA4EAull << 48 | 1u << 31 | 1;

  // Threads of the program.

  /// The program has opened File. Returns the file opened ahead by the slice,
  /// for SharedFile::removeAhead; null if there is none.
  std::shared_ptr<OpenFile> claim(SharedFile &File);
  /// The program has opened the file of Fd, or of Name if Fd is -1: what was
  /// fetched of the file before.
  EarlyFiles::EarlyPages earlyPages(int Fd, const char *Name);
  /// The program has closed a claimed file.
  void closed(const SharedFile &File);
  /// A launch on prefetch thread Number begins or ends: gives up unclaimed
  /// files opened by the slices of the thread.
  void clear(unsigned Number);
  /// The program cares about openings of files by others: opens no file ahead
  /// from now on, and closes open files.
  void turnOff();

private:
  /// Never an address on a machine with addresses of 48 to 57 bits.
  static constexpr foreslice_handle Tag = Unknown;
  /// The lower 4 bytes alone are stand-ins for Fortran's handles: no MPI
  /// library has negative handles of files.
  static constexpr foreslice_handle TagInFortran = 1u << 31;
  /// No address of a file's handle is odd. In Fortran, a slice has the lower 4
  /// bytes of the address.
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
  EarlyFiles::Keeper keeperOf(const LocalFile &File);
  bool isOff() const;

  FileRegistry &Files;
  const Process &World;
  EarlyFiles Early;
  mutable Mutex Lock;
  bool Off FORESLICE_GUARDED_BY(Lock) = false;
  std::vector<Entry> Entries FORESLICE_GUARDED_BY(Lock);
  uint64_t Last FORESLICE_GUARDED_BY(Lock) = 0;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SLICE_OPENEDAHEAD_H
