// What main reads is fetched while MPI starts: each rank has its own file in the kernel's memory
// before MPI_Init returns, by the place that the launcher gave, and no thread stays for that. What
// is read depends on options, which the slice looks at itself, in any order.
// RUN: head -c 1048576 /dev/urandom > %t.data.0 && head -c 1048576 /dev/urandom > %t.data.1
// RUN: %real-clang -O1 -I %S/../run/Inputs -c %S/Inputs/await_memory.c -o %t.await.o
// RUN: %foreslice-mpicc -O1 -c %S/Inputs/slow_start.c -o %t.start.o
// RUN: %foreslice-mpicc -O1 -w -fprefetch-slice -Rpass=prefetch-slice %s %t.start.o %t.await.o -o %t 2>&1 | FileCheck --check-prefix=REMARK %s
// RUN: %mpirun -n 2 %t -n 16 %t.data | FileCheck %s
// RUN: %mpirun -n 2 %t --name=%t.data text -n16 %t.data | FileCheck %s
// RUN: env AWAIT_SECONDS=0 FORESLICE_DISABLE=1 %mpirun -n 2 %t -n 16 %t.data | grep sum > %t.expected
// RUN: env AWAIT_SECONDS=0 %mpirun -n 2 %t -n 16 %t.data | grep sum | cmp - %t.expected
// The statistics do not count this as waste.
// RUN: env FORESLICE_STATS=- %mpirun -n 2 %t -n 16 %t.data 2>&1 | FileCheck --check-prefix=STATS %s
// A function of the program's that starts MPI makes no difference.
// RUN: %foreslice-mpicc -O1 -w -DWITHIN -fprefetch-slice %s %t.start.o %t.await.o -o %t.within
// RUN: %mpirun -n 2 %t.within -n 16 %t.data | FileCheck %s
// RUN: env AWAIT_SECONDS=0 %mpirun -n 2 %t.within -n 16 %t.data | grep sum | cmp - %t.expected
// Who does not want files to be opened ahead has none read before MPI starts.
// RUN: env AWAIT_SECONDS=1 FORESLICE_OPEN_AHEAD=never %mpirun -n 2 %t -n 16 %t.data | FileCheck --check-prefix=NEVER %s
// A program that ends early ends as it does without slices.
// RUN: %mpirun -n 2 %t 2>&1 | FileCheck --check-prefix=HELP %s
// REMARK: remark: prefetch slice of the rest of 'main' with 1 read: {{.*}}opens files ahead of the main thread
// CHECK-COUNT-2: read ahead: yes{{.*}}, threads left: 0
// STATS: pages_left_to_system{{ +[1-9]}}
// NEVER-COUNT-2: read ahead: {{no|yes, as far as can be told}}
// HELP-COUNT-2: usage
#include <getopt.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { Block = 65536 };

#ifdef WITHIN
static int place;
static void start(int *argc, char ***argv) {
  int provided;
  MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided);
  if (provided < MPI_THREAD_SINGLE)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &place);
}
#endif

int main(int argc, char **argv) {
  static char block[Block];
  static const struct option known[] = {{"name", required_argument, NULL, 'f'}, {NULL, 0, NULL, 0}};
  int rank, blocks = 0, letter;
  unsigned long sum = 0, all = 0;
  const char *name = NULL;
  char own[4096];
  MPI_File f;
#ifdef WITHIN
  start(&argc, &argv);
  rank = place;
#else
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#endif
  while ((letter = getopt_long(argc, argv, "n:f:", known, NULL)) != -1)
    if (letter == 'n')
      blocks = atoi(optarg);
    else if (letter == 'f')
      name = optarg;
  if (!name)
    name = argv[optind];
  if (!name) {
    puts("usage");
    MPI_Finalize();
    return 0;
  }
  snprintf(own, sizeof own, "%s.%d", name, rank);
  MPI_File_open(MPI_COMM_SELF, own, MPI_MODE_RDONLY, MPI_INFO_NULL, &f);
  for (int i = 0; i < blocks; i++) {
    MPI_File_read_at(f, (MPI_Offset)i * Block, block, Block / 4, MPI_INT, MPI_STATUS_IGNORE);
    for (int j = 0; j < Block; j += 64)
      sum = sum * 31 + (unsigned char)block[j];
  }
  MPI_File_close(&f);
  MPI_Reduce(&sum, &all, 1, MPI_UNSIGNED_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("sum %lu\n", all);
  MPI_Finalize();
  return 0;
}
