// Each rank reads what it has written a moment before: single values beside those
// of other ranks, collectively, through a view with holes, and by a nonblocking
// read. What another rank has written over it meanwhile shows after a sync.
// RUN: %check-program --ranks 1,2,4 --expect 'written_reads>=90' --expect 'missed<=12'
// RUN: %if mpich %{ %check-program --mpi mpich --ranks 2 --expect 'written_reads>=90' --expect 'missed<=12' %}
// Where the operating system has what was written, nothing is kept.
// RUN: %check-program --level O2 --ranks 2 --env FORESLICE_ALWAYS=0 --unserved 'files in memory' --expect 'written_reads==0'
#include "program.h"

enum { Steps = 30, Bytes = 5000, Items = 700 };

static void sameForAll(MPI_File fh) {
  MPI_File_sync(fh);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(fh);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 8 << 20, 31);
  MPI_File fh = openFile("data", MPI_MODE_RDWR);
  int rank = myRank(), size = worldSize();
  unsigned char b[Bytes], r[Bytes];
  int items[2 * Items];
  uint64_t d = digest(DIGEST_START, "", 0);

  for (int i = 0; i < Steps; i++) {
    int value = i * 1000 + rank, back = 0;
    MPI_Offset at = (MPI_Offset)(i * size + rank) * sizeof value;
    MPI_File_seek(fh, at, MPI_SEEK_SET);
    MPI_File_write(fh, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_seek(fh, at, MPI_SEEK_SET);
    MPI_File_read(fh, &back, 1, MPI_INT, MPI_STATUS_IGNORE);
    d = digest(d, &back, sizeof back);
  }
  sameForAll(fh);

  MPI_Offset second = 1 << 20;
  for (int i = 0; i < Steps; i++) {
    memset(b, 3 * i + rank, Bytes);
    MPI_Offset at = second + (MPI_Offset)((i % 3) * size + rank) * Bytes;
    MPI_File_write_at_all(fh, at, b, Bytes, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_Status status;
    int count = 0;
    MPI_File_read_at_all(fh, at, r, Bytes, MPI_BYTE, &status);
    MPI_Get_count(&status, MPI_BYTE, &count);
    d = digest(digest(d, r, Bytes), &count, sizeof count);
  }
  sameForAll(fh);

  MPI_Datatype mine, spread;
  MPI_Type_vector(Items, 1, size, MPI_INT, &mine);
  MPI_Type_commit(&mine);
  MPI_Type_vector(Items, 1, 2, MPI_INT, &spread);
  MPI_Type_commit(&spread);
  MPI_File_set_view(fh, (2 << 20) + 4 * rank, MPI_INT, mine, "native",
                    MPI_INFO_NULL);
  for (int i = 0; i < Steps; i++) {
    for (int j = 0; j < 2 * Items; j++)
      items[j] = i + 7 * j + rank;
    MPI_File_write_at(fh, 0, items, 1, spread, MPI_STATUS_IGNORE);
    memset(items, 0, sizeof items);
    if (i % 2) {
      MPI_File_read_at(fh, 0, items, Items, MPI_INT, MPI_STATUS_IGNORE);
    } else {
      MPI_Request request;
      MPI_File_iread_at(fh, 0, items, Items, MPI_INT, &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    d = digest(d, items, sizeof items);
  }
  MPI_File_set_view(fh, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
  sameForAll(fh);

  // The next rank writes over it.
  MPI_Offset third = 4 << 20;
  for (int i = 0; i < 3; i++) {
    memset(b, 50 + i + rank, Bytes);
    MPI_File_write_at(fh, third + (MPI_Offset)rank * Bytes, b, Bytes, MPI_BYTE,
                      MPI_STATUS_IGNORE);
    sameForAll(fh);
    memset(b, 150 + i + rank, Bytes);
    MPI_File_write_at(fh, third + (MPI_Offset)((rank + 1) % size) * Bytes + 100,
                      b, 200, MPI_BYTE, MPI_STATUS_IGNORE);
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
