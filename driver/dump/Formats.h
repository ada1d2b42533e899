//===- Formats.h - what foreslice-dump prints -----------------------------===//
//
// One function a format. They print to standard output.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_DUMP_FORMATS_H
#define FORESLICE_DRIVER_DUMP_FORMATS_H

#include "Model.h"
#include "Sources.h"

#include <iosfwd>

namespace foreslice::dump {

using Inputs = std::vector<Input>;

/// A line of a file, as --why and --why-not take it: "12" or "solver.c:12".
struct Line {
  std::string File; ///< Empty for any.
  uint64_t Number;
};

void printText(std::ostream &OS, const Inputs &All, Sources &Texts, bool Color,
               bool Whole);
void printJson(std::ostream &OS, const Inputs &All);
void printDot(std::ostream &OS, const Inputs &All, Sources &Texts);
void printHtml(std::ostream &OS, const Inputs &All, Sources &Texts);
void printIR(std::ostream &OS, const Inputs &All);
void printMlir(std::ostream &OS, const Inputs &All);
void printSignatures(std::ostream &OS, const Inputs &All);
/// Exit with one error line if the line is not in a slice, or has no read that
/// was refused.
void printWhy(std::ostream &OS, const Inputs &All, Sources &Texts,
              const Line &Spot);
void printWhyNot(std::ostream &OS, const Inputs &All, const Line &Spot);

/// True if Where is on the line.
bool isOn(const Record &R, const Place &Where, const Line &L);

} // namespace foreslice::dump

#endif // FORESLICE_DRIVER_DUMP_FORMATS_H
