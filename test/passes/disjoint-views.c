// Which writes no later read of the region can meet, as in disjoint-writes.c: where
// it depends on the file's handle, view and pointer.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"

extern char b[];
enum { B = 4096 };
void work(char *);
int MPI_File_write_at_all(MPI_File, MPI_Offset, const void *, int, MPI_Datatype,
                          MPI_Status *);

#define READ(at, n) MPI_File_read_at(f, at, b, n, MPI_BYTE, MPI_STATUS_IGNORE)
#define WRITE(at, n) MPI_File_write_at(f, at, b, n, MPI_BYTE, MPI_STATUS_IGNORE)

// Files and views ---------------------------------------------------------------

// CHECK-LABEL: define internal void @twoHandles.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}})
void twoHandles(MPI_File f, MPI_File g, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    READ(i * B, B);
    work(b);
    MPI_File_write_at(g, i * B, b, B, MPI_BYTE, MPI_STATUS_IGNORE);
  }
}

// Whatever the file's etype is: as many bytes are not more of them.
// CHECK-LABEL: define internal void @doubles.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}})
void doubles(MPI_File f, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(f, i * 64, b, 64, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_write_at(f, i * 64, b, 64, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// CHECK-LABEL: define internal void @viewOfDoubles.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
void viewOfDoubles(MPI_File f, MPI_Datatype part, int n) {
  MPI_File_set_view(f, 80, MPI_DOUBLE, part, "native", MPI_INFO_NULL);
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(f, i * 64, b, 64, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_write_at(f, i * 64, b, 64, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// Elements of a type that only the program knows.
// CHECK-LABEL: define internal void @viewOfRecords.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}})
void viewOfRecords(MPI_File f, MPI_Datatype record, MPI_Datatype part, int n) {
  MPI_File_set_view(f, 80, record, part, "native", MPI_INFO_NULL);
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(f, i * 64, b, 64, record, MPI_STATUS_IGNORE);
    MPI_File_write_at(f, i * 64, b, 64, record, MPI_STATUS_IGNORE);
    MPI_File_write_at(f, i * 64, b, 64, part, MPI_STATUS_IGNORE);
  }
}

// CHECK-LABEL: define internal void @views.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}})
void views(MPI_File f, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_set_view(f, i * B, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    READ(i * B, B);
    WRITE(i * B, B);
  }
}

// Records of a type whose size MPI tells.
// CHECK-LABEL: define internal void @sizeOfType.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
void sizeOfType(MPI_File f, MPI_Datatype record, int n) {
  int size;
  MPI_Type_size(record, &size);
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(f, i * size, b, 1, record, MPI_STATUS_IGNORE);
    MPI_File_write_at(f, i * size, b, 1, record, MPI_STATUS_IGNORE);
  }
}

// File pointers -----------------------------------------------------------------

// CHECK-LABEL: define internal void @seeks.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.unread, {{.*}})
void seeks(MPI_File f, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_seek(f, (MPI_Offset)i * B, MPI_SEEK_SET);
    MPI_File_read(f, b, B, MPI_BYTE, MPI_STATUS_IGNORE);
    work(b);
    MPI_File_seek(f, (MPI_Offset)i * B, MPI_SEEK_SET);
    MPI_File_write(f, b, B, MPI_BYTE, MPI_STATUS_IGNORE);
  }
}

// Where the pointer is then is known if the size of the view's elements is.
// CHECK-LABEL: define {{.*}}void @moves.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.unread, {{.*}})
void moves(const char *name, int n) {
  MPI_File f;
  MPI_File_open(MPI_COMM_WORLD, name, 0, MPI_INFO_NULL, &f);
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_seek(f, (MPI_Offset)i * 2 * B, MPI_SEEK_SET);
    MPI_File_read(f, b, B, MPI_BYTE, MPI_STATUS_IGNORE);
    work(b);
    MPI_File_write(f, b, B, MPI_BYTE, MPI_STATUS_IGNORE);
  }
  MPI_File_close(&f);
}

// CHECK-LABEL: define internal void @movesUnknown.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write, {{.*}})
void movesUnknown(MPI_File f, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_seek(f, (MPI_Offset)i * 2 * B, MPI_SEEK_SET);
    MPI_File_read(f, b, B, MPI_BYTE, MPI_STATUS_IGNORE);
    work(b);
    MPI_File_write(f, b, B, MPI_BYTE, MPI_STATUS_IGNORE);
  }
}

// CHECK-LABEL: define internal void @onAndOn.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write, {{.*}})
void onAndOn(MPI_File f, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_read(f, b, B, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_write(f, b, B, MPI_BYTE, MPI_STATUS_IGNORE);
  }
}

// What other ranks write in the same call is not known.
// CHECK-LABEL: define internal void @together.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.all, {{.*}})
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.all.end, {{.*}})
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.shared, {{.*}})
void together(MPI_File f, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    READ(i * B, B);
    MPI_File_write_at_all(f, i * B, b, B, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_write_at_all_begin(f, i * B, b, B, MPI_BYTE);
    MPI_File_write_at_all_end(f, b, MPI_STATUS_IGNORE);
    MPI_File_write_shared(f, b, B, MPI_BYTE, MPI_STATUS_IGNORE);
  }
}
