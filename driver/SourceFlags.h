//===- SourceFlags.h - compile options of a source ------------------------===//
//
// An object carries the source and the options for code generation, so a link
// can compile the source again.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SOURCEFLAGS_H
#define FORESLICE_DRIVER_SOURCEFLAGS_H

#include <string>
#include <string_view>
#include <vector>

namespace foreslice::driver {

class SourceFlags {
public:
  /// Fortran: flang's options, of which clang knows few.
  explicit SourceFlags(bool Fortran = false) : Fortran(Fortran) {}
  /// Adds the next option of the compile, with the value if the option takes a
  /// value.
  void add(const std::string &Option, const std::string *Value);
  /// False if the compile writes more than an object, or something else.
  bool areAll() const { return All; }
  /// The options, each followed by a space; a backslash stands before spaces
  /// and backslashes inside.
  const std::string &text() const { return Text; }

private:
  bool Fortran;
  std::string Text;
  bool All = true;
};

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_SOURCEFLAGS_H
