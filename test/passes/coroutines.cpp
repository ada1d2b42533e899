// Loops of coroutines are sliced as if nothing suspended them; reads in no loop
// of a coroutine are not. What runs beside a coroutine is sliced.
//
// RUN: %slicexx -Rpass-analysis=prefetch-slice %s
// RUN: %slicexx -O2 -g -Rpass-analysis=prefetch-slice %s
#include "mpi-decls.h"
#include <coroutine>

struct Blocks {
  struct promise_type {
    int Value = 0;
    Blocks get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int V) {
      Value = V;
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> Handle;
};

Blocks inLoop(MPI_File F, char *B, int N) {
  for (int I = 0; I < N; ++I) { // expected-remark {{prefetch slice with 1 read}}
    MPI_File_read_at(F, I * 64, B, 64, MPI_BYTE, MPI_STATUS_IGNORE); // expected-remark {{is prefetched}}
    co_yield I;
  }
}

Blocks once(MPI_File F, char *B) {
  MPI_File_read_at(F, 64, B, 64, MPI_BYTE, MPI_STATUS_IGNORE); // expected-remark {{no prefetch slice of the rest of 'once(ompi_file_t*, char*)': it is in no loop of a coroutine}} expected-remark {{MPI_File_read_at is not prefetched: it is in no loop of a coroutine}}
  co_return;
}

static void readBlock(MPI_File F, char *B, long At) {
  MPI_File_read_at(F, At, B, 64, MPI_BYTE, MPI_STATUS_IGNORE); // expected-remark {{is prefetched}}
}
Blocks byCall(MPI_File F, char *B, int N) {
  for (int I = 0; I < N; ++I) { // expected-remark {{prefetch slice with 1 read}}
    readBlock(F, B, I);
    co_yield I;
  }
}

Blocks numbers(int N) {
  for (int I = 0; I < N; ++I)
    co_yield I;
}
void beside(MPI_File F, char *B, int N) {
  Blocks Places = numbers(N);
  for (int I = 0; I < N; ++I) { // expected-remark {{prefetch slice with 1 read}}
    MPI_File_read_at(F, I * 64, B, 64, MPI_BYTE, MPI_STATUS_IGNORE); // expected-remark {{is prefetched}}
    Places.Handle.resume();
  }
  Places.Handle.destroy();
}

// expected-remark@* 3 {{is launched here}}
