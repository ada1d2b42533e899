// An array beside what decides what is read: the bounds of the loop over the array
// say that it leaves the rest of the structure alone.
//
// RUN: %slice %s -o /dev/null
// RUN: %slice -O2 %s -o /dev/null
#include "mpi-decls.h"

static struct {
  double sums[5];
  long at;
  int steps;
  double more[3][4];
} state;
void norm(double *out, const double *data, int n);
long choose(int i);
double data[4096];

void accumulate(MPI_File fh) {
  double one[5];
  for (int i = 0; i < state.steps; i++) { // expected-remark-re {{prefetch slice with 1 read: {{.*}} handed over at launch{{$}}}}
    MPI_File_read_at(fh, state.at, data, 4096, MPI_DOUBLE, MPI_STATUS_IGNORE);
    state.at += 4096 * 8;
    norm(one, data, 4096);
    for (int m = 0; m < 5; m++)
      state.sums[m] += one[m];
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 4; k++)
        state.more[j][k] += one[k];
  }
}

// One step further is not beside.
void beyond(MPI_File fh) {
  double one[6];
  for (int i = 0; i < state.steps; i++) { // expected-remark-re {{prefetch slice with 1 read: {{.*}}; waits for the main thread's norm}}
    MPI_File_read_at(fh, state.at, data, 4096, MPI_DOUBLE, MPI_STATUS_IGNORE);
    state.at += 4096 * 8;
    norm(one, data, 4096);
    for (int m = 0; m < 6; m++)
      state.sums[m] += one[m];
  }
}

// Nor does a loop say so of which only the program knows the bounds: what is
// read is what the array was given.
void unbounded(MPI_File fh, int n, long most) {
  for (int i = 0; i < n; i++) { // expected-remark-re {{prefetch slice with 1 read: {{.*}}; waits for the main thread's choose}}
    long place[2] = {choose(i), 100};
    for (long k = 0; k < most; k++)
      MPI_File_read_at(fh, place[k], data, 4096, MPI_DOUBLE, MPI_STATUS_IGNORE);
    norm(data, data, 4096);
  }
}

void set(int n) { state.steps = n; }
double get(int m) { return state.sums[m] + state.more[m % 3][m % 4]; }
