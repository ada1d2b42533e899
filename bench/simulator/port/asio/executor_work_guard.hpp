//===- executor_work_guard.hpp - in place of a header of Asio ---===//

#include "Sockets.h"
