#include <stdio.h>

unsigned long block(FILE *f, int i);
