// Reads that no slice follows: a computation on the data decides how much is
// read next. Tests include unistd.h before.
#ifndef FORESLICE_TEST_SCAN_H
#define FORESLICE_TEST_SCAN_H

static double scan(int fd, double w) {
  double numbers[64];
  unsigned long bytes = 64;
  while (read(fd, numbers, bytes) > 0) { // expected-remark {{no prefetch slice}}
    for (int i = 0; i < 8; i++)
      w = w * 0.5 + numbers[i];
    bytes = 8 + (unsigned long)w % 64;
  }
  return w;
}

#endif // FORESLICE_TEST_SCAN_H
