//===- other.c - the other process of hostile programs --------------------===//
//
// A rank starts one and tells it by lines what to do: KIND NAME A B. For each
// line it answers with a number, when it is done. It ends with its input.
//
// What changes the file NAME gives it version A and B bytes; KIND says how.
// "storm" goes on to do so until the next line, without order.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include "versions.h"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void need(int well, const char *what) {
  if (!well) {
    perror(what);
    exit(1);
  }
}

static void store(int fd, const char *data, uint64_t bytes) {
  for (uint64_t done = 0; done < bytes;) {
    ssize_t n = pwrite(fd, data + done, bytes - done, (off_t)done);
    need(n > 0, "other: pwrite");
    done += (uint64_t)n;
  }
}

static int openTo(const char *name, int flags) {
  int fd = open(name, O_RDWR | flags, 0600);
  need(fd >= 0, name);
  return fd;
}

/// A file beside NAME.
static char *beside(const char *name, const char *how, unsigned version) {
  static char path[600];
  snprintf(path, sizeof path, "%s.%s%u", name, how, version % 3);
  return path;
}

static void publish(const char *path, const char *data, uint64_t bytes) {
  int fd = openTo(path, O_CREAT | O_TRUNC);
  store(fd, data, bytes);
  close(fd);
}

// Ways to change a file -------------------------------------------------------

static void byRename(const char *name, unsigned v, char *data, uint64_t n) {
  char *path = beside(name, "new", v);
  publish(path, data, n);
  need(!rename(path, name), "other: rename");
}

static void byExchange(const char *name, unsigned v, char *data, uint64_t n) {
  char *path = beside(name, "swap", 0);
  unlink(path); // Somebody may have the version before open.
  publish(path, data, n);
  if (renameat2(AT_FDCWD, path, AT_FDCWD, name, RENAME_EXCHANGE))
    need(!rename(path, name), "other: exchange");
}

/// NAME becomes a symbolic link to a file that nobody has open.
static void byLink(const char *name, unsigned v, char *data, uint64_t n) {
  char target[600], path[600];
  snprintf(target, sizeof target, "%s.v%u", name, v);
  snprintf(path, sizeof path, "%s.link", name);
  publish(target, data, n);
  const char *slash = strrchr(target, '/');
  if (symlink(slash ? slash + 1 : target, path)) { // foreslice-slowfs has none
    byRename(name, v, data, n);
    return;
  }
  need(!rename(path, name), "other: rename a link");
}

/// With one large write.
static void inPlace(const char *name, unsigned v, char *data, uint64_t n) {
  int fd = openTo(name, 0);
  store(fd, data, n);
  close(fd);
}

static void byTruncation(const char *name, unsigned v, char *data, uint64_t n) {
  int fd = openTo(name, O_TRUNC);
  store(fd, data, n);
  close(fd);
}

/// Made longer, then filled from its end.
static void byExtension(const char *name, unsigned v, char *data, uint64_t n) {
  int fd = openTo(name, O_TRUNC);
  need(!ftruncate(fd, (off_t)n), "other: ftruncate");
  for (uint64_t end = n; end > 0;) {
    uint64_t part = end % 65536 ? end % 65536 : 65536;
    end -= part;
    need(pwrite(fd, data + end, part, (off_t)end) == (ssize_t)part,
         "other: pwrite");
  }
  close(fd);
}

/// The new file may get the inode of the old one.
static void byRemoval(const char *name, unsigned v, char *data, uint64_t n) {
  unlink(name);
  publish(name, data, n);
}

/// As if the file had not been changed, if one goes by its time.
static void withOldTime(const char *name, unsigned v, char *data, uint64_t n) {
  struct stat was;
  int fd = openTo(name, 0);
  need(!fstat(fd, &was), "other: fstat");
  store(fd, data, n);
  struct timespec times[2] = {was.st_atim, was.st_mtim};
  need(!futimens(fd, times), "other: futimens");
  close(fd);
}

static void byHole(const char *name, unsigned v, char *data, uint64_t n) {
  int fd = openTo(name, 0);
  (void)!fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, (off_t)n);
  store(fd, data, n);
  close(fd);
}

static void byCopy(const char *name, unsigned v, char *data, uint64_t n) {
  char *path = beside(name, "from", 0);
  publish(path, data, n);
  int from = openTo(path, 0), to = openTo(name, 0);
  off_t at = 0;
  while ((uint64_t)at < n &&
         copy_file_range(from, &at, to, NULL, n - (uint64_t)at, 0) > 0)
    lseek(to, at, SEEK_SET);
  if ((uint64_t)at < n)
    store(to, data, n);
  close(from);
  close(to);
}

static void byDirectWrite(const char *name, unsigned v, char *data,
                          uint64_t n) {
  int fd = open(name, O_WRONLY | O_DIRECT);
  if (fd >= 0) {
    uint64_t whole = n & ~(uint64_t)4095;
    if (pwrite(fd, data, whole, 0) < 0)
      whole = 0;
    close(fd);
    if (whole == n)
      return;
  }
  inPlace(name, v, data, n);
}

static void byMapping(const char *name, unsigned v, char *data, uint64_t n) {
  int fd = openTo(name, 0);
  void *map = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (map == MAP_FAILED) {
    store(fd, data, n);
  } else {
    memcpy(map, data, n);
    munmap(map, n);
  }
  close(fd);
}

struct source {
  int faults;
  char *memory, *data;
  uint64_t bytes;
};

/// Gives the source its pages slowly, when they are asked for.
static void *supply(void *argument) {
  const struct source *s = argument;
  struct uffd_msg fault;
  while (read(s->faults, &fault, sizeof fault) == sizeof fault) {
    uint64_t at =
        (fault.arg.pagefault.address & ~(uint64_t)4095) - (uint64_t)s->memory;
    usleep(500);
    struct uffdio_copy page = {.dst = (uint64_t)(s->memory + at),
                               .src = (uint64_t)(s->data + at),
                               .len = 4096};
    ioctl(s->faults, UFFDIO_COPY, &page);
    if (at + 4096 >= s->bytes)
      break;
  }
  return NULL;
}

/// With one write that takes long: the file's times change when it begins.
static void byTrickle(const char *name, unsigned v, char *data, uint64_t n) {
  uint64_t bytes = (n + 4095) & ~(uint64_t)4095;
  struct source s = {(int)syscall(SYS_userfaultfd, O_CLOEXEC), NULL, data, n};
  struct uffdio_api api = {.api = UFFD_API};
  s.memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  struct uffdio_register range = {.range = {(uint64_t)s.memory, bytes},
                                  .mode = UFFDIO_REGISTER_MODE_MISSING};
  pthread_t supplier;
  if (s.faults < 0 || ioctl(s.faults, UFFDIO_API, &api) ||
      ioctl(s.faults, UFFDIO_REGISTER, &range)) {
    inPlace(name, v, data, n); // where the kernel forbids this
    return;
  }
  need(!pthread_create(&supplier, NULL, supply, &s), "other: thread");
  inPlace(name, v, s.memory, n);
  pthread_join(supplier, NULL);
  close(s.faults);
  munmap(s.memory, bytes);
}

typedef void Change(const char *, unsigned, char *, uint64_t);
static const struct {
  const char *kind;
  Change *change;
} Changes[] = {
    {"rename", byRename},   {"exchange", byExchange},   {"link", byLink},
    {"inplace", inPlace},   {"truncate", byTruncation}, {"extend", byExtension},
    {"remove", byRemoval},  {"oldtime", withOldTime},   {"hole", byHole},
    {"copy", byCopy},       {"direct", byDirectWrite},  {"map", byMapping},
    {"trickle", byTrickle},
};

static Change *changeOf(const char *kind) {
  for (size_t i = 0; i < sizeof Changes / sizeof *Changes; i++)
    if (!strcmp(Changes[i].kind, kind))
      return Changes[i].change;
  return NULL;
}

// What else it does -----------------------------------------------------------

/// Whether another process has a lock on NAME: 1 of fcntl's, 2 of flock's.
static long locks(const char *name) {
  int fd = open(name, O_RDWR);
  if (fd < 0)
    return -1;
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  long held = fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
  if (flock(fd, LOCK_EX | LOCK_NB))
    held += 2;
  close(fd);
  return held;
}

/// New versions until the next line comes; the last one when each was there.
static unsigned storm(const char *kind, const char *name, uint64_t bytes) {
  struct pollfd line = {.fd = 0, .events = POLLIN};
  Change *change = changeOf(kind);
  unsigned version = 1;
  while (poll(&line, 1, (int)(version % 2)) == 0 && version < 60000) {
    char *data = versionBytes(++version, bytes);
    change(name, version, data, bytes);
    free(data);
    if (!strcmp(kind, "link")) {
      char old[600];
      snprintf(old, sizeof old, "%s.v%u", name, version - 20);
      unlink(old);
    }
  }
  return version;
}

static void answer(long number) {
  need(write(1, &number, sizeof number) == sizeof number, "other: answer");
}

static int readLine(char *line, size_t most) {
  size_t n = 0;
  while (n + 1 < most && read(0, line + n, 1) == 1)
    if (line[n++] == '\n') {
      line[n - 1] = 0;
      return 1;
    }
  return 0;
}

static long obey(const char *kind, const char *name, long a, long b) {
  static char *data; // what "prepare" has made, if it was the line before
  Change *change = changeOf(kind);
  if (!strcmp(kind, "prepare") || (change && !data))
    data = versionBytes((unsigned)a, (uint64_t)b);
  if (change) {
    change(name, (unsigned)a, data, (uint64_t)b);
    free(data);
    data = NULL;
    return a;
  }
  if (!strcmp(kind, "locks"))
    return locks(name);
  if (!strcmp(kind, "signal"))
    return kill((pid_t)a, (int)b);
  return -2;
}

int main(void) {
  char line[700], kind[32], name[600];
  long a, b;
  signal(SIGINT, SIG_IGN);
  while (readLine(line, sizeof line)) {
    if (sscanf(line, "%31s %599s %ld %ld", kind, name, &a, &b) != 4)
      return 2;
    if (!strncmp(kind, "storm-", 6)) {
      answer(0);
      unsigned last = storm(kind + 6, name, (uint64_t)b);
      if (!readLine(line, sizeof line)) // "stop"
        return 0;
      answer(last);
    } else {
      answer(obey(kind, name, a, b));
    }
  }
  return 0;
}
