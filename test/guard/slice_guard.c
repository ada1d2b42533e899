//===- slice_guard.c - catches slices that store to what is not theirs ----===//
//
// Preloaded into a sliced program, see docs/testing.md. While a slice's own
// code runs, the prefetch thread may not write to memory with protection key 0,
// which is all there is but the slice's frames, its packet and what it
// allocated: a store to anything else ends the process with a message. Other
// threads, and the run time that the slice calls, write where they like. Slices
// get no scouts, whose frames and memory are elsewhere. x86-64 with protection
// keys; Linux 6.12, which raises signals under them. On others every program
// ends at once.
//
// LD_BIND_NOW and a tunable keep the dynamic linker and the kernel from writing
// to the thread's memory while it may not.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include "foreslice/abi.h"

#include <alloca.h>
#include <dlfcn.h>
#include <malloc.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { Page = 4096, Status = 66 };

/// What a packet is for; at the end of its memory, on a page of its own.
struct Note {
  void (*Slice)(const void *);
  const char *Name;
};

static int Key;
static struct sigaction Older;
static unsigned Count; // slices, by the prefetch thread
#define THREAD_LOCAL static __thread __attribute__((tls_model("initial-exec")))
THREAD_LOCAL const void *Watched; // the packet of the slice that runs
THREAD_LOCAL int ObtainsPacket;

static unsigned AllRights; // of all threads, but while a slice's own code runs
#define INLINE static inline __attribute__((always_inline))

INLINE unsigned rights(void) {
  unsigned Rights;
  __asm__ volatile("rdpkru" : "=a"(Rights) : "c"(0) : "rdx");
  return Rights;
}

INLINE void setRights(unsigned Rights) {
  __asm__ volatile("wrpkru" ::"a"(Rights), "c"(0), "d"(0) : "memory");
}

static void fail(const char *What) {
  perror(What);
  _exit(Status);
}

__attribute__((constructor)) static void arrange(void) {
  struct utsname System;
  int Major = 0, Minor = 0;
  uname(&System);
  sscanf(System.release, "%d.%d", &Major, &Minor);
  if (Major < 6 || (Major == 6 && Minor < 12))
    fail("slice_guard: needs Linux 6.12");
  if ((Key = pkey_alloc(0, 0)) < 0)
    fail("slice_guard: needs protection keys");
  AllRights = rights();
}

__attribute__((destructor)) static void report(void) {
  if (Count)
    fprintf(stderr, "slice_guard: watched %u slices\n", Count);
}

static void setKey(const void *Begin, const void *End, int To) {
  size_t Size = (size_t)((const char *)End - (const char *)Begin);
  if (pkey_mprotect((void *)Begin, Size, PROT_READ | PROT_WRITE, To))
    fail("slice_guard: pkey_mprotect");
}

struct Mapping {
  char *Begin, *End, Rights[5];
};

static struct Mapping mappingOf(const void *Address) {
  FILE *Maps = fopen("/proc/self/maps", "r");
  char Line[512];
  struct Mapping M = {0};
  while (M.End <= (const char *)Address && fgets(Line, sizeof Line, Maps))
    sscanf(Line, "%p-%p %4s", (void **)&M.Begin, (void **)&M.End, M.Rights);
  fclose(Maps);
  return M;
}

// Packets ---------------------------------------------------------------------

extern void *__libc_malloc(size_t Size);

/// Packets get pages of their own.
void *malloc(size_t Size) {
  return ObtainsPacket
             ? aligned_alloc(Page, (Size + 2 * Page - 1) / Page * Page)
             : __libc_malloc(Size);
}

static char *endOf(const void *Packet) {
  return (char *)Packet + malloc_usable_size((void *)Packet) / Page * Page;
}

static struct Note *noteOf(const void *Packet) {
  return (struct Note *)endOf(Packet) - 1;
}

static void setPacketKey(const void *Packet, int To) {
  setKey(Packet, endOf(Packet) - Page, To);
}

// Slices ----------------------------------------------------------------------

static void onFault(int Signal, siginfo_t *Info, void *Context) {
  // What nobody may write to has the code of protection keys as well.
  if (Info->si_code == SEGV_PKUERR && Watched &&
      mappingOf(Info->si_addr).Rights[1] == 'w') {
    dprintf(2, "slice_guard: the slice of %s stores to %p\n",
            noteOf(Watched)->Name, Info->si_addr);
    _exit(Status);
  }
  Older.sa_sigaction(Signal, Info, Context);
}

/// In front of the run time's handler, which would take it for a slice's fault.
static void installHandler(void) {
  typeof(sigaction) *Set =
      dlsym(dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD), "sigaction");
  Set(SIGSEGV, NULL, &Older);
  struct sigaction Mine = Older;
  Mine.sa_sigaction = onFault;
  Set(SIGSEGV, &Mine, NULL);
}

/// The run time asks the kernel whether its handler has been replaced: it shall
/// think that this one has not.
long syscall(long Number, ...) {
  static long (*Real)(long, ...);
  va_list Arguments;
  va_start(Arguments, Number);
  long A[6];
  for (int I = 0; I < 6; ++I)
    A[I] = va_arg(Arguments, long);
  va_end(Arguments);
  if (Number == SYS_rt_sigaction && A[0] == SIGSEGV && !A[1] && Count > 0) {
    *(void **)A[2] = (void *)Older.sa_sigaction;
    return 0;
  }
  if (!Real)
    Real = dlsym(RTLD_NEXT, "syscall");
  return Real(Number, A[0], A[1], A[2], A[3], A[4], A[5]);
}

/// Called in place of a slice.
__attribute__((noinline)) static void watch(const void *Packet) {
  static char *StackTop;
  // The slice's frames shall be on other pages than this one.
  char *Gap = alloca(2 * Page);
  char *Top = (char *)(((uintptr_t)Gap + Page - 1) / Page * Page);
  __asm__ volatile("" ::"r"(Gap) : "memory");
  if (Count++ == 0)
    installHandler();
  if (Top != StackTop) {
    setKey(mappingOf(Top - 1).Begin, Top, Key);
    StackTop = Top;
  }
  setPacketKey(Packet, Key);
  void (*Slice)(const void *) = noteOf(Packet)->Slice;
  Watched = Packet;
  setRights(AllRights | PKEY_DISABLE_WRITE);
  Slice(Packet);
  setRights(AllRights);
  Watched = NULL;
  setPacketKey(Packet, 0);
}

/// How a slice is ended. Signal handlers start without access to Key.
void siglongjmp(sigjmp_buf To, int Value) {
  static typeof(siglongjmp) *Real;
  setRights(AllRights);
  if (Watched)
    setPacketKey(Watched, 0);
  Watched = NULL;
  if (!Real)
    Real = dlsym(RTLD_NEXT, "siglongjmp");
  Real(To, Value);
  __builtin_unreachable();
}

void *foreslice_packet(foreslice_region *Region) {
  static typeof(foreslice_packet) *Real;
  static typeof(foreslice_end) *End;
  if (!Real) {
    Real = dlsym(RTLD_NEXT, "foreslice_packet");
    End = dlsym(RTLD_NEXT, "foreslice_end");
  }
  ObtainsPacket = 1;
  // The run time looks at the first time where the code of the slice is.
  if (!Region->state && Real(Region))
    End(Region);
  for (int I = 0; I < FORESLICE_MAX_SCOUTS; ++I)
    Region->scouts[I] = NULL;
  void (*Slice)(const void *) = Region->slice;
  Region->slice = watch;
  void *Packet = Real(Region);
  Region->slice = Slice;
  ObtainsPacket = 0;
  if (Packet)
    *noteOf(Packet) = (struct Note){Slice, Region->name};
  return Packet;
}

// What slices call ------------------------------------------------------------

/// The rights that the slice's own code has, for when a call returns.
struct Rights {
  unsigned Before;
};

INLINE struct Rights enter(void) {
  struct Rights R = {rights()};
  setRights(AllRights);
  return R;
}

INLINE void leave(struct Rights *R) { setRights(R->Before); }

#define WRAP_MAIN_STRONG(Result, Name, Parameters, Arguments)
#define WRAP_MAIN_WEAK(Result, Name, Parameters, Arguments)
#define WRAP_LIBRARY_WEAK(Result, Name, Parameters, Arguments)
#define WRAP_SLICE_ALLOCATES(Result, Name, Parameters, Arguments)
#define WRAP_SLICE_WEAK(Result, Name, Parameters, Arguments)                   \
  Result Name Parameters {                                                     \
    static typeof(Name) *Real;                                                 \
    __attribute__((cleanup(leave))) struct Rights R = enter();                 \
    if (!Real)                                                                 \
      Real = dlsym(RTLD_NEXT, #Name);                                          \
    return Real Arguments;                                                     \
  }
#define WRAP_SLICE_CONSTANT(...) WRAP_SLICE_WEAK(__VA_ARGS__)
#define FORESLICE_FUNCTION(Caller, Attribute, ...)                             \
  WRAP_##Caller##_##Attribute(__VA_ARGS__)
#include "foreslice/abi.def"

void *foreslice_slice_alloc(uint64_t Size) {
  static typeof(foreslice_slice_alloc) *Real;
  static struct Mapping Arena;
  unsigned Before = rights();
  setRights(AllRights);
  if (!Real)
    Real = dlsym(RTLD_NEXT, "foreslice_slice_alloc");
  void *Memory = Real(Size);
  if (!Arena.Begin) {
    Arena = mappingOf(Memory);
    setKey(Arena.Begin, Arena.End, Key);
  }
  setRights(Before);
  return Memory;
}
