//===- alone.h - the MPI calls of random programs without MPI -------------===//
//
// One process. What a program of MPI does by MPI-IO is done by descriptors, or
// by streams where FUZZ_STREAMS is defined. The names stay those of MPI in the
// source only: macros make other names of them, which no pass takes for MPI's.
//
//===----------------------------------------------------------------------===//

#ifndef ALONE_H
#define ALONE_H

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef off_t MPI_Offset;
typedef int MPI_Comm, MPI_Request;
typedef size_t MPI_Datatype; // its bytes
typedef struct {
  size_t bytes;
} MPI_Status;
#ifdef FUZZ_STREAMS
typedef FILE *MPI_File;
#else
typedef int MPI_File;
#endif

enum { MPI_COMM_WORLD, MPI_COMM_SELF };
enum { MPI_SUM, MPI_BXOR, MPI_MAX };
enum { MPI_SUCCESS = 0, MPI_INFO_NULL = 0, MPI_UNDEFINED = -32766 };
enum { MPI_THREAD_MULTIPLE = 3 };
enum {
  MPI_MODE_RDONLY = O_RDONLY,
  MPI_MODE_RDWR = O_RDWR,
  MPI_MODE_CREATE = O_CREAT
};
enum {
  MPI_SEEK_SET = SEEK_SET,
  MPI_SEEK_CUR = SEEK_CUR,
  MPI_SEEK_END = SEEK_END
};
#define MPI_BYTE ((MPI_Datatype)1)
#define MPI_CHAR ((MPI_Datatype)1)
#define MPI_SHORT ((MPI_Datatype)2)
#define MPI_INT ((MPI_Datatype)4)
#define MPI_UINT ((MPI_Datatype)4)
#define MPI_FLOAT ((MPI_Datatype)4)
#define MPI_DOUBLE ((MPI_Datatype)8)
#define MPI_INT64_T ((MPI_Datatype)8)
#define MPI_UINT64_T ((MPI_Datatype)8)
#define MPI_UNSIGNED_LONG_LONG ((MPI_Datatype)8)
#define MPI_STATUS_IGNORE ((MPI_Status *)0)

// Files -----------------------------------------------------------------------

#ifdef FUZZ_STREAMS
static inline int openBy(const char *name, int mode, MPI_File *file) {
  *file = fopen(name, mode & O_RDWR ? "r+b" : "rb");
  if (!*file && (mode & O_CREAT))
    *file = fopen(name, "w+b");
  return *file ? MPI_SUCCESS : 1;
}
static inline void closeIt(MPI_File *file) { fclose(*file); }
static inline int seekTo(MPI_File file, MPI_Offset offset, int whence) {
  return fseeko(file, offset, whence) ? 1 : MPI_SUCCESS;
}
static inline MPI_Offset placeIn(MPI_File file) { return ftello(file); }
static inline int numberOf(MPI_File file) {
  fflush(file);
  return fileno(file);
}
static inline size_t readNext(MPI_File file, void *into, size_t bytes) {
  return fread(into, 1, bytes, file);
}
static inline size_t readThere(MPI_File file, MPI_Offset at, void *into,
                               size_t bytes) {
  return fseeko(file, at, SEEK_SET) ? 0 : fread(into, 1, bytes, file);
}
static inline size_t writeNext(MPI_File file, const void *from, size_t bytes) {
  // Between a read and a write of a stream there has to be a seek.
  return fseeko(file, 0, SEEK_CUR) ? 0 : fwrite(from, 1, bytes, file);
}
static inline size_t writeThere(MPI_File file, MPI_Offset at, const void *from,
                                size_t bytes) {
  return fseeko(file, at, SEEK_SET) ? 0 : fwrite(from, 1, bytes, file);
}
static inline void syncIt(MPI_File file) { fflush(file); }
#else
static inline int openBy(const char *name, int mode, MPI_File *file) {
  *file = open(name, mode, 0644);
  return *file < 0 ? 1 : MPI_SUCCESS;
}
static inline void closeIt(MPI_File *file) { close(*file); }
static inline int seekTo(MPI_File file, MPI_Offset offset, int whence) {
  return lseek(file, offset, whence) < 0 ? 1 : MPI_SUCCESS;
}
static inline MPI_Offset placeIn(MPI_File file) {
  return lseek(file, 0, SEEK_CUR);
}
static inline int numberOf(MPI_File file) { return file; }
static inline size_t atLeastNone(ssize_t bytes) {
  return bytes < 0 ? 0 : (size_t)bytes;
}
static inline size_t readNext(MPI_File file, void *into, size_t bytes) {
  return atLeastNone(read(file, into, bytes));
}
static inline size_t readThere(MPI_File file, MPI_Offset at, void *into,
                               size_t bytes) {
  return atLeastNone(pread(file, into, bytes, at));
}
static inline size_t writeNext(MPI_File file, const void *from, size_t bytes) {
  return atLeastNone(write(file, from, bytes));
}
static inline size_t writeThere(MPI_File file, MPI_Offset at, const void *from,
                                size_t bytes) {
  return atLeastNone(pwrite(file, from, bytes, at));
}
static inline void syncIt(MPI_File file) { (void)file; }
#endif

static inline void sizeOfFile(MPI_File file, MPI_Offset *size) {
  struct stat s;
  *size = fstat(numberOf(file), &s) ? 0 : s.st_size;
}
static inline void cutOff(MPI_File file, MPI_Offset size) {
  if (ftruncate(numberOf(file), size))
    exit(92);
}

static inline void tell(MPI_Status *status, size_t bytes) {
  if (status)
    status->bytes = bytes;
}
static inline int readInto(MPI_File file, void *into, int count,
                           MPI_Datatype type, MPI_Status *status) {
  tell(status, readNext(file, into, (size_t)count * type));
  return MPI_SUCCESS;
}
static inline int readAt(MPI_File file, MPI_Offset at, void *into, int count,
                         MPI_Datatype type, MPI_Status *status) {
  tell(status, readThere(file, at, into, (size_t)count * type));
  return MPI_SUCCESS;
}
static inline void writeFrom(MPI_File file, const void *from, int count,
                             MPI_Datatype type, MPI_Status *status) {
  tell(status, writeNext(file, from, (size_t)count * type));
}
static inline void writeAt(MPI_File file, MPI_Offset at, const void *from,
                           int count, MPI_Datatype type, MPI_Status *status) {
  tell(status, writeThere(file, at, from, (size_t)count * type));
}
static inline void countOf(const MPI_Status *status, MPI_Datatype type,
                           int *count) {
  *count = status->bytes % type ? MPI_UNDEFINED : (int)(status->bytes / type);
}

#define MPI_File_open(comm, name, mode, info, file) openBy(name, mode, file)
#define MPI_File_close closeIt
#define MPI_File_delete(name, info) unlink(name)
#define MPI_File_seek seekTo
#define MPI_File_get_position(file, at) (*(at) = placeIn(file))
#define MPI_File_get_size sizeOfFile
#define MPI_File_set_size cutOff
#define MPI_File_sync syncIt
#define MPI_File_read readInto
#define MPI_File_read_all readInto
#define MPI_File_read_at readAt
#define MPI_File_read_at_all readAt
#define MPI_File_write writeFrom
#define MPI_File_write_at writeAt
#define MPI_File_write_at_all writeAt
#define MPI_Get_count countOf
#define MPI_Get_elements countOf

// What only starts is done ----------------------------------------------------

static MPI_Status started;
#define MPI_File_iread(file, into, count, type, request)                       \
  readInto(file, into, count, type, &started)
#define MPI_File_iread_at(file, at, into, count, type, request)                \
  readAt(file, at, into, count, type, &started)
#define MPI_File_iread_at_all MPI_File_iread_at
#define MPI_File_iwrite_at(file, at, from, count, type, request)               \
  writeAt(file, at, from, count, type, &started)
#define MPI_File_read_at_all_begin(file, at, into, count, type)                \
  readAt(file, at, into, count, type, &started)
#define MPI_File_read_at_all_end(file, into, status) tell(status, started.bytes)
#define MPI_Wait(request, status) tell(status, started.bytes)
#define MPI_Test(request, done, status)                                        \
  (*(done) = 1, tell(status, started.bytes))

// One process -----------------------------------------------------------------

static uint64_t posted;
#define MPI_Init(count, words) ((void)0)
#define MPI_Init_thread(count, words, wanted, level) (*(level) = wanted)
#define MPI_Finalize() ((void)0)
#define MPI_Abort(comm, code) exit(code)
#define MPI_Barrier(comm) ((void)0)
#define MPI_Comm_rank(comm, number) (*(number) = 0)
#define MPI_Comm_size(comm, number) (*(number) = 1)
#define MPI_Bcast(data, count, type, root, comm) ((void)0)
#define MPI_Allreduce(from, to, count, type, how, comm)                        \
  memcpy(to, from, (count) * (type))
#define MPI_Sendrecv(from, count, type, to, tag, into, more, kind, of, mark,   \
                     comm, status)                                             \
  memcpy(into, from, (count) * (type))
#define MPI_Isend(from, count, type, to, tag, comm, request)                   \
  memcpy(&posted, from, (count) * (type))
#define MPI_Recv(into, count, type, of, tag, comm, status)                     \
  memcpy(into, &posted, (count) * (type))
#define MPI_Type_contiguous(count, of, type) (*(type) = (count) * (of))
#define MPI_Type_commit(type) ((void)(type))
#define MPI_Type_free(type) ((void)(type))

#endif
