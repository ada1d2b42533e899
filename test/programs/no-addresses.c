// The program may have no more addresses (RLIMIT_AS) once MPI has started, and again once the
// program has opened its first file. The run time does with what it has, and the program goes on.
// RUN: %check-program --ranks 1,2 --unserved "the run time takes none of the program's addresses" --expect "slices_unknown_handle>=0"
#define _GNU_SOURCE
#include "program.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/syscall.h>

enum { Files = 150, Blocks = 4, Block = 65536, Pieces = 4096, Piece = 6000 };

/// Memory that malloc keeps, so that the program and MPI do not lack any.
static void fillMalloc(void) {
  static void *pieces[Pieces];
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_MMAP_THRESHOLD, 1 << 26);
  for (int i = 0; i < Pieces; i++)
    memset(pieces[i] = malloc(Piece), 1, Piece);
  for (int i = 0; i < Pieces; i++)
    free(pieces[i]);
}

/// The stack grows within the limit, too.
__attribute__((noinline)) static void useStack(void) {
  volatile char stack[1 << 20];
  for (size_t i = 0; i < sizeof stack; i += 4096)
    stack[i] = 1;
}

/// By bare calls, which are in no slice.
static void limitAddresses(void) {
  char text[128] = "";
  useStack();
  long fd = syscall(SYS_openat, AT_FDCWD, "/proc/self/statm", O_RDONLY);
  syscall(SYS_read, fd, text, sizeof text - 1);
  syscall(SYS_close, fd);
  rlim_t now = strtoul(text, NULL, 10) * 4096;
  setrlimit(RLIMIT_AS, &(struct rlimit){now, RLIM_INFINITY});
}

static void limitNothing(void) {
  setrlimit(RLIMIT_AS, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY});
}

int PMPI_Init(int *argc, char ***argv) {
  int error = ((int (*)(int *, char ***))dlsym(RTLD_NEXT, "PMPI_Init"))(argc, argv);
  fillMalloc();
  limitAddresses();
  return error;
}

int main(int argc, char **argv) {
  static MPI_File files[Files];
  static char b[Block];
  char name[32];
  uint64_t d = DIGEST_START;
  MPI_Init(&argc, &argv);
  limitNothing();
  fillMalloc();
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "part%d", i);
    makeData(name, Blocks * Block, 20 + i);
  }
  for (int i = 0; i < Files; i++) {
    MPI_Datatype pieces;
    snprintf(name, sizeof name, "part%d", i);
    MPI_Type_vector(16, 100 + i, 1024, MPI_BYTE, &pieces);
    MPI_Type_commit(&pieces);
    MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &files[i]);
    MPI_File_read_at(files[i], 0, b, 1, pieces, MPI_STATUS_IGNORE);
    d = digest(d, b, Block);
    if (i == 0)
      limitAddresses();
  }
  for (int i = 0; i < Files; i++)
    for (int j = 0; j < Blocks; j++) {
      MPI_Status status;
      MPI_File_read_at(files[i], (MPI_Offset)j * Block, b, Block, MPI_BYTE, &status);
      d = digestStatus(digest(d, b, Block), &status);
    }
  for (int i = 0; i < Files; i++)
    MPI_File_close(&files[i]);
  limitNothing();
  result(d);
  MPI_Finalize();
}
