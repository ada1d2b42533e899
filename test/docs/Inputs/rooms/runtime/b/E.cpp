#include "b/F.h"
#include "b/G.h"
