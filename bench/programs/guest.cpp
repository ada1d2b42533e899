// One way to read a file: guest WAY FILE. Prints the processor time, in ns, of
// the reads alone, and a checksum.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static uint64_t sum;

static uint64_t cpuNs() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return uint64_t(t.tv_sec) * 1000000000u + uint64_t(t.tv_nsec);
}

static void add(const char *b, long n) {
  if (n > 0)
    sum =
        sum * 31 + static_cast<unsigned char>(b[0]) + static_cast<uint64_t>(n);
}

static void byRead(const char *name, size_t size, long most) {
  static char b[1 << 20];
  const int fd = open(name, O_RDONLY);
  for (long n; most-- > 0 && (n = read(fd, b, size)) > 0;)
    add(b, n);
  close(fd);
}

static void byPread(const char *name, size_t size, long most, bool random) {
  static char b[1 << 20];
  const int fd = open(name, O_RDONLY);
  struct stat s;
  fstat(fd, &s);
  const auto blocks = static_cast<uint64_t>(s.st_size) / size;
  uint64_t at = 1;
  for (long i = 0; i < most; i++) {
    at = random ? at * 6364136223846793005u + 1442695040888963407u : at + 1;
    add(b,
        pread(fd, b, size,
              static_cast<off_t>((at >> (random ? 20 : 0)) % blocks * size)));
  }
  close(fd);
}

static void byFread(const char *name, size_t size, long most) {
  static char b[1 << 20];
  FILE *f = fopen(name, "r");
  for (size_t n; most-- > 0 && (n = fread(b, 1, size, f)) > 0;)
    add(b, static_cast<long>(n));
  fclose(f);
}

static void byTurns(const char *name, int streams, long most) {
  FILE *f[64];
  char b[8];
  for (int i = 0; i < streams; i++) {
    f[i] = fopen(name, "r");
    fseek(f[i], i * 1000000L, SEEK_SET);
  }
  for (long k = 0; k < most; k++)
    add(b, static_cast<long>(fread(b, 1, 8, f[k % streams])));
  for (int i = 0; i < streams; i++)
    fclose(f[i]);
}

static void bySeek(const char *name, long most) {
  char b[100];
  FILE *f = fopen(name, "r");
  for (long k = 0; k < most; k++) {
    fseek(f, k * 7919 % 200000000, SEEK_SET);
    add(b, static_cast<long>(fread(b, 1, sizeof b, f)));
  }
  fclose(f);
}

int main(int, char **v) {
  const std::string way = v[1];
  const char *name = v[2];
  const uint64_t start = cpuNs();
  char line[4096];
  if (way == "getc") {
    FILE *f = fopen(name, "r");
    for (int c; (c = getc(f)) != EOF;)
      sum += static_cast<unsigned>(c);
    fclose(f);
  } else if (way == "fgets") {
    FILE *f = fopen(name, "r");
    while (fgets(line, sizeof line, f))
      add(line, 1);
    fclose(f);
  } else if (way == "getline") {
    FILE *f = fopen(name, "r");
    char *p = nullptr;
    size_t room = 0;
    for (ssize_t n; (n = getline(&p, &room, f)) > 0;)
      add(p, n);
    fclose(f);
  } else if (way == "fscanf") {
    FILE *f = fopen(name, "r");
    int x;
    for (long i = 0; i < 3000000 && fscanf(f, "%d", &x) == 1; i++)
      sum += static_cast<unsigned>(x);
    fclose(f);
  } else if (way == "std::getline") {
    std::ifstream in(name);
    for (std::string s; std::getline(in, s);)
      add(s.c_str(), static_cast<long>(s.size()));
  } else if (way == ">>") {
    std::ifstream in(name);
    int x;
    for (long i = 0; i < 5000000 && in >> x; i++)
      sum += static_cast<unsigned>(x);
  } else if (way == "fputs") {
    FILE *f = fopen("/dev/null", "w");
    for (long i = 0; i < 30000000; i++)
      fputs("12345678\n", f);
    fclose(f);
  } else if (way == "fread 16") {
    byFread(name, 16, 20000000);
  } else if (way == "fread 64") {
    byFread(name, 64, 1L << 40);
  } else if (way == "fread 64K") {
    byFread(name, 65536, 1L << 40);
  } else if (way == "read 1") {
    byRead(name, 1, 3000000);
  } else if (way == "read 4K") {
    byRead(name, 4096, 1L << 40);
  } else if (way == "read 64K") {
    byRead(name, 65536, 1L << 40);
  } else if (way == "pread 1") {
    byPread(name, 1, 3000000, false);
  } else if (way == "pread 4K") {
    byPread(name, 4096, 200000, false);
  } else if (way == "pread 4K, at random") {
    byPread(name, 4096, 200000, true);
  } else if (way == "pread 64K") {
    byPread(name, 65536, 10000, false);
  } else if (way == "16 streams") {
    byTurns(name, 16, 20000000);
  } else if (way == "fseek and fread") {
    bySeek(name, 500000);
  } else if (way == "fork") {
    const int fd = open(name, O_RDONLY);
    for (int i = 0; i < 300; i++) {
      if (fork() == 0) {
        pread(fd, line, sizeof line, i * 4096);
        _exit(0);
      }
      wait(nullptr);
    }
  } else {
    return 2;
  }
  printf("%llu %llu\n", static_cast<unsigned long long>(cpuNs() - start),
         static_cast<unsigned long long>(sum));
}
