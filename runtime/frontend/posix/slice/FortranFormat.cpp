//===- FortranFormat.cpp - formats of Fortran -----------------------------===//
//
// See FortranFormat.h. Fortran 2018, section 13.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/FortranFormat.h"

#include <algorithm>

namespace foreslice {

namespace {

char capital(char C) {
  return C >= 'a' && C <= 'z' ? static_cast<char>(C - 'a' + 'A') : C;
}

bool isDigit(char C) { return C >= '0' && C <= '9'; }

/// The next character, a capital; 0 at the end. Blanks mean nothing.
char peek(std::string_view &Rest) {
  while (!Rest.empty() && Rest.front() == ' ')
    Rest.remove_prefix(1);
  return Rest.empty() ? 0 : capital(Rest.front());
}

bool take(std::string_view &Rest, char C) {
  if (peek(Rest) != C)
    return false;
  Rest.remove_prefix(1);
  return true;
}

/// Largest number, and repetitions of unlimited parts.
constexpr int32_t Most = 1 << 20;

/// A number without sign; IfNone without a number.
int32_t number(std::string_view &Rest, int32_t IfNone) {
  if (!isDigit(peek(Rest)))
    return IfNone;
  int32_t Value = 0;
  while (isDigit(peek(Rest))) {
    Value = std::min(Value * 10 + (Rest.front() - '0'), Most);
    Rest.remove_prefix(1);
  }
  return Value;
}

} // namespace

FortranFormat::FortranFormat(std::string_view Format) { Good = parse(Format); }

bool FortranFormat::add(const FortranEdit &E) {
  if (Count == MostEdits)
    return false;
  Edits[Count++] = E;
  HasData |= E.What == FortranEdit::Data;
  return true;
}

bool FortranFormat::parse(std::string_view Format) {
  unsigned Nested = 0;
  if (!take(Format, '('))
    return false;
  while (!(Nested == 0 && take(Format, ')'))) {
    if (take(Format, ','))
      continue;
    if (!parseOne(Format, Nested))
      return false;
  }
  return true;
}

/// Literals, groups, positions and lettered descriptors.
bool FortranFormat::parseOne(std::string_view &Rest, unsigned &Nested) {
  FortranEdit E;
  char C = peek(Rest);
  if (C == '\'' || C == '"') {
    size_t End = Rest.find(Rest.front(), 1);
    // A quote in the text would be written twice.
    if (End == std::string_view::npos ||
        (End + 1 < Rest.size() && Rest[End + 1] == Rest.front()))
      return false;
    E.What = FortranEdit::Literal;
    E.Text = Rest.substr(1, End - 1);
    Rest.remove_prefix(End + 1);
    return add(E);
  }
  if (take(Rest, ')')) {
    E.What = FortranEdit::Close;
    --Nested;
    return add(E);
  }
  if (take(Rest, ':')) {
    E.What = FortranEdit::Stop;
    return add(E);
  }
  int32_t Repeat = take(Rest, '*') ? Most : number(Rest, 1);
  if (take(Rest, '(')) {
    E.What = FortranEdit::Open;
    E.Repeat = Repeat;
    if (Nested == 0)
      Again = Count;
    return ++Nested < MostLevels && add(E);
  }
  if (take(Rest, '/')) {
    E.What = FortranEdit::NewRecord;
    E.Repeat = Repeat;
    return add(E);
  }
  return parseLetters(Rest, Repeat);
}

bool FortranFormat::parseLetters(std::string_view &Rest, int32_t Repeat) {
  FortranEdit E;
  char C = peek(Rest);
  if (C == 0)
    return false;
  Rest.remove_prefix(1);
  if (C == 'X') {
    E.What = FortranEdit::Space;
    E.Width = Repeat;
    return add(E);
  }
  if (C == 'T') {
    E.What = take(Rest, 'R')   ? FortranEdit::Space
             : take(Rest, 'L') ? FortranEdit::Back
                               : FortranEdit::Column;
    E.Width = number(Rest, 1);
    return add(E);
  }
  if (C == 'B') // Blanks in numbers mean nothing.
    return take(Rest, 'N');
  constexpr std::string_view Letters = "IFEDGAL";
  if (Letters.find(C) == std::string_view::npos)
    return false;
  E.Letter = C;
  // ES and EN are read as E is.
  if (C == 'E' && (take(Rest, 'S') || take(Rest, 'N')))
    E.Letter = 'S';
  E.What = FortranEdit::Data;
  E.Repeat = Repeat;
  E.Width = number(Rest, 0);
  if (take(Rest, '.'))
    E.Digits = number(Rest, 0);
  if (take(Rest, 'E'))
    number(Rest, 0);
  return Repeat > 0 && add(E);
}

/// Goes on behind the end of the format.
FortranEdit FortranFormat::revert(bool ItemLeft) {
  FortranEdit E;
  if (!ItemLeft || !HasData)
    return E;
  Position = Again;
  Depth = 0;
  E.What = FortranEdit::NewRecord;
  return E;
}

FortranEdit FortranFormat::next(bool ItemLeft) {
  while (Position < Count) {
    const FortranEdit &E = Edits[Position];
    switch (E.What) {
    case FortranEdit::Open:
      if (Depth == MostLevels)
        return {};
      Levels[Depth++] = {++Position, E.Repeat};
      continue;
    case FortranEdit::Close:
      if (Depth == 0)
        return {};
      if (--Levels[Depth - 1].Left > 0) {
        Position = Levels[Depth - 1].Begin;
      } else {
        --Depth;
        ++Position;
      }
      continue;
    case FortranEdit::Stop:
      if (!ItemLeft)
        return {};
      ++Position;
      continue;
    case FortranEdit::Data:
      if (!ItemLeft)
        return {};
      [[fallthrough]];
    default:
      break;
    }
    FortranEdit Now = E;
    bool Repeats =
        E.What == FortranEdit::Data || E.What == FortranEdit::NewRecord;
    if (Repeats && ++Repeated < E.Repeat)
      return Now;
    Repeated = 0;
    ++Position;
    return Now;
  }
  return revert(ItemLeft);
}

} // namespace foreslice
