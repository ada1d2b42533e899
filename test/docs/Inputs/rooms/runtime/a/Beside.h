#include "a/second/Second.h"
