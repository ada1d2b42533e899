// A class with an inline loop, whose read is in another source.
#include <mpi.h>

enum { Blocks = 64, Bytes = 8192 };

struct Reader {
  MPI_File File;
  void block(int i, char *to);
  long all() {
    long sum = 0;
    char b[Bytes];
    for (int i = 0; i < Blocks; i++) {
      block(i, b);
      for (char c : b)
        sum = sum * 31 + c;
    }
    return sum;
  }
};
