//===- FortranLines.cpp - formatted READ of a unit ------------------------===//
//
// See FortranLines.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/FortranLines.h"

#include <algorithm>
#include <cstring>

namespace foreslice {

namespace {

/// The text of a unit from the current place on.
class UnitSource final : public fortran_text::Source {
public:
  explicit UnitSource(FortranUnit &U) : U(U) {}
  int peek() override {
    if (Part.empty()) {
      if (!U.isDirect())
        ahead();
      Part = U.Stream.dataAt(U.Place);
    }
    bool IsOver = Part.empty() || (U.isDirect() && U.Place >= U.recordEnd());
    return IsOver ? -1 : std::to_integer<unsigned char>(Part.front());
  }
  void skip() override {
    ++U.Place;
    Part = Part.subspan(1);
  }
  /// Moves behind the line. False at the end of the file.
  bool skipLine() {
    if (U.isDirect()) {
      U.Place = U.recordEnd();
      return true;
    }
    bool Any = false;
    for (int C; (C = peek()) >= 0; Any = true) {
      skip();
      if (C == '\n')
        return true;
    }
    return Any;
  }

private:
  void ahead() {
    U.Stream.Position = U.Place;
    U.Stream.postAhead();
  }

  FortranUnit &U;
  std::span<const std::byte> Part;
};

/// A line begins. A line without bytes is the end.
void beginLine(FortranUnit &U) {
  int64_t Size = U.Stream.size();
  if (U.Place >= Size || (U.isDirect() && U.Place + U.Recl > Size))
    U.Now = FortranUnit::End;
  U.Record = U.Place;
  if (U.isDirect() && U.Now == FortranUnit::Good) {
    U.Stream.Position = U.Place;
    U.Stream.post(U.Recl);
  }
}

void begin(FortranUnit &U) {
  if (std::exchange(U.Begun, true) || U.Now != FortranUnit::Good)
    return;
  U.List = {};
  U.IsShort = false;
  U.Format.reset();
  U.Group = {};
  if (U.How == FORESLICE_FORTRAN_FORMAT)
    U.Format.emplace(U.FormatText);
  if (std::exchange(U.IsInLine, false))
    return;
  U.Place = U.Stream.Position;
  beginLine(U);
  if (U.How == FORESLICE_FORTRAN_GROUP && U.Now == FortranUnit::Good)
    if (UnitSource From(U); !U.Group.read(From, U.FormatText))
      U.Now = FortranUnit::End;
}

/// Flang's numbers for the types of items.
bool isInteger(int32_t Type) { return Type >= 1 && Type <= 24; }
bool isReal(int32_t Type) { return Type >= 25 && Type <= 31; }
bool isComplex(int32_t Type) { return Type >= 32 && Type <= 37; }
bool isCharacters(int32_t Type) { return Type == 40; }

struct Value {
  char Bytes[16] = {};
  size_t Size = 0;

  template <typename T> void set(T Object) {
    Size = sizeof Object;
    std::memcpy(Bytes, &Object, Size);
  }
};

/// Of an item's type. No value if the type is not known.
bool convert(std::string_view Text, int32_t Digits, const FortranItem &Item,
             Value &V) {
  if (isReal(Item.Type)) {
    double Real;
    bool Is = fortran_text::toReal(Text, Digits, Real);
    if (Item.Element == sizeof(float))
      V.set(static_cast<float>(Real));
    else if (Item.Element == sizeof(double))
      V.set(Real);
    return Is;
  }
  int64_t Number = 0;
  bool Is;
  if (isInteger(Item.Type)) {
    Is = fortran_text::toInteger(Text, Number);
  } else {
    bool Flag;
    Is = fortran_text::toLogical(Text, Flag);
    Number = Flag;
  }
  V.set(Number);
  V.Size = static_cast<size_t>(std::min<int64_t>(Item.Element, sizeof Number));
  return Is;
}

/// Stores one element of the item, from Text. Characters are left-aligned.
SliceEnd store(FortranUnit &U, const FortranItem &Item, int64_t Position,
               std::string_view Text, int32_t Digits) {
  if (!Item.Buffer)
    return SliceEnd::Completed;
  if (isComplex(Item.Type))
    return SliceEnd::Astray;
  if (isCharacters(Item.Type)) {
    std::string Padded(Text.substr(0, static_cast<size_t>(Item.Element)));
    Padded.resize(static_cast<size_t>(Item.Element), ' ');
    return Item.store(reinterpret_cast<const std::byte *>(Padded.data()),
                      Item.Element, Position);
  }
  Value V;
  if (!convert(Text, Digits, Item, V)) {
    U.Now = FortranUnit::Error;
    return SliceEnd::Completed;
  }
  return V.Size == 0 ? SliceEnd::Astray
                     : Item.store(reinterpret_cast<std::byte *>(V.Bytes),
                                  static_cast<int64_t>(V.Size), Position);
}

SliceEnd readInList(FortranUnit &U, const FortranItem &Item, int64_t Position) {
  UnitSource From(U);
  switch (U.List.next(From)) {
  case fortran_text::List::End:
    U.Now = FortranUnit::End;
    return SliceEnd::Completed;
  case fortran_text::List::Null:
    return SliceEnd::Completed;
  default:
    return store(U, Item, Position, U.List.text(), 0);
  }
}

/// Reads the values of one assignment, from element First of the item on.
SliceEnd readValues(FortranUnit &U, const FortranItem &Item, int64_t First,
                    std::string_view Values) {
  TextSource From(Values);
  fortran_text::List List;
  for (int64_t Position = First * Item.Element;
       Position < Item.Bytes && U.Now == FortranUnit::Good;
       Position += Item.Element) {
    switch (List.next(From)) {
    case fortran_text::List::End:
      return SliceEnd::Completed;
    case fortran_text::List::Null:
      break;
    default:
      if (SliceEnd End = store(U, Item, Position, List.text(), 0);
          End != SliceEnd::Completed)
        return End;
    }
    if (execution::cancelFlag().load())
      return SliceEnd::Cancelled;
  }
  return SliceEnd::Completed;
}

/// Up to Width bytes of the line.
std::string takeField(UnitSource &From, int64_t Width) {
  std::string Field;
  for (int C; static_cast<int64_t>(Field.size()) < Width &&
              (C = From.peek()) >= 0 && C != '\n' && C != '\r';) {
    Field.push_back(static_cast<char>(C));
    From.skip();
  }
  return Field;
}

/// The next descriptor for an item. Handles the descriptors before.
FortranEdit nextEdit(FortranUnit &U, bool ItemLeft) {
  while (U.Now == FortranUnit::Good) {
    FortranEdit E = U.Format->next(ItemLeft);
    switch (E.What) {
    case FortranEdit::Space:
      for (UnitSource From(U);
           E.Width > 0 && From.peek() >= 0 && From.peek() != '\n'; --E.Width)
        From.skip();
      break;
    case FortranEdit::Back:
      U.Place = std::max(U.Place - E.Width, U.Record);
      break;
    case FortranEdit::Column:
      U.Place = U.Record + std::max(E.Width - 1, 0);
      break;
    case FortranEdit::NewRecord:
      UnitSource(U).skipLine();
      beginLine(U);
      break;
    case FortranEdit::Literal:
      U.Place += static_cast<int64_t>(E.Text.size());
      break;
    default:
      return E;
    }
  }
  return {};
}

SliceEnd readByFormat(FortranUnit &U, const FortranItem &Item,
                      int64_t Position) {
  if (!U.Format->isGood())
    return SliceEnd::Astray;
  for (int Parts = isComplex(Item.Type) ? 2 : 1; Parts > 0; --Parts) {
    FortranEdit E = nextEdit(U, /*ItemLeft=*/true);
    if (U.Now != FortranUnit::Good)
      return SliceEnd::Completed;
    if (E.What != FortranEdit::Data)
      return SliceEnd::Astray;
    UnitSource From(U);
    int64_t Width = E.Width > 0               ? E.Width
                    : isCharacters(Item.Type) ? Item.Element
                                              : INT64_MAX;
    std::string Field = takeField(From, Width);
    U.IsShort |=
        Width < INT64_MAX && static_cast<int64_t>(Field.size()) < Width;
    // Of a field wider than the variable, the right part is read.
    if (isCharacters(Item.Type) && Width > Item.Element)
      Field.erase(
          0, std::min(Field.size(), static_cast<size_t>(Width - Item.Element)));
    if (SliceEnd End = store(U, Item, Position, Field, E.Digits);
        End != SliceEnd::Completed)
      return End;
  }
  return SliceEnd::Completed;
}

} // namespace

SliceEnd fortran_lines::read(FortranUnit &U, const FortranItem &Item) {
  begin(U);
  if (Item.Piece < 0 || Item.isStructure() || Item.Element <= 0)
    return SliceEnd::Astray;
  for (int64_t Position = 0;
       Position < Item.Bytes && U.Now == FortranUnit::Good;
       Position += Item.Element) {
    SliceEnd End = U.How == FORESLICE_FORTRAN_LIST
                       ? readInList(U, Item, Position)
                       : readByFormat(U, Item, Position);
    if (End != SliceEnd::Completed)
      return End;
    if (execution::cancelFlag().load())
      return SliceEnd::Cancelled;
  }
  return SliceEnd::Completed;
}

SliceEnd fortran_lines::readNamed(FortranUnit &U, std::string_view Name,
                                  const FortranItem &Item, int64_t Lower) {
  begin(U);
  if (!Item.Buffer || U.Now != FortranUnit::Good)
    return SliceEnd::Completed;
  if (U.Group.isTooLong() || Item.Piece < 0 || Item.isStructure() ||
      Item.Element <= 0)
    return SliceEnd::Astray;
  FortranGroup::Assignment A;
  for (size_t Place = 0; U.Group.next(Place, A);) {
    if (!A.isOf(Name))
      continue;
    int64_t First;
    if (!A.element(Lower, First))
      return SliceEnd::Astray;
    if (SliceEnd End = readValues(U, Item, First, A.Values);
        End != SliceEnd::Completed)
      return End;
  }
  return SliceEnd::Completed;
}

void fortran_lines::finish(FortranUnit &U, bool Advances) {
  begin(U);
  U.Reads = false;
  if (U.Now == FortranUnit::End) {
    U.IsBehindEnd = true;
    return;
  }
  // Leaves a line too short for the items, and tells the program.
  if (!Advances && U.IsShort && U.Now == FortranUnit::Good) {
    U.Now = FortranUnit::EndOfRecord;
    Advances = true;
  } else if (U.Format && U.Format->isGood() && Advances)
    nextEdit(U, /*ItemLeft=*/false);
  U.IsInLine = !Advances;
  if (Advances)
    UnitSource(U).skipLine();
  U.Stream.Position = U.Place;
}

void fortran_lines::backspace(FortranUnit &U) {
  if (std::exchange(U.IsBehindEnd, false) || U.isDirect() || U.isStream())
    return;
  // Up to the end of the line before the last.
  int64_t Offset = U.Stream.Position - 1;
  while (Offset > 0) {
    U.Stream.Position = Offset - 1;
    U.Stream.post(1);
    std::span<const std::byte> Here = U.Stream.dataAt(Offset - 1);
    if (Here.empty() || Here.front() == std::byte('\n'))
      break;
    --Offset;
  }
  U.Stream.Position = std::max<int64_t>(Offset, 0);
}

} // namespace foreslice
