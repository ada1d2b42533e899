//===- CallsAhead.cpp - calls of a slice ahead of the program -------------===//
//
// See CallsAhead.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/CallsAhead.h"

#include <utility>

namespace foreslice {

void CallsAhead::add(const Call &C) {
  if (Calls.size() < MostCalls)
    Calls.push_back(C);
}

bool CallsAhead::meet(uint64_t Id, int64_t Position) {
  while (!Calls.empty() && Calls.front().Id < Id)
    Calls.pop_front();
  if (Calls.empty() || Calls.front().Id != Id)
    return false;
  const Call Met = Calls.front();
  Calls.pop_front();
  int64_t Delta = Position - Met.Position;
  if (Delta == 0) {
    Moves = 0;
    return false;
  }
  ++Moves;
  MovedBy = Moved == Met.Handle ? MovedBy + Delta : Delta;
  Moved = Met.Handle;
  for (Call &C : Calls)
    if (C.Handle == Met.Handle)
      C.Position += Delta;
  if (isLost())
    Calls.clear();
  return true;
}

int64_t CallsAhead::takeMove(const void *Address) {
  return Moved == Address ? std::exchange(MovedBy, 0) : 0;
}

} // namespace foreslice
