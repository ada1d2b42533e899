// The program never faults, but has a handler for faults, which it installs
// between two regions whose slices do.
// RUN: %check-program --unserved "the slices fault before they come to a read" --expect "slice_faults>=2" --flag=%S/Inputs/own-handlers-pass.c --flag=-fno-prefetch-slice-whole-program --flag=-DINSTALL=sigset --ranks 1
// RUN: %check-program --unserved "the slices fault before they come to a read" --expect "slice_faults>=2" --flag=%S/Inputs/own-handlers-pass.c --flag=-fno-prefetch-slice-whole-program --flag=-DINSTALL=ssignal --ranks 1
// RUN: %check-program --unserved "the slices fault before they come to a read" --expect "slice_faults>=2" --flag=%S/Inputs/own-handlers-pass.c --flag=-fno-prefetch-slice-whole-program --flag=-DINSTALL=bareSystemCall --ranks 1
#define _GNU_SOURCE
#include "own-handlers.h"
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

#ifndef INSTALL
#define INSTALL sigset
#endif

struct item **work;
sem_t ready;
sighandler_t sigset(int signal, sighandler_t handler);

static void onFault(int signal) {
  static const char text[] = "the program's handler ran\n";
  _exit(write(1, text, sizeof text - 1) < 0 ? 8 : 9);
}

__attribute__((unused)) static void bareSystemCall(int signal,
                                                   sighandler_t handler) {
  struct {
    sighandler_t handler;
    unsigned long flags;
    void (*restorer)(void);
    unsigned long mask;
  } action;
  syscall(SYS_rt_sigaction, signal, NULL, &action, 8L);
  action.handler = handler;
  action.flags &= ~(unsigned long)SA_SIGINFO;
  syscall(SYS_rt_sigaction, signal, &action, NULL, 8L);
}

static void *produce(void *unused) {
  for (int i = 0; i < ITEMS; i++) {
    usleep(1000);
    struct item *item = malloc(sizeof *item);
    item->offset = i * 4096L;
    work[i] = item;
    sem_post(&ready);
  }
  return NULL;
}

static uint64_t run(MPI_File fh) {
  pthread_t producer;
  work = calloc(ITEMS, sizeof *work);
  pthread_create(&producer, NULL, produce, NULL);
  uint64_t d = pass(fh);
  pthread_join(producer, NULL);
  return d;
}

int main(int argc, char **argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  makeData("data", 1 << 20, 73);
  sem_init(&ready, 0, 0);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  uint64_t d = run(fh);
  INSTALL(SIGSEGV, onFault);
  result(d ^ run(fh));
  MPI_File_close(&fh);
  MPI_Finalize();
}
