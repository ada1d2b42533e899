/*===- thesis.c - the access patterns of chapter 5 ------------------------===//
 *
 * What Suneja measures (Pre-execution Prefetching Efficiency, 5.2): a file that
 * the ranks share out among themselves, with computation after each read.
 *
 *   --pattern P      nested-read    columns of a matrix of records, in turns
 *                    nested-reread  the same, each group of records twice
 *                    simple-rmw     every so many-th record, read and rewritten
 *                    nonseq         records of the whole file without order
 *                    random-reread  a section for each rank, in stripes of
 *                                   random sizes, each group of them twice
 *   --file F, --records N (in the file), --record-size BYTES
 *   --group N        records that are read before they are read again
 *   --work-us US     computation after each read; --mode sleep or spin
 *   --sync N         every N-th read begins where a message says, and all
 *                    behind it follow; 0: none
 *   --generate       writes the file
 *
 * Prints a checksum of all that was read and how many reads of how many bytes
 * these were, and "seconds ..." on standard error.
 *
 *===----------------------------------------------------------------------===*/

#include "../../examples/common.h"

enum { ROWS = 16 };

struct reader {
  const struct options *o;
  MPI_File file;
  int rank, size;
  long group, sync;
  long accesses; /* so far */
  long waits;    /* for a message before data that were not read before */
  long long bytes;
  MPI_Offset base; /* what the last message said */
  char *buffer;
  struct work work;
};

/* What only the main thread can know. It is 0, but no compiler sees that. */
static MPI_Offset receive_base(void) {
  const long long sent = 0;
  long long received = 1;
  check(MPI_Sendrecv(&sent, 1, MPI_LONG_LONG, 0, 0, &received, 1, MPI_LONG_LONG,
                     0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE),
        "MPI_Sendrecv");
  return received;
}

/* Returns where in the file it has read. */
static MPI_Offset read_bytes(struct reader *r, MPI_Offset at, int bytes,
                             int again) {
  r->accesses++;
  if (r->sync && r->accesses % r->sync == 0) {
    r->base = receive_base();
    r->waits += !again;
  }
  at += r->base;
  MPI_Status status;
  int count;
  check(MPI_File_read_at(r->file, at, r->buffer, bytes, MPI_BYTE, &status),
        "MPI_File_read_at");
  MPI_Get_count(&status, MPI_BYTE, &count);
  if (count != bytes)
    die("the file is too short: ", r->o->file);
  r->bytes += bytes;
  compute(&r->work, r->o, r->buffer, bytes);
  return at;
}

static MPI_Offset read_record(struct reader *r, MPI_Offset record, int again) {
  return read_bytes(r, record * r->o->record_size, (int)r->o->record_size,
                    again);
}

/* The file is a matrix of ROWS rows. Their length in records is odd, or a
 * column would be on few of the disks. */
static long columns(const struct options *o) { return o->records / ROWS; }

static MPI_Offset in_matrix(const struct options *o, long row, long column) {
  return (MPI_Offset)row * (columns(o) | 1) + column;
}

/* The columns are dealt out to the ranks, and each is read from top to
 * bottom. */
static void nested_read(struct reader *r) {
  for (long c = r->rank; c < columns(r->o); c += r->size)
    for (long row = 0; row < ROWS; row++)
      read_record(r, in_matrix(r->o, row, c), 0);
}

static void nested_reread(struct reader *r) {
  const long own_columns = (columns(r->o) - r->rank + r->size - 1) / r->size;
  const long own = own_columns * ROWS;
  for (long first = 0; first < own; first += r->group) {
    const long end = first + r->group < own ? first + r->group : own;
    for (int again = 0; again < 2; again++)
      for (long i = first; i < end; i++)
        read_record(r, in_matrix(r->o, i % ROWS, i / ROWS * r->size + r->rank),
                    again);
  }
}

static void change(struct reader *r) {
  uint64_t *words = (uint64_t *)r->buffer;
  for (long i = 0; i < r->o->record_size / 8; i++)
    words[i] = words[i] * 3 + (uint64_t)r->rank;
}

static void simple_read_modify_write(struct reader *r) {
  for (long i = r->rank; i < r->o->records; i += r->size) {
    const MPI_Offset at = read_record(r, i, 0);
    change(r);
    check(MPI_File_write_at(r->file, at, r->buffer, (int)r->o->record_size,
                            MPI_BYTE, MPI_STATUS_IGNORE),
          "MPI_File_write_at");
  }
}

/* A linear congruential generator (Knuth's MMIX): its upper half. */
static long draw(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (long)(*state >> 33);
}

static void non_sequential(struct reader *r) {
  uint64_t state = (uint64_t)r->rank;
  for (long i = r->rank; i < r->o->records; i += r->size)
    read_record(r, draw(&state) % r->o->records, 0);
}

/* Half to one and a half records, in whole words; a section ends with what is
 * left. */
static void random_reread(struct reader *r) {
  const long size = r->o->record_size;
  const MPI_Offset section = r->o->records / r->size * size;
  const MPI_Offset end = section * (r->rank + 1);
  MPI_Offset next = section * r->rank;
  uint64_t next_state = (uint64_t)r->rank;
  while (next < end) {
    const MPI_Offset first = next;
    const uint64_t state = next_state;
    for (int again = 0; again < 2; again++) {
      next = first;
      next_state = state;
      for (long i = 0; i < r->group && next < end; i++) {
        const long drawn = size / 2 + draw(&next_state) % (size / 8 + 1) * 8;
        const long bytes = drawn < end - next ? drawn : (long)(end - next);
        read_bytes(r, next, (int)bytes, again);
        next += bytes;
      }
    }
  }
}

static const struct {
  const char *name;
  void (*run)(struct reader *r);
  int writes;
} patterns[] = {
    {"nested-read", nested_read, 0},
    {"nested-reread", nested_reread, 0},
    {"simple-rmw", simple_read_modify_write, 1},
    {"nonseq", non_sequential, 0},
    {"random-reread", random_reread, 0},
};

static int parse_pattern(const char *text) {
  for (int i = 0; i < (int)(sizeof patterns / sizeof *patterns); i++)
    if (strcmp(text, patterns[i].name) == 0)
      return i;
  die("no such pattern: ", text);
  return 0;
}

/* Returns the pattern. */
static int parse(int argc, char **argv, struct options *o, struct reader *r) {
  static const struct option known[] = {
      {"pattern", required_argument, NULL, 'p'},
      {"file", required_argument, NULL, 'f'},
      {"records", required_argument, NULL, 'n'},
      {"record-size", required_argument, NULL, 's'},
      {"group", required_argument, NULL, 'g'},
      {"work-us", required_argument, NULL, 'w'},
      {"mode", required_argument, NULL, 'm'},
      {"sync", required_argument, NULL, 'y'},
      {"generate", no_argument, NULL, 'G'},
      {NULL, 0, NULL, 0}};
  int c, pattern = 0;
  while ((c = getopt_long(argc, argv, "", known, NULL)) != -1)
    switch (c) {
    case 'p':
      pattern = parse_pattern(optarg);
      break;
    case 'f':
      o->file = optarg;
      break;
    case 'n':
      o->records = parse_number(optarg);
      break;
    case 's':
      o->record_size = parse_number(optarg);
      break;
    case 'g':
      r->group = parse_number(optarg);
      break;
    case 'w':
      o->compute_us = parse_number(optarg);
      break;
    case 'm':
      o->mode = parse_mode(optarg);
      break;
    case 'y':
      r->sync = parse_number(optarg);
      break;
    case 'G':
      o->generate = 1;
      break;
    default:
      die("the options are at the top of bench/programs/thesis.c", "");
    }
  if (optind < argc)
    die("unexpected argument: ", argv[optind]);
  if (o->records < ROWS || o->records % ROWS != 0)
    die("--records takes a multiple of 16", "");
  if (o->record_size < 16 || o->record_size % 16 != 0)
    die("--record-size takes a multiple of 16 bytes", "");
  if (r->group < 1)
    die("--group takes a number from 1", "");
  return pattern;
}

/* One line, the same in every run. */
static void print_sums(const struct reader *r, double seconds) {
  const unsigned long long own[] = {r->work.checksum,
                                    (unsigned long long)r->accesses,
                                    (unsigned long long)r->bytes};
  const long own_most[] = {r->accesses, r->waits};
  unsigned long long sums[3];
  long most[2];
  double longest;
  MPI_Reduce(own, sums, 3, MPI_UNSIGNED_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Reduce(own_most, most, 2, MPI_LONG, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Reduce(&seconds, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (r->rank != 0)
    return;
  printf("checksum %016llx reads %llu bytes %llu most_reads %ld most_waits "
         "%ld\n",
         sums[0], sums[1], sums[2], most[0], most[1]);
  fprintf(stderr, "seconds %.6f\n", longest);
}

int main(int argc, char **argv) {
  struct options o = {.file = "records.dat",
                      .records = 768,
                      .record_size = 65536,
                      .mode = COMPUTE_SLEEP};
  struct reader r = {.o = &o, .group = 16};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &r.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &r.size);
  const int pattern = parse(argc, argv, &o, &r);
  if (o.generate) {
    generate_file(&o, in_matrix(&o, ROWS, 0) * o.record_size, r.rank, r.size);
    MPI_Finalize();
    return 0;
  }

  r.buffer = allocate((size_t)largest_frame(&o));
  start_work(&r.work);
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  check(
      MPI_File_open(MPI_COMM_WORLD, o.file,
                    patterns[pattern].writes ? MPI_MODE_RDWR : MPI_MODE_RDONLY,
                    MPI_INFO_NULL, &r.file),
      o.file);
  patterns[pattern].run(&r);
  check(MPI_File_close(&r.file), "MPI_File_close");
  print_sums(&r, MPI_Wtime() - start);
  free(r.buffer);
  MPI_Finalize();
  return 0;
}
