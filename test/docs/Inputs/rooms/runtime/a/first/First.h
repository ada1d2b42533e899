#include "api/Api.h"
#include "a/Beside.h"
#include "a/second/Second.h"
