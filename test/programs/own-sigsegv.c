// The program recovers from faults of its own in a region: they are its
// handler's, not the run time's.
// RUN: %check-program
#include "program.h"
#include <setjmp.h>
#include <signal.h>

static sigjmp_buf recover;
static volatile int faults;
static int *volatile nowhere;

static void onFault(int signal) {
  faults++;
  siglongjmp(recover, signal);
}

// In a function of its own: what calls sigsetjmp returns twice.
static void probe(void) {
  if (!sigsetjmp(recover, 1))
    *nowhere = 1;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 20, 36);
  struct sigaction action = {.sa_handler = onFault};
  sigaction(SIGSEGV, &action, NULL);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  char b[8192];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 100; i++) {
    MPI_File_read_at(fh, i * 8192, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
    if (i % 10 == 0)
      probe();
  }
  MPI_File_close(&fh);
  printf("%d faults\n", faults);
  result(d);
  MPI_Finalize();
}
