//===- foreslice/netcdf.h - NetCDF and PnetCDF in slices ------------------===//
//
// What the pass and the run time agree on of slices that read by NetCDF or by
// PnetCDF, beside the functions of abi.def. The two are families of their own,
// with the same calls:
//
// Access: a READ, of the file `file`, of what the slice has said last by
//   READ_BY. Gives 0. A slice that needs the data gets the elements in `buffer`
//   without gaps, as elements of `type`, a FORESLICE_HDF5_TYPE. A slice ends
//   that needs data that only the library can make. Many reads of elements
//   outside of the variable end the slice.
// Open: AT_LAUNCH: `to` is a foreslice_netcdf_file, which the launch has asked
//   for. OPEN: the file `name`, as `mode` says, of enum foreslice_netcdf_opens.
//   Gives the slice's own number of the file, or an error of the library's,
//   which is negative. The main thread forwards the error.
// Query: `what` is of enum foreslice_netcdf_query, with the number of a
//   character or a dimension of a variable from bit 8 on and that of a variable
//   or a dimension above 32 bits. Gives the answer, or an error of the
//   library's.
// Move: `by` is of enum foreslice_netcdf_change, with the number of a dimension
//   or a variable above 32 bits, `file` a file, and `to` the value.
//   A dimension that is not named is read at 0, one element.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_NETCDF_H
#define FORESLICE_NETCDF_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// As netcdf.h has them.
#define FORESLICE_NETCDF_NO_DIMENSION (-46)
#define FORESLICE_NETCDF_NO_VARIABLE (-49)
#define FORESLICE_NETCDF_NO_FILE (-31)
#define FORESLICE_NETCDF_NO_GROUP (-125)
/// Bytes of a name, with the 0 behind.
#define FORESLICE_NETCDF_NAME 257
/// Most dimensions of a variable.
#define FORESLICE_NETCDF_RANK 1024

enum foreslice_netcdf_opens {
  FORESLICE_NETCDF_TO_READ = 0,    ///< The slice opens it itself.
  FORESLICE_NETCDF_TO_WRITE = 1,   ///< Nothing is known of it.
  FORESLICE_NETCDF_BY_PROGRAM = 2, ///< When the program has opened it.
  /// The program may open the file `of` once more, by another handle of MPI's.
  /// Gives 0.
  FORESLICE_NETCDF_AGAIN = 3,
  /// The slice opens it itself. The main thread forwards no error.
  FORESLICE_NETCDF_BY_METHOD = 4,
};

enum foreslice_netcdf_query {
  FORESLICE_NETCDF_DIMENSIONS = 0, ///< How many there are.
  FORESLICE_NETCDF_VARIABLES = 1,
  FORESLICE_NETCDF_ATTRIBUTES = 2,     ///< Of the file.
  FORESLICE_NETCDF_UNLIMITED = 3,      ///< The dimension of records, or -1.
  FORESLICE_NETCDF_LENGTH = 4,         ///< Of a dimension.
  FORESLICE_NETCDF_RANKS = 5,          ///< How many dimensions a variable has.
  FORESLICE_NETCDF_DIMENSION = 6,      ///< One of them.
  FORESLICE_NETCDF_TYPE = 7,           ///< Of a variable.
  FORESLICE_NETCDF_ATTRIBUTES_OF = 8,  ///< Of a variable.
  FORESLICE_NETCDF_DIMENSION_NAME = 9, ///< A character of it.
  FORESLICE_NETCDF_VARIABLE_NAME = 10,
  FORESLICE_NETCDF_FORMAT = 11,  ///< Of nc_inq_format().
  FORESLICE_NETCDF_RECORDS = 12, ///< Bytes of all variables of a record.
  // What has the name.
  FORESLICE_NETCDF_FIND_VARIABLE = 13,
  FORESLICE_NETCDF_FIND_DIMENSION = 14,
  FORESLICE_NETCDF_FIND_GROUP = 15, ///< Gives the slice's own number.
  // Of a file of NetCDF-4 or a group of it:
  FORESLICE_NETCDF_GROUPS = 16,     ///< How many groups there are.
  FORESLICE_NETCDF_GROUP = 17,      ///< The slice's own number of one of them.
  FORESLICE_NETCDF_GROUP_NAME = 18, ///< A character of the group's name.
};

enum foreslice_netcdf_change {
  // What of a dimension of a variable is read next.
  FORESLICE_NETCDF_START = 0,
  FORESLICE_NETCDF_COUNT = 1,
  FORESLICE_NETCDF_STRIDE = 2,
  FORESLICE_NETCDF_READ_BY = 3,  ///< This variable, by the above.
  FORESLICE_NETCDF_READ_ALL = 4, ///< All of this variable.
  FORESLICE_NETCDF_OTHER = 5,    ///< What is read, nobody knows.
  FORESLICE_NETCDF_RENEW = 6,    ///< Another process may have written records.
  /// This variable, as the datatype of MPI `to` lies behind its begin.
  FORESLICE_NETCDF_READ_TYPE = 7,
  FORESLICE_NETCDF_READ_PARTS = 8, ///< Parts of this variable, which follow.
  FORESLICE_NETCDF_PART = 9,       ///< One of them, by these.
  FORESLICE_NETCDF_PLACE = 10,     ///< Start and count in one: `to` and `of`.
};

/// A file as the packet has it.
typedef struct foreslice_netcdf_file {
  int32_t id;      ///< The program's; -1 for all that are open.
  int32_t padding; ///< 0
  uint64_t number; ///< The run time's; 0 if it knows nothing of it.
} foreslice_netcdf_file;

/// Called by the main thread, at a launch: looks up what is known of
/// `file->id`, by queries of the library that change no file, and puts the
/// number. Calls the library only where that is safe on this thread.
void foreslice_netcdf_ask(foreslice_netcdf_file *file);
void foreslice_pnetcdf_ask(foreslice_netcdf_file *file);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif // FORESLICE_NETCDF_H
