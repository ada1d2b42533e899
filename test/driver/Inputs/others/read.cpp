#include "place.h"
void readAt(FILE *F, long n) {
  char Block[4096];
  std::fseek(F, place(n) * 4096, SEEK_SET);
  if (std::fread(Block, 1, sizeof(Block), F))
    std::printf("%d\n", Block[0]);
}
