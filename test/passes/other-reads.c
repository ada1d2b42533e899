// Reads that are not sliced: one remark for each kind in each function, one a
// file for what reads text, and none for what reads no file.
//
// RUN: %slice -Wno-unused-result %s -o /dev/null
// RUN: %slice -O2 -D_FORTIFY_SOURCE=2 -D_FILE_OFFSET_BITS=64 -Wno-unused-result %s -o /dev/null
// RUN: %slice -O3 -g -Wno-unused-result %s -o /dev/null
#include <aio.h>
#include <fcntl.h>
#include <stdio.h>
#include <wchar.h>
#include <sys/mman.h>
#include <unistd.h>

double work(const double *row);
double row[64];

double byStdio(FILE *file, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark-re {{prefetch slice with {{[24]}} reads}}
    fread(row, sizeof *row, 64, file);
    sum += work(row);
    fread(row, sizeof *row, 64, file);
  }
  return sum;
}

double byPosix(const char *name, int n) {
  int file = open(name, O_RDONLY);
  struct aiocb part = {.aio_fildes = file, .aio_buf = row, .aio_nbytes = 512};
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark-re {{prefetch slice with {{[24]}} reads}}
    pread(file, row, sizeof row, i * sizeof row);
    read(file, row, sizeof row);
    aio_read(&part); // expected-remark-re {{no prefetch slice: aio_read{{(64)?}} reads by POSIX, of which no slice is made; read by MPI_File_read, pread, read or fread what}}
    sum += work(row);
  }
  return sum;
}

// No file.
void *memory(size_t size) {
  return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
              -1, 0);
}
void ask(void) {
  char answer[80];
  fgets(answer, sizeof answer, stdin);
  read(STDIN_FILENO, answer, sizeof answer);
  fscanf(stdin, "%79s", answer);
}

// Text: the first of the file.
int configuration(FILE *file) {
  wchar_t line[80];
  int n = 0;
  while (fgetws(line, 80, file)) // expected-remark-re {{no prefetch slice: {{(__)?fgetws(_chk)?}} reads by stdio}}
    n += line[0];
  return n;
}
int table(FILE *file) {
  int n = 0;
  while (!feof(file))
    n += fgetwc(file);
  return n;
}

// Own functions that are only called so.
long getline_(char *line);
static int getc_(FILE *file) { return file != NULL; }
int other(FILE *file, char *line) { return getc_(file) + getline_(line); }
