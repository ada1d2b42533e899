// What watches the slices of these programs: slices written by hand store to
// memory of their own, and to what is the main thread's.
// REQUIRES: guard
// RUN: %foreslice-mpicc -fprefetch-slice -I %source-dir/runtime/include %s -o %t
// RUN: %guard %t own 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: not %guard %t global 2>&1 | FileCheck %s
// RUN: not %guard %t heap 2>&1 | FileCheck %s
// RUN: not %guard %t stack 2>&1 | FileCheck %s
// OWN-DAG: ended
// OWN-DAG: slice_guard: watched 1 slices
// CHECK-NOT: ended
// CHECK: slice_guard: the slice of by hand stores to 0x
#include "foreslice/abi.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct packet {
  char *Place;
  int Done;
  char Room[100];
};

static char Global;

static void slice(const void *P) {
  struct packet *Packet = (struct packet *)P;
  char Frame[5000];
  memset(Frame, 1, sizeof Frame);
  strcpy(Packet->Room, "its own");
  char *Memory = foreslice_slice_alloc(100000);
  memset(Memory, Frame[10], 100000);
  foreslice_slice_store(&Global, Frame, 1); // into a copy
  *(volatile char *)(Packet->Place ? Packet->Place : Frame) = 1;
  syscall(SYS_write, Packet->Done, "", 1);
}

int main(int argc, char **argv) {
  static foreslice_region Region = {
      .name = "by hand", .slice = slice, .packet_size = sizeof(struct packet)};
  foreslice_region *const Regions[] = {&Region};
  foreslice_link_with_fprefetch_slice_v6(Regions, 1, FORESLICE_MPI_OPENMPI);
  setenv("FORESLICE_ALWAYS", "1", 1);
  MPI_Init(&argc, &argv);
  int Pipe[2];
  char Ended, Local = 0, *Heap = calloc(1, 1);
  struct packet *Packet = foreslice_packet(&Region);
  if (pipe(Pipe) || !Packet)
    return 2;
  Packet->Place = strcmp(argv[1], "global") == 0  ? &Global
                  : strcmp(argv[1], "heap") == 0  ? Heap
                  : strcmp(argv[1], "stack") == 0 ? &Local
                                                  : NULL;
  Packet->Done = Pipe[1];
  foreslice_launch(&Region, Packet);
  if (read(Pipe[0], &Ended, 1) == 1)
    puts("ended");
  foreslice_end(&Region);
  MPI_Finalize();
  return Global + Local + *Heap;
}
