//===- FortranInternal.cpp - READ and WRITE of character variables --------===//
//
// The foreslice_text_* part of the ABI: a slice makes the names of files, also
// from arguments of the program, and takes numbers out of text. These functions
// work on memory of the slice, and allocate none.
//
//===----------------------------------------------------------------------===//

#include "foreslice/abi.h"
#include "frontend/posix/slice/FortranFormat.h"
#include "frontend/posix/slice/FortranText.h"
#include "support/Arguments.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace foreslice {

namespace {

/// State of a statement: text to be read, or to be made of items.
struct Internal {
  int32_t FormatBytes; ///< -1: list-directed.
  int32_t Bytes;       ///< Of the text, or of the items.
  int32_t Position;    ///< Begin of the next item in the text.
  int32_t Items;       ///< Items taken.
  int32_t Status;      ///< IOSTAT.
  char Format[256];
  char Text[700];

  std::string_view format() const {
    return {Format, static_cast<size_t>(std::max(FormatBytes, 0))};
  }
  bool isList() const { return FormatBytes < 0; }
};
static_assert(sizeof(Internal) <= FORESLICE_FORTRAN_TEXT_BYTES);

enum Status : int32_t { Good = 0, End = -1, Error = 1 };

/// An argument of the program; empty where there is none.
std::string_view argument(int32_t Number) {
  const auto All = programArguments();
  return Number >= 0 && static_cast<size_t>(Number) < All.size()
             ? std::string_view(All[static_cast<size_t>(Number)])
             : std::string_view();
}

/// A written item lies in the text as a letter, the length and the bytes.
struct Item {
  char Letter;
  uint16_t Bytes;
};

void put(Internal &To, Item I, const void *From) {
  if (To.Bytes + sizeof I + I.Bytes > sizeof To.Text) {
    To.Status = Error;
    return;
  }
  std::memcpy(To.Text + To.Bytes, &I, sizeof I);
  std::memcpy(To.Text + To.Bytes + sizeof I, From, I.Bytes);
  To.Bytes += static_cast<int32_t>(sizeof I) + I.Bytes;
}

/// The text of a WRITE.
class Writer {
public:
  Writer(char *To, int64_t Room) : To(To), Room(Room) {
    std::memset(To, ' ', static_cast<size_t>(Room));
  }
  void move(int64_t Delta) { Offset = std::max<int64_t>(Offset + Delta, 0); }
  void moveTo(int64_t Column) { Offset = std::max<int64_t>(Column - 1, 0); }
  void write(std::string_view Text) {
    for (char C : Text) {
      if (Offset < Room)
        To[Offset] = C;
      ++Offset;
    }
  }
  /// Right-aligned in the field.
  void write(std::string_view Text, int64_t Width) {
    auto Length = static_cast<int64_t>(Text.size());
    if (Width > 0 && Length > Width) {
      for (; Width > 0; --Width)
        write("*");
      return;
    }
    for (int64_t Blanks = Width - Length; Blanks > 0; --Blanks)
      write(" ");
    write(Text);
  }

private:
  char *To;
  int64_t Room, Offset = 0;
};

void writeInteger(Writer &To, const FortranEdit &E, int64_t Value) {
  char Digits[32], Text[64];
  uint64_t Magnitude = Value < 0 ? 0 - static_cast<uint64_t>(Value)
                                 : static_cast<uint64_t>(Value);
  char *DigitsEnd =
      std::to_chars(Digits, Digits + sizeof Digits, Magnitude).ptr;
  auto Count = static_cast<int32_t>(DigitsEnd - Digits);
  char *P = Text;
  if (Value < 0)
    *P++ = '-';
  for (int32_t Zeros = std::min(E.Digits, 30) - Count; Zeros > 0; --Zeros)
    *P++ = '0';
  if (E.Digits != 0 || Value != 0)
    P = std::copy(Digits, DigitsEnd, P);
  To.write({Text, static_cast<size_t>(P - Text)}, E.Width);
}

/// F alone.
void writeReal(Writer &To, const FortranEdit &E, double Value) {
  char Text[400];
  int Length =
      snprintf(Text, sizeof Text, "%.*f", std::clamp(E.Digits, 0, 60), Value);
  std::string_view All(Text, static_cast<size_t>(Length));
  if (E.Digits == 0 && Length < static_cast<int>(sizeof Text) - 1) {
    Text[Length] = '.';
    All = {Text, static_cast<size_t>(Length) + 1};
  }
  bool Negative = All.starts_with('-');
  auto Width = static_cast<size_t>(E.Width);
  // The 0 before the point goes where there is no room.
  if (All.substr(Negative).starts_with("0.") && All.size() > 2u + Negative &&
      All.size() > Width) {
    Text[1] = Negative ? '-' : Text[1];
    All.remove_prefix(1);
  }
  To.write(All, E.Width);
}

void writeText(Writer &To, const FortranEdit &E, std::string_view Text) {
  if (E.Width == 0)
    To.write(Text);
  else if (static_cast<size_t>(E.Width) < Text.size())
    To.write(Text.substr(0, static_cast<size_t>(E.Width)));
  else
    To.write(Text, E.Width);
}

/// The items of a WRITE, one by one.
class Items {
public:
  explicit Items(const Internal &Unit) : Unit(Unit) {}
  bool isLeft() const { return Index < Unit.Bytes; }
  Item next(const char *&Bytes) {
    Item I;
    std::memcpy(&I, Unit.Text + Index, sizeof I);
    Bytes = Unit.Text + Index + sizeof I;
    Index += static_cast<int32_t>(sizeof I) + I.Bytes;
    return I;
  }

private:
  const Internal &Unit;
  int32_t Index = 0;
};

/// False if the format does not fit the item, or is not understood.
bool writeItem(Writer &To, const FortranEdit &E, Item I, const char *Bytes) {
  if (I.Letter == 'A') {
    writeText(To, E, {Bytes, I.Bytes});
    return E.Letter == 'A' || E.Letter == 'G';
  }
  int64_t Bits;
  std::memcpy(&Bits, Bytes, sizeof Bits);
  if (I.Letter == 'I') {
    writeInteger(To, E, Bits);
    return E.Letter == 'I' || (E.Letter == 'G' && E.Width == 0);
  }
  double Value;
  std::memcpy(&Value, Bytes, sizeof Value);
  writeReal(To, E, Value);
  return E.Letter == 'F';
}

/// List-directed: a blank before each value, but between texts.
bool writeList(Writer &To, Items From) {
  bool AfterText = false;
  while (From.isLeft()) {
    const char *Bytes;
    Item I = From.next(Bytes);
    if (!(AfterText && I.Letter == 'A'))
      To.write(" ");
    AfterText = I.Letter == 'A';
    FortranEdit E;
    E.Letter = I.Letter;
    if (I.Letter == 'F' || !writeItem(To, E, I, Bytes))
      return false;
  }
  return true;
}

bool writeFormatted(Writer &To, Items From, std::string_view Text) {
  FortranFormat Format(Text);
  if (!Format.isGood())
    return false;
  while (true) {
    FortranEdit E = Format.next(From.isLeft());
    switch (E.What) {
    case FortranEdit::End:
      return !From.isLeft();
    case FortranEdit::NewRecord:
      return false; // There is only one record.
    case FortranEdit::Space:
      To.move(E.Width);
      break;
    case FortranEdit::Back:
      To.move(-E.Width);
      break;
    case FortranEdit::Column:
      To.moveTo(E.Width);
      break;
    case FortranEdit::Literal:
      To.write(E.Text);
      break;
    default:
      const char *Bytes;
      Item I = From.next(Bytes);
      if (!writeItem(To, E, I, Bytes))
        return false;
    }
  }
}

class TextSource final : public fortran_text::Source {
public:
  explicit TextSource(std::string_view Text) : Text(Text) {}
  int peek() override {
    return Text.empty() ? -1 : static_cast<unsigned char>(Text.front());
  }
  void skip() override { Text.remove_prefix(1); }

private:
  std::string_view Text;
};

/// The field of the next item. List-directed input is read again from the
/// begin: there are few items. Width: for a text with a format without width.
/// Empty without a field; then Status tells.
struct Field {
  fortran_text::List List;
  std::string_view Text;
  int32_t Digits = 0, End = 0, Status = Good;

  Field(const Internal &Unit, int64_t Width) {
    if (Unit.Status != Good)
      Status = Unit.Status;
    else if (Unit.isList())
      findInList(Unit);
    else
      findByFormat(Unit, Width);
  }

private:
  void findInList(const Internal &Unit) {
    TextSource From({Unit.Text, static_cast<size_t>(Unit.Bytes)});
    fortran_text::List::Found Found = fortran_text::List::End;
    for (int32_t I = 0; I <= Unit.Items; ++I)
      Found = List.next(From);
    if (Found == fortran_text::List::Value)
      Text = List.text();
    else
      Status = Found == fortran_text::List::End ? foreslice::End : Error;
  }

  void findByFormat(const Internal &Unit, int64_t Width) {
    FortranFormat Format(Unit.format());
    int32_t Position = Unit.Position;
    for (int32_t I = 0; Format.isGood();) {
      FortranEdit E = Format.next(/*ItemLeft=*/true);
      bool IsNext = I == Unit.Items;
      if (E.What == FortranEdit::Data && I++ < Unit.Items)
        continue;
      if (E.What == FortranEdit::Data) {
        int64_t Wide = E.Width > 0 ? E.Width : Width;
        int32_t Rest = std::max(Unit.Bytes - Position, 0);
        Text = {Unit.Text + std::min(Position, Unit.Bytes),
                static_cast<size_t>(std::min<int64_t>(Rest, Wide))};
        Digits = E.Digits;
        this->End = Position +
                    static_cast<int32_t>(std::min<int64_t>(Wide, Unit.Bytes));
        return;
      }
      if (E.What == FortranEdit::End || E.What == FortranEdit::NewRecord)
        break;
      if (!IsNext)
        continue;
      Position = E.What == FortranEdit::Space  ? Position + E.Width
                 : E.What == FortranEdit::Back ? std::max(Position - E.Width, 0)
                 : E.What == FortranEdit::Column ? std::max(E.Width - 1, 0)
                                                 : Position;
    }
    Status = foreslice::End;
  }
};

/// The item is taken.
void goOn(Internal &Unit, const Field &F, bool IsGood) {
  ++Unit.Items;
  Unit.Position = F.End;
  if (Unit.Status == Good)
    Unit.Status = F.Status != Good ? F.Status : IsGood ? Good : Error;
}

} // namespace

} // namespace foreslice

using namespace foreslice;

extern "C" {

void foreslice_text_begin(void *Text, const char *Format, uint64_t Bytes) {
  auto &To = *static_cast<Internal *>(Text);
  To.FormatBytes = To.Bytes = To.Position = To.Items = 0;
  To.Status = Bytes <= sizeof To.Format ? Good : Error;
  if (!Format)
    To.FormatBytes = -1;
  else if (To.Status == Good)
    std::memcpy(To.Format, Format,
                static_cast<size_t>(To.FormatBytes = static_cast<int>(Bytes)));
}

void foreslice_text_put_integer(void *Text, int64_t Value) {
  put(*static_cast<Internal *>(Text), {'I', sizeof Value}, &Value);
}

void foreslice_text_put_real(void *Text, uint64_t Bits) {
  put(*static_cast<Internal *>(Text), {'F', sizeof Bits}, &Bits);
}

void foreslice_text_put_characters(void *Text, const char *From,
                                   uint64_t Bytes) {
  auto Most = std::min<uint64_t>(Bytes, sizeof(Internal::Text));
  put(*static_cast<Internal *>(Text), {'A', static_cast<uint16_t>(Most)}, From);
}

void foreslice_text_write(char *To, uint64_t Bytes, const void *Text) {
  const auto &Unit = *static_cast<const Internal *>(Text);
  Writer W(To, static_cast<int64_t>(Bytes));
  bool Good = Unit.Status == foreslice::Good &&
              (Unit.isList() ? writeList(W, Items(Unit))
                             : writeFormatted(W, Items(Unit), Unit.format()));
  // No file has a name of blanks.
  if (!Good)
    std::memset(To, ' ', Bytes);
}

void foreslice_text_read(void *Text, const char *From, uint64_t Bytes) {
  auto &To = *static_cast<Internal *>(Text);
  To.Bytes = static_cast<int32_t>(std::min<uint64_t>(Bytes, sizeof To.Text));
  std::memcpy(To.Text, From, static_cast<size_t>(To.Bytes));
}

int64_t foreslice_text_get_integer(void *Text) {
  auto &Unit = *static_cast<Internal *>(Text);
  Field F(Unit, Unit.Bytes);
  int64_t Value = 0;
  goOn(Unit, F, fortran_text::toInteger(F.Text, Value));
  return Value;
}

uint64_t foreslice_text_get_real(void *Text) {
  auto &Unit = *static_cast<Internal *>(Text);
  Field F(Unit, Unit.Bytes);
  double Value = 0;
  goOn(Unit, F, fortran_text::toReal(F.Text, F.Digits, Value));
  uint64_t Bits;
  std::memcpy(&Bits, &Value, sizeof Bits);
  return Bits;
}

void foreslice_text_get_characters(char *To, uint64_t Bytes, const void *Text) {
  Field F(*static_cast<const Internal *>(Text), static_cast<int64_t>(Bytes));
  std::memset(To, ' ', Bytes);
  // Of a field wider than the variable, the right part is read.
  if (F.Text.size() > Bytes && !static_cast<const Internal *>(Text)->isList())
    F.Text.remove_prefix(F.Text.size() - Bytes);
  std::memcpy(To, F.Text.data(), std::min<size_t>(F.Text.size(), Bytes));
}

void foreslice_text_skip(void *Text, uint64_t Bytes) {
  auto &Unit = *static_cast<Internal *>(Text);
  Field F(Unit, static_cast<int64_t>(Bytes));
  goOn(Unit, F, true);
}

int32_t foreslice_text_status(const void *Text) {
  return static_cast<const Internal *>(Text)->Status;
}

uint64_t foreslice_text_length(const char *Text, uint64_t Bytes) {
  while (Bytes > 0 && Text[Bytes - 1] == ' ')
    --Bytes;
  return Bytes;
}

void foreslice_text_adjust(char *To, uint64_t Bytes, const char *From) {
  uint64_t Blanks = 0;
  while (Blanks < Bytes && From[Blanks] == ' ')
    ++Blanks;
  std::memcpy(To, From + Blanks, Bytes - Blanks);
  std::memset(To + (Bytes - Blanks), ' ', Blanks);
}

void foreslice_text_argument(char *To, uint64_t Bytes, int32_t Number) {
  std::string_view Text = argument(Number);
  std::memset(To, ' ', Bytes);
  std::memcpy(To, Text.data(), std::min<size_t>(Text.size(), Bytes));
}

uint64_t foreslice_text_argument_length(int32_t Number) {
  return argument(Number).size();
}

int32_t foreslice_text_arguments() {
  return std::max(static_cast<int32_t>(programArguments().size()) - 1, 0);
}

} // extern "C"
