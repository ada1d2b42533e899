//===- longer_pauses.c - gives slices time on a busy machine --------------===//
//
// Preloaded into the programs of test/programs/. A program computes between its
// reads, so that its slice gets ahead. How far the slice gets in that time is
// up to the scheduler. So at launches, at forwarded values, after what a slice
// waits for, and in its pauses, the program goes on only when the threads of
// the run time have been asleep for LONGER_PAUSES milliseconds, or after
// MostTimes as long: threads may wait for a time.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include "foreslice/abi.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { MostTimes = 100 };

static double seconds(void) {
  struct timespec Now;
  clock_gettime(CLOCK_MONOTONIC, &Now);
  return (double)Now.tv_sec + 1e-9 * (double)Now.tv_nsec;
}

static void pauseFor(long long Ns) {
  struct timespec Pause = {Ns / 1000000000, Ns % 1000000000};
  nanosleep(&Pause, NULL);
}

/// Bytes of a file in /proc; no stream, since the program may be in one.
static size_t contents(int Folder, const char *Name, char *To, size_t Most) {
  int Fd = (int)syscall(SYS_openat, Folder, Name, O_RDONLY | O_CLOEXEC);
  if (Fd < 0)
    return 0;
  long Got = syscall(SYS_read, Fd, To, Most - 1);
  syscall(SYS_close, Fd);
  To[Got > 0 ? Got : 0] = 0;
  return Got > 0 ? (size_t)Got : 0;
}

/// How often the threads of the run time, and those of io_uring, have gone to
/// sleep so far, or been put to sleep; -1 if one of them is not asleep.
static long long sleeps(void) {
  long long Sum = 0;
  int Tasks = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/task",
                           O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (Tasks < 0)
    return 0;
  char Entries[4096], Text[4096], Path[64];
  long Got;
  while (Sum >= 0 &&
         (Got = syscall(SYS_getdents64, Tasks, Entries, sizeof Entries)) > 0)
    for (long At = 0; At < Got && Sum >= 0;) {
      const struct dirent64 *Entry = (const struct dirent64 *)(Entries + At);
      At += Entry->d_reclen;
      size_t Length = strlen(Entry->d_name);
      if (Entry->d_name[0] == '.' || Length + sizeof "/status" > sizeof Path)
        continue;
      memcpy(Path, Entry->d_name, Length);
      strcpy(Path + Length, "/status");
      if (!contents(Tasks, Path, Text, sizeof Text) ||
          (strncmp(Text, "Name:\tforeslice", 15) != 0 &&
           strncmp(Text, "Name:\tiou-", 10) != 0))
        continue;
      const char *State = strstr(Text, "State:\t");
      const char *Own = strstr(Text, "\nvoluntary_ctxt_switches:");
      const char *Forced = strstr(Text, "nonvoluntary_ctxt_switches:");
      if (!State || !Own || !Forced || State[7] != 'S')
        Sum = -1;
      else
        Sum += atoll(strchr(Own, ':') + 1) + atoll(strchr(Forced, ':') + 1);
    }
  syscall(SYS_close, Tasks);
  return Sum;
}

static void untilSlicesSleep(void) {
  const char *Text = getenv("LONGER_PAUSES");
  double Quiet = 1e-3 * (Text ? atof(Text) : 1), Begin = seconds();
  double Since = Begin, Look = Quiet / 4;
  long long Before = -1;
  while (seconds() - Begin < MostTimes * Quiet) {
    long long Now = sleeps();
    bool Asleep = Now >= 0 && Now == Before;
    if (!Asleep)
      Since = seconds();
    else if (seconds() - Since >= Quiet)
      return;
    // The looks themselves take time of the processor.
    Look = Asleep ? Quiet / 2 : Look < 4 * Quiet ? 2 * Look : Look;
    Before = Now;
    pauseFor((long long)(1e9 * Look));
  }
}

int usleep(useconds_t Us) {
  pauseFor(Us * 1000LL);
  untilSlicesSleep();
  return 0;
}

void foreslice_launch(foreslice_region *Region, void *Packet) {
  static typeof(foreslice_launch) *Next;
  if (!Next)
    Next = dlsym(RTLD_NEXT, "foreslice_launch");
  Next(Region, Packet);
  untilSlicesSleep();
}

void foreslice_forward(foreslice_region *Region, uint32_t Site,
                       const void *From, uint64_t Size) {
  static typeof(foreslice_forward) *Next;
  if (!Next)
    Next = dlsym(RTLD_NEXT, "foreslice_forward");
  Next(Region, Site, From, Size);
  untilSlicesSleep();
}

void foreslice_forward_guarded(foreslice_region *Region, uint32_t Site,
                               const void *From, uint64_t Size) {
  static typeof(foreslice_forward_guarded) *Next;
  if (!Next)
    Next = dlsym(RTLD_NEXT, "foreslice_forward_guarded");
  Next(Region, Site, From, Size);
  untilSlicesSleep();
}

// A slice waits for the program's opens, syncs and writes. The arguments are
// those of any MPI library: none of them is a floating-point number.
#define FORESLICE_THEN_PAUSE(Name)                                             \
  int Name(uintptr_t A, uintptr_t B, uintptr_t C, uintptr_t D, uintptr_t E,    \
           uintptr_t F) {                                                      \
    static typeof(Name) *Next;                                                 \
    if (!Next)                                                                 \
      Next = dlsym(RTLD_NEXT, #Name);                                          \
    int Error = Next(A, B, C, D, E, F);                                        \
    untilSlicesSleep();                                                        \
    return Error;                                                              \
  }
FORESLICE_THEN_PAUSE(MPI_File_open)
FORESLICE_THEN_PAUSE(MPI_File_sync)
FORESLICE_THEN_PAUSE(MPI_File_write)
FORESLICE_THEN_PAUSE(MPI_File_write_at)
FORESLICE_THEN_PAUSE(MPI_File_write_all)
FORESLICE_THEN_PAUSE(MPI_File_write_at_all)
