//===- foreslice/hdf5.h - HDF5 in slices ----------------------------------===//
//
// The interface of pass and run time for slices that read by HDF5, beside the
// functions of abi.def:
//
// Access: a READ, of the dataset `file`, by the dataspace that the slice has
//   named last. Gives 0. A slice that needs the data gets them in `buffer`, as
//   elements of `type`, a FORESLICE_HDF5_TYPE, where the dataspace `place`
//   says. A slice ends that needs data that only the
//   library can make: of chunks, or of elements of another type. Many reads of
//   elements outside of the dataset end the slice.
// Open: AT_LAUNCH: `to` is a foreslice_hdf5_object, filled at the launch. OPEN:
//   the object `name` of the file or group `of`, or, as `mode` says, of enum
//   foreslice_hdf5_opens, the file `name` by the property list `of`; the main
//   thread forwards the handle.
// Query: `what` is of enum foreslice_hdf5_query, with the number of a character
//   from bit 8 on and that of a dimension or a link above 32 bits, and `of` an
//   object.
// Move: `by` is of enum foreslice_hdf5_change, with the number of a dimension
//   above 32 bits, `file` a dataspace, a dataset or a property list, and `to`
//   the value.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_HDF5_H
#define FORESLICE_HDF5_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// Bytes of a link's name, with the 0 behind.
#define FORESLICE_HDF5_NAME 1024
/// Most dimensions of a dataset.
#define FORESLICE_HDF5_RANK 32

/// A type of numbers in memory. Slices have no types else.
#define FORESLICE_HDF5_TYPE(kind, bytes) (-((kind) * 256 + (int)(bytes)))
enum foreslice_hdf5_number {
  FORESLICE_HDF5_SIGNED = 1,
  FORESLICE_HDF5_UNSIGNED = 2,
  FORESLICE_HDF5_REAL = 3,
};

enum foreslice_hdf5_query {
  FORESLICE_HDF5_MAKE = 0,   ///< A new dataspace of no dimensions.
  FORESLICE_HDF5_COPY = 1,   ///< A copy, or the dataspace of a dataset.
  FORESLICE_HDF5_RANKS = 2,  ///< The number of dimensions.
  FORESLICE_HDF5_LENGTH = 3, ///< The length of a dimension.
  FORESLICE_HDF5_POINTS = 4, ///< Elements in all.
  FORESLICE_HDF5_CHOSEN = 5, ///< Selected elements.
  /// The handle `of` itself, of a file, a group or a property list.
  FORESLICE_HDF5_ITSELF = 6,
  // Of a file or a group:
  FORESLICE_HDF5_EXISTS = 7,     ///< Whether there is a link of the name.
  FORESLICE_HDF5_LINKS = 8,      ///< How many links there are.
  FORESLICE_HDF5_LINK_NAME = 9,  ///< A character of the name of a link.
  FORESLICE_HDF5_MAKE_LIST = 10, ///< A new property list.
  FORESLICE_HDF5_NEXT = 11,      ///< The next packet of a packet table.
  /// The slice's own handle of the object of the name, of a file or a group; 0
  /// if there is none.
  FORESLICE_HDF5_FIND = 12,
};

enum foreslice_hdf5_opens {
  FORESLICE_HDF5_OBJECT = 0,
  FORESLICE_HDF5_FILE = 1,
};

enum foreslice_hdf5_change {
  FORESLICE_HDF5_EXTENT = 0, ///< One more dimension, of the length `to`.
  // The hyperslab of a dimension, selected behind the last dimension.
  FORESLICE_HDF5_START = 1,
  FORESLICE_HDF5_STRIDE = 2,
  FORESLICE_HDF5_COUNT = 3,
  FORESLICE_HDF5_BLOCK = 4,
  FORESLICE_HDF5_SELECT = 5, ///< Selects the hyperslab of START to BLOCK.
  FORESLICE_HDF5_ALL = 6,
  FORESLICE_HDF5_NONE = 7,
  FORESLICE_HDF5_LESS = 8,    ///< Less is selected than is known.
  FORESLICE_HDF5_READ_BY = 9, ///< The next read is by this dataspace.
  FORESLICE_HDF5_UNITE = 10,  ///< Adds the hyperslab of START to BLOCK.
  FORESLICE_HDF5_MOVED = 11,  ///< Moves the selection in a dimension, by `to`.
  FORESLICE_HDF5_NO_EXTENT = 12, ///< No dimensions, and all selected.
  // Of a dataset:
  FORESLICE_HDF5_RESIZE = 13, ///< The new length of a dimension.
  FORESLICE_HDF5_RENEW = 14,  ///< Another process may have written the dataset.
  FORESLICE_HDF5_GO_TO = 17,  ///< The next packet of a packet table.
  // Of a dataspace:
  FORESLICE_HDF5_SELECT_AS = 16, ///< As `to`, another dataspace.
  // Of a property list:
  FORESLICE_HDF5_BY_MPI = 15, ///< Files are read by MPI-IO.
};

/// A dataset, a dataspace, a file, a group or a property list in the packet.
typedef struct foreslice_hdf5_object {
  int64_t handle;  ///< The program's; 0 for all datasets that are open.
  uint64_t number; ///< The run time's; 0 for an unknown object.
} foreslice_hdf5_object;

/// Called by the main thread, at a launch: looks up `object->handle`, by
/// queries of the library that change no file, and puts the number. Calls the
/// library only where safe on this thread. May wait for storage.
void foreslice_hdf5_ask(foreslice_hdf5_object *object);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif // FORESLICE_HDF5_H
