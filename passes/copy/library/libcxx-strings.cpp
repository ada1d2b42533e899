//===- libcxx-strings.cpp - the strings of libc++ -------------------------===//
//
// The functions of std::string compiled into libc++, as bodies for a working
// copy. The functions follow the C++ standard's [basic.string].
//
//===----------------------------------------------------------------------===//

#include "libcxx-text.h"

#define BASIC_STRING                                                           \
  "_ZNSt3__112basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEE"
#define CONSTANT_STRING                                                        \
  "_ZNKSt3__112basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEE"

/// Function, called Symbol by the program.
#define BODY(Result, Function, Parameters, Symbol)                             \
  Result Function Parameters __asm__(Symbol);                                  \
  Result Function Parameters

namespace {

constexpr Size Everything = ~Size(0);

INLINE Size least(Size A, Size B) { return A < B ? A : B; }

/// The part of From at Position, of at most Most bytes.
struct Part {
  const char *Begin;
  Size Bytes;
};
INLINE Part partOf(const Text &From, Size Position, Size Most) {
  return {From.c_str() + Position, least(Most, From.size() - Position)};
}

/// Replaces Gone bytes from Position on by New.
INLINE Text *replace(Text *S, Size Position, Size Gone, Part New) {
  Size Old = S->size();
  Gone = least(Gone, Old - Position);
  S->reserve(Old - Gone + New.Bytes);
  char *Place = S->data() + Position;
  memmove(Place + New.Bytes, Place + Gone, Old - Position - Gone);
  memmove(Place, New.Begin, New.Bytes);
  S->resize(Old - Gone + New.Bytes);
  return S;
}

INLINE Text *replaceWith(Text *S, Size Position, Size Gone, Size Bytes,
                         char C) {
  Size Old = S->size();
  Gone = least(Gone, Old - Position);
  S->reserve(Old - Gone + Bytes);
  char *Place = S->data() + Position;
  memmove(Place + Bytes, Place + Gone, Old - Position - Gone);
  memset(Place, C, Bytes);
  S->resize(Old - Gone + Bytes);
  return S;
}

INLINE Text *assign(Text *S, Part New) {
  S->reserve(New.Bytes);
  memmove(S->data(), New.Begin, New.Bytes);
  S->resize(New.Bytes);
  return S;
}

INLINE void make(Text *S, Part From) {
  S->clear();
  assign(S, From);
}

INLINE Part whole(const Text &S) { return {S.c_str(), S.size()}; }
INLINE Part textOf(const char *C) { return {C, strlen(C)}; }

INLINE int order(Part A, Part B) {
  if (int Differ = memcmp(A.Begin, B.Begin, least(A.Bytes, B.Bytes)))
    return Differ;
  return A.Bytes < B.Bytes ? -1 : A.Bytes > B.Bytes;
}

} // namespace

//===----------------------------------------------------------------------===//
// Beginnings and ends
//===----------------------------------------------------------------------===//

#define MAKES(Function, Tail, Parameters, ...)                                 \
  BODY(void, Function, Parameters, BASIC_STRING "C1" Tail) {                   \
    make(S, __VA_ARGS__);                                                      \
  }                                                                            \
  BODY(void, Function##OfBase, Parameters, BASIC_STRING "C2" Tail) {           \
    make(S, __VA_ARGS__);                                                      \
  }

MAKES(makeCopy, "ERKS5_", (Text * S, const Text &From), whole(From))
MAKES(makeCopyWith, "ERKS5_RKS4_", (Text * S, const Text &From, void *),
      whole(From))
MAKES(makePart, "ERKS5_mmRKS4_",
      (Text * S, const Text &From, Size Position, Size Most, void *),
      partOf(From, Position, Most))
BODY(void, destroy, (Text * S), BASIC_STRING "D1Ev") {
  if (S->isOutside())
    free(S->Outside);
}
BODY(void, destroyBase, (Text * S), BASIC_STRING "D2Ev") {
  if (S->isOutside())
    free(S->Outside);
}
BODY(void, initialize, (Text * S, const char *From, Size Bytes),
     BASIC_STRING "6__initEPKcm") {
  make(S, {From, Bytes});
}
BODY(void, initializeWithRoom,
     (Text * S, const char *From, Size Bytes, Size Room),
     BASIC_STRING "6__initEPKcmm") {
  S->clear();
  S->reserve(Room);
  assign(S, {From, Bytes});
}
BODY(void, initializeWith, (Text * S, Size Bytes, char C),
     BASIC_STRING "6__initEmc") {
  S->clear();
  replaceWith(S, 0, 0, Bytes, C);
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

/// Functions that change a string and return the string.
#define CHANGES(Function, Tail, Parameters, ...)                               \
  BODY(Text *, Function, Parameters, BASIC_STRING Tail) { return __VA_ARGS__; }

CHANGES(assignText, "aSERKS5_", (Text * S, const Text &From),
        S == &From ? S : assign(S, whole(From)))
CHANGES(assignOne, "aSEc", (Text * S, char C), assign(S, {&C, 1}))
CHANGES(assignC, "6assignEPKc", (Text * S, const char *From),
        assign(S, textOf(From)))
CHANGES(assignBytes, "6assignEPKcm", (Text * S, const char *From, Size Bytes),
        assign(S, {From, Bytes}))
CHANGES(assignPart, "6assignERKS5_mm",
        (Text * S, const Text &From, Size Position, Size Most),
        assign(S, partOf(From, Position, Most)))
CHANGES(assignMany, "6assignEmc", (Text * S, Size Bytes, char C),
        replaceWith(S, 0, Everything, Bytes, C))
CHANGES(appendC, "6appendEPKc", (Text * S, const char *More),
        replace(S, S->size(), 0, textOf(More)))
CHANGES(appendBytes, "6appendEPKcm", (Text * S, const char *More, Size Bytes),
        replace(S, S->size(), 0, {More, Bytes}))
CHANGES(appendPart, "6appendERKS5_mm",
        (Text * S, const Text &More, Size Position, Size Most),
        replace(S, S->size(), 0, partOf(More, Position, Most)))
CHANGES(appendMany, "6appendEmc", (Text * S, Size Bytes, char C),
        replaceWith(S, S->size(), 0, Bytes, C))
CHANGES(insertC, "6insertEmPKc", (Text * S, Size Position, const char *More),
        replace(S, Position, 0, textOf(More)))
CHANGES(insertBytes, "6insertEmPKcm",
        (Text * S, Size Position, const char *More, Size Bytes),
        replace(S, Position, 0, {More, Bytes}))
CHANGES(insertPart, "6insertEmRKS5_mm",
        (Text * S, Size Position, const Text &More, Size From, Size Most),
        replace(S, Position, 0, partOf(More, From, Most)))
CHANGES(insertMany, "6insertEmmc",
        (Text * S, Size Position, Size Bytes, char C),
        replaceWith(S, Position, 0, Bytes, C))
CHANGES(erase, "5eraseEmm", (Text * S, Size Position, Size Gone),
        replace(S, Position, Gone, {"", 0}))
CHANGES(replaceC, "7replaceEmmPKc",
        (Text * S, Size Position, Size Gone, const char *New),
        replace(S, Position, Gone, textOf(New)))
CHANGES(replaceBytes, "7replaceEmmPKcm",
        (Text * S, Size Position, Size Gone, const char *New, Size Bytes),
        replace(S, Position, Gone, {New, Bytes}))
CHANGES(replacePart, "7replaceEmmRKS5_mm",
        (Text * S, Size Position, Size Gone, const Text &New, Size From,
         Size Most),
        replace(S, Position, Gone, partOf(New, From, Most)))
CHANGES(replaceMany, "7replaceEmmmc",
        (Text * S, Size Position, Size Gone, Size Bytes, char C),
        replaceWith(S, Position, Gone, Bytes, C))
BODY(void, pushBack, (Text * S, char C), BASIC_STRING "9push_backEc") {
  replaceWith(S, S->size(), 0, 1, C);
}
BODY(void, resize, (Text * S, Size Bytes, char C), BASIC_STRING "6resizeEmc") {
  Size Old = S->size();
  if (Bytes > Old)
    replaceWith(S, Old, 0, Bytes - Old, C);
  else
    S->resize(Bytes);
}
BODY(void, reserve, (Text * S, Size Most), BASIC_STRING "7reserveEm") {
  S->reserve(Most);
}

//===----------------------------------------------------------------------===//
// Functions of headers for more room
//===----------------------------------------------------------------------===//

// Of Old bytes, Kept stay. Behind, Gone become Added, left unset.
BODY(void, grow,
     (Text * S, Size OldRoom, Size MoreRoom, Size Old, Size Kept, Size Gone,
      Size Added),
     BASIC_STRING "9__grow_byEmmmmmm") {
  const char *From = S->c_str();
  Size Room = ((OldRoom + MoreRoom) | 15) + 1;
  char *To = static_cast<char *>(malloc(Room));
  memcpy(To, From, Kept);
  memcpy(To + Kept + Added, From + Kept + Gone, Old - Gone - Kept);
  S->Room = Room | Text::IsOutside;
  S->Outside = To;
}
BODY(void, growAndReplace,
     (Text * S, Size OldRoom, Size MoreRoom, Size Old, Size Kept, Size Gone,
      Size Added, const char *New),
     BASIC_STRING "21__grow_by_and_replaceEmmmmmmPKc") {
  grow(S, OldRoom, MoreRoom, Old, Kept, Gone, Added);
  memcpy(S->Outside + Kept, New, Added);
  S->Length = Old - Gone + Added;
  S->Outside[S->Length] = 0;
}

//===----------------------------------------------------------------------===//
// Looks
//===----------------------------------------------------------------------===//

BODY(char *, at, (Text * S, Size Position), BASIC_STRING "2atEm") {
  return S->data() + Position;
}
BODY(const char *, atConstant, (const Text *S, Size Position),
     CONSTANT_STRING "2atEm") {
  return S->c_str() + Position;
}
BODY(Size, copy, (const Text *S, char *To, Size Most, Size Position),
     CONSTANT_STRING "4copyEPcmm") {
  Part From = partOf(*S, Position, Most);
  memcpy(To, From.Begin, From.Bytes);
  return From.Bytes;
}
BODY(int, compareC, (const Text *S, const char *C),
     CONSTANT_STRING "7compareEPKc") {
  return order(whole(*S), textOf(C));
}
BODY(int, comparePartC,
     (const Text *S, Size Position, Size Most, const char *C),
     CONSTANT_STRING "7compareEmmPKc") {
  return order(partOf(*S, Position, Most), textOf(C));
}
BODY(int, comparePartBytes,
     (const Text *S, Size Position, Size Most, const char *C, Size Bytes),
     CONSTANT_STRING "7compareEmmPKcm") {
  return order(partOf(*S, Position, Most), {C, Bytes});
}
BODY(int, compareParts,
     (const Text *S, Size Position, Size Most, const Text &With, Size From,
      Size MostOfWith),
     CONSTANT_STRING "7compareEmmRKS5_mm") {
  return order(partOf(*S, Position, Most), partOf(With, From, MostOfWith));
}

namespace {

INLINE bool has(Part Set, char C) {
  return Set.Bytes > 0 && memchr(Set.Begin, C, Set.Bytes);
}

/// The first place from Position on with a byte in the set (In), or outside.
INLINE Size firstOf(const Text &S, Size Position, Part Set, bool In) {
  for (Size End = S.size(); Position < End; ++Position)
    if (has(Set, S.c_str()[Position]) == In)
      return Position;
  return Everything;
}

/// The last place up to Position.
INLINE Size lastOf(const Text &S, Size Position, Part Set, bool In) {
  for (Position = least(Position, S.size() - 1) + 1;
       S.size() > 0 && Position > 0; --Position)
    if (has(Set, S.c_str()[Position - 1]) == In)
      return Position - 1;
  return Everything;
}

} // namespace

BODY(Size, find, (const Text *S, const char *What, Size Position, Size Bytes),
     CONSTANT_STRING "4findEPKcmm") {
  for (; Position + Bytes <= S->size(); ++Position)
    if (memcmp(S->c_str() + Position, What, Bytes) == 0)
      return Position;
  return Everything;
}
BODY(Size, findOne, (const Text *S, char C, Size Position),
     CONSTANT_STRING "4findEcm") {
  return firstOf(*S, Position, {&C, 1}, true);
}
BODY(Size, findLast,
     (const Text *S, const char *What, Size Position, Size Bytes),
     CONSTANT_STRING "5rfindEPKcmm") {
  if (Bytes > S->size())
    return Everything;
  for (Position = least(Position, S->size() - Bytes) + 1; Position > 0;
       --Position)
    if (memcmp(S->c_str() + Position - 1, What, Bytes) == 0)
      return Position - 1;
  return Everything;
}
BODY(Size, findLastOne, (const Text *S, char C, Size Position),
     CONSTANT_STRING "5rfindEcm") {
  return lastOf(*S, Position, {&C, 1}, true);
}

#define FINDS(Function, Tail, Which, In)                                       \
  BODY(Size, Function,                                                         \
       (const Text *S, const char *Set, Size Position, Size Bytes),            \
       CONSTANT_STRING Tail "EPKcmm") {                                        \
    return Which(*S, Position, {Set, Bytes}, In);                              \
  }
FINDS(findFirstOf, "13find_first_of", firstOf, true)
FINDS(findFirstNotOf, "17find_first_not_of", firstOf, false)
FINDS(findLastOf, "12find_last_of", lastOf, true)
FINDS(findLastNotOf, "16find_last_not_of", lastOf, false)

//===----------------------------------------------------------------------===//
// Sums and numbers
//===----------------------------------------------------------------------===//

BODY(void, join, (Text * To, const char *A, const Text &B),
     "_ZNSt3__1plIcNS_11char_traitsIcEENS_9allocatorIcEEEENS_12basic_stringIT_"
     "T0_T1_EEPKS6_RKS9_") {
  make(To, textOf(A));
  replace(To, To->size(), 0, whole(B));
}

namespace {

INLINE void write(Text *To, bool Negative, unsigned long Number) {
  char Digits[24], *Begin = Digits + sizeof Digits;
  do {
    *--Begin = static_cast<char>('0' + Number % 10);
    Number /= 10;
  } while (Number);
  if (Negative)
    *--Begin = '-';
  make(To, {Begin, static_cast<Size>(Digits + sizeof Digits - Begin)});
}

template <typename Result>
INLINE Result taken(const Text &From, char *End, Size *Bytes, Result Number) {
  if (Bytes)
    *Bytes = static_cast<Size>(End - From.c_str());
  return Number;
}

} // namespace

#define WRITES(Function, Type, Tail)                                           \
  BODY(void, Function, (Text * To, Type Number),                               \
       "_ZNSt3__19to_stringE" Tail) {                                          \
    bool Negative = Number < static_cast<Type>(0);                             \
    auto Bits = static_cast<unsigned long>(Number);                            \
    write(To, Negative, Negative ? 0 - Bits : Bits);                           \
  }
WRITES(writeInt, int, "i")
WRITES(writeUnsigned, unsigned, "j")
WRITES(writeLong, long, "l")
WRITES(writeUnsignedLong, unsigned long, "m")
WRITES(writeLongLong, long, "x")
WRITES(writeUnsignedLongLong, unsigned long, "y")

#define OF_TEXT                                                                \
  "ERKNS_12basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEEEPm"
#define TAKES(Function, Result, Symbol, By)                                    \
  BODY(Result, Function, (const Text &From, Size *Bytes, int Base),            \
       "_ZNSt3__1" Symbol OF_TEXT "i") {                                       \
    char *End;                                                                 \
    auto Number = static_cast<Result>(By(From.c_str(), &End, Base));           \
    return taken(From, End, Bytes, Number);                                    \
  }
TAKES(takeInt, int, "4stoi", strtol)
TAKES(takeLong, long, "4stol", strtol)
TAKES(takeLongLong, long, "5stoll", strtol)
TAKES(takeUnsignedLong, unsigned long, "5stoul", strtoul)
TAKES(takeUnsignedLongLong, unsigned long, "6stoull", strtoul)

#define TAKES_REAL(Function, Result, Symbol, By)                               \
  BODY(Result, Function, (const Text &From, Size *Bytes),                      \
       "_ZNSt3__1" Symbol OF_TEXT) {                                           \
    char *End;                                                                 \
    Result Number = By(From.c_str(), &End);                                    \
    return taken(From, End, Bytes, Number);                                    \
  }
TAKES_REAL(takeFloat, float, "4stof", strtof)
TAKES_REAL(takeDouble, double, "4stod", strtod)
