//===- HintCalls.cpp - the functions of hints.h ---------------------------===//
//
// See foreslice/hints.h.
//
//===----------------------------------------------------------------------===//

#include "foreslice/hints.h"

#include "frontend/posix/hint/HintReader.h"
#include "support/NamedFiles.h"

#include <exception>

using namespace foreslice;

extern "C" {

int foreslice_disclose(const foreslice_hint *Hints, size_t Count) {
  try {
    std::vector<Hint> Taken;
    // Too many hints need not be copied.
    for (size_t I = 0; I < Count && Count <= HintReader::MostHints; ++I) {
      std::optional<Hint> H = Hint::of(Hints[I]);
      if (!H) {
        errno = EINVAL;
        return -1;
      }
      Taken.push_back(std::move(*H));
    }
    if (!HintReader::isWanted() ||
        (Taken.size() == Count && HintReader::get().disclose(std::move(Taken))))
      return 0;
  } catch (const std::exception &) {
    // No memory: as too many.
  }
  errno = EAGAIN;
  return -1;
}

void foreslice_withdraw(const char *Path) {
  if (!HintReader::isWanted())
    return;
  try {
    if (!Path)
      HintReader::get().withdraw("");
    else if (std::optional<std::string> File = named_files::absolute(Path))
      HintReader::get().withdraw(*File);
  } catch (const std::exception &) {
    // No memory: the hints stay.
  }
}

} // extern "C"
