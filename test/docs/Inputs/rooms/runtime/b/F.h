#include "../b/E.h"
