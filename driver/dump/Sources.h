//===- Sources.h - the text of source files -------------------------------===//
//
// Finds the source files of records, and says where a text differs from the
// compiled text.
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

  /// Empty if Number is no line.
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

/// True if Given, as written by a user, may mean the file: the name, the end of
/// the name, or the path.
bool isNameOf(const std::string &Given, const SourceFile &File);

} // namespace foreslice::dump

#endif // FORESLICE_DRIVER_DUMP_SOURCES_H
