// What comes to MPI_BOTTOM may change each variable whose address the function
// has asked MPI for, and no other.
//
// RUN: %slice %s -o %t
#include "mpi-decls.h"

double b[8];
#define READ(At)                                                               \
  MPI_File_read_at(fh, At, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE)

static MPI_Datatype typeOf(MPI_Aint address) {
  MPI_Datatype place;
  MPI_Type_create_hindexed_block(1, 1, &address, MPI_LONG, &place);
  MPI_Type_commit(&place);
  return place;
}

void message(MPI_File fh, int n) {
  long at[2] = {0, 0};
  MPI_Aint address;
  MPI_Get_address(&at[1], &address);
  MPI_Datatype place = typeOf(address);
  for (int i = 0; i < n; i++) { // expected-remark {{variable that MPI_Bcast may change by MPI_BOTTOM}}
    MPI_Bcast(MPI_BOTTOM, 1, place, 0, MPI_COMM_WORLD);
    READ(at[1]);
  }
}

void read(MPI_File fh, int n) {
  long at = 0;
  MPI_Aint address;
  MPI_Get_address(&at, &address);
  MPI_Datatype place = typeOf(address);
  for (int i = 0; i < n; i++) { // expected-remark {{variable that MPI_File_read_at may change by MPI_BOTTOM}}
    MPI_File_read_at(fh, i, MPI_BOTTOM, 1, place, MPI_STATUS_IGNORE);
    READ(at);
  }
}

void anotherVariable(MPI_File fh, int n) {
  long at = 0;
  int rank;
  MPI_Aint address;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Get_address(&at, &address);
  MPI_Datatype place = typeOf(address);
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_Bcast(MPI_BOTTOM, 1, place, 0, MPI_COMM_WORLD);
    READ(rank);
  }
}

// No need to wait for a call that changes nothing there.
void addressOnly(MPI_File fh, int n) {
  long at = 3;
  for (int i = 0; i < n; i++) { // expected-remark-re {{slice with 1 read: {{.*}} at launch{{$}}}}
    MPI_Aint address;
    MPI_Get_address(&at, &address);
    READ(at);
  }
}

// Nothing is delivered where the type is a basic one: the count is 0.
void nothing(MPI_File fh, int n) {
  long at = 0;
  MPI_Aint address;
  MPI_Get_address(&at, &address);
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 2 reads}}
    MPI_File_read_at(fh, i, 0, 0, MPI_BYTE, MPI_STATUS_IGNORE);
    READ(at);
  }
}
