// The program takes a write lease on a file that comes next, and reads the file. The
// kernel gives none on a file that somebody else has open, and takes it away when
// somebody opens the file: whoever reads ahead has closed it, and stays away.
// RUN: %real-clang -O1 -D_GNU_SOURCE %s -o %t.plain
// RUN: %foreslice-clang -O1 -D_GNU_SOURCE -fprefetch-slice %s -o %t.sliced
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir && %t.plain | FileCheck %s
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run %t.plain | FileCheck %s
// RUN: env FORESLICE_ALWAYS=1 %t.sliced | FileCheck %s
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run %t.sliced | FileCheck %s
// CHECK: given 0, held 1, broken 0
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { Files = 12, Leased = 8, Page = 65536, Pages = 6 };

static char Block[Page];
static volatile sig_atomic_t Broken;
static void onBreak(int Signal) { Broken++; }

static int openPart(int Part, int Flags) {
  char Name[32];
  snprintf(Name, sizeof Name, "part%02d", Part);
  return open(Name, Flags, 0600);
}

static void readPart(int Fd) {
  for (int I = 0; I < Pages; I++) {
    if (pread(Fd, Block, Page, (off_t)I * Page) != Page)
      exit(1);
    usleep(1000); // time to go ahead in
  }
}

int main(void) {
  signal(SIGIO, onBreak);
  for (int I = 0; I < Files; I++) {
    int Fd = openPart(I, O_RDWR | O_CREAT);
    for (int J = 0; J < Pages; J++)
      if (write(Fd, Block, Page) != Page)
        return 1;
    close(Fd);
  }
  int Fd = -1, Given = -1;
  for (int I = 0; I < Files; I++) {
    if (I == Leased - 1) {
      Fd = openPart(Leased, O_RDWR);
      Given = fcntl(Fd, F_SETLEASE, F_WRLCK);
    }
    if (I != Leased) {
      int Part = openPart(I, O_RDONLY);
      readPart(Part);
      close(Part);
    } else {
      readPart(Fd);
    }
  }
  printf("given %d, held %d, broken %d\n", Given,
         fcntl(Fd, F_GETLEASE) == F_WRLCK, (int)Broken);
}
