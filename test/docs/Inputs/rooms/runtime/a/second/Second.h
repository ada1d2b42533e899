#include "a/first/First.h"
#include "llvm/Other.h"
