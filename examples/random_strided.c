/* Shows: every rank reads its own section of the file from begin to end, in
 * frames of different sizes as media files have them, with the file pointer. */

#include "common.h"

/* The sizes of a rank's frames: half to one and a half record sizes. */
static int *frame_sizes(const struct options *o, int rank) {
  int *sizes = allocate((size_t)o->records * sizeof *sizes);
  for (long i = 0; i < o->records; i++)
    sizes[i] = frame_size(o, rank, i);
  return sizes;
}

static void read_frames(MPI_File file, const struct options *o,
                        const int *sizes, MPI_Offset section,
                        struct work *work) {
  char *frame = allocate((size_t)largest_frame(o));
  check(MPI_File_seek(file, section, MPI_SEEK_SET), "MPI_File_seek");
  for (long i = 0; i < o->records; i++) {
    MPI_Status status;
    int count;
    check(MPI_File_read(file, frame, sizes[i], MPI_BYTE, &status),
          "MPI_File_read");
    MPI_Get_count(&status, MPI_BYTE, &count);
    if (count != sizes[i])
      die("the file is too short: ", o->file);
    compute(work, o, frame, sizes[i]);
  }
  free(frame);
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const struct options o = parse_options(argc, argv);
  const MPI_Offset section_bytes = (MPI_Offset)o.records * largest_frame(&o);

  if (o.generate) {
    generate_file(&o, section_bytes * size, rank, size);
    MPI_Finalize();
    return 0;
  }

  struct work work;
  start_work(&work);
  int *sizes = frame_sizes(&o, rank);
  MPI_File file;
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  check(MPI_File_open(MPI_COMM_WORLD, o.file, MPI_MODE_RDONLY, MPI_INFO_NULL,
                      &file),
        o.file);
  read_frames(file, &o, sizes, section_bytes * rank, &work);
  check(MPI_File_close(&file), "MPI_File_close");
  print_result(&o, &work, MPI_Wtime() - start, rank, size);

  free(sizes);
  MPI_Finalize();
  return 0;
}
