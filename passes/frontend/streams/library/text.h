//===- text.h - a string stream of a slice --------------------------------===//
//
// Common to the functions of texts.cpp: the characters, and conversions between
// values and characters.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_LIBRARY_TEXT_H
#define FORESLICE_PASSES_COPY_LIBRARY_TEXT_H

#define _GLIBCXX_EXTERN_TEMPLATE 0
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

#define INLINE __attribute__((always_inline)) inline

namespace {

// std::ios_base::badbit and so on.
enum : unsigned { Bad = 1, End = 2, Fail = 4 };
// std::ios_base::dec and so on.
enum : unsigned {
  BoolAlpha = 1,
  Dec = 2,
  Fixed = 4,
  Hex = 8,
  Left = 32,
  Oct = 64,
  Scientific = 256,
  ShowBase = 512,
  SkipSpace = 4096,
  Uppercase = 16384,
  Base = Dec | Hex | Oct,
};
// std::ios_base::app and ate.
enum : int { Append = 1, AtEnd = 2 };

} // namespace

struct Text {
  char *Chars;
  unsigned long Size = 0, Room;
  unsigned long Get = 0, Put = 0;
  unsigned State = 0, Flags = SkipSpace | Dec;
  int Width = 0, Precision = 6;
  char Fill = ' ';
  bool Appends = false;
};
// std::istringstream, the smallest, has a base class of 16 bytes and a buffer
// of 104.
static_assert(sizeof(Text) <= 120);

namespace {

/// Names and lines are shorter. Output behind the room is dropped.
constexpr unsigned long LeastRoom = 4096;

INLINE void hold(Text *T, const char *From, unsigned long Bytes) {
  T->Room = Bytes < LeastRoom ? LeastRoom : Bytes;
  T->Chars = static_cast<char *>(malloc(T->Room));
  memcpy(T->Chars, From, Bytes);
  T->Size = Bytes;
  T->Put = T->Appends ? Bytes : 0;
}

INLINE void begin(Text *T, int Mode, const char *From, unsigned long Bytes) {
  new (T) Text;
  T->Appends = (Mode & (Append | AtEnd)) != 0;
  hold(T, From, Bytes);
}

INLINE void set(Text *T, const std::string &To) {
  free(T->Chars);
  T->Get = 0;
  hold(T, To.data(), To.size());
}

INLINE bool isOver(const Text *T) { return T->Get >= T->Size; }

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

INLINE void putOne(Text *T, char C) {
  if (T->Put == T->Room)
    return;
  T->Chars[T->Put++] = C;
  if (T->Size < T->Put)
    T->Size = T->Put;
}

INLINE Text *putField(Text *T, const char *From, unsigned long Bytes) {
  auto Width = static_cast<unsigned long>(T->Width);
  unsigned long All = T->Width > 0 && Width > Bytes ? Width : Bytes;
  unsigned long First = T->Flags & Left ? 0 : All - Bytes;
  T->Width = 0;
  for (unsigned long I = 0; I < All; ++I)
    putOne(T, I >= First && I < First + Bytes ? From[I - First] : T->Fill);
  return T;
}

INLINE Text *putDigits(Text *T, unsigned long Value, bool Negative) {
  char Digits[32];
  unsigned long At = sizeof Digits;
  bool Upper = (T->Flags & Uppercase) != 0;
  const unsigned long By = T->Flags & Hex ? 16 : T->Flags & Oct ? 8 : 10;
  bool Shows = (T->Flags & ShowBase) && Value != 0 && By != 10;
  do {
    unsigned long Digit = Value % By;
    Digits[--At] = static_cast<char>(
        Digit < 10 ? '0' + Digit : (Upper ? 'A' : 'a') + Digit - 10);
    Value /= By;
  } while (Value != 0);
  if (Shows && By == 16)
    Digits[--At] = Upper ? 'X' : 'x';
  if (Shows)
    Digits[--At] = '0';
  if (Negative)
    Digits[--At] = '-';
  return putField(T, Digits + At, sizeof Digits - At);
}

/// Other bases than ten show the bits of negative numbers.
template <typename Signed, typename Unsigned>
INLINE Text *putSigned(Text *T, Signed Value) {
  auto Bits = static_cast<Unsigned>(Value);
  bool Negative = Value < 0 && !(T->Flags & (Hex | Oct));
  return putDigits(T, Negative ? static_cast<Unsigned>(0 - Bits) : Bits,
                   Negative);
}

INLINE Text *putFloating(Text *T, double Value) {
  char Chars[512];
  int Bytes;
  if (T->Flags & Fixed)
    Bytes = snprintf(Chars, sizeof Chars, "%.*f", T->Precision, Value);
  else if (T->Flags & Scientific)
    Bytes = snprintf(Chars, sizeof Chars, "%.*e", T->Precision, Value);
  else
    Bytes = snprintf(Chars, sizeof Chars, "%.*g", T->Precision, Value);
  if (Bytes < 0 || Bytes >= static_cast<int>(sizeof Chars))
    Bytes = 0;
  return putField(T, Chars, static_cast<unsigned long>(Bytes));
}

//===----------------------------------------------------------------------===//
// Input
//===----------------------------------------------------------------------===//

INLINE bool isSpace(char C) { return C == ' ' || (C >= '\t' && C <= '\r'); }

/// Like std::istream::sentry. False if nothing may be read.
INLINE bool enter(Text *T, bool Skips) {
  if (T->State != 0) {
    T->State |= Fail;
    return false;
  }
  if (Skips && (T->Flags & SkipSpace))
    while (!isOver(T) && isSpace(T->Chars[T->Get]))
      ++T->Get;
  if (!isOver(T))
    return true;
  T->State |= End | Fail;
  return false;
}

/// Whether the next character is in Some; takes the character then.
INLINE bool take(Text *T, const char *Some) {
  if (isOver(T)) {
    T->State |= End;
    return false;
  }
  for (; *Some; ++Some)
    if (T->Chars[T->Get] == *Some) {
      ++T->Get;
      return true;
    }
  return false;
}

INLINE bool takeDigit(Text *T) { return take(T, "0123456789"); }

template <typename Number> INLINE Text *getInteger(Text *T, Number &To) {
  if (!enter(T, true))
    return T;
  bool Negative = take(T, "-");
  if (!Negative)
    take(T, "+");
  unsigned long First = T->Get, Value = 0;
  while (takeDigit(T))
    Value = Value * 10 + static_cast<unsigned long>(T->Chars[T->Get - 1] - '0');
  if (T->Get == First)
    T->State |= Fail;
  To = static_cast<Number>(Negative ? 0 - Value : Value);
  return T;
}

/// The number in the text from First up to Get.
INLINE double toDouble(const Text *T, unsigned long First) {
  char Chars[64];
  unsigned long Bytes = T->Get - First;
  if (Bytes >= sizeof Chars)
    Bytes = sizeof Chars - 1;
  memcpy(Chars, T->Chars + First, Bytes);
  Chars[Bytes] = 0;
  return strtod(Chars, nullptr);
}

template <typename Number> INLINE Text *getFloating(Text *T, Number &To) {
  if (!enter(T, true))
    return T;
  unsigned long First = T->Get, Digits = 0;
  take(T, "+-");
  while (takeDigit(T))
    ++Digits;
  if (take(T, "."))
    while (takeDigit(T))
      ++Digits;
  if (Digits != 0 && take(T, "eE")) {
    take(T, "+-");
    while (takeDigit(T))
      ;
  }
  if (Digits == 0)
    T->State |= Fail;
  To = static_cast<Number>(Digits == 0 ? 0 : toDouble(T, First));
  return T;
}

INLINE Text *getUpTo(Text *T, std::string &To, char Delimiter) {
  To.clear();
  if (T->State == 0 && isOver(T))
    T->State |= End;
  if (T->State != 0) {
    T->State |= Fail;
    return T;
  }
  unsigned long First = T->Get;
  while (!isOver(T) && T->Chars[T->Get] != Delimiter)
    ++T->Get;
  To.assign(T->Chars + First, T->Get - First);
  if (!isOver(T))
    ++T->Get;
  else
    T->State |= End;
  return T;
}

} // namespace

#endif // FORESLICE_PASSES_COPY_LIBRARY_TEXT_H
