//===- foreslice/hints.h - a program discloses its reads ------------------===//
//
// A program says which files it is going to read, in the order of the reads. A
// hint says what the program does, and not what the run time should do: the run
// time decides what is fetched, and when. A wrong hint costs time and never
// changes what the program reads.
//
//   #include <foreslice/hints.h>
//
//   const char *Names[] = {"a.dat", "b.dat"};
//   foreslice_hint_files(Names, 2);
//
// The functions look the run time up at the first call, and do nothing where
// there is none. Programs under foreslice-run or foreslice-hint have the run
// time. Any thread; each call returns at once. After Patterson, Gibson and
// Satyanarayanan: Transparent Informed Prefetching (1993).
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_HINTS_H
#define FORESLICE_HINTS_H

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Up to the end of the file.
#define FORESLICE_HINT_ALL UINT64_MAX

/// All libraries of the program, for dlsym().
#define FORESLICE_HINT_PROCESS ((void *)0)

/// Reads of one regular file.
struct foreslice_hint {
  const char *path;
  uint64_t begin; ///< Offset of the first read, in bytes.
  /// Bytes of each read; FORESLICE_HINT_ALL: to the end of the file.
  uint64_t bytes;
  uint64_t stride; ///< Bytes from the begin of a read to the begin of the next.
  uint64_t count;  ///< Number of reads; at least 1.
};

/// The program will make these reads, in this order, after all reads disclosed
/// before. Copies the hints. Returns 0, also without a run time; -1 with errno
/// EINVAL if a hint has no path, no bytes, no count, or ends beyond 2^63 bytes,
/// or EAGAIN if too many hints are not served yet: the call then takes no hint.
static inline int foreslice_hint_reads(const struct foreslice_hint *hints,
                                       size_t count) {
  static int (*disclose)(const struct foreslice_hint *, size_t);
  if (!disclose)
    *(void **)&disclose = dlsym(FORESLICE_HINT_PROCESS, "foreslice_disclose");
  return disclose ? disclose(hints, count) : 0;
}

/// The program will read the file from begin on: as many bytes, or
/// FORESLICE_HINT_ALL. Returns as foreslice_hint_reads().
static inline int foreslice_hint_sequential(const char *path, uint64_t begin,
                                            uint64_t bytes) {
  struct foreslice_hint hint = {path, begin, bytes, 0, 1};
  return foreslice_hint_reads(&hint, 1);
}

/// The program will read bytes at begin, at begin + stride and so on, count
/// times. Returns as foreslice_hint_reads().
static inline int foreslice_hint_strided(const char *path, uint64_t begin,
                                         uint64_t bytes, uint64_t stride,
                                         uint64_t count) {
  struct foreslice_hint hint = {path, begin, bytes, stride, count};
  return foreslice_hint_reads(&hint, 1);
}

/// The program will read all of these files, one after the other. Returns as
/// foreslice_hint_reads(), but takes the files before a refused file.
static inline int foreslice_hint_files(const char *const *paths, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (foreslice_hint_sequential(paths[i], 0, FORESLICE_HINT_ALL) != 0)
      return -1;
  return 0;
}

/// Takes back all hints of the file that were not fetched yet; of all files, if
/// path is NULL.
static inline void foreslice_hint_cancel(const char *path) {
  static void (*withdraw)(const char *);
  if (!withdraw)
    *(void **)&withdraw = dlsym(FORESLICE_HINT_PROCESS, "foreslice_withdraw");
  if (withdraw)
    withdraw(path);
}

/// Functions of the run-time library: programs call the functions above.
__attribute__((visibility("default"))) int
foreslice_disclose(const struct foreslice_hint *hints, size_t count);
__attribute__((visibility("default"))) void
foreslice_withdraw(const char *path);

#ifdef __cplusplus
}
#endif

#endif // FORESLICE_HINTS_H
