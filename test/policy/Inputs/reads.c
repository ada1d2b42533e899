// Reads a file in steps, over and over, with a sleep behind each read: so many
// rounds, or until the file "stop" is there.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int fd = open(argv[1], O_RDONLY), rounds = argc > 2 ? atoi(argv[2]) : 0;
  unsigned sum = 0;
  static char b[3000];
  for (int round = 0; rounds ? round < rounds : access("stop", F_OK) != 0; round++)
    for (int i = 0; i < 100; i++) {
      ssize_t n = pread(fd, b, sizeof b, (off_t)i * 70000);
      for (ssize_t j = 0; j < n; j++)
        sum = sum * 31 + (unsigned char)b[j];
      usleep(500);
    }
  if (rounds)
    printf("%u\n", sum);
}
