// A program that was not compiled by Foreslice reads every third chunk of an HDF5
// dataset. The chunks lie in the order of writing, which was random, and have
// different lengths: no pattern shows in the bytes. The companion reads the index
// of the chunks, and expects the next ones by their coordinates.
// REQUIRES: hdf5
// RUN: sh -c '%real-clang -O1 %s -o %t $(pkg-config --cflags --libs hdf5-serial)'
// RUN: rm -f %t.h5 && %t %t.h5 make
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run -- %t %t.h5 ahead | FileCheck %s
// RUN: env FORESLICE_DISABLE=1 FORESLICE_ALWAYS=1 %foreslice-run -- %t %t.h5 never | FileCheck --check-prefix=NEVER %s
// The same by an index of the latest formats.
// RUN: rm -f %t.h5 && %t %t.h5 latest
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run -- %t %t.h5 ahead | FileCheck %s
// Beside a signature that knows nothing of the file, and in the process.
// RUN: rm -rf %t.traces %t.report && cp /bin/cat %t.cat
// RUN: %foreslice-run --trace=%t.traces -- %t.cat %s > /dev/null
// RUN: %bin-dir/foreslice-signature %t.traces -o %t.json
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run --signature=%t.json -- %t %t.h5 ahead | FileCheck %s
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run --report=%t.report -- %t %t.h5 ahead | FileCheck %s
// The statistics name the dataset.
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run --stats=- -- %t %t.h5 ahead 2>&1 | FileCheck --check-prefix=SET %s
// SET: {{^}}/rows {{ *}}{{.*}}.h5 {{ *}}{{[1-9]}}
// CHECK: read ahead: yes
// NEVER: read ahead: no
#include "Inputs/in_memory.h"

#include <hdf5.h>
#ifdef PARALLEL
#include <mpi.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Chunks = 300, Elements = 16384, Step = 3, Ahead = 9, Passes = 400 };

static int data[Elements];
static hsize_t begins[Chunks];

static hid_t opened(const char *name) {
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
#ifdef PARALLEL
  H5Pset_fapl_mpio(access, MPI_COMM_WORLD, MPI_INFO_NULL);
#endif
  hid_t file = H5Fopen(name, H5F_ACC_RDONLY, access);
  H5Pclose(access);
  return file;
}

static void select_chunk(hid_t space, int chunk) {
  const hsize_t start[1] = {(hsize_t)chunk * Elements}, count[1] = {Elements};
  H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL);
}

static int make(const char *name, int latest) {
  const hsize_t lengths[1] = {(hsize_t)Chunks * Elements}, chunk[1] = {Elements};
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  if (latest)
    H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
  hid_t file = H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, access);
  hid_t space = H5Screate_simple(1, lengths, NULL), memory = H5Screate_simple(1, chunk, NULL);
  hid_t made = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(made, 1, chunk);
  H5Pset_deflate(made, 1);
  hid_t set = H5Dcreate(file, "rows", H5T_STD_I32LE, space, H5P_DEFAULT, made, H5P_DEFAULT);
  int order[Chunks];
  unsigned draw = 1;
  for (int i = 0; i < Chunks; i++)
    order[i] = i;
  for (int i = Chunks - 1; i > 0; i--) {
    draw = draw * 1103515245 + 12345;
    const int other = (int)(draw >> 8) % (i + 1), kept = order[i];
    order[i] = order[other];
    order[other] = kept;
  }
  for (int i = 0; i < Chunks; i++) {
    // From 4 to 60 KiB.
    for (int e = 0; e < Elements; e++) {
      draw = draw * 1103515245 + 12345;
      data[e] = e % 16 <= order[i] % 15 ? (int)(draw >> 8) : 0;
    }
    select_chunk(space, order[i]);
    if (H5Dwrite(set, H5T_NATIVE_INT, memory, space, H5P_DEFAULT, data) < 0)
      return 1;
  }
  return H5Dclose(set) < 0 || H5Fclose(file) < 0;
}

/// Reads every third chunk, and looks whether most are in memory long before their
/// turns: the kernel has some, which lie behind others.
static int pass(const char *name, int fd, const char *bytes, long size) {
  const int canTell = takeFromMemory(fd, bytes, size);
  hid_t file = opened(name);
  hid_t set = H5Dopen(file, "rows", H5P_DEFAULT);
  const hsize_t count[1] = {Elements};
  hid_t space = H5Dget_space(set), memory = H5Screate_simple(1, count, NULL);
  int looked = 0, found = 0;
  for (int i = 0; i < Chunks; i += Step) {
    if (i + Ahead < Chunks) {
      looked++;
      found += isInMemory(bytes, (long)begins[i + Ahead] + 4095);
    }
    select_chunk(space, i);
    if (H5Dread(set, H5T_NATIVE_INT, memory, space, H5P_DEFAULT, data) < 0)
      exit(2);
    usleep(200);
  }
  H5Sclose(memory);
  H5Sclose(space);
  H5Dclose(set);
  H5Fclose(file);
  return canTell ? 2 * found > looked : -1;
}

int main(int argc, char **argv) {
  const int latest = strcmp(argv[2], "latest") == 0;
  if (latest || strcmp(argv[2], "make") == 0)
    return make(argv[1], latest);
  const int never = strcmp(argv[2], "never") == 0;
  #ifdef PARALLEL
  MPI_Init(&argc, &argv);
#endif
  hid_t file = opened(argv[1]);
  hid_t set = H5Dopen(file, "rows", H5P_DEFAULT);
  for (int i = 0; i < Chunks; i++) {
    const hsize_t at[1] = {(hsize_t)i * Elements};
    haddr_t begin;
    if (H5Dget_chunk_info_by_coord(set, at, NULL, &begin, NULL) < 0)
      return 3;
    begins[i] = begin;
  }
  H5Dclose(set);
  H5Fclose(file);
  int fd = open(argv[1], O_RDONLY);
  const long size = lseek(fd, 0, SEEK_END);
  const char *bytes = mapForLooks(fd, size);
  int isAhead = 0;
  for (int i = 0; i < (never ? 5 : Passes) && isAhead == 0; i++)
    isAhead = pass(argv[1], fd, bytes, size);
  if (isAhead < 0)
    isAhead = !never;
  printf("read ahead: %s\n", isAhead ? "yes" : "no");
#ifdef PARALLEL
  MPI_Finalize();
#endif
}
