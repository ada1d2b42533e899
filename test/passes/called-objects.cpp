// Reads of lambdas that std::function holds are the loop's that calls them, and
// are not said to be in no loop.
//
// RUN: %slicexx -Rpass-analysis=prefetch-slice %s
// RUN: %slicexx -O2 -g -Rpass-analysis=prefetch-slice %s
#include "mpi-decls.h"
#include <functional>

void here(MPI_File F, char *B, int N) {
  std::function<void(int)> Read = [&](int I) {
    MPI_File_read_at(F, I * 64, B, 64, MPI_BYTE, MPI_STATUS_IGNORE); // expected-remark {{is prefetched}}
  };
  for (int I = 0; I < N; ++I) // expected-remark {{prefetch slice with 2 reads}}
    Read(I * 2);
}

static void repeat(const std::function<void(long)> &Read, int N) {
  for (int I = 0; I < N; ++I) // expected-remark {{prefetch slice with 2 reads}}
    Read(I);
}
void elsewhere(MPI_File F, char *B, int N) {
  repeat([&](long I) {
    MPI_File_read_at(F, I * 64, B, 64, MPI_BYTE, MPI_STATUS_IGNORE); // expected-remark {{is prefetched}}
  }, N);
}

// expected-remark@* 2 {{is launched here}}
