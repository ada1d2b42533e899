/* Of early-start.c and fortran/early-start.f90 in test/programs: MPI starts once data of the rank's file are
   in memory, which nobody but a slice has read by then, or after a long time.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern void dropFromMemory(const char *name);
extern void lookAt(const char *name);
extern const char *awaitInMemory(long at);

__attribute__((constructor)) static void drop(int argc, char **argv) {
  const char *rank = getenv("OMPI_COMM_WORLD_RANK");
  char own[4096];
  snprintf(own, sizeof own, "%s.%s", argv[argc - 1], rank ? rank : "");
  // Ranks that read one file have it dropped before.
  (getenv("DROPPED") ? lookAt : dropFromMemory)(own);
}

static int threadsOfRunTime(void) {
  DIR *tasks = opendir("/proc/self/task");
  int found = 0;
  for (struct dirent *entry; (entry = readdir(tasks));) {
    char path[300], name[64] = "";
    snprintf(path, sizeof path, "/proc/self/task/%s/comm", entry->d_name);
    FILE *f = fopen(path, "r");
    found +=
        f && fgets(name, sizeof name, f) && strncmp(name, "foreslice", 9) == 0;
    if (f)
      fclose(f);
  }
  closedir(tasks);
  return found;
}

static const char *ahead;

static void *next(const char *name) {
  ahead = awaitInMemory(983040);
  return dlsym(RTLD_NEXT, name);
}

static void tell(void) {
  // A minute, which ends the test only where the run time fails.
  // Statistics have a thread of their own.
  int left = getenv("FORESLICE_STATS") ? 0 : threadsOfRunTime();
  for (int i = 0; i < 6000 && left; i++) {
    usleep(10000);
    left = threadsOfRunTime();
  }
  printf("read ahead: %s, threads left: %d\n", ahead, left);
  fflush(stdout);
}

int MPI_Init(int *argc, char ***argv) {
  int error = ((int (*)(int *, char ***))next("MPI_Init"))(argc, argv);
  tell();
  return error;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
  int error = ((int (*)(int *, char ***, int, int *))next("MPI_Init_thread"))(
      argc, argv, required, provided);
  tell();
  return error;
}

/* Of Fortran, with `use mpi` and with `use mpi_f08`. */
void mpi_init_(int *error) {
  ((void (*)(int *))next("mpi_init_"))(error);
  tell();
}

void mpi_init_f08_(int *error) {
  ((void (*)(int *))next("mpi_init_f08_"))(error);
  tell();
}
