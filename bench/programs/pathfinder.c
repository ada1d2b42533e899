/*===- pathfinder.c - low-level processing of satellite data --------------===//
 *
 * A program after the description of Pathfinder in Madhyastha, Elford and Reed
 * (1996), section 4.3: files of orbits are read in groups of 120 scans. For
 * each group, ancillary files are read: one in sequence, one in steps, and one
 * at the places that the scans name. The result goes to a temporary file, in
 * sequence at first and then in small steps of two dimensions. In the end the
 * temporary file is read again and written as layers, three of 8 and nine of 16
 * bits.
 *
 *   pathfinder generate INPUT ORBITS SCANS
 *   pathfinder run INPUT OUTPUT ORBITS SCANS WORK_US
 *
 * WORK_US is the computation for each group of scans; it sleeps. Prints a
 * checksum of the layers, and on standard error the seconds that reads, writes
 * and the whole took.
 *
 *===----------------------------------------------------------------------===*/

#define _GNU_SOURCE
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
  ScanBytes = 8192,
  Group = 120,            /* scans */
  PixelsOfScan = 64,      /* of the output */
  PixelBytes = 3 + 9 * 2, /* a byte or two of each layer */
  Layers = 12,
  AncillaryMib = 16,
};

static double reading, writing;

static void die(const char *what) {
  perror(what);
  exit(1);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint64_t scramble(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static int open_in(const char *folder, const char *name, long number,
                   int flags) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.%ld", folder, name, number);
  const int fd = open(path, flags, 0644);
  if (fd < 0)
    die(path);
  return fd;
}

static void get(int fd, void *to, size_t bytes, off_t at) {
  const double start = now();
  if (pread(fd, to, bytes, at) != (ssize_t)bytes)
    die("pread");
  reading += now() - start;
}

static void put(int fd, const void *from, size_t bytes, off_t at) {
  const double start = now();
  if (pwrite(fd, from, bytes, at) != (ssize_t)bytes)
    die("pwrite");
  writing += now() - start;
}

static void fill(const char *folder, const char *name, long number,
                 long bytes) {
  const int fd = open_in(folder, name, number, O_WRONLY | O_CREAT | O_TRUNC);
  uint64_t words[1024];
  for (long at = 0; at < bytes; at += (long)sizeof words) {
    for (int i = 0; i < 1024; i++)
      words[i] = scramble((uint64_t)(at + i) ^ (uint64_t)number << 40);
    put(fd, words, sizeof words, at);
  }
  close(fd);
}

static void generate(const char *folder, long orbits, long scans) {
  for (long i = 0; i < orbits; i++)
    fill(folder, "orbit", i, scans * ScanBytes);
  for (long i = 0; i < 3; i++)
    fill(folder, "ancillary", i, (long)AncillaryMib << 20);
}

/* What the ancillary files say of a group of scans. */
static uint64_t look_up(const int *ancillary, long group, uint64_t scan) {
  const off_t size = (off_t)AncillaryMib << 20;
  static unsigned char bytes[16384];
  uint64_t all = 0;
  get(ancillary[0], bytes, sizeof bytes, group * 16384 % size);
  all += bytes[0];
  for (int i = 0; i < 8; i++) { /* steps */
    get(ancillary[1], bytes, 512, (group * 8 + i) * 20480 % (size - 512));
    all = all * 31 + bytes[0];
  }
  for (int i = 0; i < 4; i++) { /* wherever the scan says */
    scan = scramble(scan);
    get(ancillary[2], bytes, 256, (off_t)(scan % (uint64_t)(size - 256)));
    all = all * 31 + bytes[0];
  }
  return all;
}

static void work(long us) {
  nanosleep(&(struct timespec){us / 1000000, us % 1000000 * 1000}, NULL);
}

/* The pixels of a group: in sequence, then a byte here and there in columns. */
static void write_group(int out, const unsigned char *scans, uint64_t known,
                        off_t at) {
  static unsigned char pixels[Group * PixelsOfScan * PixelBytes];
  for (size_t i = 0; i < sizeof pixels; i++)
    pixels[i] = (unsigned char)(scans[i * 7 % (Group * ScanBytes)] + known);
  put(out, pixels, sizeof pixels, at);
  for (int row = 0; row < Group; row += 8)
    for (int column = 0; column < PixelsOfScan; column += 16)
      put(out, &known, 1 + (column & 16) / 16,
          at + ((long)row * PixelsOfScan + column) * PixelBytes);
}

static void process_orbit(const char *input, int out, const int *ancillary,
                          long orbit, long scans, long us) {
  static unsigned char scan[Group * ScanBytes];
  const int fd = open_in(input, "orbit", orbit, O_RDONLY);
  for (long s = 0; s + Group <= scans; s += Group) {
    for (int i = 0; i < Group; i++)
      get(fd, scan + (size_t)i * ScanBytes, ScanBytes, (s + i) * ScanBytes);
    const long group = (orbit * scans + s) / Group;
    const uint64_t known = look_up(ancillary, group, scan[0] + 256u * scan[1]);
    work(us);
    write_group(out, scan, known,
                (off_t)group * Group * PixelsOfScan * PixelBytes);
  }
  close(fd);
}

/* The temporary file again, as layers. */
static uint64_t write_layers(const char *output, int temporary, long pixels) {
  enum { Pixels = 8192 };
  static unsigned char in[Pixels * PixelBytes], out[Layers][Pixels * 2];
  const int fd = open_in(output, "layers", 0, O_WRONLY | O_CREAT | O_TRUNC);
  uint64_t sum = 0;
  for (long at = 0; at < pixels; at += Pixels) {
    const long n = pixels - at < Pixels ? pixels - at : Pixels;
    get(temporary, in, (size_t)n * PixelBytes, at * PixelBytes);
    for (int layer = 0, byte = 0; layer < Layers; layer++) {
      const int wide = layer < 3 ? 1 : 2;
      for (long p = 0; p < n; p++)
        memcpy(out[layer] + p * wide, in + p * PixelBytes + byte, (size_t)wide);
      for (long i = 0; i < n * wide; i++)
        sum = sum * 31 + out[layer][i];
      put(fd, out[layer], (size_t)(n * wide), (pixels * byte) + at * wide);
      byte += wide;
    }
  }
  close(fd);
  return sum;
}

int main(int argc, char **argv) {
  if (argc == 5 && strcmp(argv[1], "generate") == 0) {
    generate(argv[2], atol(argv[3]), atol(argv[4]));
    return 0;
  }
  if (argc != 7) {
    fprintf(stderr,
            "usage: pathfinder generate INPUT ORBITS SCANS\n"
            "       pathfinder run INPUT OUTPUT ORBITS SCANS WORK_US\n");
    return 2;
  }
  const long orbits = atol(argv[4]), scans = atol(argv[5]), us = atol(argv[6]);
  const double start = now();
  const int out = open_in(argv[3], "temporary", 0, O_RDWR | O_CREAT | O_TRUNC);
  int ancillary[3];
  for (long i = 0; i < 3; i++)
    ancillary[i] = open_in(argv[2], "ancillary", i, O_RDONLY);
  for (long i = 0; i < orbits; i++)
    process_orbit(argv[2], out, ancillary, i, scans, us);
  const long groups = orbits * scans / Group;
  printf("%016" PRIx64 "\n",
         write_layers(argv[3], out, groups * Group * PixelsOfScan));
  fprintf(stderr, "reading %f\nwriting %f\nseconds %f\n", reading, writing,
          now() - start);
}
