//===- LoadedUring.cpp - liburing, loaded by name -------------------------===//
//
// Linked where liburing is not: the functions of liburing that UringStorage and
// UringFiles call, and those that the header's inline functions call.
//
//===----------------------------------------------------------------------===//

#include "storage/LoadedUring.h"
#include "support/LoadedLibrary.h"

#include <liburing.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FORESLICE_URING_FUNCTIONS(ROW)                                         \
  ROW(int, __io_uring_get_cqe,                                                 \
      (io_uring * Ring, io_uring_cqe * *Found, unsigned Submit, unsigned Wait, \
       sigset_t *Mask),                                                        \
      (Ring, Found, Submit, Wait, Mask))                                       \
  ROW(void, io_uring_queue_exit, (io_uring * Ring), (Ring))                    \
  ROW(int, io_uring_queue_init,                                                \
      (unsigned Entries, io_uring *Ring, unsigned Flags),                      \
      (Entries, Ring, Flags))                                                  \
  ROW(int, io_uring_register_files_sparse, (io_uring * Ring, unsigned Number), \
      (Ring, Number))                                                          \
  ROW(int, io_uring_register_files_update,                                     \
      (io_uring * Ring, unsigned First, const int *Files, unsigned Number),    \
      (Ring, First, Files, Number))                                            \
  ROW(int, io_uring_register_iowq_max_workers,                                 \
      (io_uring * Ring, unsigned *Most), (Ring, Most))                         \
  ROW(int, io_uring_ring_dontfork, (io_uring * Ring), (Ring))                  \
  ROW(int, io_uring_submit, (io_uring * Ring), (Ring))                         \
  ROW(int, io_uring_submit_and_get_events, (io_uring * Ring), (Ring))          \
  ROW(int, io_uring_submit_and_wait, (io_uring * Ring, unsigned Number),       \
      (Ring, Number))                                                          \
  ROW(int, io_uring_wait_cqe_timeout,                                          \
      (io_uring * Ring, io_uring_cqe * *Found, __kernel_timespec * Most),      \
      (Ring, Found, Most))

FORESLICE_URING_FUNCTIONS(FORESLICE_LOADED_ADDRESS)

bool foreslice::loadUring() {
  static const LoadedFunction Functions[] = {
      FORESLICE_URING_FUNCTIONS(FORESLICE_LOADED_ENTRY)};
  static const bool There = loadLibrary(FORESLICE_LIBRARY_FILE, Functions);
  return There;
}

extern "C" {
FORESLICE_URING_FUNCTIONS(FORESLICE_LOADED_DEFINITION)

// The library of releases before 2.4 shows no such function.
int io_uring_enable_rings(io_uring *Ring) {
  long Result = syscall(SYS_io_uring_register, Ring->ring_fd,
                        IORING_REGISTER_ENABLE_RINGS, nullptr, 0);
  return Result < 0 ? -errno : static_cast<int>(Result);
}
} // extern "C"
