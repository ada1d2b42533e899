// The program forks while another thread makes the first read of all, and so the run time
// is being made there: it asks for a setting. The child reads, and waits for nobody.
// RUN: head -c 100000 /dev/urandom > %t.data
// RUN: %real-clang -O1 -rdynamic %s -o %t -lpthread && %foreslice-clang -O1 -fprefetch-slice -rdynamic %s -o %t.sliced -lpthread
// RUN: %foreslice-run %t %t.data | FileCheck %s
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run %t %t.data | FileCheck %s
// RUN: %foreslice-run --policy=auto %t %t.data | FileCheck %s
// RUN: %foreslice-run --trace=%t.traces %t %t.data | FileCheck %s
// RUN: env FORESLICE_ALWAYS=1 %t.sliced %t.data | FileCheck %s
// CHECK: 10 bytes, status 0
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static sem_t inside, leave;
static const char *name;
static __thread int isReader;

/* The run time's call of it comes here. */
char *secure_getenv(const char *wanted) {
  const size_t length = strlen(wanted);
  if (isReader && strncmp(wanted, "FORESLICE", 9) == 0) {
    isReader = 0;
    sem_post(&inside);
    sem_wait(&leave);
  }
  for (char **at = environ; *at; at++)
    if (strncmp(*at, wanted, length) == 0 && (*at)[length] == '=')
      return *at + length + 1;
  return NULL;
}

static int readAll(void) {
  char b[10];
  int got = 0, fd = open(name, O_RDONLY);
  for (int i = 0; i < 100; i++)
    got = (int)pread(fd, b, sizeof b, i * 100);
  close(fd);
  return got;
}

static void *reader(void *unused) {
  isReader = 1;
  readAll();
  // Where the settings were known before, nobody has asked for one.
  if (isReader)
    sem_post(&inside);
  isReader = 0;
  return unused;
}

int main(int argc, char **argv) {
  name = argv[1];
  sem_init(&inside, 0, 0);
  sem_init(&leave, 0, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  sem_wait(&inside);
  pid_t child = fork();
  if (child == 0) {
    alarm(300); // A child that waits for ever ends by the signal.
    _exit(readAll() == 10 ? 0 : 1);
  }
  int status;
  waitpid(child, &status, 0);
  sem_post(&leave);
  pthread_join(thread, NULL);
  printf("%d bytes, status %d\n", readAll(), status);
  (void)argc;
}
