#include "high/High.h"
#include <high/High.h>
