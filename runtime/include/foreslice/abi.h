//===- foreslice/abi.h - the interface of programs and the run time -------===//
//
// The whole interface between the code that the pass emits and the run-time
// library: the types here, the functions in abi.def. Programs never include
// either file. Every change of a type or a meaning bumps FORESLICE_ABI_VERSION
// and the name of the registration function, so that objects and libraries of
// different versions do not link.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ABI_H
#define FORESLICE_ABI_H

#include <stdint.h>

#define FORESLICE_ABI_VERSION 6

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// The MPI library whose handles the program was compiled for. The handles of
/// Open MPI and of the standard ABI are addresses, MPICH's are ints (MPI_File
/// is an address in all). A program without handles runs with each library, and
/// without MPI.
enum foreslice_mpi_family {
  FORESLICE_MPI_NONE = 0,
  FORESLICE_MPI_OPENMPI = 1,
  FORESLICE_MPI_MPICH = 2,
  /// Fortran's handles, ints in both libraries.
  FORESLICE_MPI_FORTRAN = 3,
};

/// Bits of foreslice_region::flags.
enum foreslice_region_flags {
  /// The region holds a sliced collective read: its files may be served
  /// collectively (all ranks agree on this at MPI_File_open).
  FORESLICE_REGION_COLLECTIVE = 1,
  /// The slice uses shared file pointers, and needs their positions at launch.
  FORESLICE_REGION_SHARED_POINTER = 2,
  /// The slice draws random numbers from a copy of the program's generators,
  /// and the main thread reports each draw by foreslice_drew.
  FORESLICE_REGION_DRAWS = 4,
  /// The slice assumes that a loop goes on, although data or values of the main
  /// thread may end the loop: the slice may run ahead the further the longer
  /// the loop has gone on.
  FORESLICE_REGION_GUESSES = 8,
  /// The region reads by POSIX or stdio: only in such regions the run time
  /// looks at the program's POSIX and stdio calls.
  FORESLICE_REGION_POSIX = 16,
  /// The region reads text: the run time does not see these reads. With
  /// FORESLICE_REGION_FILES: the slice opens streams of stdio only, and the run
  /// time sees when the region opens such files.
  FORESLICE_REGION_TEXT = 32,
  /// The region is in a function that code out of sight calls back, as OpenMP
  /// calls the body of a parallel region. No slice of an outer region covers
  /// this region: the region may be launched inside, and calls count for the
  /// outer region again from the inner region's end on.
  FORESLICE_REGION_CALLED_BACK = 64,
  /// The region reads mapped files: the run time does not see these reads.
  FORESLICE_REGION_MAPPED = 128,
  /// The slice may have handles of Fortran's (FORESLICE_FORTRAN_HANDLE).
  FORESLICE_REGION_FORTRAN = 256,
  /// The slice only says which files the region opens, and does not count
  /// reads. Regions inside may have slices of their own.
  FORESLICE_REGION_FILES = 512,
  /// The region makes tasks for other threads, which run up to the end of the
  /// region: see foreslice_task_begins.
  FORESLICE_REGION_TASKS = 1024,
  /// The region computes before the first read: the launch is not to wait for a
  /// slow read.
  FORESLICE_REGION_EARLY = 2048,
  /// The region begins behind MPI_Init, or before a call that starts MPI. A
  /// launch before MPI_Init is possible; the region then ends with MPI_Init.
  FORESLICE_REGION_BEHIND_START = 4096,
};

/// The generator of the C library that a call seeds.
enum foreslice_generator {
  FORESLICE_GENERATOR_RANDOM = 0, ///< srand, srandom.
  FORESLICE_GENERATOR_RAND48 = 1, ///< srand48.
};

/// The kind of random number that a call draws.
enum foreslice_draw {
  FORESLICE_DRAW_RANDOM = 0,  ///< rand, random.
  FORESLICE_DRAW_DRAND48 = 1, ///< The bits of the double.
  FORESLICE_DRAW_LRAND48 = 2,
  FORESLICE_DRAW_MRAND48 = 3,
};

/// Bytes of the largest stream of a file, a std::fstream.
#define FORESLICE_STREAM_BYTES 528u

/// How a function of C++ streams reads. If not said otherwise, the stream's
/// state changes as in std::istream, and the result is the bytes read.
enum foreslice_stream_read {
  FORESLICE_STREAM_READ = 0,      ///< read()
  FORESLICE_STREAM_SOME = 1,      ///< readsome()
  FORESLICE_STREAM_IGNORE = 2,    ///< ignore()
  FORESLICE_STREAM_IGNORE_TO = 3, ///< ignore() up to a character: the argument.
  FORESLICE_STREAM_GET = 4,       ///< get() of one character.
  FORESLICE_STREAM_PEEK = 5,      ///< peek(): moves nothing.
  FORESLICE_STREAM_TAKE = 6,      ///< sgetn() of the buffer: changes no state.
  FORESLICE_STREAM_LOOK = 7,      ///< sgetc(): changes no state, moves nothing.
  /// std::getline() of a std::string: length of the line before the argument,
  /// -1 if none is read; then the line itself, of the given length.
  FORESLICE_STREAM_LINE_LENGTH = 8,
  FORESLICE_STREAM_LINE = 9,
  /// operator>> of a std::string, in two steps as std::getline().
  FORESLICE_STREAM_WORD_LENGTH = 10,
  FORESLICE_STREAM_WORD = 11,
  FORESLICE_STREAM_CHARACTER = 12, ///< operator>> of a char.
  FORESLICE_STREAM_SPACE = 13,     ///< std::ws
  /// operator>> of a number, of the type in the argument (enum
  /// foreslice_stream_number). Gives the bytes of the number, or 0 if the
  /// program's variable stays unchanged.
  FORESLICE_STREAM_NUMBER = 14,
  /// getline() of characters with a 0, up to the argument, which is left out.
  FORESLICE_STREAM_TEXT = 15,
};

enum foreslice_stream_number {
  FORESLICE_STREAM_SHORT = 0,
  FORESLICE_STREAM_UNSIGNED_SHORT = 1,
  FORESLICE_STREAM_INT = 2,
  FORESLICE_STREAM_UNSIGNED = 3,
  FORESLICE_STREAM_LONG = 4,
  FORESLICE_STREAM_UNSIGNED_LONG = 5,
  FORESLICE_STREAM_FLOAT = 6,
  FORESLICE_STREAM_DOUBLE = 7,
};

/// Beside the mode of an open: the stream is a std::filebuf alone.
#define FORESLICE_STREAM_ONLY_BUFFER 0x10000
/// Beside the mode of an open: the stream is one of libc++.
#define FORESLICE_STREAM_OF_LIBCXX 0x20000

/// The part of a stream that a seek moves.
enum foreslice_stream_part {
  FORESLICE_STREAM_WHOLE = 0,  ///< The stream.
  FORESLICE_STREAM_BUFFER = 1, ///< The buffer, which has no state.
};

enum foreslice_stream_state {
  FORESLICE_STREAM_BITS = 0,  ///< rdstate()
  FORESLICE_STREAM_COUNT = 1, ///< gcount()
  FORESLICE_STREAM_IS_OPEN = 2,
};

enum foreslice_stream_change {
  FORESLICE_STREAM_CLEAR = 0, ///< The state is the value.
  FORESLICE_STREAM_SET = 1,   ///< The value's bits are set, too.
  FORESLICE_STREAM_CLOSE = 2,
};

/// How a listing lists: bits.
enum foreslice_listing_how {
  FORESLICE_LISTING_ENTERS = 1,    ///< Folders, too.
  FORESLICE_LISTING_FOLLOWS = 2,   ///< Links to folders, too.
  FORESLICE_LISTING_OF_LIBCXX = 4, ///< Entries in the format of libc++.
};

/// What a step of a listing does.
enum foreslice_listing_step {
  FORESLICE_LISTING_ENTRY = 0, ///< Gives the entry, in the library's format.
  FORESLICE_LISTING_NEXT = 1,  ///< Gives `at`, or null behind the last entry.
  FORESLICE_LISTING_RISE = 2,  ///< As NEXT, behind the folder of the entry.
  FORESLICE_LISTING_PASS = 3,  ///< The folder is not entered. Gives `at`.
  FORESLICE_LISTING_DEPTH = 4, ///< Gives the depth of the entry's folder.
};

/// Bytes of a slice's state of a Fortran statement.
#define FORESLICE_FORTRAN_STATEMENT_BYTES 640u

/// Bytes of a slice's state of a READ or WRITE of a character variable.
#define FORESLICE_FORTRAN_TEXT_BYTES 1024u

/// The unit of a file that is only written.
#define FORESLICE_FORTRAN_NO_UNIT (-1000000)

/// A Fortran unit at launch, as the program's run time says.
struct foreslice_fortran_unit {
  int32_t unit;
  /// 0 if the unit has no file; the other members are then void.
  uint8_t opened;
  int64_t position; ///< In the file, from 1.
  int64_t recl;
  // Words and a name, with blanks behind.
  char access[16], form[16], convert[16];
  char name[512];
};

/// Bits of OPEN of Fortran. Without DIRECT and STREAM, the file is read from
/// the first record to the last.
enum foreslice_fortran_open {
  FORESLICE_FORTRAN_DIRECT = 1,
  FORESLICE_FORTRAN_STREAM = 2,
  FORESLICE_FORTRAN_FORMATTED = 4,
  FORESLICE_FORTRAN_APPEND = 8,    ///< The position is behind the last record.
  FORESLICE_FORTRAN_SWAP = 16,     ///< Numbers have the other byte order.
  FORESLICE_FORTRAN_NEW_UNIT = 32, ///< The unit is any free unit.
};

/// How READ converts the data.
enum foreslice_fortran_read {
  FORESLICE_FORTRAN_BYTES = 0,  ///< No conversion: unformatted.
  FORESLICE_FORTRAN_LIST = 1,   ///< List-directed.
  FORESLICE_FORTRAN_FORMAT = 2, ///< By a format.
  FORESLICE_FORTRAN_GROUP = 3,  ///< By a NAMELIST.
};

/// Layout of the data of an item in memory: elements of `element` bytes and a
/// type of flang, in pieces of `piece` bytes, `stride` bytes from begin to
/// begin, or in one piece if `piece` is 0. For any other layout `piece` is
/// negative, and a slice ends where the data are needed.
typedef struct foreslice_fortran_elements {
  int64_t type, element, piece, stride;
  int64_t lower; ///< The first index, of an array of a NAMELIST.
} foreslice_fortran_elements;

/// How a statement positions a unit.
enum foreslice_fortran_place {
  FORESLICE_FORTRAN_RECORD = 0,   ///< REC=
  FORESLICE_FORTRAN_POSITION = 1, ///< POS=
  FORESLICE_FORTRAN_REWIND = 2,
  FORESLICE_FORTRAN_BACKSPACE = 3,
};

/// Bits of what a statement of Fortran leaves to the program.
enum foreslice_fortran_handlers {
  FORESLICE_FORTRAN_IOSTAT = 1,
  FORESLICE_FORTRAN_ERR = 2,
  FORESLICE_FORTRAN_END = 4,
  FORESLICE_FORTRAN_EOR = 8,
  FORESLICE_FORTRAN_STAYS = 16, ///< ADVANCE='NO'
};

/// What INQUIRE asks for.
enum foreslice_fortran_inquire {
  FORESLICE_FORTRAN_EXIST = 0,
  FORESLICE_FORTRAN_OPENED = 1,
  FORESLICE_FORTRAN_SIZE = 2,
  FORESLICE_FORTRAN_POS = 3,
  FORESLICE_FORTRAN_NEXTREC = 4,
  FORESLICE_FORTRAN_RECL = 5,
};

/// The MPI call that makes a datatype. The numbers of the datatype are the
/// handle of the old type, and the arguments in the call's order, arrays
/// element by element; of a subarray the order comes behind the number of
/// dimensions.
enum foreslice_type_constructor {
  FORESLICE_TYPE_CONTIGUOUS = 0,
  FORESLICE_TYPE_VECTOR = 1,
  FORESLICE_TYPE_HVECTOR = 2,
  FORESLICE_TYPE_INDEXED = 3,
  FORESLICE_TYPE_HINDEXED = 4,
  FORESLICE_TYPE_INDEXED_BLOCK = 5,
  FORESLICE_TYPE_HINDEXED_BLOCK = 6,
  FORESLICE_TYPE_SUBARRAY = 7,
  FORESLICE_TYPE_RESIZED = 8,
  FORESLICE_TYPE_DUP = 9,
};

/// A family of calls by which programs read files. The run time has a front end
/// for each known family, and ends slices that use another family.
enum foreslice_family {
  FORESLICE_FAMILY_MPI = 0,
  FORESLICE_FAMILY_POSIX = 1,   ///< And stdio.
  FORESLICE_FAMILY_STREAMS = 2, ///< C++ streams.
  FORESLICE_FAMILY_FORTRAN = 3, ///< Fortran's statements.
  FORESLICE_FAMILY_HDF5 = 4,    ///< See hdf5.h.
  FORESLICE_FAMILY_NETCDF = 5,  ///< See netcdf.h.
  FORESLICE_FAMILY_PNETCDF = 6,
};

/// What a call does. abi.def describes the operands.
enum foreslice_kind {
  // foreslice_slice_access
  FORESLICE_READ = 0,
  FORESLICE_WRITE = 1,
  FORESLICE_SYNC = 2, ///< The data may be others afterwards.
  // Reads of text, of which the data tell how long they are.
  FORESLICE_LINE = 3,      ///< fgets()
  FORESLICE_DELIMITED = 4, ///< getdelim()
  FORESLICE_CHARACTER = 5, ///< fgetc()
  FORESLICE_FIELDS = 6,    ///< fscanf()
  FORESLICE_REST = 7,      ///< All up to the end of the file.
  /// The program opens the file next, with unknown reads.
  FORESLICE_BEGINNING = 8,
  // The slice ends, and waits for the program's reads of beginnings, or by
  // mappings.
  FORESLICE_AWAIT_BEGINNINGS = 9,
  FORESLICE_AWAIT_MAPPED = 10,
  // A READ of Fortran, item by item.
  FORESLICE_STATEMENT = 11, ///< A statement begins.
  FORESLICE_NAMED = 12,     ///< The item of a NAMELIST.
  FORESLICE_END = 13,       ///< Any statement is over.
  // foreslice_slice_open
  FORESLICE_OPEN = 32,
  FORESLICE_AT_LAUNCH = 33, ///< A file open at launch.
  FORESLICE_MAP = 34,       ///< mmap()
  FORESLICE_DUPLICATE = 35, ///< Shares a position with another.
  FORESLICE_FOLDER = 36,
  FORESLICE_LISTING = 37, ///< An iterator of std::filesystem.
  FORESLICE_NAME = 38,    ///< The name for the next statement of Fortran.
  // foreslice_slice_query
  FORESLICE_POSITION = 64,
  FORESLICE_SIZE = 65,  ///< Size of a file in bytes.
  FORESLICE_COUNT = 66, ///< Amount that the last read has given.
  FORESLICE_RANK = 67,
  FORESLICE_RANKS = 68,
  FORESLICE_TYPE_SIZE = 69,   ///< Size of a datatype in bytes.
  FORESLICE_MET_END = 70,     ///< Whether a read has met the end of the file.
  FORESLICE_STATUS = 71,      ///< stat()
  FORESLICE_WIDE_STATUS = 72, ///< statx()
  FORESLICE_ENTRY = 73,       ///< The next entry of a folder.
  FORESLICE_DESCRIPTOR = 74,  ///< The descriptor of a folder.
  FORESLICE_LISTED = 75,      ///< A step of an iterator.
  FORESLICE_STATE = 76,       ///< The state of a stream or a unit.
  FORESLICE_STATE_OF_NAME = 77,
  FORESLICE_TYPE_PART = 78, ///< Appends a number of a new datatype.
  FORESLICE_TYPE = 79,      ///< The new datatype.
  // foreslice_slice_move
  FORESLICE_SEEK = 96,
  FORESLICE_VIEW = 97, ///< Offsets count by another view of the file.
  FORESLICE_PUSH_BACK = 98,
  FORESLICE_REWIND = 99,  ///< Rewinds a folder.
  FORESLICE_CHANGE = 100, ///< Changes the state of a stream.
  FORESLICE_TAKE = 101,   ///< Moves a stream's file to another stream.
};

/// Where in a file a call reads, writes or moves: at an offset in the
/// arguments, at the individual pointer or at the shared pointer.
enum foreslice_pointer {
  FORESLICE_POINTER_NONE = 0,
  FORESLICE_POINTER_EXPLICIT = 1,
  FORESLICE_POINTER_OWN = 2,
  FORESLICE_POINTER_SHARED = 3,
};

/// Who makes a call: one rank, or all ranks that have opened the file.
enum foreslice_makers {
  FORESLICE_ALONE = 0,
  FORESLICE_TOGETHER = 1,
};

/// When an access is complete: when the call returns, when the program has
/// waited for the request, or when the program has called the second half.
enum foreslice_completion {
  FORESLICE_AT_RETURN = 0,
  FORESLICE_AT_WAIT = 1,
  FORESLICE_AT_END = 2,
};

/// What a slice makes of a call.
enum foreslice_role {
  FORESLICE_MADE = 0,
  FORESLICE_NEEDS_DATA = 1, ///< A read whose data the slice needs.
  FORESLICE_UNREAD = 2,     ///< A write without a later read of the data.
  FORESLICE_COUNTED = 3,    ///< A read that another slice fetches.
  FORESLICE_SKIPPED = 4,    ///< Only the file of the call is known.
};

/// The constant properties of a call in a slice.
typedef struct foreslice_io_call {
  uint8_t family;     ///< foreslice_family
  uint8_t kind;       ///< foreslice_kind
  uint8_t pointer;    ///< foreslice_pointer
  uint8_t makers;     ///< foreslice_makers
  uint8_t completion; ///< foreslice_completion
  uint8_t role;       ///< foreslice_role
  /// Bytes of the handle that an open puts behind a pointer.
  uint8_t handle_bytes;
  uint8_t reserved;
  /// The site where the main thread forwards the call's result, as in
  /// foreslice_forward.
  uint32_t site;
} foreslice_io_call;

#define FORESLICE_MAX_SCOUTS 2

/// How the run time's state of a region begins.
typedef struct foreslice_region_state {
  /// Threads whose slices may want values: where there is none, the program
  /// calls neither foreslice_forward nor foreslice_forward_guarded. Relaxed: a
  /// thread's own slice counts from foreslice_launch on.
  uint32_t listeners;
} foreslice_region_state;

/// One sliced region. Emitted once per region with static storage duration;
/// constant but for `state`, which the run time owns, and `skips`.
typedef struct foreslice_region {
  /// "file.c:12:5 in main", for statistics and traces. Never null.
  const char *name;
  /// The slice. Runs on the prefetch thread only; `packet` has the values from
  /// the launch point, valid until the slice returns.
  void (*slice)(const void *packet);
  /// Bytes of the packet, 0 to FORESLICE_MAX_PACKET.
  uint64_t packet_size;
  /// -fprefetch-slice-scheme=, by its name in schemes.def; null if not given.
  const char *scheme;
  /// foreslice_region_flags.
  uint32_t flags;
  /// The launches to leave out next, set by the run time. While the number is
  /// not 0, a launch point takes 1 from it in place of foreslice_packet, which
  /// also does so. Relaxed: threads may count one launch. 0 in the object file.
  uint32_t skips;
  /// The scouts of the region, from the first on, then null. Scouts take the
  /// slice's packet. Where the slice waits, the prefetch thread runs the
  /// scouts, some reads ahead. A scout waits only for the data of reads that an
  /// earlier slice or scout fetches. Scouts are on trust: a scout goes on only
  /// after reads that the slice then makes, too.
  void (*scouts[FORESLICE_MAX_SCOUTS])(const void *packet);
  /// The run time's state of the region, which begins with a
  /// foreslice_region_state; null in the object file, and before a launch.
  void *state;
} foreslice_region;

/// Upper bound of a packet in bytes: live-in values and snapshots together.
#define FORESLICE_MAX_PACKET (1u << 20)

/// Most nodes of a container that a launch copies, and the bytes of each.
#define FORESLICE_MAX_NODES 256u
#define FORESLICE_NODE_BYTES 112u

/// The result of foreslice_packet_nodes in the packet.
typedef struct foreslice_nodes {
  uint64_t count;
  struct foreslice_node {
    uint64_t address;
    unsigned char bytes[FORESLICE_NODE_BYTES];
  } node[FORESLICE_MAX_NODES];
} foreslice_nodes;

/// A handle, widened to 64 bits. MPI: the address, or the int zero-extended.
/// POSIX: a descriptor, less than 2^32, or the address of a FILE. Streams: the
/// address. Fortran: the number of the unit.
typedef uint64_t foreslice_handle;

/// Beside an int that is a Fortran handle of a file, a datatype or a
/// communicator.
#define FORESLICE_FORTRAN_HANDLE (UINT64_C(1) << 63)

/// Most bytes of one foreslice_forward, and of all waiting values.
#define FORESLICE_MAX_FORWARD (64u << 10)
#define FORESLICE_CHANNEL_SIZE (256u << 10)
/// Most bytes of one foreslice_forward_guarded.
#define FORESLICE_MAX_GUARDED (4u << 10)

/// Most bytes of the memory of a slice: foreslice_slice_alloc and stores to the
/// main thread's memory together.
#define FORESLICE_MAX_SLICE_MEMORY (16u << 20)

/// Most bytes of the name of a file for foreslice_slice_open, with the 0.
#define FORESLICE_MAX_NAME 4096u

/// Most places of FORESLICE_FIELDS.
#define FORESLICE_MAX_FIELDS 16u

// Every function is a row of abi.def, with all that a caller must know: void
// foreslice_launch(foreslice_region *region, void *packet) is the row
//
//   FORESLICE_FUNCTION(MAIN, WEAK, void, foreslice_launch,
//                      (foreslice_region *region, void *packet),
//                      (region, packet))
#define FORESLICE_FUNCTION(Caller, Attribute, Result, Name, Parameters,        \
                           Arguments)                                          \
  Result Name Parameters;
#include "foreslice/abi.def"

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif // FORESLICE_ABI_H
