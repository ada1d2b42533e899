// MPI_ERRORS_RETURN: a file that is not there, reads of a file that is open for
// writing only, negative offsets: error classes as without slicing.
// RUN: %check-program --unserved "most reads fail"
#include "program.h"

static int errorClass(int code) {
  int class;
  MPI_Error_class(code, &class);
  return class;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
  makeData("data", 65536, 35);
  MPI_File fh;
  printf("open: %d\n",
         errorClass(MPI_File_open(MPI_COMM_WORLD, "missing", MPI_MODE_RDONLY,
                                  MPI_INFO_NULL, &fh)));
  char b[512];
  uint64_t d = DIGEST_START;
  fh = openFile("data", MPI_MODE_WRONLY);
  for (int i = 0; i < 10; i++) {
    int class = errorClass(
        MPI_File_read_at(fh, i * 512, b, 512, MPI_BYTE, MPI_STATUS_IGNORE));
    d = digest(d, &class, sizeof class);
  }
  MPI_File_close(&fh);
  fh = openFile("data", MPI_MODE_RDONLY);
  for (int i = 0; i < 10; i++) {
    int code = MPI_File_read_at(fh, i * 512 - 1024, b, 512, MPI_BYTE,
                                MPI_STATUS_IGNORE);
    int class = errorClass(code);
    d = digest(d, &class, sizeof class);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
