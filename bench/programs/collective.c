/*===- collective.c - several ranks read one file -------------------------===//
 *
 * In one of the patterns of patterns.h, with a computation after each access.
 *
 *   --pattern P   lfp, lrp, lw, gfp, grp, gw or nonseq
 *   --reads R     each: MPI_File_read_at; all: MPI_File_read_at_all, where all
 *                 ranks read as often; none: the time of the computation alone
 *   --sync S      none, or portion: a barrier after each
 *
 * in this order, then the examples' options, of which --records counts the
 * blocks of a rank (on average) and --record-size is that of a block.
 *
 *===----------------------------------------------------------------------===*/

#include "../../examples/common.h"
#include "patterns.h"

struct reader {
  const struct options *o;
  MPI_File file;
  enum reads reads;
  int sync; /* after each portion */
  struct place at;
  char *block;
  struct work work;
};

static struct place *place_of(struct reader *r) { return &r->at; }

static void access_block(struct reader *r, long block) {
  const MPI_Offset at = (MPI_Offset)block * r->o->record_size;
  const int bytes = (int)r->o->record_size;
  if (r->reads == EACH)
    check(MPI_File_read_at(r->file, at, r->block, bytes, MPI_BYTE,
                           MPI_STATUS_IGNORE),
          "MPI_File_read_at");
  else if (r->reads == ALL)
    check(MPI_File_read_at_all(r->file, at, r->block, bytes, MPI_BYTE,
                               MPI_STATUS_IGNORE),
          "MPI_File_read_at_all");
  struct options drawn = *r->o;
  drawn.compute_us = jitter(&r->at, r->o->compute_us);
  compute(&r->work, &drawn, r->block, bytes);
  r->at.accesses++;
}

static void end_portion(struct reader *r) {
  if (r->sync)
    MPI_Barrier(MPI_COMM_WORLD);
}

static int choose(const char *text, const char *const names[], int count) {
  for (int i = 0; i < count; i++)
    if (strcmp(text, names[i]) == 0)
      return i;
  die("no such choice: ", text);
  return 0;
}

static int choose_pattern(const char *text) {
  for (int i = 0; i < (int)(sizeof patterns / sizeof *patterns); i++)
    if (strcmp(text, patterns[i].name) == 0)
      return i;
  die("no such pattern: ", text);
  return 0;
}

/* Behind the last block of any pattern. */
static long long file_bytes(const struct options *o, int size) {
  return 4LL * o->records * size * o->record_size;
}

int main(int argc, char **argv) {
  static const char *const reads[] = {"each", "all", "none"};
  static const char *const syncs[] = {"none", "portion"};
  struct reader r = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &r.at.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &r.at.size);
  if (argc < 7 || strcmp(argv[1], "--pattern") != 0 ||
      strcmp(argv[3], "--reads") != 0 || strcmp(argv[5], "--sync") != 0)
    die("usage: --pattern P --reads R --sync S ", "and an example's options");
  const int pattern = choose_pattern(argv[2]);
  r.reads = (enum reads)choose(argv[4], reads, 3);
  r.sync = choose(argv[6], syncs, 2);
  argv[6] = argv[0];
  const struct options o = parse_options(argc - 6, argv + 6);
  if (o.generate) {
    generate_file(&o, file_bytes(&o, r.at.size), r.at.rank, r.at.size);
    MPI_Finalize();
    return 0;
  }

  r.o = &o;
  r.at.records = o.records;
  r.at.portions = o.records * (patterns[pattern].global ? r.at.size : 1) /
                  patterns[pattern].portion;
  r.block = allocate((size_t)o.record_size);
  memset(r.block, 0, (size_t)o.record_size);
  start_work(&r.work);
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  check(MPI_File_open(MPI_COMM_WORLD, o.file, MPI_MODE_RDONLY, MPI_INFO_NULL,
                      &r.file),
        o.file);
  patterns[pattern].run(&r);
  check(MPI_File_close(&r.file), "MPI_File_close");
  print_result(&o, &r.work, MPI_Wtime() - start, r.at.rank, r.at.size);
  free(r.block);
  MPI_Finalize();
  return 0;
}
