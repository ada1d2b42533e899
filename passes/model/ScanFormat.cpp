//===- ScanFormat.cpp - how much sscanf writes ----------------------------===//
//
// See ScanFormat.h. ISO/IEC 9899:2018, section 7.21.6.2.
//
//===----------------------------------------------------------------------===//

#include "model/ScanFormat.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace foreslice {

namespace {

/// A conversion of a format, behind the '%'.
struct Conversion {
  bool Suppressed = false;
  uint64_t Width = 0; ///< 0 if missing.
  StringRef Length;   ///< "hh", "l" and so on.
  char Kind = 0;
};

} // namespace

/// Takes the set of "[...]" off Rest; false if the set has no end.
static bool takeSet(StringRef &Rest) {
  Rest.consume_front("^");
  size_t End = Rest.find(']', /*From=*/1); // A first ']' belongs to the set.
  if (End == StringRef::npos)
    return false;
  Rest = Rest.drop_front(End + 1);
  return true;
}

/// Takes a conversion off Rest.
static std::optional<Conversion> takeConversion(StringRef &Rest) {
  Conversion C;
  C.Suppressed = Rest.consume_front("*");
  if (!Rest.empty() && isDigit(Rest.front()) &&
      Rest.consumeInteger(10, C.Width))
    return std::nullopt;
  for (StringRef Length : {"hh", "h", "ll", "l", "j", "z", "t", "L"})
    if (C.Length.empty() && Rest.consume_front(Length))
      C.Length = Length;
  if (Rest.empty())
    return std::nullopt;
  C.Kind = Rest.front();
  Rest = Rest.drop_front();
  return C.Kind == '[' && !takeSet(Rest) ? std::nullopt : std::optional(C);
}

static bool isText(const Conversion &C) {
  return (C.Kind == 's' || C.Kind == '[') && C.Length.empty();
}

/// Most bytes written by C; 0 if unknown.
static uint64_t writtenBytes(const Conversion &C) {
  bool Wide = C.Length == "l" || C.Length == "ll" || C.Length == "j" ||
              C.Length == "z" || C.Length == "t";
  if (StringRef("diouxXn").contains(C.Kind))
    return Wide               ? 8
           : C.Length == "hh" ? 1
           : C.Length == "h"  ? 2
           : C.Length.empty() ? 4
                              : 0;
  if (StringRef("aAeEfFgG").contains(C.Kind))
    return C.Length == "L"    ? 16
           : C.Length == "l"  ? 8
           : C.Length.empty() ? 4
                              : 0;
  if (C.Kind == 'p' && C.Length.empty())
    return 8;
  if (C.Kind == 'c' && C.Length.empty())
    return std::max<uint64_t>(C.Width, 1);
  if (isText(C) && C.Width)
    return C.Width + 1; // The end of the text.
  return 0;
}

/// The writing conversions of Format, each with the place behind the '%'. None
/// if a conversion is nonstandard.
static std::optional<SmallVector<std::pair<size_t, Conversion>>>
conversions(StringRef Format) {
  constexpr uint64_t Most = 4096;
  SmallVector<std::pair<size_t, Conversion>> Found;
  StringRef Rest = Format;
  for (size_t Position; (Position = Rest.find('%')) != StringRef::npos;) {
    Rest = Rest.drop_front(Position + 1);
    if (Rest.consume_front("%"))
      continue;
    size_t Place = Format.size() - Rest.size();
    std::optional<Conversion> C = takeConversion(Rest);
    if (!C)
      return std::nullopt;
    if (C->Suppressed)
      continue;
    uint64_t Bytes = writtenBytes(*C);
    if ((Bytes == 0 && !isText(*C)) || Bytes > Most)
      return std::nullopt;
    Found.emplace_back(Place, *C);
  }
  return Found;
}

std::optional<SmallVector<ScannedField>> scannedFields(StringRef Format) {
  auto All = conversions(Format);
  if (!All)
    return std::nullopt;
  SmallVector<ScannedField> Fields;
  for (auto &[Place, C] : *All)
    Fields.push_back({writtenBytes(C)});
  return Fields;
}

std::string boundedFormat(StringRef Format, uint64_t Bytes) {
  std::string Bounded = Format.str();
  auto All = conversions(Format);
  if (All)
    for (auto &[Place, C] : reverse(*All))
      if (writtenBytes(C) == 0)
        Bounded.insert(Place, std::to_string(Bytes - 1));
  return Bounded;
}

} // namespace foreslice
