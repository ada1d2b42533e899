//===- Marks.h - marks and notes of source lines --------------------------===//
//
// The decisions of a record, by source line.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_DUMP_MARKS_H
#define FORESLICE_DRIVER_DUMP_MARKS_H

#include "Model.h"

#include <map>
#include <set>

namespace foreslice::dump {

/// The columns of the margin, in order.
enum class Mark {
  Launch,
  Slice,
  Read,
  Unread,
  Renamed,
  Point,
};

/// The letter of a mark.
char markLetter(Mark M);

struct LineMarks {
  std::set<Mark> Marks;
  std::vector<std::string> Notes;
};

/// By line.
using FileMarks = std::map<uint64_t, LineMarks>;

/// By the number of the file.
std::map<size_t, FileMarks> marksOf(const Record &R);

/// "12 of 40 instructions kept (30 %)", and other facts about the slice, a line
/// each.
std::vector<std::string> summaryOf(const Record &R, const Region &Sliced);

/// "slice of main, solver.c:12:3", "no slice of the rest of main".
std::string titleOf(const Record &R, const Region &Sliced);

} // namespace foreslice::dump

#endif // FORESLICE_DRIVER_DUMP_MARKS_H
