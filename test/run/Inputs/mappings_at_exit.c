/* Loaded before a program: tells at the end how many mappings without a name
 * there are. */
#include <stdio.h>
#include <string.h>

__attribute__((destructor)) static void end(void) {
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[1024];
  int count = 0;
  while (maps && fgets(line, sizeof line, maps))
    count += !strpbrk(line, "/[");
  if (maps)
    fclose(maps);
  fprintf(stderr, "%d\n", count);
}
