/*===- LibraryTest.c - the shared library as a program sees it ------------===//
//
// A C program with one handmade region, linked like a compiled one. Reads a
// file collectively in the region and checks every byte, and that the memory of
// the first pages is there after MPI_Init if there may be slices; what the run
// time did is in the statistics, which the test's regular expression looks at.
//
//===----------------------------------------------------------------------===*/

#include "foreslice/abi.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { Pages = 8, Bytes = 65536 };

struct LiveIn {
  MPI_File File;
  int Rank;
};

static void slice(const void *Packet) {
  static const foreslice_io_call ReadAt = {.family = FORESLICE_FAMILY_MPI,
                                           .kind = FORESLICE_READ,
                                           .pointer =
                                               FORESLICE_POINTER_EXPLICIT};
  const struct LiveIn *In = Packet;
  for (int I = 0; I < Pages; ++I)
    foreslice_slice_access(&ReadAt, (foreslice_handle)(uintptr_t)In->File,
                           (int64_t)I * Bytes, Bytes,
                           (foreslice_handle)(uintptr_t)MPI_BYTE, NULL);
}

static foreslice_region Region = {"LibraryTest.c",
                                  slice,
                                  sizeof(struct LiveIn),
                                  NULL,
                                  FORESLICE_REGION_COLLECTIVE,
                                  0,
                                  {NULL},
                                  NULL};
static foreslice_region *const Regions[] = {&Region};

__attribute__((constructor)) static void announce(void) {
  foreslice_link_with_fprefetch_slice_v6(Regions, 1, ANNOUNCED_FAMILY);
}

/// The library has every function of the ABI, or this program does not link.
__attribute__((used)) static void (*const Provided[])(void) = {
#define FORESLICE_FUNCTION(Caller, Attribute, Result, Name, ...)               \
  (void (*)(void)) Name,
#include "foreslice/abi.def"
};

static char byteAt(long I) { return (char)(I * 7 + I / 4096); }

static void makeFile(const char *Name) {
  FILE *Out = fopen(Name, "wb");
  for (long I = 0; I < (long)Pages * Bytes; ++I)
    putc(byteAt(I), Out);
  fclose(Out);
}

/// KiB of the memory that ranks share which this one has touched; -1 if there
/// is none.
static long sharedResident(void) {
  FILE *Maps = fopen("/proc/self/smaps", "r");
  char Line[512];
  long Kib = -1;
  for (int In = 0; fgets(Line, sizeof Line, Maps);) {
    if (strstr(Line, "/memfd:foreslice-"))
      In = 1;
    else if (In && sscanf(Line, "Rss: %ld kB", &Kib) == 1)
      break;
  }
  fclose(Maps);
  return Kib;
}

int main(int Argc, char **Argv) {
  MPI_Init(&Argc, &Argv);
  long Kib = sharedResident();
  if (Kib >= 2048)
    printf("MPI_Init touches memory of pages: %ld KiB\n", Kib);
  int Rank, Wrong = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &Rank);
  char Name[64];
  int Process = (int)getpid();
  MPI_Bcast(&Process, 1, MPI_INT, 0, MPI_COMM_WORLD);
  snprintf(Name, sizeof Name, "foreslice_library_test.%d", Process);
  if (Rank == 0)
    makeFile(Name);
  MPI_Barrier(MPI_COMM_WORLD);

  MPI_File File;
  MPI_File_open(MPI_COMM_WORLD, Name, MPI_MODE_RDONLY, MPI_INFO_NULL, &File);
  void *Packet = foreslice_packet(&Region);
  if (Packet) {
    struct LiveIn In = {File, Rank};
    memcpy(Packet, &In, sizeof In);
    foreslice_launch(&Region, Packet);
  }
  static char Buffer[Bytes];
  for (int I = 0; I < Pages; ++I) {
    MPI_File_read_at_all(File, (MPI_Offset)I * Bytes, Buffer, Bytes, MPI_BYTE,
                         MPI_STATUS_IGNORE);
    for (int J = 0; J < Bytes; ++J)
      Wrong += Buffer[J] != byteAt((long)I * Bytes + J);
  }
  foreslice_end(&Region);
  MPI_File_close(&File);
  if (Rank == 0)
    unlink(Name);
  if (Wrong)
    printf("wrong bytes: %d\n", Wrong);
  MPI_Finalize();
  return Wrong != 0;
}
