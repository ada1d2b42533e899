/* Shows: every rank reads each size-th record, as rows of a matrix are dealt
 * out cyclically, and computes between the reads. */

#include "common.h"

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const struct options o = parse_options(argc, argv);

  if (o.generate) {
    generate_file(&o, (long long)o.records * size * o.record_size, rank, size);
    MPI_Finalize();
    return 0;
  }

  struct work work;
  start_work(&work);
  char *record = allocate((size_t)o.record_size);
  MPI_File file;
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  check(MPI_File_open(MPI_COMM_WORLD, o.file, MPI_MODE_RDONLY, MPI_INFO_NULL,
                      &file),
        o.file);
  for (long i = 0; i < o.records; i++) {
    const MPI_Offset offset = ((MPI_Offset)i * size + rank) * o.record_size;
    MPI_Status status;
    int count;
    check(MPI_File_read_at(file, offset, record, (int)o.record_size, MPI_BYTE,
                           &status),
          "MPI_File_read_at");
    MPI_Get_count(&status, MPI_BYTE, &count);
    if (count != o.record_size)
      die("the file is too short: ", o.file);
    compute(&work, &o, record, o.record_size);
  }
  check(MPI_File_close(&file), "MPI_File_close");
  print_result(&o, &work, MPI_Wtime() - start, rank, size);

  free(record);
  MPI_Finalize();
  return 0;
}
