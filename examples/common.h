/*===- common.h - what the examples share ---------------------------------===//
 *
 * Options, error checks, the computation between two reads, and the result
 * line. How a file is read is each example's own.
 *
 *===----------------------------------------------------------------------===*/

#ifndef EXAMPLES_COMMON_H
#define EXAMPLES_COMMON_H

#include <mpi.h>

#include <getopt.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MATRIX_ORDER = 64 };

enum compute_mode { COMPUTE_MATVEC, COMPUTE_SLEEP, COMPUTE_SPIN };

struct options {
  const char *file;
  long records;     /* reads of each rank */
  long record_size; /* bytes */
  long rows;        /* nested_strided: records of one column */
  long compute;     /* matrix-vector products between two reads */
  long compute_us;  /* or, with --mode sleep and spin, microseconds */
  enum compute_mode mode;
  int view;     /* nested_strided: read through a file view */
  int generate; /* write the file instead of reading it */
  int time;     /* print the time from open to close on standard error */
};

/* The state of the computation, and what is printed in the end. */
struct work {
  double matrix[MATRIX_ORDER][MATRIX_ORDER];
  double vector[MATRIX_ORDER];
  uint64_t checksum;
};

/* Ends the program with MPI's own words if a call has failed. */
static void check(int code, const char *what) {
  if (code == MPI_SUCCESS)
    return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  fprintf(stderr, "%s: %s\n", what, text);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static void die(const char *message, const char *detail) {
  fprintf(stderr, "%s%s\n", message, detail);
  MPI_Abort(MPI_COMM_WORLD, 2);
  exit(2);
}

static long parse_number(const char *text) {
  char *end = NULL;
  const long value = strtol(text, &end, 10);
  if (end == text || *end != '\0' || value < 0)
    die("not a number of 0 or more: ", text);
  return value;
}

static enum compute_mode parse_mode(const char *name) {
  static const char *const names[] = {"matvec", "sleep", "spin"};
  for (int i = 0; i < 3; i++)
    if (strcmp(name, names[i]) == 0)
      return (enum compute_mode)i;
  die("--mode takes matvec, sleep or spin, not ", name);
  return COMPUTE_MATVEC;
}

static const char usage[] =
    "usage: [--file F] [--records N] [--record-size BYTES] [--rows N]\n"
    "       [--compute N | --mode sleep|spin --compute-us N] [--view]\n"
    "       [--generate] [--time]";

static inline struct options parse_options(int argc, char **argv) {
  struct options o = {.file = "records.dat",
                      .records = 200,
                      .record_size = 65536,
                      .rows = 10,
                      .compute = 100};
  static const struct option known[] = {
      {"file", required_argument, NULL, 'f'},
      {"records", required_argument, NULL, 'n'},
      {"record-size", required_argument, NULL, 's'},
      {"rows", required_argument, NULL, 'r'},
      {"compute", required_argument, NULL, 'c'},
      {"compute-us", required_argument, NULL, 'u'},
      {"mode", required_argument, NULL, 'm'},
      {"view", no_argument, NULL, 'v'},
      {"generate", no_argument, NULL, 'g'},
      {"time", no_argument, NULL, 't'},
      {NULL, 0, NULL, 0}};
  int c;
  while ((c = getopt_long(argc, argv, "", known, NULL)) != -1)
    switch (c) {
    case 'f':
      o.file = optarg;
      break;
    case 'n':
      o.records = parse_number(optarg);
      break;
    case 's':
      o.record_size = parse_number(optarg);
      break;
    case 'r':
      o.rows = parse_number(optarg);
      break;
    case 'c':
      o.compute = parse_number(optarg);
      break;
    case 'u':
      o.compute_us = parse_number(optarg);
      break;
    case 'm':
      o.mode = parse_mode(optarg);
      break;
    case 'v':
      o.view = 1;
      break;
    case 'g':
      o.generate = 1;
      break;
    case 't':
      o.time = 1;
      break;
    default:
      die(usage, "");
    }
  if (optind < argc)
    die("unexpected argument: ", argv[optind]);
  if (o.record_size < 16 || o.record_size % 16 != 0)
    die("--record-size takes a multiple of 16 bytes", "");
  if (o.rows < 1 || o.records % o.rows != 0)
    die("--rows takes a divisor of --records", "");
  return o;
}

static void *allocate(size_t bytes) {
  void *memory = malloc(bytes ? bytes : 1);
  if (!memory)
    die("out of memory", "");
  return memory;
}

/* A number that looks random but is the same in every run. */
static uint64_t scramble(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static inline int largest_frame(const struct options *o) {
  return (int)(o->record_size + o->record_size / 2);
}

/* random_strided: half to one and a half records, in whole words. */
static inline int frame_size(const struct options *o, int rank, long index) {
  const uint64_t draw = scramble(((uint64_t)rank << 32) + (uint64_t)index);
  return (int)(o->record_size / 2 +
               (long)(draw % (uint64_t)(o->record_size / 8 + 1)) * 8);
}

static void start_work(struct work *w) {
  memset(w, 0, sizeof *w);
  for (int i = 0; i < MATRIX_ORDER; i++) {
    w->vector[i] = 1.0;
    for (int j = 0; j < MATRIX_ORDER; j++)
      w->matrix[i][j] = 1.0 / (MATRIX_ORDER + (i ^ j));
  }
}

static void multiply(struct work *w) {
  double result[MATRIX_ORDER];
  for (int i = 0; i < MATRIX_ORDER; i++) {
    result[i] = 0;
    for (int j = 0; j < MATRIX_ORDER; j++)
      result[i] += w->matrix[i][j] * w->vector[j];
  }
  memcpy(w->vector, result, sizeof result);
}

/* Until this thread has had so much time of a core. */
static void spin(long microseconds) {
  struct timespec start, now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
  do
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  while ((now.tv_sec - start.tv_sec) * 1000000 +
             (now.tv_nsec - start.tv_nsec) / 1000 <
         microseconds);
}

/* What a program does with a record: here, sum it up, start a vector from it
 * and multiply that by a matrix again and again. */
static void compute(struct work *w, const struct options *o, const void *record,
                    long bytes) {
  const uint64_t *words = record;
  uint64_t sum = w->checksum;
  for (long i = 0; i < bytes / 8; i++)
    sum = sum * 31 + words[i];
  switch (o->mode) {
  case COMPUTE_MATVEC:
    for (int i = 0; i < MATRIX_ORDER && i < bytes / 8; i++)
      w->vector[i] += (double)(words[i] >> 40);
    for (long i = 0; i < o->compute; i++)
      multiply(w);
    uint64_t bits;
    memcpy(&bits, &w->vector[0], sizeof bits);
    sum += bits;
    break;
  case COMPUTE_SLEEP:
    nanosleep(&(struct timespec){o->compute_us / 1000000,
                                 o->compute_us % 1000000 * 1000},
              NULL);
    break;
  case COMPUTE_SPIN:
    spin(o->compute_us);
    break;
  }
  w->checksum = sum;
}

/* Every rank writes its share of a file of so many bytes. */
static inline void generate_file(const struct options *o, long long bytes,
                                 int rank, int size) {
  enum { CHUNK = 1 << 20 };
  uint64_t *words = allocate(CHUNK);
  MPI_File file;
  check(MPI_File_open(MPI_COMM_WORLD, o->file,
                      MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file),
        o->file);
  check(MPI_File_set_size(file, bytes), "MPI_File_set_size");
  for (long long at = (long long)rank * CHUNK; at < bytes;
       at += (long long)size * CHUNK) {
    const int count = (int)(bytes - at < CHUNK ? bytes - at : CHUNK);
    for (int i = 0; i < count / 8; i++)
      words[i] = scramble((uint64_t)at / 8 + (uint64_t)i);
    check(
        MPI_File_write_at(file, at, words, count, MPI_BYTE, MPI_STATUS_IGNORE),
        "MPI_File_write_at");
  }
  check(MPI_File_close(&file), "MPI_File_close");
  free(words);
}

/* The result of all ranks: one line, the same in every run. */
static inline void print_result(const struct options *o, const struct work *w,
                                double seconds, int rank, int size) {
  uint64_t checksum = 0;
  double longest = 0;
  MPI_Reduce(&w->checksum, &checksum, 1, MPI_UINT64_T, MPI_SUM, 0,
             MPI_COMM_WORLD);
  MPI_Reduce(&seconds, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank != 0)
    return;
  printf("checksum %016llx of %ld records a rank, %d ranks\n",
         (unsigned long long)checksum, o->records, size);
  if (o->time)
    fprintf(stderr, "seconds %.6f\n", longest);
}

#endif /* EXAMPLES_COMMON_H */
