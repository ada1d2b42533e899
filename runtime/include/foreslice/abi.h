//===- foreslice/abi.h - what compiled programs and the run time agree on -===//
//
// The whole interface between the code that the pass emits and the run-time
// library. Programs never include it. Every change of a type or a meaning
// bumps FORESLICE_ABI_VERSION, and with it the name of the registration
// function, so that objects and libraries of different versions do not link.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ABI_H
#define FORESLICE_ABI_H

#include <stdint.h>

#define FORESLICE_ABI_VERSION 3

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// Which MPI library's handles the program was compiled for. Open MPI's are
/// addresses, MPICH's are ints (MPI_File is an address in both).
enum foreslice_mpi_family {
  FORESLICE_MPI_OPENMPI = 1,
  FORESLICE_MPI_MPICH = 2,
};

/// Bits of foreslice_region::flags.
enum foreslice_region_flags {
  /// The region holds a sliced collective read, so that files it reads may be
  /// served collectively (all ranks agree on this at MPI_File_open).
  FORESLICE_REGION_COLLECTIVE = 1,
  /// The slice uses shared file pointers, so that it needs to know where they
  /// stand at launch.
  FORESLICE_REGION_SHARED_POINTER = 2,
};

#define FORESLICE_MAX_SCOUTS 2

/// One sliced region. Emitted once per region with static storage duration;
/// constant but for `state`, which belongs to the run time.
typedef struct foreslice_region {
  /// "file.c:12:5 in main", for statistics and traces. Never null.
  const char *name;
  /// The slice. Runs on the prefetch thread only; `packet` is what the main
  /// thread filled in at the launch point, valid until the slice returns.
  void (*slice)(const void *packet);
  /// Bytes of the packet, 0 to FORESLICE_MAX_PACKET.
  uint64_t packet_size;
  /// -fprefetch-slice-scheme=, by its name in schemes.def; null if not given.
  const char *scheme;
  /// foreslice_region_flags.
  uint32_t flags;
  uint32_t reserved;
  /// Other slices of the region, from the first on, then null. They take the
  /// same packet. Where the slice waits, the prefetch thread runs them
  /// meanwhile, some reads ahead. They wait for the data of reads that those
  /// before them fetch, and for nothing else. They are on trust: only reads
  /// that the slice then makes, too, let them go on.
  void (*scouts[FORESLICE_MAX_SCOUTS])(const void *packet);
  /// Null in the object file.
  void *state;
} foreslice_region;

/// Upper bound of a packet in bytes: live-in values and snapshots together.
#define FORESLICE_MAX_PACKET (1u << 20)

/// A handle of the MPI library widened to 64 bits: its address, or its int
/// zero-extended.
typedef uint64_t foreslice_handle;

//===----------------------------------------------------------------------===//
// Called by the main thread
//===----------------------------------------------------------------------===//

/// Announces the regions of one module. Called by a constructor of the module
/// before main (or at dlopen), from one thread. Starts no thread and opens
/// nothing. A family other than the library's is one warning, and the regions
/// stay off. The name carries the ABI version and tells whoever sees it in a
/// linker's message what is missing.
void foreslice_link_with_fprefetch_slice_v3(foreslice_region *const *regions,
                                            uint64_t count,
                                            enum foreslice_mpi_family family);

/// Launch point, first half: returns `region->packet_size` bytes (at least 16,
/// 16-aligned) to fill in, or null if the slice shall not run: disabled, turned
/// off because it did not pay, not needed lately, inside another region, before
/// MPI_Init or after MPI_Finalize. Never blocks beyond a short lock.
void *foreslice_packet(foreslice_region *region);

/// Launch point, second half: hands the packet from foreslice_packet to the
/// prefetch thread and returns at once. The region counts as entered; call ids
/// start at 0.
void foreslice_launch(foreslice_region *region, void *packet);

/// The main thread has left the region. Cancels the slice if it still runs,
/// without waiting for it. Harmless if the region was not launched.
void foreslice_end(foreslice_region *region);

/// Copies `size` bytes from `from`, an address that may lead nowhere (a pointer
/// that the program has not set yet), into the packet. Returns 1, or 0 if not
/// all of them can be read: the destination is then zero. Never faults, leaves
/// errno alone. One system call; less than 1 us for a small copy.
int32_t foreslice_packet_copy(void *to, const void *from, uint64_t size);

/// Forwarding: hands the slice of `region` a value that only the main thread
/// has. Copies `size` bytes, at most FORESLICE_MAX_FORWARD, and returns at
/// once; does nothing unless this thread has launched the region and its slice
/// has not ended. `site` names the place in the program, so that both sides
/// notice when they have taken different paths. Values wait in one channel of
/// FORESLICE_CHANNEL_SIZE bytes (16 each on top); one that finds no room ends
/// the slice when that comes to ask for it.
void foreslice_forward(foreslice_region *region, uint32_t site,
                       const void *from, uint64_t size);
#define FORESLICE_MAX_FORWARD (64u << 10)
#define FORESLICE_CHANNEL_SIZE (256u << 10)

//===----------------------------------------------------------------------===//
// Called by slices, on the prefetch thread
//
// None of these makes an MPI call. A handle that the run time does not know
// (a bad pointer in the slice) ends the slice; calls on a file that the main
// thread has closed since the launch, or could not open, do nothing. They may
// block while the request queue is full, and do not return once the slice is
// cancelled.
//===----------------------------------------------------------------------===//

/// MPI_File_read, _read_all, _iread, _read_all_begin: at the slice's own
/// individual file pointer, which starts where the main thread's stood at
/// launch and moves past `count` items.
void foreslice_slice_read(foreslice_handle file, int64_t count,
                          foreslice_handle datatype);

/// MPI_File_read_at, _read_at_all, _iread_at, _read_at_all_begin: `offset` in
/// etypes of the current view.
void foreslice_slice_read_at(foreslice_handle file, int64_t offset,
                             int64_t count, foreslice_handle datatype);

/// Dependent reads: the same calls where the slice needs the data. They wait
/// for the pages, which stay in the cache for the main thread; what is not
/// fetched is read plainly. The data go to `buffer` by the datatype's layout
/// and by the rule of foreslice_slice_store. They return the bytes read, fewer
/// than asked for at the end of the file, and end the slice if the handle, its
/// view or the datatype is not known or if more than FORESLICE_MAX_SLICE_MEMORY
/// bytes are asked for. Of a file that the main thread has closed, or could not
/// open, they give zeros and return 0.
int64_t foreslice_slice_read_data(foreslice_handle file, int64_t count,
                                  foreslice_handle datatype, void *buffer);
int64_t foreslice_slice_read_at_data(foreslice_handle file, int64_t offset,
                                     int64_t count, foreslice_handle datatype,
                                     void *buffer);

/// MPI_File_iread_all, _iread_at_all: the same, but pages are prefetched only
/// if one rank opened the file. Ranks may come to these calls at any time, so
/// that they cannot agree to be served.
void foreslice_slice_iread_all(foreslice_handle file, int64_t count,
                               foreslice_handle datatype);
void foreslice_slice_iread_at_all(foreslice_handle file, int64_t offset,
                                  int64_t count, foreslice_handle datatype);

/// MPI_File_read_shared, _read_ordered and their nonblocking and split forms,
/// at the slice's own shared pointer: pages are prefetched only if one rank
/// opened the file, as the order in which several would read is not known. The
/// dependent form ends the slice if several did.
void foreslice_slice_read_shared(foreslice_handle file, int64_t count,
                                 foreslice_handle datatype);
int64_t foreslice_slice_read_shared_data(foreslice_handle file, int64_t count,
                                         foreslice_handle datatype,
                                         void *buffer);

/// What the main thread's call will write.
enum foreslice_written {
  /// Nothing: only call ids and pointers are as for a write.
  FORESLICE_WRITTEN_NOTHING = 0,
  /// What its arguments say.
  FORESLICE_WRITTEN_OWN = 1,
  /// That, if one rank opened the file; else nobody knows what: other ranks
  /// write in the same call, or move the shared pointer before it.
  FORESLICE_WRITTEN_BY_ALL = 2,
  /// The call only starts a write: the cache gives up the file.
  FORESLICE_WRITTEN_LATER = 3,
};

/// MPI_File_write, _write_all and their nonblocking and split forms: nothing is
/// written, but what later calls of the slice read there is not fetched before
/// the main thread has made the call. Takes a call id and moves the slice's
/// individual file pointer. `written` is one of foreslice_written.
void foreslice_slice_write(foreslice_handle file, int64_t count,
                           foreslice_handle datatype, int32_t written);

/// MPI_File_write_at, _write_at_all and their nonblocking and split forms: the
/// same, but moves no pointer.
void foreslice_slice_write_at(foreslice_handle file, int64_t offset,
                              int64_t count, foreslice_handle datatype,
                              int32_t written);

/// MPI_File_write_shared, _write_ordered and their nonblocking and split forms:
/// the same, at the slice's shared pointer.
void foreslice_slice_write_shared(foreslice_handle file, int64_t count,
                                  foreslice_handle datatype, int32_t written);

/// MPI_File_sync, _set_size and _preallocate: what later calls of the slice
/// read of the file is not fetched before the main thread has made the call.
/// Takes a call id.
void foreslice_slice_sync(foreslice_handle file);

/// Only scouts: a call of which the arguments are not known. Takes `calls` call
/// ids, 0 or 1; with `moves_pointer`, reads at the individual pointer are not
/// followed until the next MPI_SEEK_SET, MPI_SEEK_END or change of the view.
void foreslice_slice_skip(foreslice_handle file, int32_t calls,
                          int32_t moves_pointer);

/// MPI_File_seek and _seek_shared on the slice's own pointers. `whence` is the
/// MPI library's own constant.
void foreslice_slice_seek(foreslice_handle file, int64_t offset,
                          int32_t whence);
void foreslice_slice_seek_shared(foreslice_handle file, int64_t offset,
                                 int32_t whence);

/// MPI_File_set_view, native representation: the slice has a view of its own,
/// which is the main thread's at launch, and its pointers go to 0.
void foreslice_slice_set_view(foreslice_handle file, int64_t displacement,
                              foreslice_handle etype,
                              foreslice_handle filetype);

/// MPI_File_get_position and _get_position_shared of the slice's pointers, in
/// etypes. The shared one of several ranks ends the slice.
int64_t foreslice_slice_position(foreslice_handle file);
int64_t foreslice_slice_position_shared(foreslice_handle file);

/// MPI_File_get_size in bytes, as it is now.
int64_t foreslice_slice_file_size(foreslice_handle file);

/// MPI_Comm_rank and MPI_Comm_size. Of other communicators than MPI_COMM_WORLD
/// and MPI_COMM_SELF they wait until the program has asked for the same.
int32_t foreslice_slice_comm_rank(foreslice_handle comm);
int32_t foreslice_slice_comm_size(foreslice_handle comm);

/// MPI_Type_size in bytes.
int64_t foreslice_slice_type_size(foreslice_handle datatype);

/// Private memory of the slice, zeroed, 16-aligned, freed when it ends. At most
/// FORESLICE_MAX_SLICE_MEMORY bytes in all, what stores to the main thread's
/// memory take included; more ends the slice.
void *foreslice_slice_alloc(uint64_t size);
#define FORESLICE_MAX_SLICE_MEMORY (16u << 20)

/// Gives `size` bytes from foreslice_slice_alloc back before the slice ends.
/// Anything else is ignored.
void foreslice_slice_free(void *memory, uint64_t size);

/// Renaming: memory as the slice sees it, the main thread's with the slice's
/// own stores on top of it. A bad address ends the slice as a fault, as a plain
/// load or store would. A few nanoseconds for a value of up to 16 bytes.
///
/// Loads into the slice's own memory (its stack, its packet or
/// foreslice_slice_alloc) from any address.
void foreslice_slice_load(void *to, const void *from, uint64_t size);
/// Stores from the slice's own memory to any address. In the slice's own
/// memory, which the whole range must then lie in, that is a store; anywhere
/// else it changes what later loads of this slice give, and no memory.
void foreslice_slice_store(void *to, const void *from, uint64_t size);
/// memmove and memset by the same rules, between any addresses.
void foreslice_slice_copy(void *to, const void *from, uint64_t size);
void foreslice_slice_fill(void *to, int32_t byte, uint64_t size);

/// Forwarding: waits for the main thread's next foreslice_forward and puts the
/// value to `to` by the rule of foreslice_slice_store. A value of another site
/// or size ends the slice: it has taken another path than the program.
void foreslice_slice_receive(uint32_t site, void *to, uint64_t size);

/// MPI_File_open of a file to read, of which the slice knows the name (as it
/// sees memory; at most FORESLICE_MAX_NAME bytes with its end): opens it ahead
/// of the main thread, without MPI, and puts to `handle` (8 bytes) what stands
/// for the main thread's handle; that is forwarded all the same, at `site`.
/// Where the file cannot be opened ahead (there is none, it was just changed,
/// it is open already) or the main thread is past this call, does as
/// foreslice_slice_receive. Waits while 16 files are opened ahead.
void foreslice_slice_open(uint32_t site, const char *name, int32_t mode,
                          void *handle);
#define FORESLICE_MAX_NAME 4096u

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif // FORESLICE_ABI_H
