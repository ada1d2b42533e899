// Fields, words and characters of one stream, and binary data behind them: the
// slice has the same position as the program.
// RUN: %check-program --expect 'hits>=3' --expect 'slice_waits==0'
#include "posix.h"

enum { Rows = 40, Columns = 30, Parts = 40, Part = 70000 };

static void make(void) {
  FILE *f = fopen("table", "w");
  if (!f)
    exit(90);
  fprintf(f, "%%%% table of\n%d x %d\n", Rows, Columns);
  for (int i = 0; i < Rows * Columns; i++)
    fprintf(f, "%.4f%c", i / 7.0, i % Columns == Columns - 1 ? '\n' : ' ');
  for (int i = 0; i < Parts; i++)
    fprintf(f, "part-%d %d,", i, Part - i * 100);
  fputc('!', f);
  for (int i = 0; i < Parts * Part / 8; i++) {
    uint64_t v = (uint64_t)i * 0x9e3779b97f4a7c15u;
    fwrite(&v, sizeof v, 1, f);
  }
  fclose(f);
}

int main(void) {
  make();
  FILE *f = fopen("table", "r");
  if (!f)
    return 1;
  static char b[Part];
  int rows, columns, c, lengths[Parts];
  char word[64];
  double sum = 0, v;
  while ((c = getc(f)) == '%')
    ;
  ungetc(c, f);
  if (fscanf(f, "%63s of\n%d x %d", word, &rows, &columns) != 3)
    return 2;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      if (fscanf(f, "%lf", &v) != 1)
        return 3;
      sum += v * (i + 1);
    }
  int parts = 0;
  while (parts < Parts && fscanf(f, "%s %d,", word, &lengths[parts]) == 2)
    parts++;
  if (fgetc(f) != '!')
    return 4;
  printf("%s %d %.6f %ld\n", word, parts, sum, ftell(f));
  uint64_t d = DIGEST_START;
  for (int i = 0; i < parts; i++) {
    d = digest(d, b, fread(b, 1, (size_t)lengths[i], f));
    if (i % 3 == 0)
      fseek(f, 5000, SEEK_CUR);
    usleep(500);
  }
  result(d);
}
