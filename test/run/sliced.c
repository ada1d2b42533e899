// A sliced program and the plain program have the same output: alone, under each option of
// foreslice-run, and under foreslice-hint. So have both as children of a program that runs
// under foreslice-run.
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir && head -c 3000000 /dev/urandom > data && mkdir many
// RUN: %real-clang -O1 %s -o plain && %foreslice-clang -O1 -fprefetch-slice %s -o sliced
// RUN: cd %t.dir && sh -c '%foreslice-run --trace=traces ./plain data data; test $? = 3' && %bin-dir/foreslice-signature traces -o many/known.json
// RUN: cd %t.dir && sh %S/Inputs/same.sh './plain data data' './sliced data data' \
// RUN:   '%foreslice-run ./plain data data' '%foreslice-run ./sliced data data' \
// RUN:   '%foreslice-run --learn --stats=s ./plain data data' '%foreslice-run --learn --stats=s ./sliced data data' \
// RUN:   '%foreslice-run --trace=t ./plain data data' '%foreslice-run --trace=t ./sliced data data' \
// RUN:   '%foreslice-run --policy=auto ./plain data data' '%foreslice-run --policy=auto ./sliced data data' \
// RUN:   '%foreslice-run --signature=many ./plain data data' '%foreslice-run --signature=many ./sliced data data' \
// RUN:   '%foreslice-run --report=r ./plain data data' '%foreslice-run --report=r ./sliced data data' \
// RUN:   '%foreslice-hint --sequential data -- ./plain data data' '%foreslice-hint --sequential data -- ./sliced data data' \
// RUN:   '%foreslice-run sh -c "./sliced data data; exit \$?"' '%foreslice-hint --sequential data -- sh -c "./sliced data data; exit \$?"' \
// RUN:   'FORESLICE_SIGNATURES=many ./sliced data data' 'FORESLICE_POLICY=auto ./sliced data data' \
// RUN:   'FORESLICE_ALWAYS=1 ./sliced data data' 'FORESLICE_ALWAYS=1 %foreslice-run ./sliced data data' \
// RUN:   'FORESLICE_ALWAYS=1 %foreslice-run --policy=auto ./sliced data data' \
// RUN:   'FORESLICE_ALWAYS=1 %foreslice-hint --sequential data -- ./sliced data data'
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
  static unsigned char b[5000];
  unsigned long sum = 0;
  for (int i = 1; i < argc; i++) {
    int fd = open(argv[i], O_RDONLY);
    for (ssize_t n; (n = read(fd, b, sizeof b)) > 0;)
      for (ssize_t j = 0; j < n; j++)
        sum = sum * 31 + b[j];
    for (off_t at = 0; at < 3000000; at += 40000)
      if (pread(fd, b, sizeof b, at) > 0)
        sum = sum * 31 + b[at % 4999];
    printf("%d\n", fd);
    close(fd);
  }
  printf("%lu\n", sum);
  return 3;
}
