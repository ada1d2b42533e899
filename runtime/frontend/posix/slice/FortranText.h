//===- FortranText.h - numbers and words of Fortran as text ---------------===//
//
// What READ makes of text, by a format or list-directed. Takes no memory but
// its own: slices use this where they may end at any time.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_SLICE_FORTRANTEXT_H
#define FORESLICE_FRONTEND_POSIX_SLICE_FORTRANTEXT_H

#include <cstdint>
#include <string_view>

namespace foreslice::fortran_text {

/// Blanks are nothing, and a field of blanks is 0. False for what is no number.
bool toInteger(std::string_view Field, int64_t &Value);
/// Without a point in the field, so many digits are behind the point.
bool toReal(std::string_view Field, int32_t Digits, double &Value);
/// T, F, .TRUE. and their like.
bool toLogical(std::string_view Field, bool &Value);

/// Where list-directed input comes from: a character at a time, '\n' between
/// records.
class Source {
public:
  /// -1 at the end.
  virtual int peek() = 0;
  virtual void skip() = 0;

protected:
  ~Source() = default;
};

/// The values of a statement of list-directed input, one after the other.
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
  int64_t Left = 0; ///< How often the value comes again.
  bool IsNull = false, IsOver = false, First = true;
};

} // namespace foreslice::fortran_text

#endif // FORESLICE_FRONTEND_POSIX_SLICE_FORTRANTEXT_H
