//===- standard/mpi.h - the standard ABI of MPI 5 -------------------------===//
//
// What the run time uses of MPI by the standard's binary interface: chapter 20
// and annex A of MPI 5.0 give the values and the forms of handles. So the run
// time of the standard ABI is built without an MPI library. test/mpi-wheels
// compares the values, types and calls with the header of an MPI library.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_STANDARD_MPI_H
#define FORESLICE_FRONTEND_MPIIO_STANDARD_MPI_H

#include <stdint.h>

/// The standard's own mark of the interface.
#define MPI_H_ABI
#define MPI_VERSION 5
#define MPI_SUBVERSION 0

typedef intptr_t MPI_Aint;
typedef int64_t MPI_Offset;
typedef MPI_Offset MPI_Count;

typedef struct {
  int MPI_SOURCE;
  int MPI_TAG;
  int MPI_ERROR;
  int MPI_internal[5];
} MPI_Status;

typedef struct MPI_ABI_Comm *MPI_Comm;
typedef struct MPI_ABI_Datatype *MPI_Datatype;
typedef struct MPI_ABI_Errhandler *MPI_Errhandler;
typedef struct MPI_ABI_File *MPI_File;
typedef struct MPI_ABI_Group *MPI_Group;
typedef struct MPI_ABI_Info *MPI_Info;
typedef struct MPI_ABI_Op *MPI_Op;
typedef struct MPI_ABI_Request *MPI_Request;

// 20.5: handles are pointers, and predefined ones are below 4,096.
#define MPI_SUM ((MPI_Op)0x21)
#define MPI_MIN ((MPI_Op)0x22)
#define MPI_MAX ((MPI_Op)0x23)
#define MPI_COMM_NULL ((MPI_Comm)0x100)
#define MPI_COMM_WORLD ((MPI_Comm)0x101)
#define MPI_COMM_SELF ((MPI_Comm)0x102)
#define MPI_FILE_NULL ((MPI_File)0x118)
#define MPI_REQUEST_NULL ((MPI_Request)0x180)
#define MPI_INFO_NULL ((MPI_Info)0x130)
#define MPI_ERRORS_ARE_FATAL ((MPI_Errhandler)0x141)
#define MPI_ERRORS_RETURN ((MPI_Errhandler)0x143)

#define MPI_DATATYPE_NULL ((MPI_Datatype)0x200)
#define MPI_AINT ((MPI_Datatype)0x201)
#define MPI_COUNT ((MPI_Datatype)0x202)
#define MPI_OFFSET ((MPI_Datatype)0x203)
#define MPI_PACKED ((MPI_Datatype)0x207)
#define MPI_SHORT ((MPI_Datatype)0x208)
#define MPI_INT ((MPI_Datatype)0x209)
#define MPI_LONG ((MPI_Datatype)0x20a)
#define MPI_LONG_LONG_INT ((MPI_Datatype)0x20b)
#define MPI_UNSIGNED_SHORT ((MPI_Datatype)0x20c)
#define MPI_UNSIGNED ((MPI_Datatype)0x20d)
#define MPI_UNSIGNED_LONG ((MPI_Datatype)0x20e)
#define MPI_UNSIGNED_LONG_LONG ((MPI_Datatype)0x20f)
#define MPI_FLOAT ((MPI_Datatype)0x210)
#define MPI_C_FLOAT_COMPLEX ((MPI_Datatype)0x212)
#define MPI_CXX_FLOAT_COMPLEX ((MPI_Datatype)0x213)
#define MPI_DOUBLE ((MPI_Datatype)0x214)
#define MPI_C_DOUBLE_COMPLEX ((MPI_Datatype)0x216)
#define MPI_CXX_DOUBLE_COMPLEX ((MPI_Datatype)0x217)
#define MPI_LOGICAL ((MPI_Datatype)0x218)
#define MPI_INTEGER ((MPI_Datatype)0x219)
#define MPI_REAL ((MPI_Datatype)0x21a)
#define MPI_COMPLEX ((MPI_Datatype)0x21b)
#define MPI_DOUBLE_PRECISION ((MPI_Datatype)0x21c)
#define MPI_DOUBLE_COMPLEX ((MPI_Datatype)0x21d)
#define MPI_CHARACTER ((MPI_Datatype)0x21e)
#define MPI_LONG_DOUBLE ((MPI_Datatype)0x220)
#define MPI_C_LONG_DOUBLE_COMPLEX ((MPI_Datatype)0x224)
#define MPI_CXX_LONG_DOUBLE_COMPLEX ((MPI_Datatype)0x225)
#define MPI_FLOAT_INT ((MPI_Datatype)0x228)
#define MPI_DOUBLE_INT ((MPI_Datatype)0x229)
#define MPI_LONG_INT ((MPI_Datatype)0x22a)
#define MPI_2INT ((MPI_Datatype)0x22b)
#define MPI_SHORT_INT ((MPI_Datatype)0x22c)
#define MPI_LONG_DOUBLE_INT ((MPI_Datatype)0x22d)
#define MPI_2REAL ((MPI_Datatype)0x230)
#define MPI_2DOUBLE_PRECISION ((MPI_Datatype)0x231)
#define MPI_2INTEGER ((MPI_Datatype)0x232)
#define MPI_C_BOOL ((MPI_Datatype)0x238)
#define MPI_CXX_BOOL ((MPI_Datatype)0x239)
#define MPI_WCHAR ((MPI_Datatype)0x23c)
#define MPI_INT8_T ((MPI_Datatype)0x240)
#define MPI_UINT8_T ((MPI_Datatype)0x241)
#define MPI_CHAR ((MPI_Datatype)0x243)
#define MPI_SIGNED_CHAR ((MPI_Datatype)0x244)
#define MPI_UNSIGNED_CHAR ((MPI_Datatype)0x245)
#define MPI_BYTE ((MPI_Datatype)0x247)
#define MPI_INT16_T ((MPI_Datatype)0x248)
#define MPI_UINT16_T ((MPI_Datatype)0x249)
#define MPI_INT32_T ((MPI_Datatype)0x250)
#define MPI_UINT32_T ((MPI_Datatype)0x251)
#define MPI_INT64_T ((MPI_Datatype)0x258)
#define MPI_UINT64_T ((MPI_Datatype)0x259)
#define MPI_INTEGER1 ((MPI_Datatype)0x2c1)
#define MPI_INTEGER2 ((MPI_Datatype)0x2c9)
#define MPI_INTEGER4 ((MPI_Datatype)0x2d1)
#define MPI_REAL4 ((MPI_Datatype)0x2d2)
#define MPI_INTEGER8 ((MPI_Datatype)0x2d9)
#define MPI_REAL8 ((MPI_Datatype)0x2da)
#define MPI_COMPLEX8 ((MPI_Datatype)0x2db)
#define MPI_REAL16 ((MPI_Datatype)0x2e2)
#define MPI_COMPLEX16 ((MPI_Datatype)0x2e3)
#define MPI_COMPLEX32 ((MPI_Datatype)0x2eb)

#define MPI_BOTTOM ((void *)0)
#define MPI_IN_PLACE ((void *)1)
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0)
#define MPI_DISPLACEMENT_CURRENT ((MPI_Offset) - 1)

enum {
  MPI_SUCCESS = 0,
  MPI_ERR_COMM = 5,
  MPI_KEYVAL_INVALID = 0,
  MPI_UNDEFINED = -32766,

  MPI_MODE_APPEND = 1,
  MPI_MODE_CREATE = 2,
  MPI_MODE_DELETE_ON_CLOSE = 4,
  MPI_MODE_EXCL = 8,
  MPI_MODE_RDONLY = 16,
  MPI_MODE_RDWR = 32,
  MPI_MODE_SEQUENTIAL = 64,
  MPI_MODE_UNIQUE_OPEN = 128,
  MPI_MODE_WRONLY = 256,
  MPI_SEEK_CUR = 401,
  MPI_SEEK_END = 402,
  MPI_SEEK_SET = 403,

  MPI_THREAD_SINGLE = 0,
  MPI_THREAD_FUNNELED = 1024,
  MPI_THREAD_SERIALIZED = 2048,
  MPI_THREAD_MULTIPLE = 4096,
  MPI_COMM_TYPE_SHARED = 221,

  MPI_ORDER_C = 12,
  MPI_ORDER_FORTRAN = 15,
  MPI_DISTRIBUTE_NONE = 16,
  MPI_DISTRIBUTE_BLOCK = 17,
  MPI_DISTRIBUTE_CYCLIC = 18,
  MPI_DISTRIBUTE_DFLT_DARG = 19,
  MPI_COMBINER_NAMED = 101,
  MPI_COMBINER_DUP = 102,
  MPI_COMBINER_CONTIGUOUS = 103,
  MPI_COMBINER_VECTOR = 104,
  MPI_COMBINER_HVECTOR = 105,
  MPI_COMBINER_INDEXED = 106,
  MPI_COMBINER_HINDEXED = 107,
  MPI_COMBINER_INDEXED_BLOCK = 108,
  MPI_COMBINER_HINDEXED_BLOCK = 109,
  MPI_COMBINER_STRUCT = 110,
  MPI_COMBINER_SUBARRAY = 111,
  MPI_COMBINER_DARRAY = 112,
  MPI_COMBINER_F90_REAL = 113,
  MPI_COMBINER_F90_COMPLEX = 114,
  MPI_COMBINER_F90_INTEGER = 115,
  MPI_COMBINER_RESIZED = 116,

  MPI_MAX_INFO_KEY = 256,
  MPI_MAX_INFO_VAL = 1024,
  MPI_MAX_DATAREP_STRING = 128,
  MPI_MAX_LIBRARY_VERSION_STRING = 8192,
};

typedef int MPI_Type_copy_attr_function(MPI_Datatype, int, void *, void *,
                                        void *, int *);
typedef int MPI_Type_delete_attr_function(MPI_Datatype, int, void *, void *);
typedef int MPI_Grequest_query_function(void *, MPI_Status *);
typedef int MPI_Grequest_free_function(void *);
typedef int MPI_Grequest_cancel_function(void *, int);
#define MPI_TYPE_NULL_COPY_FN ((MPI_Type_copy_attr_function *)0)

#ifdef __cplusplus
extern "C" {
#endif

/// Declares MPI_Name and PMPI_Name.
#define FORESLICE_MPI_CALL(Name, ...)                                          \
  int MPI_##Name(__VA_ARGS__);                                                 \
  int PMPI_##Name(__VA_ARGS__)

FORESLICE_MPI_CALL(Abort, MPI_Comm, int);
FORESLICE_MPI_CALL(Finalize, void);
FORESLICE_MPI_CALL(Get_library_version, char *, int *);
FORESLICE_MPI_CALL(Init, int *, char ***);
FORESLICE_MPI_CALL(Init_thread, int *, char ***, int, int *);
FORESLICE_MPI_CALL(Initialized, int *);
FORESLICE_MPI_CALL(Query_thread, int *);
FORESLICE_MPI_CALL(Wait, MPI_Request *, MPI_Status *);
FORESLICE_MPI_CALL(Waitall, int, MPI_Request[], MPI_Status[]);
FORESLICE_MPI_CALL(Waitany, int, MPI_Request[], int *, MPI_Status *);
FORESLICE_MPI_CALL(Waitsome, int, MPI_Request[], int *, int[], MPI_Status[]);
FORESLICE_MPI_CALL(Test, MPI_Request *, int *, MPI_Status *);
FORESLICE_MPI_CALL(Testall, int, MPI_Request[], int *, MPI_Status[]);
FORESLICE_MPI_CALL(Testany, int, MPI_Request[], int *, int *, MPI_Status *);
FORESLICE_MPI_CALL(Testsome, int, MPI_Request[], int *, int[], MPI_Status[]);
FORESLICE_MPI_CALL(Request_free, MPI_Request *);

FORESLICE_MPI_CALL(Allgather, const void *, int, MPI_Datatype, void *, int,
                   MPI_Datatype, MPI_Comm);
FORESLICE_MPI_CALL(Allreduce, const void *, void *, int, MPI_Datatype, MPI_Op,
                   MPI_Comm);
FORESLICE_MPI_CALL(Barrier, MPI_Comm);
FORESLICE_MPI_CALL(Bcast, void *, int, MPI_Datatype, int, MPI_Comm);
FORESLICE_MPI_CALL(Gather, const void *, int, MPI_Datatype, void *, int,
                   MPI_Datatype, int, MPI_Comm);
FORESLICE_MPI_CALL(Gatherv, const void *, int, MPI_Datatype, void *,
                   const int[], const int[], MPI_Datatype, int, MPI_Comm);
FORESLICE_MPI_CALL(Scatter, const void *, int, MPI_Datatype, void *, int,
                   MPI_Datatype, int, MPI_Comm);

FORESLICE_MPI_CALL(Comm_create, MPI_Comm, MPI_Group, MPI_Comm *);
FORESLICE_MPI_CALL(Comm_create_group, MPI_Comm, MPI_Group, int, MPI_Comm *);
FORESLICE_MPI_CALL(Comm_disconnect, MPI_Comm *);
FORESLICE_MPI_CALL(Comm_free, MPI_Comm *);
FORESLICE_MPI_CALL(Comm_get_errhandler, MPI_Comm, MPI_Errhandler *);
FORESLICE_MPI_CALL(Comm_get_parent, MPI_Comm *);
FORESLICE_MPI_CALL(Comm_group, MPI_Comm, MPI_Group *);
FORESLICE_MPI_CALL(Comm_rank, MPI_Comm, int *);
FORESLICE_MPI_CALL(Comm_set_errhandler, MPI_Comm, MPI_Errhandler);
FORESLICE_MPI_CALL(Comm_size, MPI_Comm, int *);
FORESLICE_MPI_CALL(Comm_split, MPI_Comm, int, int, MPI_Comm *);
FORESLICE_MPI_CALL(Comm_split_type, MPI_Comm, int, int, MPI_Info, MPI_Comm *);
FORESLICE_MPI_CALL(Comm_test_inter, MPI_Comm, int *);
FORESLICE_MPI_CALL(Comm_toint, MPI_Comm);
FORESLICE_MPI_CALL(Errhandler_free, MPI_Errhandler *);
FORESLICE_MPI_CALL(Error_class, int, int *);
FORESLICE_MPI_CALL(Group_free, MPI_Group *);
FORESLICE_MPI_CALL(Group_translate_ranks, MPI_Group, int, const int[],
                   MPI_Group, int[]);
FORESLICE_MPI_CALL(Info_get, MPI_Info, const char *, int, char *, int *);
FORESLICE_MPI_CALL(Info_get_nkeys, MPI_Info, int *);
FORESLICE_MPI_CALL(Info_get_nthkey, MPI_Info, int, char *);

FORESLICE_MPI_CALL(Get_elements_x, const MPI_Status *, MPI_Datatype,
                   MPI_Count *);
FORESLICE_MPI_CALL(Grequest_complete, MPI_Request);
FORESLICE_MPI_CALL(Grequest_start, MPI_Grequest_query_function *,
                   MPI_Grequest_free_function *, MPI_Grequest_cancel_function *,
                   void *, MPI_Request *);
FORESLICE_MPI_CALL(Status_set_cancelled, MPI_Status *, int);
FORESLICE_MPI_CALL(Status_set_elements_x, MPI_Status *, MPI_Datatype,
                   MPI_Count);

FORESLICE_MPI_CALL(Type_commit, MPI_Datatype *);
FORESLICE_MPI_CALL(Type_create_keyval, MPI_Type_copy_attr_function *,
                   MPI_Type_delete_attr_function *, int *, void *);
FORESLICE_MPI_CALL(Type_dup, MPI_Datatype, MPI_Datatype *);
FORESLICE_MPI_CALL(Type_free, MPI_Datatype *);
FORESLICE_MPI_CALL(Type_get_contents, MPI_Datatype, int, int, int, int[],
                   MPI_Aint[], MPI_Datatype[]);
FORESLICE_MPI_CALL(Type_get_contents_c, MPI_Datatype, MPI_Count, MPI_Count,
                   MPI_Count, MPI_Count, int[], MPI_Aint[], MPI_Count[],
                   MPI_Datatype[]);
FORESLICE_MPI_CALL(Type_get_envelope, MPI_Datatype, int *, int *, int *, int *);
FORESLICE_MPI_CALL(Type_get_envelope_c, MPI_Datatype, MPI_Count *, MPI_Count *,
                   MPI_Count *, MPI_Count *, int *);
FORESLICE_MPI_CALL(Type_get_extent_x, MPI_Datatype, MPI_Count *, MPI_Count *);
FORESLICE_MPI_CALL(Type_get_true_extent_x, MPI_Datatype, MPI_Count *,
                   MPI_Count *);
FORESLICE_MPI_CALL(Type_set_attr, MPI_Datatype, int, void *);
FORESLICE_MPI_CALL(Type_size_x, MPI_Datatype, MPI_Count *);
FORESLICE_MPI_CALL(Type_toint, MPI_Datatype);

FORESLICE_MPI_CALL(File_close, MPI_File *);
FORESLICE_MPI_CALL(File_delete, const char *, MPI_Info);
FORESLICE_MPI_CALL(File_get_atomicity, MPI_File, int *);
FORESLICE_MPI_CALL(File_get_byte_offset, MPI_File, MPI_Offset, MPI_Offset *);
FORESLICE_MPI_CALL(File_get_errhandler, MPI_File, MPI_Errhandler *);
FORESLICE_MPI_CALL(File_get_group, MPI_File, MPI_Group *);
FORESLICE_MPI_CALL(File_get_position, MPI_File, MPI_Offset *);
FORESLICE_MPI_CALL(File_get_position_shared, MPI_File, MPI_Offset *);
FORESLICE_MPI_CALL(File_get_size, MPI_File, MPI_Offset *);
FORESLICE_MPI_CALL(File_get_view, MPI_File, MPI_Offset *, MPI_Datatype *,
                   MPI_Datatype *, char *);
FORESLICE_MPI_CALL(File_open, MPI_Comm, const char *, int, MPI_Info,
                   MPI_File *);
FORESLICE_MPI_CALL(File_preallocate, MPI_File, MPI_Offset);
FORESLICE_MPI_CALL(File_seek, MPI_File, MPI_Offset, int);
FORESLICE_MPI_CALL(File_seek_shared, MPI_File, MPI_Offset, int);
FORESLICE_MPI_CALL(File_set_atomicity, MPI_File, int);
FORESLICE_MPI_CALL(File_set_errhandler, MPI_File, MPI_Errhandler);
FORESLICE_MPI_CALL(File_set_size, MPI_File, MPI_Offset);
FORESLICE_MPI_CALL(File_set_view, MPI_File, MPI_Offset, MPI_Datatype,
                   MPI_Datatype, const char *, MPI_Info);
FORESLICE_MPI_CALL(File_sync, MPI_File);
FORESLICE_MPI_CALL(File_toint, MPI_File);

/// A call that moves data at a pointer of the file, with an int of elements and
/// with an MPI_Count. The last argument is behind the datatype.
#define FORESLICE_MPI_MOVE(Name, Memory, ...)                                  \
  FORESLICE_MPI_CALL(File_##Name, MPI_File, Memory, int,                       \
                     MPI_Datatype __VA_OPT__(, ) __VA_ARGS__);                 \
  FORESLICE_MPI_CALL(File_##Name##_c, MPI_File, Memory, MPI_Count,             \
                     MPI_Datatype __VA_OPT__(, ) __VA_ARGS__)
/// The same at an offset.
#define FORESLICE_MPI_MOVE_AT(Name, Memory, ...)                               \
  FORESLICE_MPI_CALL(File_##Name, MPI_File, MPI_Offset, Memory, int,           \
                     MPI_Datatype __VA_OPT__(, ) __VA_ARGS__);                 \
  FORESLICE_MPI_CALL(File_##Name##_c, MPI_File, MPI_Offset, Memory, MPI_Count, \
                     MPI_Datatype __VA_OPT__(, ) __VA_ARGS__)
/// All calls in a direction: read or write.
#define FORESLICE_MPI_MOVES(Verb, Memory)                                      \
  FORESLICE_MPI_MOVE(Verb, Memory, MPI_Status *);                              \
  FORESLICE_MPI_MOVE(Verb##_all, Memory, MPI_Status *);                        \
  FORESLICE_MPI_MOVE(Verb##_ordered, Memory, MPI_Status *);                    \
  FORESLICE_MPI_MOVE(Verb##_shared, Memory, MPI_Status *);                     \
  FORESLICE_MPI_MOVE(i##Verb, Memory, MPI_Request *);                          \
  FORESLICE_MPI_MOVE(i##Verb##_all, Memory, MPI_Request *);                    \
  FORESLICE_MPI_MOVE(i##Verb##_shared, Memory, MPI_Request *);                 \
  FORESLICE_MPI_MOVE_AT(Verb##_at, Memory, MPI_Status *);                      \
  FORESLICE_MPI_MOVE_AT(Verb##_at_all, Memory, MPI_Status *);                  \
  FORESLICE_MPI_MOVE_AT(i##Verb##_at, Memory, MPI_Request *);                  \
  FORESLICE_MPI_MOVE_AT(i##Verb##_at_all, Memory, MPI_Request *);              \
  FORESLICE_MPI_MOVE(Verb##_all_begin, Memory);                                \
  FORESLICE_MPI_MOVE(Verb##_ordered_begin, Memory);                            \
  FORESLICE_MPI_MOVE_AT(Verb##_at_all_begin, Memory);                          \
  FORESLICE_MPI_CALL(File_##Verb##_all_end, MPI_File, Memory, MPI_Status *);   \
  FORESLICE_MPI_CALL(File_##Verb##_ordered_end, MPI_File, Memory,              \
                     MPI_Status *);                                            \
  FORESLICE_MPI_CALL(File_##Verb##_at_all_end, MPI_File, Memory, MPI_Status *)

FORESLICE_MPI_MOVES(read, void *);
FORESLICE_MPI_MOVES(write, const void *);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // FORESLICE_FRONTEND_MPIIO_STANDARD_MPI_H
