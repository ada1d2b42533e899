// Files of several sizes are read one after the other, each until a read is
// short: empty files, files of whole records, a file of more than 2 GiB, and
// one that was shorter or longer when the slice looked.
// RUN: %check-program --expect 'missed<=3' --expect 'slices_astray==0' --expect 'cache_reads>=20'
// RUN: %if mpich %{ %check-program --expect 'missed<=3' --mpi mpich --ranks 1,2 --expect 'cache_reads>=20' %}
#include "program.h"

enum { Record = 4096, Files = 8 };
static const int64_t Sizes[Files] = {20 * Record,     0,           1,
                                     5 * Record - 10, 8 * Record,  30 * Record,
                                     2 * Record,      16 * Record + 1};

static char b[8 * Record];

/// In a helper, at the individual pointer.
static int readSome(MPI_File fh, int count, uint64_t *d) {
  MPI_Status status;
  int got;
  MPI_File_read(fh, b, count, MPI_DOUBLE, &status);
  MPI_Get_count(&status, MPI_BYTE, &got);
  *d = digest(*d, b, got);
  return got;
}

/// At offsets that the counts decide, and of several records.
static uint64_t atOffsets(MPI_File fh, MPI_Offset at, int records, uint64_t d) {
  MPI_Datatype record;
  MPI_Type_contiguous(Record, MPI_BYTE, &record);
  MPI_Type_commit(&record);
  for (;;) {
    MPI_Status status;
    int got, bytes;
    MPI_File_read_at(fh, at, b, records, record, &status);
    MPI_Get_count(&status, record, &got);
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    d = digest(digest(d, &got, sizeof got), b, bytes);
    if (got == 0 || got == MPI_UNDEFINED)
      break;
    at += got * Record;
  }
  MPI_Type_free(&record);
  return d;
}

/// Through a view with holes, as many bytes as there are: behind the end MPICH
/// gives what it likes.
static uint64_t throughView(MPI_File fh, int64_t bytes, uint64_t d) {
  MPI_Datatype every;
  MPI_Type_create_resized(MPI_BYTE, 0, 2, &every);
  MPI_Type_commit(&every);
  MPI_File_set_view(fh, 3, MPI_BYTE, every, "native", MPI_INFO_NULL);
  for (int64_t left = (bytes - 3) / 2, got = 1; left > 0 && got > 0;) {
    MPI_Status status;
    int count;
    MPI_File_read(fh, b, left < Record ? left : Record, MPI_BYTE, &status);
    MPI_Get_count(&status, MPI_BYTE, &count);
    d = digest(d, b, count);
    left -= got = count;
  }
  MPI_Type_free(&every);
  return d;
}

static void makeLarge(const char *name, MPI_Offset bytes) {
  if (myRank() == 0) {
    FILE *file = fopen(name, "wb");
    fseeko(file, bytes - 5, SEEK_SET);
    fwrite("large", 5, 1, file);
    fclose(file);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

static uint64_t allFiles(MPI_File *files, MPI_File large, MPI_Offset end,
                         uint64_t d) {
  for (int i = 0; i < Files; i++)
    while (readSome(files[i], Record / 8, &d) == Record)
      ;
  for (int i = 0; i < Files; i++)
    d = atOffsets(files[i], 0, 1 + i % 3, d);
  d = atOffsets(large, end - 10 * Record + 1, 1, d);
  for (int i = 0; i < Files; i++)
    d = throughView(files[i], Sizes[i], d);
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_File files[Files];
  char name[16];
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "file%d", i);
    makeData(name, Sizes[i], i);
    files[i] = openFile(name, MPI_MODE_RDONLY);
  }
  const MPI_Offset end = 5000000003;
  makeLarge("large", end);
  MPI_File large = openFile("large", MPI_MODE_RDONLY);
  uint64_t d = allFiles(files, large, end, DIGEST_START);
  for (int i = 0; i < Files; i++)
    MPI_File_close(&files[i]);
  MPI_File_close(&large);
  if (myRank() == 0)
    unlink("large");
  result(d);
  MPI_Finalize();
}
