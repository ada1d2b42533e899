/* A program without reads, for the cost of the flag where it can gain nothing:
 * computes, then prints the number of its threads and a checksum. */

#include "../../examples/common.h"

#include <dirent.h>

static int count_threads(void) {
  DIR *tasks = opendir("/proc/self/task");
  int count = 0;
  if (!tasks)
    die("/proc/self/task", " cannot be read");
  for (const struct dirent *entry; (entry = readdir(tasks));)
    count += entry->d_name[0] != '.';
  closedir(tasks);
  return count;
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const struct options o = parse_options(argc, argv);
  struct work work;
  start_work(&work);
  char *record = calloc(1, (size_t)o.record_size);
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  for (long i = 0; i < o.records; i++)
    compute(&work, &o, record, o.record_size);
  const double seconds = MPI_Wtime() - start;
  printf("%d threads\n", count_threads());
  print_result(&o, &work, seconds, rank, size);
  free(record);
  MPI_Finalize();
  return 0;
}
