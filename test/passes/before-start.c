// Where a function that main calls starts MPI, the rest of main has a second slice, which is
// launched before that call, and which asks for the rank itself.
//
// RUN: %slice %s | FileCheck %s
// RUN: %slice -DENVIRONMENT %s | FileCheck --check-prefix=LATE %s
// RUN: %slice -DMESSAGE %s | FileCheck --check-prefix=LATE %s
#include "mpi-decls.h"

int setenv(const char *, const char *, int);
int MPI_Bcast(void *, int, MPI_Datatype, int, MPI_Comm);

char b[512];
static int rank, first;
double work(const char *);

static void start(int *argc, char ***argv) {
#ifdef ENVIRONMENT // which may have the settings of the run time
  setenv("FORESLICE_OPEN_AHEAD", "never", 1);
#endif
  MPI_Init(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef MESSAGE // for which a slice would wait
  MPI_Bcast(&first, 1, MPI_INT, 0, MPI_COMM_WORLD);
#endif
}

// CHECK: @[[BEHIND:foreslice.region]] = internal global {{.*}}i32 2048, i32 0,
// CHECK: @[[BEFORE:foreslice.region.[0-9]+]] = internal global {{.*}}i32 6144, i32 0,
// CHECK-LABEL: define {{.*}}i32 @main(
// CHECK: call ptr @foreslice_packet(ptr @[[BEFORE]])
// CHECK: call void @foreslice_launch(ptr @[[BEFORE]],
// CHECK: call void @start(
// CHECK: call ptr @foreslice_packet(ptr @[[BEHIND]])
// CHECK: call void @foreslice_launch(ptr @[[BEHIND]],
// CHECK: call i32 @MPI_File_open(
// CHECK: define internal void @[[SLICE:main.[0-9]+.slice]](
// CHECK-NOT: foreslice.mpi.rank
// CHECK: define internal void @main.{{[0-9]+}}.slice(
// CHECK: call {{.*}}@foreslice_slice_query(ptr @foreslice.mpi.rank
// LATE-LABEL: define {{.*}}i32 @main(
// LATE-NOT: foreslice_launch
// LATE: call void @start(
// LATE: call void @foreslice_launch(
// LATE-NOT: call void @foreslice_launch(
// LATE: call i32 @MPI_File_open(
int main(int argc, char **argv) {
  MPI_File f;
  double sum = 0; // expected-remark 0-1 {{slice of the rest of 'main' with 1 read}}
  start(&argc, &argv);
  MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_RDONLY, MPI_INFO_NULL, &f); // expected-remark {{slice of the rest of 'main' with 1 read}}
  for (int i = first; i < argc; i++) {
    MPI_File_read_at(f, (rank * argc + i) * 512, b, 512, MPI_BYTE, MPI_STATUS_IGNORE);
    sum += work(b);
  }
  MPI_File_close(&f);
  return sum > 0;
}
