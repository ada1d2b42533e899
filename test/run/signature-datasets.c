// A signature names datasets: a run on one file helps a run on another file of the same name,
// in which another dataset lies in front and the chunks have another order and other
// lengths. The program reads chunks in a drawn order, which nothing but a signature tells.
// REQUIRES: hdf5, fuse
// RUN: rm -rf %t.dir && mkdir -p %t.dir && cd %t.dir
// RUN: sh -c '%real-clang -O1 %s -o %t $(pkg-config --cflags --libs hdf5-serial)'
// RUN: %t rows.h5 make 1 && %t rows.h5 > right
// RUN: %foreslice-run --trace=traces -- %t rows.h5 > /dev/null
// RUN: %bin-dir/foreslice-signature traces -o both.json
// RUN: %if jsonschema %{ %python -B %source-dir/test/signature/Inputs/check_signature.py %source-dir/docs/signature.schema.json both.json %}
// RUN: %bin-dir/foreslice-signature traces | FileCheck --check-prefix=TEXT %s
// TEXT:      rows.h5{{$}}
// TEXT:      rows.h5, by datasets
// TEXT:      datasets /rows, of 2; each has {{[0-9]+}} places
// RUN: %python -c "import json; S = json.load(open('both.json')); S['streams'] = [s for s in S['streams'] if 'datasets' not in s]; json.dump(S, open('bytes.json', 'w'))"
// RUN: mkdir made && %t made/rows.h5 make 7 && not cmp made/rows.h5 rows.h5
// DEFINE: %{ahead} = sh %S/Inputs/pages_ahead.sh %slowfs-run %python 80
// RUN: %{ahead} 20 made/rows.h5 right %foreslice-run --stats=stats.json --signature=both.json -- %t | FileCheck %s
// RUN: %{ahead} 2 made/rows.h5 right %foreslice-run --stats=stats.json --signature=bytes.json -- %t | FileCheck --check-prefix=BYTES %s
// CHECK: read ahead: yes
// BYTES: read ahead: no
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { Chunks = 400, Elements = 32768, Reads = 80 };
static int row[Elements], order[Chunks];

/// A drawn order of the chunks.
static void draw_order(unsigned draw) {
  for (int i = 0; i < Chunks; i++)
    order[i] = i;
  for (int i = Chunks - 1; i > 0; i--) {
    draw = draw * 1103515245 + 12345;
    const int other = (int)(draw >> 8) % (i + 1), kept = order[i];
    order[i] = order[other];
    order[other] = kept;
  }
}

static void select_chunk(hid_t space, int chunk) {
  const hsize_t start[1] = {(hsize_t)chunk * Elements}, count[1] = {Elements};
  H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL);
}

static hid_t make_set(hid_t file, const char *name, hsize_t length) {
  const hsize_t lengths[1] = {length}, chunk[1] = {Elements};
  hid_t space = H5Screate_simple(1, lengths, NULL), made = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(made, 1, chunk);
  H5Pset_deflate(made, 1);
  return H5Dcreate(file, name, H5T_STD_I32LE, space, H5P_DEFAULT, made, H5P_DEFAULT);
}

/// Each chunk takes half of its 128 KiB; its first number is the chunk's.
static void write_chunks(hid_t set, int chunks, unsigned seed) {
  const hsize_t count[1] = {Elements};
  hid_t space = H5Dget_space(set), memory = H5Screate_simple(1, count, NULL);
  unsigned draw = seed;
  for (int i = 0; i < chunks; i++) {
    for (int e = 0; e < Elements; e++) {
      draw = draw * 1103515245 + 12345;
      row[e] = e % 2 ? (int)(draw >> 8) : 0;
    }
    row[0] = order[i] % chunks;
    select_chunk(space, row[0]);
    if (H5Dwrite(set, H5T_NATIVE_INT, memory, space, H5P_DEFAULT, row) < 0)
      exit(2);
  }
}

static int make(const char *name, unsigned seed) {
  hid_t file = H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  hid_t other = make_set(file, seed == 1 ? "other" : "another", seed * Elements);
  for (int i = 0; i < Chunks; i++)
    order[i] = i;
  write_chunks(other, (int)seed, seed);
  draw_order(seed);
  hid_t set = make_set(file, "rows", (hsize_t)Chunks * Elements);
  write_chunks(set, Chunks, seed);
  return H5Dclose(other) < 0 || H5Dclose(set) < 0 || H5Fclose(file) < 0;
}

int main(int argc, char **argv) {
  if (argc > 3)
    return make(argv[1], (unsigned)atoi(argv[3]));
  hid_t file = H5Fopen(argv[1], H5F_ACC_RDONLY, H5P_DEFAULT);
  hid_t set = H5Dopen(file, "rows", H5P_DEFAULT);
  const hsize_t count[1] = {Elements};
  hid_t space = H5Dget_space(set), memory = H5Screate_simple(1, count, NULL);
  draw_order(99);
  for (int i = 0; i < Reads; i++) {
    select_chunk(space, order[i]);
    if (H5Dread(set, H5T_NATIVE_INT, memory, space, H5P_DEFAULT, row) < 0)
      return 2;
    printf("%d\n", row[0]);
    usleep(1000);
  }
}
