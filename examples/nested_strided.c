/* Shows: the columns of a row-major matrix of records are dealt out to the
 * ranks, and each is read from top to bottom: a stride within a stride. With
 * --view a file view holds the rank's columns, and offsets count in records. */

#include "common.h"

/* The file is a matrix of o->rows times `columns` records. */
struct layout {
  long columns;     /* of the matrix */
  long own_columns; /* of this rank: rank, rank + size, ... */
};

/* A view that leaves only this rank's columns of each row. */
static void set_column_view(MPI_File file, const struct options *o,
                            const struct layout *l, int rank, int size) {
  MPI_Datatype record, row, view;
  MPI_Type_contiguous((int)o->record_size, MPI_BYTE, &record);
  MPI_Type_commit(&record);
  MPI_Type_vector((int)l->own_columns, 1, size, record, &row);
  MPI_Type_create_resized(row, 0, (MPI_Aint)l->columns * o->record_size, &view);
  MPI_Type_commit(&view);
  check(MPI_File_set_view(file, (MPI_Offset)rank * o->record_size, record, view,
                          "native", MPI_INFO_NULL),
        "MPI_File_set_view");
  MPI_Type_free(&row);
  MPI_Type_free(&view);
  MPI_Type_free(&record);
}

static void read_record(MPI_File file, MPI_Offset offset, char *record,
                        const struct options *o) {
  MPI_Status status;
  int count;
  check(MPI_File_read_at(file, offset, record, (int)o->record_size, MPI_BYTE,
                         &status),
        "MPI_File_read_at");
  MPI_Get_count(&status, MPI_BYTE, &count);
  if (count != o->record_size)
    die("the file is too short: ", o->file);
}

static void read_columns(MPI_File file, const struct options *o,
                         const struct layout *l, struct work *work, int rank,
                         int size) {
  char *record = allocate((size_t)o->record_size);
  for (long c = 0; c < l->own_columns; c++)
    for (long r = 0; r < o->rows; r++) {
      MPI_Offset offset;
      if (o->view)
        offset = (MPI_Offset)r * l->own_columns + c;
      else
        offset =
            ((MPI_Offset)r * l->columns + c * size + rank) * o->record_size;
      read_record(file, offset, record, o);
      compute(work, o, record, o->record_size);
    }
  free(record);
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const struct options o = parse_options(argc, argv);
  const struct layout l = {.columns = o.records / o.rows * size,
                           .own_columns = o.records / o.rows};

  if (o.generate) {
    generate_file(&o, (long long)o.rows * l.columns * o.record_size, rank,
                  size);
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
  if (o.view)
    set_column_view(file, &o, &l, rank, size);
  read_columns(file, &o, &l, &work, rank, size);
  check(MPI_File_close(&file), "MPI_File_close");
  print_result(&o, &work, MPI_Wtime() - start, rank, size);
  MPI_Finalize();
  return 0;
}
