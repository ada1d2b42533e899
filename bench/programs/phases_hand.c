/* What a programmer would add by hand: threads that main starts first, and that
 * read all data, one thread for each disk. They take turns in the blocks.
 */
#include "phases.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *of;

static void *readShare(void *number) {
  char *buffer = malloc(Block);
  const char *place = getenv("OMPI_COMM_WORLD_RANK"),
             *places = getenv("OMPI_COMM_WORLD_SIZE");
  int own = Blocks / Files, begin = 0, turn = 0;
  if (PATTERN != SAME) {
    own /= places ? atoi(places) : 1;
    begin = place ? atoi(place) * own : 0;
  }
  for (int file = 0; file < Files; file++) {
    char name[4096];
    snprintf(name, sizeof name,
             HAS_STEPS        ? "%s/part.%d.%d"
             : PATTERN != TWO ? "%s/data"
             : file           ? "%s/table"
                              : "%s/mesh",
             of, Files, file);
    int fd = open(name, O_RDONLY);
    for (int i = begin; i < begin + own; i++)
      if (turn++ % THREADS == (intptr_t)number &&
          pread(fd, buffer, Block, (off_t)i * Block) != Block)
        break;
    close(fd);
  }
  free(buffer);
  return NULL;
}

void readByHand(const char *folder) {
  of = folder;
  for (intptr_t i = 0; i < THREADS; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, readShare, (void *)i);
  }
}
