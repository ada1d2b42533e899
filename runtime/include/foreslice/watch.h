//===- foreslice/watch.h - programs that were not compiled by Foreslice ---===//
//
// What libforeslice_watch.so, which foreslice-run loads before a program, tells
// the run-time library, which is loaded with it: the program's accesses of
// files by POSIX and stdio. Programs include none of this.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_WATCH_H
#define FORESLICE_WATCH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// As access_format::Layer and access_format::Operation.
enum foreslice_layer { FORESLICE_LAYER_POSIX, FORESLICE_LAYER_STDIO };
enum foreslice_operation {
  FORESLICE_OPERATION_READ,
  FORESLICE_OPERATION_WRITE,
  FORESLICE_OPERATION_OPEN,
  FORESLICE_OPERATION_CLOSE,
  FORESLICE_OPERATION_MAP
};

/// One call of the program's.
struct foreslice_call {
  int fd;
  uint8_t layer, operation;
  int64_t offset;   ///< In the file, in bytes; -1: where the descriptor stands.
  uint64_t bytes;   ///< That the call asks for.
  const void *site; ///< The return address of the call.
};

/// Any thread. None of these changes errno.
struct foreslice_watch {
  /// The program reads Call: makes Own with Argument, which gives what read(2)
  /// does, and gives the same.
  int64_t (*read)(const struct foreslice_call *call, int64_t (*own)(void *),
                  void *argument);
  /// The program has made Call, which got Result bytes. It began at Start and
  /// took Ns, in nanoseconds of CLOCK_MONOTONIC.
  void (*done)(const struct foreslice_call *call, uint64_t result,
               uint64_t start, uint64_t ns);
  /// The program closes Fd, or puts another file in its place.
  void (*closes)(int fd);
  /// Whether writes, too, are to be told.
  int writes;
};

/// Of the run-time library. Has no functions if nobody wants to know of the
/// program's calls. The first call starts the run time, where MPI does not.
/// Null while the run time starts: a call that it makes for that itself, or
/// another thread's meanwhile, is not told, and the next one asks again.
__attribute__((visibility("default"))) const struct foreslice_watch *
foreslice_watch_v7(void);

#ifdef __cplusplus
}
#endif

#endif // FORESLICE_WATCH_H
