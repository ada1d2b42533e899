//===- AsynchronousCalls.cpp - reads that the program awaits later --------===//
//
// A read by aio_read or lio_listio is told when the program takes the result.
// The time of the read counts as long as the program has found the read in
// progress: other work of the program meanwhile is no waiting. MPI libraries
// make nonblocking reads so.
//
//===----------------------------------------------------------------------===//

#include "guest/Guest.h"

#include <aio.h>
#include <cerrno>

using namespace foreslice::guest;

namespace {

/// A started read. Of two reads in one slot, the later is told.
struct Started {
  std::atomic<const void *> Control; ///< The program's control block.
  std::atomic<uint64_t> Start, Waited;
};
constexpr unsigned SlotBits = 6;
constinit Started Slots[1 << SlotBits];

Started &slotOf(const void *Pointer) {
  const auto Address = reinterpret_cast<uint64_t>(Pointer);
  return Slots[Address * 0x9E3779B97F4A7C15 >> (64 - SlotBits)];
}

/// Null if the read is unknown.
Started *find(const void *Pointer) {
  Started &S = slotOf(Pointer);
  return Pointer && S.Control.load(std::memory_order_relaxed) == Pointer
             ? &S
             : nullptr;
}

void starts(const aiocb *Control) {
  if (!HasCompanion.load(std::memory_order_relaxed))
    return;
  Started &S = slotOf(Control);
  S.Control.store(Control, std::memory_order_relaxed);
  S.Start.store(ticks(), std::memory_order_relaxed);
  S.Waited.store(0, std::memory_order_relaxed);
}

void waited(const void *Pointer) {
  if (Started *S = find(Pointer))
    S->Waited.store(ticks() - S->Start.load(std::memory_order_relaxed),
                    std::memory_order_relaxed);
}

int asked(const aiocb *Control, int Status) {
  if (Status == EINPROGRESS)
    waited(Control);
  return Status;
}

ssize_t taken(const aiocb *Control, ssize_t Bytes) {
  Started *S = find(Control);
  if (!S)
    return Bytes;
  S->Control.store(nullptr, std::memory_order_relaxed);
  if (Bytes > 0 && static_cast<uint32_t>(Control->aio_fildes) < MostDescriptors)
    readDone(Control->aio_fildes, Control->aio_offset,
             static_cast<uint64_t>(Bytes),
             S->Start.load(std::memory_order_relaxed),
             S->Waited.load(std::memory_order_relaxed));
  return Bytes;
}

template <typename NextFn>
int suspended(const aiocb *const *Blocks, int Count, NextFn Next) {
  const uint64_t Start = ticks();
  const int Status = Next();
  if (ticks() - Start > fastTicks())
    for (int I = 0; I < Count; ++I)
      waited(Blocks[I]);
  return Status;
}

template <typename NextFn>
int listed(int Mode, aiocb *const *Blocks, int Count, NextFn Next) {
  for (int I = 0; I < Count; ++I)
    if (Blocks[I] && Blocks[I]->aio_lio_opcode == LIO_READ)
      starts(Blocks[I]);
  return Mode == LIO_WAIT ? suspended(Blocks, Count, Next) : Next();
}

} // namespace

// The two forms of a call have the same types on processors of 64 bits.
static_assert(sizeof(aiocb) == sizeof(aiocb64));

extern "C" {

#define FORESLICE_ASYNCHRONOUS(SUFFIX)                                         \
  using Next_aio_read##SUFFIX = Next<"aio_read" #SUFFIX, int(aiocb *)>;        \
  FORESLICE_EXPORT int guest_aio_read##SUFFIX(aiocb *By) __asm__(              \
      "aio_read" #SUFFIX);                                                     \
  int guest_aio_read##SUFFIX(aiocb *By) {                                      \
    starts(By);                                                                \
    return Next_aio_read##SUFFIX::call(By);                                    \
  }                                                                            \
  using Next_aio_error##SUFFIX =                                               \
      Next<"aio_error" #SUFFIX, int(const aiocb *)>;                           \
  FORESLICE_EXPORT int guest_aio_error##SUFFIX(const aiocb *By) __asm__(       \
      "aio_error" #SUFFIX);                                                    \
  int guest_aio_error##SUFFIX(const aiocb *By) {                               \
    return asked(By, Next_aio_error##SUFFIX::call(By));                        \
  }                                                                            \
  using Next_aio_return##SUFFIX =                                              \
      Next<"aio_return" #SUFFIX, ssize_t(aiocb *)>;                            \
  FORESLICE_EXPORT ssize_t guest_aio_return##SUFFIX(aiocb *By) __asm__(        \
      "aio_return" #SUFFIX);                                                   \
  ssize_t guest_aio_return##SUFFIX(aiocb *By) {                                \
    return taken(By, Next_aio_return##SUFFIX::call(By));                       \
  }                                                                            \
  using Next_aio_suspend##SUFFIX =                                             \
      Next<"aio_suspend" #SUFFIX,                                              \
           int(const aiocb *const *, int, const timespec *)>;                  \
  FORESLICE_EXPORT int guest_aio_suspend##SUFFIX(                              \
      const aiocb *const *Blocks, int Count,                                   \
      const timespec *Most) __asm__("aio_suspend" #SUFFIX);                    \
  int guest_aio_suspend##SUFFIX(const aiocb *const *Blocks, int Count,         \
                                const timespec *Most) {                        \
    return suspended(Blocks, Count, [&] {                                      \
      return Next_aio_suspend##SUFFIX::call(Blocks, Count, Most);              \
    });                                                                        \
  }                                                                            \
  using Next_lio_listio##SUFFIX =                                              \
      Next<"lio_listio" #SUFFIX, int(int, aiocb *const *, int, sigevent *)>;   \
  FORESLICE_EXPORT int guest_lio_listio##SUFFIX(                               \
      int Mode, aiocb *const *Blocks, int Count,                               \
      sigevent *Event) __asm__("lio_listio" #SUFFIX);                          \
  int guest_lio_listio##SUFFIX(int Mode, aiocb *const *Blocks, int Count,      \
                               sigevent *Event) {                              \
    return listed(Mode, Blocks, Count, [&] {                                   \
      return Next_lio_listio##SUFFIX::call(Mode, Blocks, Count, Event);        \
    });                                                                        \
  }

FORESLICE_ASYNCHRONOUS()
FORESLICE_ASYNCHRONOUS(64)

} // extern "C"
