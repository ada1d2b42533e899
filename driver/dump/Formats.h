//===- Formats.h - the output formats of foreslice-dump -------------------===//
//
// One function for each format, printing to OS.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_DUMP_FORMATS_H
#define FORESLICE_DRIVER_DUMP_FORMATS_H

#include "Model.h"
#include "Sources.h"

#include <iosfwd>

namespace foreslice::dump {

using Inputs = std::vector<Input>;

/// A line of a file, in the form of --why and --why-not: "12" or "solver.c:12".
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
/// Exits with one error line if Spot is in no slice, or has no refused read.
void printWhy(std::ostream &OS, const Inputs &All, Sources &Texts,
              const Line &Spot);
void printWhyNot(std::ostream &OS, const Inputs &All, const Line &Spot);

/// True if Where is on line L.
bool isOn(const Record &R, const Place &Where, const Line &L);

} // namespace foreslice::dump

#endif // FORESLICE_DRIVER_DUMP_FORMATS_H
