//===- faults.c - makes slices go wrong, for the fuzzer -------------------===//
//
// Linked into a sliced program, it stands between its slices and the run time:
// functions that slices call are defined here first. FUZZ_FAULT=KIND:N says
// what goes wrong from the Nth call on, counted in the whole process. That this
// is code of the executable, like the slice, matters for how the run time ends
// it.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include "foreslice/abi.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static typeof(foreslice_slice_access) *RealAccess;
static typeof(foreslice_slice_move) *RealMove;
static typeof(foreslice_slice_alloc) *RealAlloc;
static typeof(foreslice_slice_load) *RealLoad;
static typeof(foreslice_slice_receive) *RealReceive;
static char Kind[16];
static uint64_t From, Calls;

static void *find(const char *Name) { return dlsym(RTLD_NEXT, Name); }

__attribute__((constructor)) static void arrange(void) {
  const char *Fault = getenv("FUZZ_FAULT");
  const char *Colon = Fault ? strchr(Fault, ':') : NULL;
  if (Colon && Colon - Fault < (long)sizeof Kind) {
    memcpy(Kind, Fault, (size_t)(Colon - Fault));
    From = strtoull(Colon + 1, NULL, 10);
  }
  RealAccess = find("foreslice_slice_access");
  RealMove = find("foreslice_slice_move");
  RealAlloc = find("foreslice_slice_alloc");
  RealLoad = find("foreslice_slice_load");
  RealReceive = find("foreslice_slice_receive");
}

static int is(const char *Name) { return strcmp(Kind, Name) == 0; }

static uint64_t scrambled(uint64_t X) {
  X = (X ^ (X >> 31)) * 0x9e3779b97f4a7c15u;
  return X ^ (X >> 29);
}

__attribute__((noinline)) static int overflow(volatile char *Before) {
  volatile char Frame[4096];
  Frame[0] = Before[0];
  return overflow(Frame) + Frame[0];
}

/// What a call can do wrong by itself. True from the Nth one on.
static int due(void) {
  if (!Kind[0] || ++Calls < From)
    return 0;
  volatile int Zero = 0;
  volatile char Start[1] = {0};
  if (is("segv"))
    *(volatile int *)(uintptr_t)(64 + Zero) = 1;
  else if (is("fpe"))
    Zero = 1 / Zero;
  else if (is("ill"))
    __builtin_trap();
  else if (is("overflow"))
    overflow(Start);
  else if (is("endless"))
    while (!Zero)
      ;
  else if (is("memory"))
    for (;;)
      RealAlloc(1 << 20);
  else if (is("delay"))
    usleep((useconds_t)(scrambled(Calls) % 3000));
  return 1;
}

/// A slice that knows nothing right. True if the request shall not be made.
static int distort(foreslice_handle *File, int64_t *Offset, int64_t *Count) {
  if (!due())
    return 0;
  uint64_t Dice = scrambled(Calls * 77);
  if (is("lie")) {
    if (Dice % 3)
      *Offset += (int64_t)(Dice % 200000) - 100000;
    if (Dice % 5 == 0)
      *Offset = (int64_t)scrambled(Dice);
    if (Dice % 4 == 0)
      *Count = (int64_t)(Dice % 50000);
    if (Dice % 13 == 0)
      *Count = (int64_t)scrambled(Dice + 1);
  } else if (is("handle")) {
    *File = Dice;
  }
  return is("skip") && Dice % 3 == 0;
}

/// Wrong bits in what a slice has got.
static void spoil(void *Data, uint64_t Size) {
  uint64_t Dice = scrambled(Calls * 99);
  if (Size > 0 && is("value") && due() && Dice % 4 == 0)
    RealLoad((char *)Data + Dice % Size, &Dice, 1);
}

int64_t foreslice_slice_access(const foreslice_io_call *Call,
                               foreslice_handle File, int64_t Place,
                               int64_t Count, foreslice_handle Type,
                               void *Buffer) {
  int64_t Asked = Count;
  if (Call->kind != FORESLICE_READ || Call->family > FORESLICE_FAMILY_POSIX)
    return RealAccess(Call, File, Place, Count, Type, Buffer);
  if (distort(&File, &Place, &Count))
    return 0;
  // The slice has room for what it asks for, and no more.
  if (Call->family == FORESLICE_FAMILY_POSIX && Buffer && Count > Asked)
    Count = Asked;
  int64_t Got = RealAccess(Call, File, Place, Count, Type, Buffer);
  return is("twice") && Call->role != FORESLICE_NEEDS_DATA
             ? RealAccess(Call, File, Place, Count, Type, Buffer)
             : Got;
}

int64_t foreslice_slice_move(const foreslice_io_call *Call,
                             foreslice_handle File, int64_t To,
                             foreslice_handle By, foreslice_handle Of) {
  int64_t Count = 0;
  return Call->kind == FORESLICE_SEEK &&
                 Call->family <= FORESLICE_FAMILY_POSIX &&
                 distort(&File, &To, &Count)
             ? 0
             : RealMove(Call, File, To, By, Of);
}

void *foreslice_slice_alloc(uint64_t Size) {
  due();
  return RealAlloc(Size);
}

void foreslice_slice_load(void *To, const void *Address, uint64_t Size) {
  RealLoad(To, Address, Size);
  spoil(To, Size);
}

void foreslice_slice_receive(uint32_t Site, void *To, uint64_t Size) {
  due();
  RealReceive(Site, To, Size);
  spoil(To, Size);
}
