// Lines up to the end of each file: the slice has the rest of a file posted at
// once and goes on with the next file. One file is empty, one is not there, one
// has no last newline, one has lines longer than the buffer and zero bytes.
// RUN: %check-program --unserved "reads of text are not counted" --expect 'files_opened_ahead>=2' --expect 'pages_to_system>=5'
#include "posix.h"

enum { Files = 12 };

static void makeLines(const char *name, int file) {
  FILE *f = fopen(name, "w");
  if (!f)
    exit(90);
  for (int i = 0; file != 3 && i < 3000; i++)
    if (file == 5 && i % 50 == 0)
      fprintf(f, "%0500d%c%d\n", i, 0, i);
    else
      fprintf(f, "%d line %x of %d\n", i, i * 7919, file);
  if (file == 7)
    fputs("no newline", f);
  fclose(f);
}

static uint64_t byFgets(FILE *f, uint64_t d) {
  char line[100];
  while (fgets(line, sizeof line, f))
    d = digest(d, line, strlen(line));
  return d;
}

static uint64_t byFeof(FILE *f, uint64_t d) {
  char line[100];
  while (!feof(f))
    if (fgets(line, sizeof line, f))
      d = digest(d, line, strlen(line) + 1);
  return d;
}

static uint64_t byGetline(FILE *f, uint64_t d) {
  char *line = NULL;
  size_t size = 0;
  ssize_t n;
  while ((n = getline(&line, &size, f)) > 0)
    d = digest(d, line, (size_t)n);
  free(line);
  return d;
}

static uint64_t byCharacter(FILE *f, uint64_t d) {
  int c;
  while ((c = fgetc(f)) != EOF)
    d = (d ^ (unsigned)c) * 31;
  return d;
}

int main(void) {
  char name[32];
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "part.%d", i);
    if (i != 4)
      makeLines(name, i);
  }
  uint64_t d = digest(DIGEST_START, "", 0);
  for (int way = 0; way < 4; way++)
    for (int i = 0; i < Files; i++) {
      snprintf(name, sizeof name, "part.%d", i);
      FILE *f = fopen(name, "r");
      if (!f)
        continue;
      d = way == 0   ? byFgets(f, d)
          : way == 1 ? byFeof(f, d)
          : way == 2 ? byGetline(f, d)
                     : byCharacter(f, d);
      fclose(f);
    }
  result(d);
}
