// Packet tables: packets one after the other, from a place on, and by number,
// of tables that the loop finds open, or that the function opens.
// RUN: %check-program --flag=-lhdf5_serial_hl --slices 1 --expect 'reads_posted>=40' --expect 'hits>=20'
#include "sets.h"

#include <hdf5_hl.h>

enum { Packets = 60, Numbers = 8192 };
static int packet[Numbers];
static uint64_t d = DIGEST_START;

static void makeTable(hid_t file, const char *name) {
  const hsize_t length = Numbers;
  hid_t type = checked(H5Tarray_create2(H5T_STD_I32LE, 1, &length));
  hid_t made = checked(H5Pcreate(H5P_DATASET_CREATE));
  checked(H5Pset_obj_track_times(made, 0)); // Files are compared.
  hid_t table = checked(H5PTcreate(file, name, type, 2, made));
  for (int p = 0; p < Packets; p++) {
    for (int i = 0; i < Numbers; i++)
      packet[i] = (int)dataByte((size_t)(p * Numbers + i), 5);
    checked(H5PTappend(table, 1, packet));
  }
  checked(H5PTclose(table));
  H5Pclose(made);
  H5Tclose(type);
}

/// From where the table stands.
static void __attribute__((noinline)) readNext(hid_t table, int packets) {
  for (int p = 0; p < packets; p++) {
    checked(H5PTget_next(table, 1, packet));
    d = digest(d, packet, sizeof packet);
  }
}

static void __attribute__((noinline)) readBackwards(hid_t table) {
  for (int p = Packets - 1; p >= 0; p -= 2) {
    checked(H5PTread_packets(table, (hsize_t)p, 1, packet));
    d = digest(d, packet, sizeof packet);
  }
}

static void __attribute__((noinline)) readOpened(hid_t file) {
  hsize_t all;
  hid_t table = checked(H5PTopen(file, "second"));
  checked(H5PTget_num_packets(table, &all));
  checked(H5PTset_index(table, 5));
  for (hsize_t p = 5; p < all; p++) {
    checked(H5PTget_next(table, 1, packet));
    d = digest(d, packet, sizeof packet);
  }
  checked(H5PTclose(table));
}

int main(void) {
  hid_t file =
      checked(H5Fcreate("data", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  makeTable(file, "first");
  makeTable(file, "second");
  checked(H5Fclose(file));
  file = checked(H5Fopen("data", H5F_ACC_RDONLY, H5P_DEFAULT));
  hid_t table = checked(H5PTopen(file, "first"));
  readNext(table, 20);
  readNext(table, 30);
  readBackwards(table);
  checked(H5PTclose(table));
  readOpened(file);
  checked(H5Fclose(file));
  result(d);
}
