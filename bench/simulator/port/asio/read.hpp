//===- read.hpp - in place of a header of Asio ---===//

#include "Sockets.h"
