// What is read, and by what, is chosen by pointers to functions: a structure of
// operations, a table of orders, callbacks of an iteration.
// RUN: %check-program
#include "program.h"

enum { Blocks = 96, Bytes = 8192 };

struct device {
  const struct operations *Ops;
  MPI_File File;
  int Calls;
};
struct operations {
  void (*Read)(struct device *, int, void *);
  const char *Name;
};

static void readFile(struct device *d, int i, void *to) {
  d->Calls++;
  MPI_File_read_at(d->File, (MPI_Offset)i * Bytes, to, Bytes, MPI_BYTE,
                   MPI_STATUS_IGNORE);
}
static void readNothing(struct device *d, int i, void *to) {
  d->Calls++;
  memset(to, i, Bytes);
}
static const struct operations FromFile = {readFile, "file"};
static const struct operations FromNowhere = {readNothing, "nowhere"};

typedef MPI_Offset (*order_t)(int);
static MPI_Offset forwards(int i) { return (MPI_Offset)i * Bytes; }
static MPI_Offset backwards(int i) {
  return (MPI_Offset)(Blocks - 1 - i) * Bytes;
}
static MPI_Offset scattered(int i) {
  return (MPI_Offset)(i * 35 % Blocks) * Bytes;
}
static const order_t Orders[] = {forwards, backwards, scattered};

static uint64_t readInOrder(MPI_File fh, order_t order, uint64_t d) {
  char b[Bytes];
  for (int i = 0; i < Blocks; i++) {
    MPI_File_read_at(fh, order(i), b, Bytes, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, Bytes);
  }
  return d;
}

typedef struct {
  MPI_File File;
  char *Buffer;
  uint64_t Digest;
} visitor_t;
static void visit(int i, void *context) {
  visitor_t *v = context;
  MPI_File_read_at(v->File, backwards(i), v->Buffer, Bytes, MPI_BYTE,
                   MPI_STATUS_IGNORE);
  v->Digest = digest(v->Digest, v->Buffer, Bytes);
}
static void forEach(int n, void (*f)(int, void *), void *context) {
  for (int i = 0; i < n; i++)
    f(i, context);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", Blocks * Bytes, 72);
  struct device *device = malloc(sizeof *device);
  *device = (struct device){worldSize() < 100 ? &FromFile : &FromNowhere,
                            openFile("data", MPI_MODE_RDONLY), 0};
  char b[Bytes];
  uint64_t d = DIGEST_START;
  for (int i = myRank(); i < Blocks; i += worldSize()) {
    device->Ops->Read(device, i, b);
    d = digest(d, b, Bytes);
  }
  d = readInOrder(device->File, Orders[1 + myRank() % 2], d + DIGEST_START);
  visitor_t v = {device->File, b, d};
  forEach(Blocks, visit, &v);
  MPI_File_close(&device->File);
  result(v.Digest + device->Calls);
  free(device);
  MPI_Finalize();
}
