//===- starts.h - programs that read from their start ---------------------===//
//
// The input files are there before main begins. Phases read and compute.
//
//===----------------------------------------------------------------------===//

#ifndef STARTS_H
#define STARTS_H

#include "fuzz.h"

#include <getopt.h>
#include <sys/stat.h>
#ifdef FUZZ_ALONE
#define PLACE "0"
#else
static const char *placeOf(void) {
  const char *at = getenv("OMPI_COMM_WORLD_RANK");
  at = at ? at : getenv("PMI_RANK");
  return at ? at : "0";
}
#define PLACE placeOf()
#endif

enum { Parts = 12, Unit = 4096 };

/// Rank 0 makes the files, and the others wait for the last one. A size is
/// drawn for each.
__attribute__((constructor)) static void makeInputs(void) {
  if (strcmp(PLACE, "0") == 0) {
    for (int k = 0; k < Parts; k++) {
      char name[32];
      snprintf(name, sizeof name, "part.%d", k);
      makeData(name, Unit * (3 + scramble((u64)k + INPUTS) % 30) + k % 3,
               (u64)k + INPUTS);
    }
    FILE *settings = fopen("settings.tmp", "w");
    fprintf(settings, "phases %d\nskip %d\nstem part\n", SETTING_PHASES,
            SETTING_SKIP);
    fclose(settings);
    rename("settings.tmp", "settings");
  }
  for (int tries = 0; access("settings", F_OK) != 0 && tries < 60000; tries++)
    usleep(1000);
}

static struct {
  int phases, skip, verbose;
  const char *stem, *settings;
  char name[64];
} given = {5, 0, 0, "part", NULL, {0}};

/// A set-up that takes a while.
static double field[512];
static void setUp(int turns) {
  for (int t = 0; t < turns; t++) {
    for (int i = 1; i < 512; i++)
      field[i] = 0.5 * (field[i - 1] + (double)((i * 7 + t) % 13));
    usleep(200);
  }
}

/// A launcher ends all ranks when one fails, whatever they have printed.
static void stopBadly(const char *why) {
  fprintf(stderr, "%s\n", why);
#ifndef FUZZ_ALONE
  int up = 0;
  MPI_Initialized(&up);
  if (up)
    MPI_Finalize();
#endif
  exit(getenv("OMPI_COMM_WORLD_RANK") || getenv("PMI_RANK") ? 0 : 3);
}

#endif
