// The run time takes no memory from the program's malloc. A program may have one
// without locks, handlers interrupt it, and libraries that stand before it read.
// RUN: rm -rf %t && mkdir %t && seq 200000 | split -l 33000 - %t/part.
// RUN: %real-clang -O1 %s -o %t/plain -Wl,--export-dynamic
// RUN: %foreslice-clang -O1 -fprefetch-slice %s -o %t/sliced -Wl,--export-dynamic
// RUN: %t/plain %t/part.* > %t/right && grep "^0 calls" %t/right
// RUN: %t/sliced %t/part.* > %t/got && diff %t/right %t/got
// RUN: env FORESLICE_ALWAYS=1 %t/sliced %t/part.* > %t/got && diff %t/right %t/got
// RUN: env FORESLICE_ALWAYS=1 FORESLICE_STATS=%t/stats %t/sliced %t/part.* > %t/got && diff %t/right %t/got
// RUN: grep '"launches": *[1-9]' %t/stats
#define _GNU_SOURCE
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);

/// The code of the run time's library.
static const char *Begin, *End;
static atomic_int Calls;

static void *told(void *Memory, const void *Caller) {
  if ((const char *)Caller >= Begin && (const char *)Caller < End)
    Calls++;
  return Memory;
}

#define CALLER __builtin_return_address(0)
void *malloc(size_t Size) { return told(__libc_malloc(Size), CALLER); }
void *calloc(size_t N, size_t Each) {
  return told(__libc_calloc(N, Each), CALLER);
}
void *realloc(void *Memory, size_t Size) {
  return told(__libc_realloc(Memory, Size), CALLER);
}

static int look(struct dl_phdr_info *Module, size_t Size, void *Data) {
  (void)Size, (void)Data;
  if (!strstr(Module->dlpi_name, "libforeslice"))
    return 0;
  for (int I = 0; I < Module->dlpi_phnum; I++) {
    const ElfW(Phdr) *Part = &Module->dlpi_phdr[I];
    if (Part->p_type == PT_LOAD && (Part->p_flags & PF_X)) {
      Begin = (const char *)Module->dlpi_addr + Part->p_vaddr;
      End = Begin + Part->p_memsz;
    }
  }
  return 0;
}

int main(int Argc, char **Argv) {
  static char Block[4096];
  unsigned Sum = 0;
  dl_iterate_phdr(look, NULL);
  for (int I = 1; I < Argc; I++) {
    int Fd = open(Argv[I], O_RDONLY);
    for (int K = 0; K < 60; K++)
      if (pread(Fd, Block, sizeof Block, K * 37L % 25 * 4096) > 0)
        Sum = Sum * 31 + (unsigned char)Block[7];
    close(Fd);
    FILE *F = fopen(Argv[I], "r");
    while (fgets(Block, sizeof Block, F))
      Sum = Sum * 31 + (unsigned char)Block[0];
    fclose(F);
  }
  printf("%d calls\nsum %u\n", (int)Calls, Sum);
}
