// A library in front of libc that counts what the run time calls. Functions of
// the program's own are not called.
#include <dlfcn.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

unsigned Looks, LooksOfMain, Works, WorksOfMain, Samples, Tries;

static int isMain(void) { return getpid() == (pid_t)syscall(SYS_gettid); }

int fstat(int fd, struct stat *s) {
  Looks++;
  LooksOfMain += isMain();
  return (int)syscall(SYS_fstat, fd, s);
}

int pthread_setcancelstate(int state, int *old) {
  static int (*own)(int, int *);
  if (!own)
    own = (int (*)(int, int *))dlsym(RTLD_NEXT, "pthread_setcancelstate");
  Works++;
  WorksOfMain += isMain();
  return own(state, old);
}

int pthread_mutex_trylock(pthread_mutex_t *m) {
  static int (*own)(pthread_mutex_t *);
  if (!own)
    own = (int (*)(pthread_mutex_t *))dlsym(RTLD_NEXT, "pthread_mutex_trylock");
  Tries += (unsigned)isMain();
  return own(m);
}

int mincore(void *address, size_t bytes, unsigned char *is) {
  Samples++;
  return (int)syscall(SYS_mincore, address, bytes, is);
}
