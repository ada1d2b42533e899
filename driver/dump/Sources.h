//===- Sources.h - the text of source files -------------------------------===//
//
// Finds the files that records speak of, and says where their text is not the
// one that was compiled.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_DUMP_SOURCES_H
#define FORESLICE_DRIVER_DUMP_SOURCES_H

#include "Model.h"

#include <map>

namespace foreslice::dump {

struct SourceText {
  std::vector<std::string> Lines;
  /// Why there are no lines: "is missing", "has changed since"; else empty.
  std::string Problem;

  /// Empty if there is no such line.
  std::string line(uint64_t Number) const {
    return Number && Number <= Lines.size() ? Lines[Number - 1] : "";
  }
};

class Sources {
public:
  const SourceText &of(const SourceFile &File);

private:
  std::map<std::pair<std::string, std::string>, SourceText> Known;
};

/// True if Given, as a user writes it, may mean the file: its name, its end, or
/// the path to it.
bool isNameOf(const std::string &Given, const SourceFile &File);

} // namespace foreslice::dump

#endif // FORESLICE_DRIVER_DUMP_SOURCES_H
