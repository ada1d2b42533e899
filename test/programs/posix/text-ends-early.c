// A line may end a file early. The slice waits for the text of each file; a
// scout has the beginnings of the next files fetched meanwhile.
// RUN: %check-program --expect 'reads_scouted>=8' \
// RUN:   --expect 'files_opened_ahead>=8' --expect 'pages_to_system>=8' \
// RUN:   --expect 'found>=0'
#include "posix.h"

enum { Files = 60, Lines = 400 };

int main(void) {
  char name[32], line[128];
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "part.%d", i);
    FILE *f = fopen(name, "w");
    for (int k = 0; f && k < Lines; k++)
      fprintf(f, "ATOM %d %d of the part\n", k, i * k);
    if (!f || fprintf(f, i % 3 ? "END\nrest\n" : "rest\n") < 0 || fclose(f))
      return 1;
  }
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "part.%d", i);
    FILE *f = fopen(name, "r");
    if (!f)
      return 1;
    while (fgets(line, sizeof line, f)) {
      if (!strncmp(line, "END", 3))
        break;
      d = digest(d, (unsigned char *)line, strlen(line));
    }
    fclose(f);
  }
  result(d);
}
