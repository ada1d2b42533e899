#include "b/E.def"
