// A thread goes through the loaded modules, and so holds a lock of the loader, while
// another one forks. The child reads and writes: the run time must not wait for
// that lock, which nobody gives back in the child.
// RUN: %real-clang %s -o %t -lpthread && rm -rf %t.traces
// RUN: %t | FileCheck %s
// RUN: %foreslice-run %t | FileCheck %s
// RUN: env FORESLICE_ALWAYS=1 FORESLICE_SOURCES=signatures,classifier %foreslice-run %t | FileCheck %s
// RUN: %foreslice-run --trace=%t.traces %t | FileCheck %s
// CHECK: 3000 bytes, status 0
#define _GNU_SOURCE
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static sem_t Inside, Leave;

static int stay(struct dl_phdr_info *Info, size_t Size, void *Data) {
  sem_post(&Inside);
  sem_wait(&Leave);
  return 1;
}

static void *walk(void *Data) {
  dl_iterate_phdr(stay, NULL);
  return NULL;
}

static int readAll(int Fd) {
  char Bytes[1000];
  int All = 0;
  for (int I = 0; I < 3; ++I)
    All += (int)pread(Fd, Bytes, sizeof Bytes, I * 1000);
  return All;
}

int main(void) {
  static const char Zeros[4000];
  FILE *File = tmpfile();
  fwrite(Zeros, 1, sizeof Zeros, File);
  fflush(File);
  sem_init(&Inside, 0, 0);
  sem_init(&Leave, 0, 0);
  pthread_t Walker;
  pthread_create(&Walker, NULL, walk, NULL);
  sem_wait(&Inside);
  const pid_t Child = fork();
  if (Child == 0) {
    alarm(60); // A child that waits for ever ends by the signal.
    _exit(readAll(fileno(File)) == 3000 && pwrite(fileno(File), "x", 1, 0) == 1
              ? 0
              : 1);
  }
  int Status;
  waitpid(Child, &Status, 0);
  sem_post(&Leave);
  pthread_join(Walker, NULL);
  printf("%d bytes, status %d\n", readAll(fileno(File)), Status);
}
