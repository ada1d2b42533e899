/*===- handwritten.c - overlap as a careful programmer writes it ----------===//
 *
 * The examples' access patterns, computation and result line, with the reads
 * overlapped by hand in one of several methods: what -fprefetch-slice is
 * measured against. `--pattern P --method M[:DEPTH]`, then the examples'
 * options. Method "none" reads nothing: the time of the computation alone.
 *
 *===----------------------------------------------------------------------===*/

#include "../../examples/common.h"

#include <errno.h>
#include <fcntl.h>
#include <liburing.h>
#include <pthread.h>
#include <unistd.h>

struct piece {
  MPI_Offset offset;
  int bytes;
};

/* All reads of this rank in order, and where their data go: piece i into
 * buffer i % depth. */
struct reader {
  const struct piece *pieces;
  long count;
  int depth;
  char **buffers;
  MPI_File file;
  int fd;
  const char *name;
  void *state; /* of the method */
};

static char *buffer(const struct reader *r, long i) {
  return r->buffers[i % r->depth];
}

static void check_length(const struct reader *r, long i, long got) {
  if (got != r->pieces[i].bytes)
    die("short or failed read of ", r->name);
}

/* A method: start, then for each piece wait and release, then stop. */
struct method {
  const char *name;
  int depth; /* unless given */
  void (*start)(struct reader *r);
  void (*wait)(struct reader *r, long i);
  void (*release)(struct reader *r, long i);
  void (*stop)(struct reader *r);
};

static void nothing(struct reader *r) { (void)r; }
static void nothing_of(struct reader *r, long i) { (void)r, (void)i; }

/*===- collective: MPI_File_read_at_all
 * ------------------------------------===*/

static void collective_wait(struct reader *r, long i) {
  MPI_Status status;
  int count;
  check(MPI_File_read_at_all(r->file, r->pieces[i].offset, buffer(r, i),
                             r->pieces[i].bytes, MPI_BYTE, &status),
        "MPI_File_read_at_all");
  MPI_Get_count(&status, MPI_BYTE, &count);
  check_length(r, i, count);
}

/*===- iread: MPI_File_iread_at into depth buffers
 * -------------------------===*/

static void iread_post(struct reader *r, long i) {
  MPI_Request *requests = r->state;
  if (i < r->count)
    check(MPI_File_iread_at(r->file, r->pieces[i].offset, buffer(r, i),
                            r->pieces[i].bytes, MPI_BYTE,
                            &requests[i % r->depth]),
          "MPI_File_iread_at");
}

static void iread_start(struct reader *r) {
  r->state = allocate((size_t)r->depth * sizeof(MPI_Request));
  /* One buffer is with the computation. */
  for (long i = 0; i < r->depth - 1; i++)
    iread_post(r, i);
}

static void iread_wait(struct reader *r, long i) {
  MPI_Request *requests = r->state;
  MPI_Status status;
  int count;
  check(MPI_Wait(&requests[i % r->depth], &status), "MPI_Wait");
  MPI_Get_count(&status, MPI_BYTE, &count);
  check_length(r, i, count);
  iread_post(r, i + r->depth - 1);
}

static void iread_stop(struct reader *r) { free(r->state); }

/*===- threads: a thread for each buffer, with pread
 * -----------------------===*/

struct crew {
  pthread_mutex_t lock; /* guards the rest */
  pthread_cond_t changed;
  pthread_t *threads;
  long next;     /* piece to fetch */
  long released; /* pieces that the computation is done with */
  char *done;    /* by piece */
};

static void *crew_member(void *argument) {
  struct reader *r = argument;
  struct crew *c = r->state;
  pthread_mutex_lock(&c->lock);
  while (c->next < r->count) {
    const long i = c->next++;
    while (i >= c->released + r->depth)
      pthread_cond_wait(&c->changed, &c->lock);
    pthread_mutex_unlock(&c->lock);
    check_length(r, i,
                 pread(r->fd, buffer(r, i), (size_t)r->pieces[i].bytes,
                       r->pieces[i].offset));
    pthread_mutex_lock(&c->lock);
    c->done[i] = 1;
    pthread_cond_broadcast(&c->changed);
  }
  pthread_mutex_unlock(&c->lock);
  return NULL;
}

static void threads_start(struct reader *r) {
  struct crew *c = allocate(sizeof *c);
  *c = (struct crew){.lock = PTHREAD_MUTEX_INITIALIZER,
                     .changed = PTHREAD_COND_INITIALIZER,
                     .threads = allocate((size_t)r->depth * sizeof(pthread_t)),
                     .done = calloc((size_t)r->count + 1, 1)};
  r->state = c;
  for (int t = 0; t < r->depth; t++)
    if (pthread_create(&c->threads[t], NULL, crew_member, r) != 0)
      die("cannot start a thread", "");
}

static void threads_wait(struct reader *r, long i) {
  struct crew *c = r->state;
  pthread_mutex_lock(&c->lock);
  while (!c->done[i])
    pthread_cond_wait(&c->changed, &c->lock);
  pthread_mutex_unlock(&c->lock);
}

static void threads_release(struct reader *r, long i) {
  struct crew *c = r->state;
  pthread_mutex_lock(&c->lock);
  c->released = i + 1;
  pthread_cond_broadcast(&c->changed);
  pthread_mutex_unlock(&c->lock);
}

static void threads_stop(struct reader *r) {
  struct crew *c = r->state;
  for (int t = 0; t < r->depth; t++)
    pthread_join(c->threads[t], NULL);
  free(c->threads);
  free(c->done);
  free(c);
}

/*===- uring: io_uring with depth reads in flight
 * --------------------------===*/

struct queue {
  struct io_uring ring;
  char *done; /* by piece */
};

static void uring_post(struct reader *r, long i) {
  struct queue *q = r->state;
  if (i >= r->count)
    return;
  struct io_uring_sqe *entry = io_uring_get_sqe(&q->ring);
  io_uring_prep_read(entry, r->fd, buffer(r, i), (unsigned)r->pieces[i].bytes,
                     (uint64_t)r->pieces[i].offset);
  io_uring_sqe_set_data64(entry, (uint64_t)i);
}

static void uring_start(struct reader *r) {
  struct queue *q = allocate(sizeof *q);
  r->state = q;
  q->done = calloc((size_t)r->count + 1, 1);
  if (io_uring_queue_init((unsigned)r->depth, &q->ring, 0) != 0)
    die("io_uring is not allowed here", "");
  /* Files that cannot be read without blocking go to kernel threads, of which
   * there would be four a core. */
  unsigned workers[2] = {(unsigned)r->depth, (unsigned)r->depth};
  io_uring_register_iowq_max_workers(&q->ring, workers);
  for (long i = 0; i < r->depth; i++)
    uring_post(r, i);
  io_uring_submit(&q->ring);
}

static void uring_wait(struct reader *r, long i) {
  struct queue *q = r->state;
  while (!q->done[i]) {
    struct io_uring_cqe *event;
    const int code = io_uring_wait_cqe(&q->ring, &event);
    if (code == -EINTR)
      continue;
    if (code != 0)
      die("io_uring: ", strerror(-code));
    const long finished = (long)io_uring_cqe_get_data64(event);
    check_length(r, finished, event->res);
    q->done[finished] = 1;
    io_uring_cqe_seen(&q->ring, event);
  }
}

static void uring_release(struct reader *r, long i) {
  struct queue *q = r->state;
  uring_post(r, i + r->depth);
  io_uring_submit(&q->ring);
}

static void uring_stop(struct reader *r) {
  struct queue *q = r->state;
  io_uring_queue_exit(&q->ring);
  free(q->done);
  free(q);
}

static const struct method methods[] = {
    {"none", 1, nothing, nothing_of, nothing_of, nothing},
    {"collective", 1, nothing, collective_wait, nothing_of, nothing},
    {"iread", 2, iread_start, iread_wait, nothing_of, iread_stop},
    {"threads", 8, threads_start, threads_wait, threads_release, threads_stop},
    {"uring", 32, uring_start, uring_wait, uring_release, uring_stop},
};

/*===- The examples' patterns
 * ----------------------------------------------===*/

static void simple_pieces(const struct options *o, int rank, int size,
                          struct piece *pieces) {
  for (long i = 0; i < o->records; i++)
    pieces[i] = (struct piece){((MPI_Offset)i * size + rank) * o->record_size,
                               (int)o->record_size};
}

static void nested_pieces(const struct options *o, int rank, int size,
                          struct piece *pieces) {
  const long columns = o->records / o->rows * size;
  for (long i = 0; i < o->records; i++) {
    const long column = i / o->rows * size + rank, row = i % o->rows;
    pieces[i] =
        (struct piece){((MPI_Offset)row * columns + column) * o->record_size,
                       (int)o->record_size};
  }
}

static void random_pieces(const struct options *o, int rank, int size,
                          struct piece *pieces) {
  (void)size;
  MPI_Offset at = (MPI_Offset)rank * o->records * largest_frame(o);
  for (long i = 0; i < o->records; i++) {
    pieces[i] = (struct piece){at, frame_size(o, rank, i)};
    at += pieces[i].bytes;
  }
}

static const struct {
  const char *name;
  void (*fill)(const struct options *o, int rank, int size,
               struct piece *pieces);
} patterns[] = {
    {"simple", simple_pieces},
    {"nested", nested_pieces},
    {"random", random_pieces},
};

#define COUNT_OF(array) (int)(sizeof(array) / sizeof((array)[0]))

static const struct method *find_method(char *text, int *depth) {
  char *colon = strchr(text, ':');
  if (colon)
    *colon = '\0';
  for (int i = 0; i < COUNT_OF(methods); i++)
    if (strcmp(text, methods[i].name) == 0) {
      *depth = colon ? (int)parse_number(colon + 1) : methods[i].depth;
      return &methods[i];
    }
  die("no such method: ", text);
  return NULL;
}

static int find_pattern(const char *text) {
  for (int i = 0; i < COUNT_OF(patterns); i++)
    if (strcmp(text, patterns[i].name) == 0)
      return i;
  die("no such pattern: ", text);
  return 0;
}

static void open_files(struct reader *r, const struct method *m) {
  if (m->start == uring_start || m->start == threads_start) {
    r->fd = open(r->name, O_RDONLY | O_CLOEXEC);
    if (r->fd == -1)
      die(r->name, ": cannot be opened");
  }
  check(MPI_File_open(MPI_COMM_WORLD, r->name, MPI_MODE_RDONLY, MPI_INFO_NULL,
                      &r->file),
        r->name);
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc < 5 || strcmp(argv[1], "--pattern") != 0 ||
      strcmp(argv[3], "--method") != 0)
    die("usage: --pattern P --method M[:DEPTH] ", "and an example's options");
  struct reader r = {.fd = -1};
  const int pattern = find_pattern(argv[2]);
  const struct method *method = find_method(argv[4], &r.depth);
  argv[4] = argv[0];
  const struct options o = parse_options(argc - 4, argv + 4);

  struct piece *pieces = allocate((size_t)o.records * sizeof *pieces);
  patterns[pattern].fill(&o, rank, size, pieces);
  r.pieces = pieces;
  r.count = o.records;
  r.name = o.file;
  r.buffers = allocate((size_t)r.depth * sizeof *r.buffers);
  for (int i = 0; i < r.depth; i++)
    r.buffers[i] = calloc(1, (size_t)largest_frame(&o));

  struct work work;
  start_work(&work);
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  open_files(&r, method);
  method->start(&r);
  for (long i = 0; i < r.count; i++) {
    method->wait(&r, i);
    compute(&work, &o, buffer(&r, i), pieces[i].bytes);
    method->release(&r, i);
  }
  method->stop(&r);
  check(MPI_File_close(&r.file), "MPI_File_close");
  print_result(&o, &work, MPI_Wtime() - start, rank, size);

  for (int i = 0; i < r.depth; i++)
    free(r.buffers[i]);
  free(r.buffers);
  free(pieces);
  if (r.fd != -1)
    close(r.fd);
  MPI_Finalize();
  return 0;
}
