// Each rank reads what it has written a moment before by nonblocking and split
// writes: several under way at once, beside those of other ranks, through a
// view with holes, and collectively. What another rank has written shows after
// a sync.
// RUN: %check-program --ranks 1,2,4 --expect 'written_reads>=90' --expect 'missed<=12'
// RUN: %if mpich %{ %check-program --mpi mpich --ranks 2 --expect 'written_reads>=90' --expect 'missed<=12' %}
#include "program.h"

enum { Steps = 30, Under = 3, Bytes = 5000, Items = 700 };

static void sameForAll(MPI_File fh) {
  MPI_File_sync(fh);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(fh);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 8 << 20, 33);
  MPI_File fh = openFile("data", MPI_MODE_RDWR);
  int rank = myRank(), size = worldSize();
  static unsigned char b[Under][Bytes], r[Bytes];
  int items[2 * Items];
  uint64_t d = digest(DIGEST_START, "", 0);

  for (int i = 0; i < Steps; i++) {
    MPI_Request requests[Under];
    MPI_Status statuses[Under];
    for (int j = 0; j < Under; j++) {
      memset(b[j], 5 * i + j + rank, Bytes);
      MPI_Offset at = (MPI_Offset)((i % 3 * Under + j) * size + rank) * Bytes;
      MPI_File_iwrite_at(fh, at, b[j], Bytes, MPI_BYTE, requests + j);
    }
    MPI_Waitall(Under, requests, i % 2 ? MPI_STATUSES_IGNORE : statuses);
    for (int j = 0; j < Under; j++) {
      memset(b[j], 0, Bytes);
      MPI_Offset at = (MPI_Offset)((i % 3 * Under + j) * size + rank) * Bytes;
      MPI_File_read_at(fh, at, r, Bytes, MPI_BYTE, MPI_STATUS_IGNORE);
      d = digest(d, r, Bytes);
    }
    MPI_Barrier(MPI_COMM_WORLD); // ranks know the last writes of others
  }
  sameForAll(fh);

  MPI_Offset second = 1 << 20;
  for (int i = 0; i < Steps; i++) {
    memset(b[0], 3 * i + rank, Bytes);
    MPI_Offset at = second + (MPI_Offset)((i % 3) * size + rank) * Bytes;
    if (i % 2) {
      MPI_Request request;
      MPI_File_iwrite_at_all(fh, at, b[0], Bytes, MPI_BYTE, &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
      MPI_File_write_at_all_begin(fh, at, b[0], Bytes, MPI_BYTE);
      MPI_File_write_at_all_end(fh, b[0], MPI_STATUS_IGNORE);
    }
    memset(b[0], 0, Bytes);
    MPI_File_read_at_all(fh, at, r, Bytes, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, r, Bytes);
  }
  sameForAll(fh);

  MPI_Datatype mine, spread;
  MPI_Type_vector(Items, 1, 3, MPI_INT, &mine);
  MPI_Type_commit(&mine);
  MPI_Type_vector(Items, 1, 2, MPI_INT, &spread);
  MPI_Type_commit(&spread);
  MPI_File_set_view(fh, (2 << 20) + rank * 12 * Items, MPI_INT, mine, "native",
                    MPI_INFO_NULL);
  for (int i = 0; i < Steps; i++) {
    for (int j = 0; j < 2 * Items; j++)
      items[j] = i + 7 * j + rank;
    MPI_Request request;
    MPI_File_seek(fh, 0, MPI_SEEK_SET);
    MPI_File_iwrite(fh, items, 1, spread, &request);
    for (int done = 0; !done;)
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    memset(items, 0, sizeof items);
    MPI_File_iread_at(fh, 0, items, Items, MPI_INT, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    d = digest(d, items, sizeof items);
  }
  MPI_File_set_view(fh, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
  sameForAll(fh);

  // The next rank writes over it.
  MPI_Offset third = 4 << 20;
  for (int i = 0; i < 3; i++) {
    MPI_Request request;
    memset(b[0], 50 + i + rank, Bytes);
    MPI_File_iwrite_at(fh, third + (MPI_Offset)rank * Bytes, b[0], Bytes,
                       MPI_BYTE, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    sameForAll(fh);
    memset(b[0], 150 + i + rank, Bytes);
    MPI_File_iwrite_at(fh,
                       third + (MPI_Offset)((rank + 1) % size) * Bytes + 100,
                       b[0], 200, MPI_BYTE, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    sameForAll(fh);
    MPI_File_read_at(fh, third + (MPI_Offset)rank * Bytes, r, Bytes, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    d = digest(d, r, Bytes);
  }
  MPI_Type_free(&mine);
  MPI_Type_free(&spread);
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
