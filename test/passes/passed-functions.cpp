// A call through an argument leads to what the callers pass: a loop whose callers pass
// functions without reads is no loop that reads, whatever other functions of the type do.
//
// RUN: %slicexx %s
// RUN: %slicexx -O2 %s
#include "mpi-decls.h"

struct Stream {
  MPI_File file;
  long written;
  Stream &put(Stream &(*manipulator)(Stream &)) { return manipulator(*this); }
  Stream &get(Stream &(*manipulator)(Stream &)) { return manipulator(*this); }
};

extern char b[512];

inline Stream &flush(Stream &s) {
  s.written = 0;
  return s;
}

inline Stream &skip(Stream &s) {
  for (int i = 0; i < 100; i++) // expected-remark {{prefetch slice with 1 read}}
    MPI_File_read_at(s.file, i * 512, b, 512, MPI_BYTE, MPI_STATUS_IGNORE);
  return s;
}

// Nothing to slice, and nothing to tell.
void print(Stream &out, int n) {
  for (int i = 0; i < n; i++)
    out.put(flush);
}

// The function goes through two callers.
static Stream &pass(Stream &in, Stream &(*manipulator)(Stream &)) { return in.get(manipulator); }
void read(Stream &in) { pass(in, skip); }
