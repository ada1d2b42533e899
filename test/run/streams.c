// Streams of all kinds give the program the same under foreslice-run, whether it writes a
// trace or reads ahead: streams without a file, without a buffer, of pipes, open for reading
// and writing, moved in after ungetc() or behind the end, of wide characters, reopened,
// shared by threads, and closed without being read.
// RUN: %real-clang -O1 %s -o %t -pthread
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: head -c 900000 /dev/urandom > data
// RUN: cp data first && %t first > alone < data
// RUN: cp data first && env FORESLICE_ALWAYS=1 %foreslice-run -- %t first > run < data
// RUN: cmp alone run
// RUN: cp data first && %foreslice-run --trace=traces -- %t first > traced < data
// RUN: cmp alone traced
// RUN: %foreslice-clang -O1 -w -fprefetch-slice %s -o %t.sliced -pthread
// RUN: cp data first && %t.sliced first > sliced < data
// RUN: cmp alone sliced
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static char bytes[100000];

static void say(const char *what, long result, FILE *f) {
  unsigned long sum = 0;
  for (size_t i = 0; i < sizeof bytes; i++)
    sum = sum * 31 + (unsigned char)bytes[i];
  printf("%s %ld errno %d at %ld eof %d error %d sum %lx\n", what, result, errno, f ? ftell(f) : 0, f && feof(f),
         f && ferror(f), sum);
  memset(bytes, 0, sizeof bytes);
  errno = 0;
}

static void move_and_read(FILE *f, const char *what) {
  static const struct {
    long to;
    int from;
    size_t size;
  } moves[] = {{7, SEEK_SET, 10},     {100003, SEEK_CUR, 5000}, {-3, SEEK_CUR, 3},        {-100, SEEK_END, 500},
               {5, SEEK_END, 10},     {-1, SEEK_SET, 10},       {300000, SEEK_SET, 0},    {300000, SEEK_SET, 70000},
               {300010, SEEK_SET, 4}, {0, SEEK_CUR, 4},         {1L << 40, SEEK_SET, 10}, {0, SEEK_SET, 100000}};
  for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
    say(what, fseek(f, moves[i].to, moves[i].from), f);
    say("read", (long)fread(bytes, 1, moves[i].size, f), f);
  }
  fpos_t place;
  say("fgetpos", fgetpos(f, &place), f);
  rewind(f);
  say("getc", getc(f), f);
  say("ungetc", ungetc('x', f), f);
  say("fseek", fseek(f, 1, SEEK_CUR), f);
  say("fgets", fgets(bytes, 300, f) != NULL, f);
  say("fsetpos", fsetpos(f, &place), f);
  say("getc", getc(f), f);
}

static ssize_t cookie_read(void *cookie, char *to, size_t size) {
  memset(to, 'c', size);
  *(long *)cookie += (long)size;
  return *(long *)cookie > 50000 ? 0 : (ssize_t)size;
}

static void *reader(void *argument) {
  FILE *f = argument;
  char own[100];
  uintptr_t read = 0;
  for (int i = 0; i < 2000; i++) {
    flockfile(f);
    fseek(f, i * 37L, SEEK_SET);
    read += fread(own, 1, sizeof own, f);
    funlockfile(f);
  }
  return (void *)read;
}

int main(int argc, char **argv) {
  setlocale(LC_ALL, "C.UTF-8");
  if (argc < 2)
    return 2;
  FILE *f = fopen(argv[1], "r");
  move_and_read(f, "file");
  say("fclose", fclose(f), NULL);

  f = fopen(argv[1], "r");
  setvbuf(f, NULL, _IONBF, 0);
  move_and_read(f, "no buffer");
  f = freopen(argv[1], "r", f);
  setvbuf(f, NULL, _IOFBF, 1 << 17);
  move_and_read(f, "large buffer");
  fclose(f);

  f = fopen(argv[1], "r+");
  for (int i = 0; i < 50; i++) {
    fseek(f, i * 9000L, SEEK_SET);
    say("r+ read", (long)fread(bytes, 1, 20, f), f);
    fseek(f, i * 9000L + 5, SEEK_SET);
    say("r+ write", fprintf(f, "%d", i), f);
    if (i % 3 == 0)
      say("putc", fputc('y', f), f);
    fseek(f, -4, SEEK_CUR);
    say("r+ again", (long)fread(bytes, 1, 20, f), f);
  }
  fclose(f);

  f = fopen(argv[1], "a+");
  say("a+ write", (long)fwrite("end", 1, 3, f), f);
  move_and_read(f, "a+");
  fclose(f);

  f = fmemopen("in memory, not in a file", 24, "r");
  move_and_read(f, "memory");
  fclose(f);

  long given = 0;
  f = fopencookie(&given, "r", (cookie_io_functions_t){.read = cookie_read});
  say("cookie seek", fseek(f, 10, SEEK_SET), f);
  say("cookie read", (long)fread(bytes, 1, 60000, f), f);
  fclose(f);

  f = popen("seq 1 30000", "r");
  say("pipe seek", fseek(f, 10, SEEK_SET), f);
  say("pipe read", (long)fread(bytes, 1, 60000, f), f);
  int number = 0;
  say("pipe scan", fscanf(f, "%*d %d", &number), f);
  say("pipe number", number, f);
  while (fgets(bytes, 1000, f))
    ;
  say("pclose", pclose(f), NULL);

  f = tmpfile();
  for (int i = 0; i < 3000; i++)
    fprintf(f, "zeile %d \xc3\xa4\xc3\xb6\xe2\x82\xac\n", i);
  rewind(f);
  wchar_t wide[50];
  long sum = 0;
  for (int i = 0; fgetws(wide, 50, f); i++) {
    sum = sum * 31 + wide[wcslen(wide) - 2];
    if (i % 500 == 7)
      say("wide seek", fseek(f, ftell(f) / 2, SEEK_SET), f), i += 1;
    if (i % 100 == 9)
      sum = sum * 31 + (long)fgetwc(f);
    if (i > 20000)
      break;
  }
  say("wide", sum, f);
  say("wide scan", (rewind(f), fwscanf(f, L"%*ls %d", &number)), f);
  fclose(f);

  f = fopen(argv[1], "r");
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, reader, f);
  for (int i = 0; i < 4; i++) {
    void *read;
    pthread_join(threads[i], &read);
    say("thread", (long)(uintptr_t)read, NULL);
  }
  fclose(f);

  f = fopen(argv[1], "r");
  fseek(f, 500000, SEEK_SET);
  fclose(f);
  FILE *same = fopen(argv[1], "r");
  say("after a seek without a read", (long)fread(bytes, 1, 10, same), same);
  fclose(same);

  say("getchar", getchar(), stdin);
  say("scanf", scanf("%5s", bytes), stdin);
  say("fseek of stdin", fseek(stdin, 200000, SEEK_SET), stdin);
  say("fread of stdin", (long)fread(bytes, 1, 1000, stdin), stdin);
  say("no such file", fopen("none/such", "r") != NULL, NULL);
  puts("end");
}
