// Reads into memory with holes: what lies in the holes stays.
// RUN: %check-program
// RUN: %if mpich %{ %check-program --mpi mpich %}
#include "program.h"

struct particle {
  double position[3];
  int id, unread;
  float charge;
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("particles", 1 << 20, 10);
  int lengths[] = {3, 1, 1};
  MPI_Aint places[] = {0, 24, 32};
  MPI_Datatype types[] = {MPI_DOUBLE, MPI_INT, MPI_FLOAT}, fields, particle,
               every;
  MPI_Type_create_struct(3, lengths, places, types, &fields);
  MPI_Type_create_resized(fields, 0, sizeof(struct particle), &particle);
  MPI_Type_commit(&particle);
  MPI_Type_vector(64, 2, 5, MPI_INT, &every);
  MPI_Type_commit(&every);
  MPI_File fh = openFile("particles", MPI_MODE_RDONLY);
  struct particle p[32];
  int table[320];
  uint64_t d = DIGEST_START;
  memset(p, 0x11, sizeof p);
  memset(table, 0x22, sizeof table);
  for (int i = 0; i < 300; i++) {
    MPI_Status status;
    MPI_File_read_at(fh, (myRank() + i) * 32 * 32, p, 32, particle, &status);
    d = digestStatus(digest(d, p, sizeof p), &status);
    MPI_File_read_at(fh, i * 2000, table, 1, every, &status);
    d = digestStatus(digest(d, table, sizeof table), &status);
  }
  MPI_File_close(&fh);
  MPI_Type_free(&every);
  MPI_Type_free(&particle);
  MPI_Type_free(&fields);
  result(d);
  MPI_Finalize();
}
