//===- SourceFlags.h - how a source was compiled --------------------------===//
//
// An object carries its source and the options that its code generation depends
// on, so that a link can compile the source again.
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
  /// The next option of the compile, with its value if it takes one.
  void add(const std::string &Option, const std::string *Value);
  /// False if the compile writes more than an object, or another kind.
  bool areAll() const { return All; }
  /// The options, with a space behind each; a backslash stands before spaces
  /// and backslashes in them.
  const std::string &text() const { return Text; }

private:
  bool Fortran;
  std::string Text;
  bool All = true;
};

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_SOURCEFLAGS_H
