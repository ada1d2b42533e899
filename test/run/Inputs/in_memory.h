// Whether the kernel has parts of a file in memory that the program has not read, for
// tests that look whether a file is read ahead.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

/// Whether the byte of the mapped file is in memory.
static int isInMemory(const char *file, long at) {
  long size = sysconf(_SC_PAGESIZE);
  unsigned char is = 0;
  return mincore((void *)(file + at / size * size), 1, &is) == 0 && (is & 1);
}

/// The mapped file, of which the kernel reads nothing ahead by this descriptor.
static const char *mapForLooks(int fd, long bytes) {
  posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM);
  fdatasync(fd);
  return mmap(NULL, bytes, PROT_READ, MAP_SHARED, fd, 0);
}

/// Takes the file from memory. False if its end stays there, as that of a file that
/// has no other place.
static int takeFromMemory(int fd, const char *file, long bytes) {
  posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
  return !isInMemory(file, bytes - 1);
}
