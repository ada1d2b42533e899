//===- FortranGroup.cpp - the text of a NAMELIST group --------------------===//
//
// See FortranGroup.h. Reads text like flang's run time.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/FortranGroup.h"

#include <algorithm>
#include <charconv>

namespace foreslice {

namespace {

bool isBlank(int C) { return C == ' ' || C == '\t' || C == '\n' || C == '\r'; }
bool isLetter(int C) {
  return (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') || C == '_' ||
         C == '@';
}
bool isOfName(int C) { return isLetter(C) || (C >= '0' && C <= '9'); }
char toSmall(int C) {
  return static_cast<char>(C >= 'A' && C <= 'Z' ? C + 'a' - 'A' : C);
}
bool isMark(int C) { return C == '&' || C == '$'; }

void skipLine(fortran_text::Source &From) {
  for (int C; (C = From.peek()) >= 0;) {
    From.skip();
    if (C == '\n')
      return;
  }
}

} // namespace

/// Takes text up to the slash at the end of the group, not included.
void FortranGroup::take(fortran_text::Source &From, bool Keeps) {
  int Quote = 0;
  for (int C; (C = From.peek()) >= 0;) {
    if (Quote == 0 && (C == '/' || isMark(C)))
      break;
    if (Quote == 0 && C == '!') {
      skipLine(From);
      C = '\n';
    } else {
      From.skip();
      if (Quote == 0 && (C == '\'' || C == '"'))
        Quote = C;
      else if (C == Quote)
        Quote = 0;
    }
    if (Keeps && Text.size() < MostText)
      Text.push_back(static_cast<char>(C));
  }
}

/// A line without a group before the group is a comment.
bool FortranGroup::read(fortran_text::Source &From, std::string_view Name) {
  Text.clear();
  for (int C; (C = From.peek()) >= 0;) {
    if (isBlank(C)) {
      From.skip();
      continue;
    }
    if (!isMark(C)) {
      skipLine(From);
      continue;
    }
    From.skip();
    std::string Found;
    for (; isOfName(C = From.peek()) && Found.size() <= Name.size();
         From.skip())
      Found.push_back(toSmall(C));
    bool IsIt = Found == Name;
    take(From, IsIt);
    if (IsIt)
      return true;
    if (From.peek() >= 0)
      From.skip();
  }
  return false;
}

size_t FortranGroup::skipBlanks(size_t Place, bool Commas) const {
  while (Place < Text.size() &&
         (isBlank(Text[Place]) || (Commas && Text[Place] == ',')))
    ++Place;
  return Place;
}

/// The place behind the variable's name at Place, and behind the part of the
/// variable; Place without a name.
size_t FortranGroup::endOfVariable(size_t Place) const {
  if (Place >= Text.size() || !isLetter(Text[Place]))
    return Place;
  while (Place < Text.size() &&
         (isOfName(Text[Place]) || Text[Place] == '%' || Text[Place] == '(')) {
    if (Text[Place] == '(')
      Place = std::min(Text.find(')', Place), Text.size() - 1);
    ++Place;
  }
  return Place;
}

bool FortranGroup::beginsAssignment(size_t Place) const {
  size_t End = endOfVariable(Place), Equals = skipBlanks(End, false);
  return End > Place && Equals < Text.size() && Text[Equals] == '=';
}

bool FortranGroup::next(size_t &Place, Assignment &A) const {
  Place = skipBlanks(Place, true);
  if (!beginsAssignment(Place))
    return false;
  std::string_view All = Text;
  std::string_view Variable = All.substr(Place, endOfVariable(Place) - Place);
  size_t Part = std::min(Variable.find_first_of("(%"), Variable.size());
  A.Name = Variable.substr(0, Part);
  A.Part = Variable.substr(Part);
  Place = skipBlanks(Place + Variable.size(), false) + 1;
  size_t Begin = Place;
  char Before = ' ';
  for (char Quote = 0; Place < Text.size(); Before = Text[Place++]) {
    char C = Text[Place];
    if (Quote != 0 ? C == Quote : C == '\'' || C == '"')
      Quote = Quote != 0 ? 0 : C;
    else if (Quote == 0 && (isBlank(Before) || Before == ',') &&
             beginsAssignment(Place))
      break;
  }
  A.Values = All.substr(Begin, Place - Begin);
  return true;
}

bool FortranGroup::Assignment::isOf(std::string_view Variable) const {
  return std::equal(Name.begin(), Name.end(), Variable.begin(), Variable.end(),
                    [](char C, char Text) { return toSmall(C) == Text; });
}

bool FortranGroup::Assignment::element(int64_t Lower, int64_t &Number) const {
  Number = 0;
  if (Part.empty())
    return true;
  const char *Last = Part.data() + Part.size() - 1;
  if (Part.front() != '(' || Part.back() != ')')
    return false;
  auto [End, Error] = std::from_chars(Part.data() + 1, Last, Number);
  Number -= Lower;
  return Error == std::errc() && End == Last && Number >= 0;
}

} // namespace foreslice
