// The module's regions are announced by a constructor, with the MPI family by
// its handles; the registration function is the only undefined name that must
// be there.
//
// RUN: %slice %s | FileCheck %s --check-prefixes=CHECK,OPENMPI
// RUN: %slice -DINT_HANDLES %s | FileCheck %s --check-prefixes=CHECK,MPICH
// CHECK: @llvm.global_ctors = {{.*}}{ i32 65535, ptr @foreslice.register, ptr null }
// OPENMPI: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at, i64 {{.*}}, i64 {{.*}}, i64 1, i64 ptrtoint (ptr @ompi_mpi_double to i64), ptr null)
// MPICH: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at, i64 {{.*}}, i64 {{.*}}, i64 1, i64 1275070475, ptr null)
// CHECK: declare extern_weak i64 @foreslice_slice_access(ptr, i64, i64, i64, i64, ptr)
// CHECK: define internal void @foreslice.register()
// OPENMPI: call void @foreslice_link_with_fprefetch_slice_v6(ptr @foreslice.regions, i64 1, i32 1)
// MPICH: call void @foreslice_link_with_fprefetch_slice_v6(ptr @foreslice.regions, i64 1, i32 2)
// CHECK: declare void @foreslice_link_with_fprefetch_slice_v6(
#ifdef INT_HANDLES
typedef struct ADIOI_FileD *MPI_File;
#define MPI_DOUBLE ((int)0x4c00080b)
#define MPI_STATUS_IGNORE (void *)1
int MPI_File_read_at(MPI_File, long long, void *, int, int, void *);
#else
#include "mpi-decls.h"
#endif

void f(MPI_File fh, int n) {
  double b;
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, i, &b, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
}
