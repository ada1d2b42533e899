//===- texts.cpp - bodies of C++ string streams ---------------------------===//
//
// A working copy calls these functions in place of libstdc++'s string streams
// (StringStreams.h). Each is named after the replaced function. Only these
// functions touch the object, so the object holds the functions' own state: a
// Text. The locale is "C".
//
//===----------------------------------------------------------------------===//

#include "text.h"

//===----------------------------------------------------------------------===//
// The functions
//===----------------------------------------------------------------------===//

/// Function, as the body of the program's calls of Symbol.
#define BODY(Result, Function, Parameters, Symbol)                             \
  Result Function Parameters __asm__(Symbol ".text");                          \
  Result Function Parameters

#define CLASS(Name) "St7__cxx11" Name "IcSt11char_traitsIcESaIcEE"
#define A_STRING "ERKNS_12basic_stringIcS2_S3_EE"
#define A_MOVED_STRING "EONS_12basic_stringIcS2_S3_EE"
#define MODE "St13_Ios_Openmode"

#define STRING_STREAM(Kind, Name)                                              \
  BODY(void, Kind##Make, (Text * T), "_ZN" CLASS(Name) "C1Ev") {               \
    begin(T, 0, "", 0);                                                        \
  }                                                                            \
  BODY(void, Kind##MakeFor, (Text * T, int Mode),                              \
       "_ZN" CLASS(Name) "C1E" MODE) {                                         \
    begin(T, Mode, "", 0);                                                     \
  }                                                                            \
  BODY(void, Kind##MakeOf, (Text * T, const std::string &Of, int Mode),        \
       "_ZN" CLASS(Name) "C1" A_STRING MODE) {                                 \
    begin(T, Mode, Of.data(), Of.size());                                      \
  }                                                                            \
  BODY(void, Kind##MakeOfMoved, (Text * T, const std::string &Of, int Mode),   \
       "_ZN" CLASS(Name) "C1" A_MOVED_STRING MODE) {                           \
    begin(T, Mode, Of.data(), Of.size());                                      \
  }                                                                            \
  BODY(void, Kind##Destroy, (Text * T), "_ZN" CLASS(Name) "D1Ev") {            \
    free(T->Chars);                                                            \
  }                                                                            \
  BODY(std::string, Kind##Content, (Text * T), "_ZNK" CLASS(Name) "3strEv") {  \
    return std::string(T->Chars, T->Size);                                     \
  }                                                                            \
  BODY(std::string, Kind##ContentOfValue, (Text * T),                          \
       "_ZNKR" CLASS(Name) "3strEv") {                                         \
    return std::string(T->Chars, T->Size);                                     \
  }                                                                            \
  BODY(std::string, Kind##ContentMoved, (Text * T),                            \
       "_ZNO" CLASS(Name) "3strEv") {                                          \
    return std::string(T->Chars, T->Size);                                     \
  }                                                                            \
  BODY(void, Kind##Set, (Text * T, const std::string &To),                     \
       "_ZN" CLASS(Name) "3str" A_STRING) {                                    \
    set(T, To);                                                                \
  }                                                                            \
  BODY(void, Kind##SetMoved, (Text * T, const std::string &To),                \
       "_ZN" CLASS(Name) "3str" A_MOVED_STRING) {                              \
    set(T, To);                                                                \
  }

STRING_STREAM(output, "19basic_ostringstream")
STRING_STREAM(both, "18basic_stringstream")
STRING_STREAM(input, "19basic_istringstream")

#define OUTPUT(Function, Type, Symbol, How)                                    \
  BODY(Text *, Function, (Text * T, Type Value), Symbol) { return How; }

#define PUT_INTEGER(Function, Signed, Unsigned, Symbol)                        \
  OUTPUT(Function, Signed, Symbol, (putSigned<Signed, Unsigned>(T, Value)))

PUT_INTEGER(putShort, short, unsigned short, "_ZNSolsEs")
PUT_INTEGER(putInt, int, unsigned, "_ZNSolsEi")
PUT_INTEGER(putLong, long, unsigned long, "_ZNSolsEl")
PUT_INTEGER(putLongLong, long, unsigned long, "_ZNSolsEx")
OUTPUT(putUnsignedShort, unsigned short, "_ZNSolsEt",
       putDigits(T, Value, false))
OUTPUT(putUnsigned, unsigned, "_ZNSolsEj", putDigits(T, Value, false))
OUTPUT(putUnsignedLong, unsigned long, "_ZNSolsEm", putDigits(T, Value, false))
OUTPUT(putUnsignedLongLong, unsigned long, "_ZNSolsEy",
       putDigits(T, Value, false))
OUTPUT(putFloat, float, "_ZNSolsEf", putFloating(T, static_cast<double>(Value)))
OUTPUT(putDouble, double, "_ZNSolsEd", putFloating(T, Value))
BODY(Text *, putBool, (Text * T, bool Value), "_ZNSolsEb") {
  if (!(T->Flags & BoolAlpha))
    return putDigits(T, Value, false);
  return Value ? putField(T, "true", 4) : putField(T, "false", 5);
}

#define OUT_OF "_ZStls"
#define TO_OSTREAM "ISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_"

OUTPUT(putCharacter, char, OUT_OF TO_OSTREAM "c", putField(T, &Value, 1))
BODY(Text *, putChars, (Text * T, const char *Value), OUT_OF TO_OSTREAM "PKc") {
  return putField(T, Value, __builtin_strlen(Value));
}
BODY(Text *, putString, (Text * T, const std::string &Value),
     "_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__"
     "cxx1112basic_stringIS4_S5_T1_EE") {
  return putField(T, Value.data(), Value.size());
}
BODY(Text *, putBytes, (Text * T, const char *From, long Bytes),
     "_ZNSo5writeEPKcl") {
  for (; Bytes > 0; --Bytes)
    putOne(T, *From++);
  return T;
}
BODY(Text *, putCharAlone, (Text * T, char Value), "_ZNSo3putEc") {
  putOne(T, Value);
  return T;
}

// Manipulators, and the calls with manipulators.

#define SETTER "_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_"
BODY(Text *, setWidthOf, (Text * T, int To), SETTER "St5_Setw") {
  T->Width = To;
  return T;
}
BODY(Text *, setFillOf, (Text * T, char To), SETTER "St8_SetfillIS3_E") {
  T->Fill = To;
  return T;
}
BODY(Text *, setPrecisionOf, (Text * T, int To), SETTER "St13_Setprecision") {
  T->Precision = To;
  return T;
}
BODY(Text *, applyToBase, (Text * T, Text *(*Manipulator)(Text *)),
     "_ZNSolsEPFRSt8ios_baseS0_E") {
  return Manipulator(T);
}
BODY(Text *, applyToOutput, (Text * T, Text *(*Manipulator)(Text *)),
     "_ZNSolsEPFRSoS_E") {
  return Manipulator(T);
}

#define MANIPULATOR(Function, Symbol, Group, To)                               \
  BODY(Text *, Function, (Text * T), Symbol "RSt8ios_base") {                  \
    T->Flags = (T->Flags & ~unsigned(Group)) | unsigned(To);                   \
    return T;                                                                  \
  }
MANIPULATOR(makeHex, "_ZSt3hex", Base, Hex)
MANIPULATOR(makeDec, "_ZSt3dec", Base, Dec)
MANIPULATOR(makeOct, "_ZSt3oct", Base, Oct)
MANIPULATOR(makeFixed, "_ZSt5fixed", Fixed | Scientific, Fixed)
MANIPULATOR(makeScientific, "_ZSt10scientific", Fixed | Scientific, Scientific)
MANIPULATOR(makeLeft, "_ZSt4left", Left, Left)
MANIPULATOR(makeRight, "_ZSt5right", Left, 0)
MANIPULATOR(makeUppercase, "_ZSt9uppercase", Uppercase, Uppercase)
MANIPULATOR(showTheBase, "_ZSt8showbase", ShowBase, ShowBase)
MANIPULATOR(spellBool, "_ZSt9boolalpha", BoolAlpha, BoolAlpha)

#define ENDING "IcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_"
BODY(Text *, endLine, (Text * T), "_ZSt4endl" ENDING) {
  putOne(T, '\n');
  return T;
}
BODY(Text *, endText, (Text * T), "_ZSt4ends" ENDING) {
  putOne(T, 0);
  return T;
}
BODY(Text *, flush, (Text * T), "_ZSt5flush" ENDING) { return T; }

// Of the base classes.

#define IOS "_ZNSt9basic_iosIcSt11char_traitsIcEE"
#define CONSTANT_IOS "_ZNKSt9basic_iosIcSt11char_traitsIcEE"

BODY(long, setWidth, (Text * T, long To), "_ZNSt8ios_base5widthEl") {
  long Before = T->Width;
  T->Width = static_cast<int>(To);
  return Before;
}
BODY(long, setPrecision, (Text * T, long To), "_ZNSt8ios_base9precisionEl") {
  long Before = T->Precision;
  T->Precision = static_cast<int>(To);
  return Before;
}
BODY(unsigned, setFlags, (Text * T, unsigned More),
     "_ZNSt8ios_base4setfESt13_Ios_Fmtflags") {
  unsigned Before = T->Flags;
  T->Flags |= More;
  return Before;
}
BODY(unsigned, setFlagsOf, (Text * T, unsigned To, unsigned Group),
     "_ZNSt8ios_base4setfESt13_Ios_FmtflagsS0_") {
  unsigned Before = T->Flags;
  T->Flags = (Before & ~Group) | (To & Group);
  return Before;
}
BODY(void, unsetFlags, (Text * T, unsigned Some),
     "_ZNSt8ios_base6unsetfESt13_Ios_Fmtflags") {
  T->Flags &= ~Some;
}
BODY(char, setFill, (Text * T, char To), IOS "4fillEc") {
  char Before = T->Fill;
  T->Fill = To;
  return Before;
}
BODY(void, clear, (Text * T, int To), IOS "5clearESt12_Ios_Iostate") {
  T->State = static_cast<unsigned>(To);
}
BODY(void, setState, (Text * T, int More), IOS "8setstateESt12_Ios_Iostate") {
  T->State |= static_cast<unsigned>(More);
}
BODY(bool, isAtEnd, (Text * T), CONSTANT_IOS "3eofEv") {
  return (T->State & End) != 0;
}
BODY(bool, hasFailed, (Text * T), CONSTANT_IOS "4failEv") {
  return (T->State & (Fail | Bad)) != 0;
}
BODY(bool, isNot, (Text * T), CONSTANT_IOS "ntEv") {
  return (T->State & (Fail | Bad)) != 0;
}
BODY(bool, is, (Text * T), CONSTANT_IOS "cvbEv") {
  return (T->State & (Fail | Bad)) == 0;
}
BODY(bool, isGood, (Text * T), CONSTANT_IOS "4goodEv") { return T->State == 0; }
BODY(bool, isBad, (Text * T), CONSTANT_IOS "3badEv") {
  return (T->State & Bad) != 0;
}
BODY(int, state, (Text * T), CONSTANT_IOS "7rdstateEv") {
  return static_cast<int>(T->State);
}

// Input.

#define GET_INTEGER(Function, Type, Symbol)                                    \
  BODY(Text *, Function, (Text * T, Type & To), Symbol) {                      \
    return getInteger(T, To);                                                  \
  }
GET_INTEGER(getShort, short, "_ZNSirsERs")
GET_INTEGER(getUnsignedShort, unsigned short, "_ZNSirsERt")
GET_INTEGER(getInt, int, "_ZNSirsERi")
GET_INTEGER(getUnsigned, unsigned, "_ZNSirsERj")
GET_INTEGER(getLong, long, "_ZNSirsERl")
GET_INTEGER(getUnsignedLong, unsigned long, "_ZNSirsERm")
GET_INTEGER(getLongLong, long, "_ZNSirsERx")
GET_INTEGER(getUnsignedLongLong, unsigned long, "_ZNSirsERy")
BODY(Text *, getFloat, (Text * T, float &To), "_ZNSirsERf") {
  return getFloating(T, To);
}
BODY(Text *, getDouble, (Text * T, double &To), "_ZNSirsERd") {
  return getFloating(T, To);
}
BODY(Text *, getCharacter, (Text * T, char &To),
     "_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_") {
  if (enter(T, true))
    To = T->Chars[T->Get++];
  return T;
}
BODY(Text *, getWord, (Text * T, std::string &To),
     "_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__"
     "cxx1112basic_stringIS4_S5_T1_EE") {
  if (!enter(T, true))
    return T;
  unsigned long First = T->Get;
  while (!isOver(T) && !isSpace(T->Chars[T->Get]))
    ++T->Get;
  if (isOver(T))
    T->State |= End;
  To.assign(T->Chars + First, T->Get - First);
  return T;
}
BODY(Text *, getLine, (Text * T, std::string &To),
     "_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7_"
     "_cxx1112basic_stringIS4_S5_T1_EE") {
  return getUpTo(T, To, '\n');
}
BODY(Text *, getLineTo, (Text * T, std::string &To, char Delimiter),
     "_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7_"
     "_cxx1112basic_stringIS4_S5_T1_EES4_") {
  return getUpTo(T, To, Delimiter);
}
BODY(int, getOne, (Text * T), "_ZNSi3getEv") {
  return enter(T, false) ? static_cast<unsigned char>(T->Chars[T->Get++]) : -1;
}
BODY(Text *, getOneTo, (Text * T, char &To), "_ZNSi3getERc") {
  if (enter(T, false))
    To = T->Chars[T->Get++];
  return T;
}
BODY(int, peek, (Text * T), "_ZNSi4peekEv") {
  if (T->State != 0) {
    T->State |= Fail;
    return -1;
  }
  if (!isOver(T))
    return static_cast<unsigned char>(T->Chars[T->Get]);
  T->State |= End;
  return -1;
}
BODY(Text *, skipSpace, (Text * T),
     "_ZSt2wsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_") {
  while (!isOver(T) && isSpace(T->Chars[T->Get]))
    ++T->Get;
  if (isOver(T))
    T->State |= End;
  return T;
}
BODY(Text *, applyToInput, (Text * T, Text *(*Manipulator)(Text *)),
     "_ZNSirsEPFRSiS_E") {
  return Manipulator(T);
}
