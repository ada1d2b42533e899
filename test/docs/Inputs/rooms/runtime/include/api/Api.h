  #  include "b/B.h"
