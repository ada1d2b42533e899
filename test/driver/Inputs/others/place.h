#include <cstdio>
// Calls itself, so no slice has the code in line.
__attribute__((const)) inline long place(long n) {
  return n < 2 ? n : place(n - 1) + place(n - 2);
}
void readAt(FILE *F, long n);
