// What the tests need of Open MPI's mpi.h, so that they run without MPI.
#ifndef MPI_DECLS_H
#define MPI_DECLS_H
#ifdef __cplusplus
extern "C" {
#endif

typedef struct ompi_file_t *MPI_File;
typedef struct ompi_datatype_t *MPI_Datatype;
typedef struct ompi_communicator_t *MPI_Comm;
typedef struct ompi_info_t *MPI_Info;
typedef struct ompi_request_t *MPI_Request;
typedef long long MPI_Offset;
typedef long long MPI_Count;
typedef long MPI_Aint;
typedef struct {
  int MPI_SOURCE, MPI_TAG, MPI_ERROR, Cancelled;
  unsigned long Bytes;
} MPI_Status;

extern struct ompi_datatype_t ompi_mpi_byte, ompi_mpi_int, ompi_mpi_long,
    ompi_mpi_double;
extern struct ompi_communicator_t ompi_mpi_comm_world;
#define MPI_BYTE ((MPI_Datatype)&ompi_mpi_byte)
#define MPI_INT ((MPI_Datatype)&ompi_mpi_int)
#define MPI_LONG ((MPI_Datatype)&ompi_mpi_long)
#define MPI_DOUBLE ((MPI_Datatype)&ompi_mpi_double)
#define MPI_BOTTOM ((void *)0)
#define MPI_COMM_WORLD ((MPI_Comm)&ompi_mpi_comm_world)
#define MPI_INFO_NULL ((MPI_Info)0)
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_SUCCESS 0
#define MPI_MODE_RDONLY 2
#define MPI_SEEK_SET 600

int MPI_Abort(MPI_Comm, int);
int MPI_Bcast(void *, int, MPI_Datatype, int, MPI_Comm);
int MPI_Get_address(const void *, MPI_Aint *);
int MPI_Type_create_hindexed_block(int, int, const MPI_Aint *, MPI_Datatype,
                                   MPI_Datatype *);
int MPI_Type_commit(MPI_Datatype *);
int MPI_Comm_rank(MPI_Comm, int *);
int MPI_Comm_size(MPI_Comm, int *);
int MPI_Init(int *, char ***);
int MPI_File_close(MPI_File *);
int MPI_File_get_position(MPI_File, MPI_Offset *);
int MPI_File_get_size(MPI_File, MPI_Offset *);
int MPI_File_iread(MPI_File, void *, int, MPI_Datatype, MPI_Request *);
int MPI_File_iread_at(MPI_File, MPI_Offset, void *, int, MPI_Datatype,
                      MPI_Request *);
int MPI_File_iread_all(MPI_File, void *, int, MPI_Datatype, MPI_Request *);
int MPI_File_open(MPI_Comm, const char *, int, MPI_Info, MPI_File *);
int MPI_File_read(MPI_File, void *, int, MPI_Datatype, MPI_Status *);
int MPI_File_read_all(MPI_File, void *, int, MPI_Datatype, MPI_Status *);
int MPI_File_read_at(MPI_File, MPI_Offset, void *, int, MPI_Datatype,
                     MPI_Status *);
int MPI_File_read_at_all(MPI_File, MPI_Offset, void *, int, MPI_Datatype,
                         MPI_Status *);
int MPI_File_read_at_c(MPI_File, MPI_Offset, void *, MPI_Count, MPI_Datatype,
                       MPI_Status *);
int MPI_File_read_at_all_begin(MPI_File, MPI_Offset, void *, int, MPI_Datatype);
int MPI_File_read_at_all_end(MPI_File, void *, MPI_Status *);
int MPI_File_read_shared(MPI_File, void *, int, MPI_Datatype, MPI_Status *);
int MPI_File_read_ordered(MPI_File, void *, int, MPI_Datatype, MPI_Status *);
int MPI_File_read_ordered_begin(MPI_File, void *, int, MPI_Datatype);
int MPI_File_read_ordered_end(MPI_File, void *, MPI_Status *);
int MPI_File_iread_shared(MPI_File, void *, int, MPI_Datatype, MPI_Request *);
int MPI_File_get_position_shared(MPI_File, MPI_Offset *);
int MPI_File_seek(MPI_File, MPI_Offset, int);
int MPI_File_sync(MPI_File);
int MPI_File_set_size(MPI_File, MPI_Offset);
int MPI_File_preallocate(MPI_File, MPI_Offset);
int MPI_File_seek_shared(MPI_File, MPI_Offset, int);
int MPI_File_set_view(MPI_File, MPI_Offset, MPI_Datatype, MPI_Datatype,
                      const char *, MPI_Info);
int MPI_File_write(MPI_File, const void *, int, MPI_Datatype, MPI_Status *);
int MPI_File_write_shared(MPI_File, const void *, int, MPI_Datatype,
                          MPI_Status *);
int MPI_File_write_ordered(MPI_File, const void *, int, MPI_Datatype,
                           MPI_Status *);
int MPI_File_write_at(MPI_File, MPI_Offset, const void *, int, MPI_Datatype,
                      MPI_Status *);
int MPI_File_write_at_all_begin(MPI_File, MPI_Offset, const void *, int,
                                MPI_Datatype);
int MPI_File_write_at_all_end(MPI_File, const void *, MPI_Status *);
int MPI_Get_count(const MPI_Status *, MPI_Datatype, int *);
int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Recv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status *);
int MPI_Type_size(MPI_Datatype, int *);
int MPI_Wait(MPI_Request *, MPI_Status *);
double MPI_Wtime(void);

#ifdef __cplusplus
}
#endif
#endif
