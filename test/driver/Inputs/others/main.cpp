#include "place.h"
int main() {
  FILE *F = std::fopen("data", "rb");
  for (long I = 0; I < 15; ++I)
    readAt(F, I);
  std::fclose(F);
}
