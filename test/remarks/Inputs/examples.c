// One program for each row of passes/remarks/Remarks.def, which brings that remark
// about. `page` compiles each by itself and makes docs/remarks.md of them.

//== Sliced
void example(MPI_File file, char *block, int n) {
  for (int i = 0; i < n; i++)
    MPI_File_read_at(file, i * 4096L, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
}

//== WaitsForData
void example(MPI_File file, char *block, int n) {
  for (int i = 0; i < n; i++) {
    long at;
    MPI_File_read_at(file, i * 8, &at, 1, MPI_LONG, MPI_STATUS_IGNORE);
    MPI_File_read_at(file, at, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
  }
}

//== WaitsForMain
int nextBlock(void);
void example(MPI_File file, char *block, int n) {
  for (int i = 0; i < n; i++)
    MPI_File_read_at(file, nextBlock(), block, 512, MPI_BYTE,
                     MPI_STATUS_IGNORE);
}

//== FetchesAhead
void example(MPI_File file, char *block, int n) {
  for (int i = 0; i < n; i++) {
    long at;
    MPI_File_read_at(file, i * 8, &at, 1, MPI_LONG, MPI_STATUS_IGNORE);
    MPI_File_read_at(file, at, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
  }
}

//== OpensAhead
int snprintf(char *, unsigned long, const char *, ...);
void example(char *block, int n) {
  for (int i = 0; i < n; i++) {
    char name[64];
    MPI_File file;
    snprintf(name, sizeof name, "part-%d", i);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_File_read(file, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
  }
}

//== FilesOnly
int open(const char *, int, ...);
long read(int, void *, unsigned long);
int close(int);
void example(char **names, float *numbers, int n) {
  for (int i = 0; i < n; i++) {
    int file = open(names[i], 0);
    long next = 8;
    while (read(file, numbers, next) > 0)
      for (next = 8; numbers[0] * next < 1; next++)
        numbers[0] *= 0.5f;
    close(file);
  }
}

//== Guesses
void example(MPI_File file, int *block, int n) {
  for (int i = 0; i < n; i++) {
    MPI_File_read_at(file, i * 4096L, block, 128, MPI_INT, MPI_STATUS_IGNORE);
    if (block[0] < 0)
      break;
  }
}

//== GoesOn
void example(MPI_File file, int *block) {
  MPI_File_read_at(file, 0, block, 128, MPI_INT, MPI_STATUS_IGNORE);
  if (block[0] != 7)
    return;
  MPI_File_read_at(file, 4096, block, 128, MPI_INT, MPI_STATUS_IGNORE);
}

//== Counts
void example(MPI_File file, char *block) {
  MPI_Status status;
  int got;
  do {
    MPI_File_read(file, block, 512, MPI_BYTE, &status);
    MPI_Get_count(&status, MPI_BYTE, &got);
  } while (got == 512);
}

//== Refused
volatile int first;
void example(MPI_File file, char *block, int n) {
  for (int i = 0; i < n; i++)
    MPI_File_read_at(file, first + i, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
}

//== ByPointer
typedef int Read(MPI_File, void *, int, MPI_Datatype, MPI_Status *);
void each(Read *read, MPI_File file, int n);
void example(MPI_File file, int n) {
  each(MPI_File_read, file, n);
}

//== NotInLoop
void example(MPI_File file, char *block) {
  MPI_File_read_at(file, 0, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
}

//== OtherRead
struct aiocb;
int aio_read(struct aiocb *);
int wait(struct aiocb *);
double sum(struct aiocb *row, const double *data) {
  double s = 0;
  while (aio_read(row) == 0 && wait(row) > 0)
    s += data[0];
  return s;
}

//== LibraryRead
int adios_schedule_read(void *, void *, const char *, int, int, void *);
void example(void *file, double *rows) {
  adios_schedule_read(file, 0, "rows", 0, 1, rows);
}

//== OutOfSight
int MPI_Init(int *, char ***);
void readBlock(int, double *);
int main(int argc, char **argv) {
  double block[512];
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 100; i++)
    readBlock(i, block);
}

//== ReadSliced
void example(MPI_File file, char *block, int n) {
  for (int i = 0; i < n; i++)
    MPI_File_read_at(file, i * 4096L, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
}

//== ReadRefused
volatile int first;
void example(MPI_File file, char *block, int n) {
  for (int i = 0; i < n; i++)
    MPI_File_read_at(file, first + i, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
}

//== Launched
void example(MPI_File file, char *block, int n) {
  for (int i = 0; i < n; i++)
    MPI_File_read_at(file, i * 4096L, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
}

//== LaunchedBeforeMPI
char blocks[100][4096];
int main(int argc, char **argv) {
  MPI_File file;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
  for (int i = 0; i < 100; i++)
    MPI_File_read_at(file, (rank + i) * 4096L, blocks[i], 4096, MPI_BYTE,
                     MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  return 0;
}

//== BehindBegin
void example(MPI_File file, char *block, double *grid, int n) {
  for (int i = 0; i < 100; i++)
    grid[i] = 0.5 * grid[i] + i;
  for (int i = 0; i < n; i++)
    MPI_File_read_at(file, i * 4096L, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
}

//== BehindBranch
void example(MPI_File file, char *block, int n, int wanted) {
  if (wanted)
    for (int i = 0; i < n; i++)
      MPI_File_read_at(file, i * 4096L, block, 512, MPI_BYTE,
                       MPI_STATUS_IGNORE);
}

//== BehindCall
void example(MPI_File file, char *block, int n) {
  MPI_File_seek(file, 4096, MPI_SEEK_SET);
  for (int i = 0; i < n; i++)
    MPI_File_read(file, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
}

//== BehindValue
int blocksOf(double *grid);
void example(MPI_File file, char *block, double *grid) {
  int n = blocksOf(grid);
  for (int i = 0; i < n; i++)
    MPI_File_read_at(file, i * 4096L, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
}

//== ReadBehind
void example(MPI_File file, char *block, int n) {
  for (int i = 1; i < n; i++) {
    MPI_File_read_at(file, (i - 1) * 512, block, 512, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    MPI_File_write_at(file, i * 512, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
  }
}

//== Recursive
char block[512];
__attribute__((returns_twice)) int visit(MPI_File file, int node) {
  MPI_File_read_at(file, node, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
  return block[0] && visit(file, 2 * node);
}
void example(MPI_File file, int n) {
  for (int i = 0; i < n; i++)
    visit(file, i);
}

//== TooLarge
#define TEN(X) X X X X X X X X X X
void large(MPI_File file, volatile int *x) {
  TEN(TEN(TEN(TEN(*x += 1; *x *= *x;))))
  MPI_File_read(file, (void *)x, 1, MPI_INT, MPI_STATUS_IGNORE);
}
void example(MPI_File file, int *x, int n) {
  for (int i = 0; i < n; i++)
    large(file, x);
}

//== MuchCode
#define TEN(X) X X X X X X X X X X
void example(MPI_File file, volatile long *at, char *block, int n) {
  TEN(TEN(for (int i = 0; i < n; i++)
    MPI_File_read_at(file, *at, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);))
}

//== ManyWriters
#define TEN(X) X X X X X X X X X X
struct node { struct node *next; long value; };
void example(MPI_File file, struct node *at, char *block, int n) {
  for (int i = 0; i < n; i++) {
    TEN(TEN(TEN(if (at->value & 1) at = at->next; at->value += i;)))
    MPI_File_read_at(file, at->value, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
  }
}

//== NoReads
int fail(MPI_File file, char *block) {
  MPI_File_read_at(file, 0, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
  return MPI_Abort(MPI_COMM_WORLD, 1);
}
void example(MPI_File file, char *block, int n) {
  for (int i = 0; i < n; i++)
    if (block[i])
      fail(file, block);
}

//== LoopGoesOn
void example(MPI_File file, int *block, int n) {
  MPI_File_read_at(file, 0, block, 128, MPI_INT, MPI_STATUS_IGNORE);
  for (int i = 0; i < n; i++) {
    MPI_File_read_at(file, i * 4096L, block, 128, MPI_INT, MPI_STATUS_IGNORE);
    if (block[0] < 0)
      break;
  }
  MPI_File_read_at(file, n * 4096L, block, 128, MPI_INT, MPI_STATUS_IGNORE);
}

//== NoLoop
void example(MPI_File file, char *block) {
  MPI_File_read_at(file, 0, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
}

//== Coroutine in C++
#include <coroutine>
struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};
Task example(MPI_File file, char *block) {
  MPI_File_read_at(file, 512, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
  co_await std::suspend_always();
}

//== ThreadLocal
_Thread_local int first;
void example(MPI_File file, char *block, int n) {
  for (int i = 0; i < n; i++)
    MPI_File_read_at(file, first + i, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
}

//== Volatile
volatile int first;
void example(MPI_File file, char *block, int n) {
  for (int i = 0; i < n; i++)
    MPI_File_read_at(file, first + i, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
}

//== Atomic
_Atomic int next;
void example(MPI_File file, char *block, int n) {
  while (next < n)
    MPI_File_read_at(file, next++, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
}

//== BeforeLaunch
static int placeOf(int n) {
  int place;
  asm("" : "=r"(place) : "0"(n));
  return place;
}
void print(int);
void example(MPI_File file, char *block, int n) {
  print(placeOf(n));
  for (int i = 0; i < n; i++)
    MPI_File_read_at(file, placeOf(n) + i, block, 512, MPI_BYTE,
                     MPI_STATUS_IGNORE);
}

//== Computation
void example(MPI_File file, double *block) {
  double sum;
  long at = 0;
  do {
    MPI_File_read_at(file, at++ * 4096, block, 512, MPI_DOUBLE,
                     MPI_STATUS_IGNORE);
    sum = 0;
    for (int i = 0; i < 512; i++)
      sum += block[i];
  } while (sum > 1);
}

//== Status
void example(MPI_File file, char *block, int n) {
  MPI_Status status = {0};
  for (int i = 0; i < n; i++)
    MPI_File_read_at(file, status.Bytes, block, 512, MPI_BYTE, &status);
}

//== Request
void example(MPI_File file, char *block, int n) {
  MPI_Request request = 0;
  for (int i = 0; i < n; i++)
    MPI_File_iread_at(file, (long)request, block, 512, MPI_BYTE, &request);
}

//== Representation
void example(MPI_File file, char *block, int n) {
  for (int i = 0; i < n; i++) {
    MPI_File_set_view(file, i * 512, MPI_INT, MPI_INT, "external32",
                      MPI_INFO_NULL);
    MPI_File_read(file, block, 128, MPI_INT, MPI_STATUS_IGNORE);
  }
}

//== VariableLength
void example(MPI_File file, char *block, int n) {
  for (int i = 1; i < n; i++) {
    _Alignas(64) int at[i];
    for (int j = 0; j < i; j++)
      at[j] = j * i;
    MPI_File_read_at(file, at[i / 2], block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
  }
}

//== OnlyByPointer
void example(MPI_File file, char *block, int n, int *at) {
  if (n > 9) {
    at = __builtin_alloca(4);
    *at = n;
  }
  for (int i = 0; i < n; i++)
    MPI_File_read_at(file, *at + i, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
}

//== ChangingText
__attribute__((pure, nothrow)) int sum(const int *, int);
void example(MPI_File file, char *block, int *sizes, int n) {
  for (int i = 0; i < n; i++) {
    sizes[i] = 2 * i;
    MPI_File_read_at(file, sum(sizes, i), block, 512, MPI_BYTE,
                     MPI_STATUS_IGNORE);
  }
}

//== PrivateCopies
int a[16384], b[16384], c[16384], d[16384], e[16384];
void example(MPI_File file, char *block, int n) {
  for (int i = 0; i < n; i++) {
    a[i] = b[i] = c[i] = d[i] = e[i] = i;
    long at = a[i / 2] + b[i / 3] + c[i / 4] + d[i / 5] + e[i / 6];
    MPI_File_read_at(file, at, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
  }
}

//== Assembly
void example(MPI_File file, char *block, int n) {
  for (int i = 0; i < n; i++) {
    int at;
    __asm__ volatile("mov %1, %0" : "=r"(at) : "r"(i));
    MPI_File_read_at(file, at, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
  }
}

//== CallByPointer
void example(MPI_File file, char *block, int n, int (*placeOf)(int)) {
  for (int i = 0; i < n; i++)
    MPI_File_read_at(file, placeOf(i), block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
}

//== ChangesMemory
void example(MPI_File file, char *block, int n, ...) {
  for (int i = 0; i < n; i++) {
    __builtin_va_list places;
    __builtin_va_start(places, n);
    MPI_File_read_at(file, __builtin_va_arg(places, int), block, 512, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    __builtin_va_end(places);
  }
}

//== MayChangeMemory
int nextBlock(int);
int placeOf(int i) {
  __attribute__((musttail)) return nextBlock(i);
}
void example(MPI_File file, char *block, int n) {
  for (int i = 0; i < n; i++)
    MPI_File_read_at(file, placeOf(i), block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
}

//== Later
void example(MPI_File file, char *block, int n) {
  for (int i = 0; i < n; i++) {
    int at;
    MPI_Request request;
    MPI_Irecv(&at, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_read_at(file, at, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
  }
}

//== InTask
int nextBlock(void);
void example(MPI_File file, int n) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) {
#pragma omp task
    {
      char block[512];
      MPI_File_read_at(file, nextBlock(), block, 512, MPI_BYTE,
                       MPI_STATUS_IGNORE);
    }
  }
}

//== UnknownExtent
int readLine(void *line);
void example(MPI_File file, char *block, int *line, int n) {
  for (int i = 0; i < n; i++) {
    readLine(line);
    MPI_File_read_at(file, line[i % 4], block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
  }
}

//== Bottom
void example(MPI_File file, char *block, int n) {
  long at = 0;
  MPI_Aint address;
  MPI_Datatype place;
  MPI_Get_address(&at, &address);
  MPI_Type_create_hindexed_block(1, 1, &address, MPI_LONG, &place);
  MPI_Type_commit(&place);
  for (int i = 0; i < n; i++) {
    MPI_Bcast(MPI_BOTTOM, 1, place, 0, MPI_COMM_WORLD);
    MPI_File_read_at(file, at, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
  }
}

//== OtherMemory
int place;
static void step(int n) {
  place += n;
  if (n % 3)
    step(n / 2);
  place += n;
}
void example(MPI_File file, char *block, int n) {
  for (int i = 0; i < n; i++) {
    step(i);
    MPI_File_read_at(file, place, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
  }
}

//== LocksCharacters
#include <stdio.h>
#include <sys/mman.h>
void example(int fd, size_t bytes) {
  const char *all = mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, fd, 0);
  for (size_t i = 0; i < bytes; i++)
    putc(all[i] ^ 1, stdout);
}

//== OfDatasets
long H5Dopen2(long, const char *, long), H5Dget_space(long);
int H5Sselect_hyperslab(long, int, const unsigned long *, const unsigned long *,
                        const unsigned long *, const unsigned long *);
int H5Dread(long, long, long, long, long, void *);
void example(long file, long type, long memory, double *row, int n) {
  long set = H5Dopen2(file, "temperature", 0), space = H5Dget_space(set);
  for (int i = 0; i < n; i++) {
    const unsigned long start[2] = {i, 0}, count[2] = {1, 64};
    H5Sselect_hyperslab(space, 0, start, 0, count, 0);
    H5Dread(set, type, memory, space, 0, row);
  }
}
