//===- FortranText.cpp - numbers and words of Fortran as text -------------===//
//
// See FortranText.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/FortranText.h"

#include <charconv>

namespace foreslice::fortran_text {

namespace {

bool isDigit(int C) { return C >= '0' && C <= '9'; }
bool isBlank(int C) { return C == ' ' || C == '\t'; }
bool isSpace(int C) { return isBlank(C) || C == '\n' || C == '\r'; }
bool endsValue(int C) {
  return C < 0 || isSpace(C) || C == ',' || C == ';' || C == '/';
}

/// A field without blanks and without a leading plus.
class Packed {
public:
  explicit Packed(std::string_view Field) {
    for (char C : Field)
      if (!isSpace(C) && Length < sizeof Text)
        Text[Length++] = C;
  }
  std::string_view view() const {
    std::string_view All(Text, Length);
    if (All.starts_with('+'))
      All.remove_prefix(1);
    return All;
  }

private:
  char Text[64];
  size_t Length = 0;
};

template <typename T> bool isAll(std::string_view Text, T &Value) {
  auto [End, Error] =
      std::from_chars(Text.data(), Text.data() + Text.size(), Value);
  return Error == std::errc() && End == Text.data() + Text.size();
}

} // namespace

bool toInteger(std::string_view Field, int64_t &Value) {
  Packed OwnPacked(Field);
  Value = 0;
  return OwnPacked.view().empty() || isAll(OwnPacked.view(), Value);
}

bool toReal(std::string_view Field, int32_t Digits, double &Value) {
  constexpr double MostPower10 = 1e300;
  Packed OwnPacked(Field);
  Value = 0;
  if (OwnPacked.view().empty())
    return true;
  // C++ has an E before the power, and Fortran a D, a Q or a sign alone.
  char Text[80];
  size_t Length = 0;
  bool Point = false, Power = false;
  for (char C : OwnPacked.view()) {
    bool IsSign = (C == '+' || C == '-') && Length > 0;
    bool IsLetter =
        std::string_view("eEdDqQ").find(C) != std::string_view::npos;
    Point |= C == '.';
    if (IsLetter && Length > 0 && !Power) {
      Text[Length++] = 'e';
      Power = true;
    } else if (IsSign && !Power) {
      Text[Length++] = 'e';
      Power = true;
      if (C == '-')
        Text[Length++] = C;
    } else if (C != '+') {
      Text[Length++] = C;
    }
  }
  if (!isAll({Text, Length}, Value))
    return false;
  double Power10 = 1;
  for (int32_t I = 0; !Point && I < Digits && Power10 < MostPower10; ++I)
    Power10 *= 10;
  Value /= Power10;
  return true;
}

bool toLogical(std::string_view Field, bool &Value) {
  Packed OwnPacked(Field);
  std::string_view Text = OwnPacked.view();
  if (Text.starts_with('.'))
    Text.remove_prefix(1);
  char First = Text.empty() ? 'F' : Text.front();
  Value = First == 'T' || First == 't';
  return Value || First == 'F' || First == 'f';
}

void List::add(int Character) {
  if (Length < MostText)
    Text[Length++] = static_cast<char>(Character);
}

void List::takeQuoted(Source &From, int Quote) {
  From.skip();
  for (int C; (C = From.peek()) >= 0;) {
    From.skip();
    if (C == Quote) {
      if (From.peek() != Quote)
        return;
      From.skip(); // Two stand for one.
    }
    if (C != '\n')
      add(C);
  }
}

/// A complex number is a value with a comma.
void List::takeValue(Source &From) {
  Length = 0;
  int C = From.peek();
  if (C == '\'' || C == '"')
    return takeQuoted(From, C);
  bool Inside = C == '(';
  for (; Inside ? C >= 0 : !endsValue(C); C = From.peek()) {
    From.skip();
    if (!isSpace(C))
      add(C);
    if (C == ')')
      return;
  }
}

List::Found List::next(Source &From) {
  if (IsOver)
    return Null;
  if (Left > 0) {
    --Left;
    return IsNull ? Null : Value;
  }
  auto SkipSpace = [&] {
    while (isSpace(From.peek()))
      From.skip();
  };
  SkipSpace();
  if (!First && (From.peek() == ',' || From.peek() == ';')) {
    From.skip();
    SkipSpace();
  }
  First = false;
  int C = From.peek();
  if (C < 0)
    return End;
  IsNull = C == ',' || C == ';';
  IsOver = C == '/';
  if (IsNull || IsOver)
    return Null;
  takeValue(From);
  bool Counts = Length > 1 && isDigit(Text[0]);
  size_t Star = Counts ? text().find('*') : std::string_view::npos;
  int64_t Times = 0;
  if (Star == std::string_view::npos || !isAll(text().substr(0, Star), Times))
    return Value;
  Left = Times - 1;
  Length -= static_cast<unsigned>(Star) + 1;
  for (unsigned I = 0; I < Length; ++I)
    Text[I] = Text[Star + 1 + I];
  C = From.peek();
  if (Length == 0 && (C == '\'' || C == '"'))
    takeValue(From);
  IsNull = Length == 0;
  return IsNull ? Null : Value;
}

} // namespace foreslice::fortran_text
