/*===- signatures.c - patterns of bench/signatures that no example has ----===//
 *
 * The first argument names the pattern; the options of the examples follow.
 *
 * segmented: each rank has a segment of the file, and reads record after record
 *   of the segment (PIO-Bench).
 * btio: each record of the file is a time step, a mesh of --rows cubed points
 *   of 5 numbers. The ranks, a square number, have cells on the diagonals of
 *   the mesh, and read the cells of a step together, by a view (NAS BT-IO,
 *   `full`).
 *
 *===----------------------------------------------------------------------===*/

#include "../../examples/common.h"

enum { POINT = 5 * sizeof(double) };

/* The segment's or the mesh's part of the rank. */
struct part {
  int rank, size;
  int bytes; /* of a record */
};

static int side_of(int size) {
  int side = 1;
  while (side * side < size)
    side++;
  if (side * side != size)
    die("btio takes a square number of ranks", "");
  return side;
}

/* The points begin..end of the mesh in one direction that belong to a cell. */
static void cell_range(long points, int side, int cell, int *begin, int *size) {
  *begin = (int)(points * cell / side);
  *size = (int)(points * (cell + 1) / side) - *begin;
}

/* A view of the cells of the rank, one of each layer of the mesh. */
static void set_cells_view(MPI_File file, const struct options *o,
                           struct part *p) {
  const int side = side_of(p->size);
  int order[] = {(int)o->rows, (int)o->rows, (int)o->rows * POINT};
  MPI_Datatype *cells = allocate((size_t)side * sizeof *cells), view;
  MPI_Aint *places = allocate((size_t)side * sizeof *places);
  int *counts = allocate((size_t)side * sizeof *counts);
  p->bytes = 0;
  for (int c = 0; c < side; c++) {
    int begin[3], size[3];
    cell_range(o->rows, side, c, &begin[0], &size[0]);
    cell_range(o->rows, side, (p->rank / side + side - c) % side, &begin[1],
               &size[1]);
    cell_range(o->rows, side, (p->rank + c) % side, &begin[2], &size[2]);
    begin[2] *= POINT;
    size[2] *= POINT;
    p->bytes += size[0] * size[1] * size[2];
    MPI_Type_create_subarray(3, order, size, begin, MPI_ORDER_C, MPI_BYTE,
                             &cells[c]);
    places[c] = 0;
    counts[c] = 1;
  }
  MPI_Type_create_struct(side, counts, places, cells, &view);
  MPI_Type_commit(&view);
  check(MPI_File_set_view(file, 0, MPI_BYTE, view, "native", MPI_INFO_NULL),
        "MPI_File_set_view");
  MPI_Type_free(&view);
  for (int c = 0; c < side; c++)
    MPI_Type_free(&cells[c]);
  free(counts);
  free(places);
  free(cells);
}

static void check_size(const MPI_Status *status, int bytes,
                       const struct options *o) {
  int count;
  MPI_Get_count(status, MPI_BYTE, &count);
  if (count != bytes)
    die("the file is too short: ", o->file);
}

static void read_cells(MPI_File file, const struct options *o, struct part *p,
                       struct work *work) {
  set_cells_view(file, o, p);
  char *cells = allocate((size_t)p->bytes);
  for (long step = 0; step < o->records; step++) {
    MPI_Status status;
    check(MPI_File_read_at_all(file, step * p->bytes, cells, p->bytes, MPI_BYTE,
                               &status),
          "MPI_File_read_at_all");
    check_size(&status, p->bytes, o);
    compute(work, o, cells, p->bytes);
  }
  free(cells);
}

static void read_segment(MPI_File file, const struct options *o,
                         const struct part *p, struct work *work) {
  char *record = allocate((size_t)p->bytes);
  const MPI_Offset begin = (MPI_Offset)p->rank * o->records * p->bytes;
  for (long i = 0; i < o->records; i++) {
    MPI_Status status;
    check(MPI_File_read_at(file, begin + i * p->bytes, record, p->bytes,
                           MPI_BYTE, &status),
          "MPI_File_read_at");
    check_size(&status, p->bytes, o);
    compute(work, o, record, p->bytes);
  }
  free(record);
}

int main(int argc, char **argv) {
  struct part p;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &p.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &p.size);
  if (argc < 2 ||
      (strcmp(argv[1], "segmented") != 0 && strcmp(argv[1], "btio") != 0))
    die("the first argument is segmented or btio", "");
  const int btio = strcmp(argv[1], "btio") == 0;
  const struct options o = parse_options(argc - 1, argv + 1);
  p.bytes = (int)o.record_size;

  if (o.generate) {
    const long long step = (long long)o.rows * o.rows * o.rows * POINT;
    generate_file(&o, o.records * (btio ? step : o.record_size * p.size),
                  p.rank, p.size);
    MPI_Finalize();
    return 0;
  }

  struct work work;
  start_work(&work);
  MPI_File file;
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  check(MPI_File_open(MPI_COMM_WORLD, o.file, MPI_MODE_RDONLY, MPI_INFO_NULL,
                      &file),
        o.file);
  if (btio)
    read_cells(file, &o, &p, &work);
  else
    read_segment(file, &o, &p, &work);
  check(MPI_File_close(&file), "MPI_File_close");
  print_result(&o, &work, MPI_Wtime() - start, p.rank, p.size);
  MPI_Finalize();
  return 0;
}
