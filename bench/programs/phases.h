/* What the parts of bench/programs/phases share. -DPATTERN chooses how the data
 * come in. The data are Blocks blocks of 64 KiB.
 */
#ifndef PHASES_H
#define PHASES_H

#define SETUP 1   /* set-up, then all data by one function */
#define STDIO 2   /* the same by fread() of the whole file */
#define CONFIG 3  /* a file of settings says what is read, behind the set-up */
#define TWO 4     /* set-up, a mesh, more set-up, a table */
#define STEPS 5   /* phases: a file is read, then computed on */
#define START 6   /* all data at once, behind the start of MPI */
#define FIFTY 7   /* fifty phases */
#define GROW 8    /* phases whose computation grows */
#define SHRINK 9  /* phases whose computation shrinks */
#define APART 10  /* phases whose files another source reads */
#define NESTED 11 /* phases of a function that reads ten files in a loop */
#define INIT 12   /* START, and a function of the program's starts MPI */
#define CALLS 13  /* phases with collective calls between reads */
#define SAME 14   /* START, and each rank reads all */

#define HAS_STEPS                                                              \
  (PATTERN == STEPS || PATTERN == FIFTY || PATTERN == GROW ||                  \
   PATTERN == SHRINK || PATTERN == APART || PATTERN == NESTED ||               \
   PATTERN == CALLS)

enum {
  Block = 65536,
  Blocks = 200,
  /* Phases, and files that a phase reads. */
  Steps = PATTERN == FIFTY ? 50 : 5,
  Parts = PATTERN == NESTED ? 10 : 1,
  Files = HAS_STEPS        ? Steps * Parts
          : PATTERN == TWO ? 2
                           : 1
};

/* Reads the first blocks of a file, and of a program of MPI the rank's share
   of them, to the place of block `first`. */
void readBlocks(const char *name, int first, int count);
/* Starts THREADS threads that read all that the program will. */
void readByHand(const char *folder);

#endif
