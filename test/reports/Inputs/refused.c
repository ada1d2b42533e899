#include <fcntl.h>
#include <unistd.h>

static char block[4096];
volatile int first;

__attribute__((noinline)) long refused(int file) {
  long sum = 0;
  for (long i = 0; i < 100; i++) {
    pread(file, block, sizeof block, first + i * 4096);
    sum += block[0];
  }
  return sum;
}

int main(int argc, char **argv) {
  int file = open(argv[argc - 1], O_RDONLY);
  long sum = 0;
  for (long i = 0; i < 100; i++) {
    pread(file, block, sizeof block, i * 8192);
    sum += block[0];
  }
  return (sum + refused(file)) & 1;
}
