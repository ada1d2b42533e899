//===- FortranText.h - numbers and words of Fortran as text ---------------===//
//
// The values of READ in text, by a format or list-directed. Allocates no
// memory: a slice may end at any time.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_SLICE_FORTRANTEXT_H
#define FORESLICE_FRONTEND_POSIX_SLICE_FORTRANTEXT_H

#include <cstdint>
#include <string_view>

namespace foreslice::fortran_text {

/// Ignores blanks; a field of blanks is 0. False if Field is not a number.
bool toInteger(std::string_view Field, int64_t &Value);
/// Without a point in the field, Digits digits are behind the point.
bool toReal(std::string_view Field, int32_t Digits, double &Value);
/// T, F, .TRUE. and so on.
bool toLogical(std::string_view Field, bool &Value);

/// A source of list-directed input: a character at a time, '\n' between
/// records.
class Source {
public:
  /// -1 at the end.
  virtual int peek() = 0;
  virtual void skip() = 0;

protected:
  ~Source() = default;
};

/// The values of a statement of list-directed input, one by one.
/// Fortran 2018, section 13.10.3.
class List {
public:
  enum Found { Value, Null, End };
  Found next(Source &From);
  /// The value, without quotes.
  std::string_view text() const { return {Text, Length}; }

private:
  void takeValue(Source &From);
  void takeQuoted(Source &From, int Quote);
  void add(int Character);

  static constexpr unsigned MostText = 512;
  char Text[MostText];
  unsigned Length = 0;
  int64_t Left = 0; ///< Repetitions of the value left.
  bool IsNull = false, IsOver = false, First = true;
};

} // namespace foreslice::fortran_text

#endif // FORESLICE_FRONTEND_POSIX_SLICE_FORTRANTEXT_H
