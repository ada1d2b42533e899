//===- foreslice/watch.h - programs that were not compiled by Foreslice ---===//
//
// libforeslice_watch.so, which foreslice-run loads before a program, tells the
// run-time library the program's accesses of files by POSIX and stdio by these
// types. Programs do not include this file.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_WATCH_H
#define FORESLICE_WATCH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Values of access_format::Layer and access_format::Operation.
enum foreslice_layer { FORESLICE_LAYER_POSIX, FORESLICE_LAYER_STDIO };
enum foreslice_operation {
  FORESLICE_OPERATION_READ,
  FORESLICE_OPERATION_WRITE,
  FORESLICE_OPERATION_OPEN,
  FORESLICE_OPERATION_CLOSE,
  FORESLICE_OPERATION_MAP
};

/// One call of the program.
struct foreslice_call {
  int fd;
  uint8_t layer, operation;
  int64_t offset;   ///< In the file, in bytes; -1: the descriptor's position.
  uint64_t bytes;   ///< Bytes asked for by the call.
  const void *site; ///< The return address of the call.
};

/// Any thread. None of these changes errno.
struct foreslice_watch {
  /// The program reads Call: makes Own with Argument, which returns as read(2)
  /// does, and returns the result.
  int64_t (*read)(const struct foreslice_call *call, int64_t (*own)(void *),
                  void *argument);
  /// The program has made Call, which got Result bytes. The call began at Start
  /// and took Ns, in nanoseconds of CLOCK_MONOTONIC.
  void (*done)(const struct foreslice_call *call, uint64_t result,
               uint64_t start, uint64_t ns);
  /// The program closes Fd, or puts another file in Fd's place.
  void (*closes)(int fd);
  /// Whether writes are to be told, too.
  int writes;
};

/// The entry of the run-time library. Has no functions if nobody wants to know
/// of the program's calls. The first call starts the run time, unless MPI does.
/// Null while the run time starts: the run time's own calls, and other threads'
/// calls meanwhile, are not told, and the next call asks again.
__attribute__((visibility("default"))) const struct foreslice_watch *
foreslice_watch_v7(void);

#ifdef __cplusplus
}
#endif

#endif // FORESLICE_WATCH_H
