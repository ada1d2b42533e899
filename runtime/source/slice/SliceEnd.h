//===- SliceEnd.h - how slices end ----------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_SLICEEND_H
#define FORESLICE_SOURCE_SLICE_SLICEEND_H

namespace foreslice {

/// How a slice ended.
enum class SliceEnd {
  Completed,
  Cancelled,     ///< Region end, MPI_Finalize, MPI_Abort, exit.
  Fault,         ///< SIGSEGV, SIGBUS, SIGFPE, SIGILL, stack overflow.
  UnknownHandle, ///< An unknown file or datatype.
  OutOfMemory,   ///< More private memory than the limit.
  Endless,       ///< A second of CPU time without a request.
  ChannelFull,   ///< A forwarded value found no room.
  Diverged,      ///< The next value is for another place in the program.
  Overtaken,     ///< Reads data behind the main thread, and stays behind.
  Astray,        ///< Reads passed or resident data: no failure.
  NoData,        ///< Needs data that only a library of the program can read.
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_SLICE_SLICEEND_H
