// Variables and code whose value a second thread cannot know.
//
// RUN: %slice %s | FileCheck %s --implicit-check-not=foreslice_packet
// CHECK: define
#include "mpi-decls.h"
#include <stdatomic.h>

double b[8];
#define READ(At)                                                               \
  MPI_File_read_at(fh, At, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE)

volatile int flag;
void volatileVariable(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{depends on a volatile or atomic variable}}
    READ(flag);
}
_Atomic int counter;
void atomicVariable(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{depends on an atomic operation}}
    READ(counter++);
}
_Thread_local int mine;
void threadLocal(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{depends on a thread-local variable}}
    READ(mine);
}
void assembly(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{depends on inline assembly that may have effects}}
    int at;
    __asm__ volatile("mov %1, %0" : "=r"(at) : "r"(i));
    READ(at);
  }
}
void variableLength(MPI_File fh, int n) {
  for (int i = 1; i < n; i++) { // expected-remark {{depends on a local array of variable length}}
    _Alignas(64) int at[i];
    for (int j = 0; j < i; j++)
      at[j] = j;
    READ(at[i / 2]);
  }
}
