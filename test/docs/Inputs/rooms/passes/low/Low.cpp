#include "Top.h"
