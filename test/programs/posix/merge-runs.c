// An external sort goes on after a stop: its runs are merged from where a file
// of positions says. What a run's buffer ends with decides which run is read
// next.
// RUN: %check-program --expect 'dependent_reads>=3' --expect 'reads_posted>=3'
#include "posix.h"

enum { Runs = 6, Length = 20000, Buffer = 512 };

struct run {
  int fd;
  off_t at;
  int next, have;
  uint32_t keys[Buffer];
};
static struct run runs[Runs];

static void makeRuns(void) {
  char name[32];
  uint64_t done[Runs];
  for (unsigned r = 0; r < Runs; r++) {
    snprintf(name, sizeof name, "run.%u", r);
    FILE *f = fopen(name, "wb");
    uint32_t key = r;
    for (unsigned i = 0; i < Length; i++) {
      fwrite(&key, sizeof key, 1, f);
      key += dataByte(i, r) % 97;
    }
    fclose(f);
    done[r] = (r + 1) * 1000 * sizeof(uint32_t);
  }
  FILE *f = fopen("positions", "wb");
  fwrite(done, sizeof done, 1, f);
  fclose(f);
}

static void refill(struct run *r) {
  ssize_t n = pread(r->fd, r->keys, sizeof r->keys, r->at);
  r->have = n > 0 ? (int)(n / (ssize_t)sizeof r->keys[0]) : 0;
  r->next = 0;
  r->at += n > 0 ? n : 0;
}

int main(void) {
  makeRuns();
  uint64_t done[Runs], d = DIGEST_START;
  FILE *f = fopen("positions", "rb");
  if (!f || fread(done, sizeof done, 1, f) != 1)
    return 1;
  fclose(f);
  for (int r = 0; r < Runs; r++) {
    char name[32];
    snprintf(name, sizeof name, "run.%d", r);
    runs[r].fd = open(name, O_RDONLY);
    runs[r].at = (off_t)done[r];
    refill(&runs[r]);
  }
  for (;;) {
    int least = -1;
    for (int r = 0; r < Runs; r++)
      if (runs[r].next < runs[r].have &&
          (least < 0 ||
           runs[r].keys[runs[r].next] < runs[least].keys[runs[least].next]))
        least = r;
    if (least < 0)
      break;
    d = digest(d, &runs[least].keys[runs[least].next], sizeof(uint32_t));
    if (++runs[least].next == runs[least].have)
      refill(&runs[least]);
  }
  result(d);
}
