// Signatures of a run with the same steps, with other steps, of another program, and
// damaged ones: the output is that of the program alone. A folder may hold signatures of
// several programs.
// RUN: rm -rf %t.dir && mkdir -p %t.dir/all && head -c 6000000 /dev/urandom > %t.dir/data
// RUN: %real-clang -O1 %s -o %t && %t %t.dir/data 40000 > %t.alone
// RUN: %foreslice-run --trace=%t.dir/same -- %t %t.dir/data 40000 > %t.run && cmp %t.alone %t.run
// RUN: %foreslice-run --trace=%t.dir/other -- %t %t.dir/data 70000
// RUN: cp /bin/cat %t.cat && %foreslice-run --trace=%t.dir/cat -- %t.cat %t.dir/data > /dev/null
// RUN: %bin-dir/foreslice-signature %t.dir/same -o %t.dir/all/same.json
// RUN: %bin-dir/foreslice-signature %t.dir/other -o %t.dir/other.json
// RUN: %bin-dir/foreslice-signature %t.dir/cat -o %t.dir/all/cat.json
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run --signature=%t.dir/all -- %t %t.dir/data 40000 > %t.run 2>&1 && cmp %t.alone %t.run
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run --signature=%t.dir/other.json -- %t %t.dir/data 40000 > %t.run 2>&1 && cmp %t.alone %t.run
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run --signature=%t.dir/all/cat.json -- %t %t.dir/data 40000 > %t.run 2>&1 && cmp %t.alone %t.run
// RUN: head -c 300 %t.dir/other.json > %t.dir/cut.json
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run --signature=%t.dir/cut.json -- %t %t.dir/data 40000 2>&1 > %t.run | FileCheck %s && cmp %t.alone %t.run
// CHECK: foreslice: warning: FORESLICE_SIGNATURES: {{.*}}cut.json
// CHECK-NOT: warning
// A FIFO among the signatures, which somebody may have put into the folder, holds nobody up.
// RUN: mkfifo %t.dir/all/fifo.json
// RUN: timeout 300 %foreslice-run --signature=%t.dir/all -- %t %t.dir/data 40000 2>&1 > %t.run | FileCheck --check-prefix=FIFO %s && cmp %t.alone %t.run
// RUN: timeout 300 %foreslice-run --signature=%t.dir/all/fifo.json -- %t %t.dir/data 40000 2>&1 > %t.run | FileCheck --check-prefix=FIFO %s && cmp %t.alone %t.run
// RUN: timeout 300 %foreslice-run --policy=%t.dir/all/fifo.json -- %t %t.dir/data 40000 2>&1 > %t.run | FileCheck --check-prefix=FIFO %s && cmp %t.alone %t.run
// FIFO: fifo.json: it is no regular file
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  static char b[3000];
  unsigned sum = 0;
  int fd = open(argv[1], O_RDONLY);
  for (off_t at = 0; at < 6000000; at += atol(argv[2])) {
    ssize_t n = pread(fd, b, sizeof b, at);
    for (ssize_t j = 0; j < n; j++)
      sum = sum * 31 + (unsigned char)b[j];
  }
  printf("%u\n", sum);
}
