//===- statements.cpp - bodies of Fortran's statements --------------------===//
//
// A working copy calls these functions in place of flang's run time for
// statements (READ, OPEN and so on). Each is named after the replaced function
// and the kind of the statement, and consists of the steps of Calls.def. The
// run time keeps the state of units. A variable of the copy keeps the state of
// a statement before the steps.
//
//===----------------------------------------------------------------------===//

#include "statements.h"

STEP long foreslice_fortran_open(long Unit, long Recl, int Mode);
STEP void foreslice_fortran_name(const char *Name, long Bytes);
STEP void foreslice_fortran_read(long Unit, int How);
STEP long foreslice_fortran_item(long Unit, void *To, long Bytes, int Type,
                                 long Element, long Piece, long Stride);
STEP long foreslice_fortran_named(long Unit, void *To, long Bytes, int Type,
                                  long Element, long Piece, long Stride,
                                  long Lower);
STEP int foreslice_fortran_end(long Unit, int Handlers);
STEP long foreslice_fortran_inquire(long Unit, int What);
STEP long foreslice_fortran_inquire_file(int What);

namespace {

INLINE void enable(Statement *S, bool IoStat, bool Err, bool End, bool Eor) {
  S->Handlers = (IoStat ? FORESLICE_FORTRAN_IOSTAT : 0) |
                (Err ? FORESLICE_FORTRAN_ERR : 0) |
                (End ? FORESLICE_FORTRAN_END : 0) |
                (Eor ? FORESLICE_FORTRAN_EOR : 0);
}

/// Whether Text, of Bytes, begins with both letters, small or large. No two
/// possible words begin alike.
INLINE bool isWord(const char *Text, size_t Bytes, char First, char Second) {
  constexpr char ToSmall = 0x20;
  return Bytes >= 2 && (Text[0] | ToSmall) == First &&
         (Text[1] | ToSmall) == Second;
}

constexpr unsigned long keyword(const char *Word) {
  unsigned long Hash = 1;
  for (; *Word; ++Word)
    Hash = 26 * Hash + static_cast<unsigned long>(*Word - 'A');
  return Hash;
}

// flang's numbers of types, from flang's ISO_Fortran_binding.h.
enum : int {
  Integer = 9,
  Real = 27,
  Complex = 34,
  Character = 40,
  Logical = 39
};

INLINE bool item(Statement *S, void *To, long Bytes, int Type) {
  foreslice_fortran_item(S->Unit, To, Bytes, Type, Bytes, 0, 0);
  return true;
}

} // namespace

//===----------------------------------------------------------------------===//
// READ
//===----------------------------------------------------------------------===//

#define READ(Result, Function, Parameters, Name)                               \
  BODY(Result, Function, Parameters, Name, "read")

READ(Statement *, readBytes, (Statement * S, int Unit, const char *, int),
     "BeginUnformattedInput") {
  begin(S, Unit);
  foreslice_fortran_read(Unit, FORESLICE_FORTRAN_BYTES);
  return S;
}
READ(Statement *, readInList, (Statement * S, int Unit, const char *, int),
     "BeginExternalListInput") {
  begin(S, Unit);
  foreslice_fortran_read(Unit, FORESLICE_FORTRAN_LIST);
  return S;
}
READ(Statement *, readFormatted,
     (Statement * S, const char *Format, long Bytes, const Descriptor *,
      int Unit, const char *, int),
     "BeginExternalFormattedInput") {
  begin(S, Unit);
  // A format without text is unknown.
  foreslice_fortran_name(Format ? Format : "", Format ? Bytes : 0);
  foreslice_fortran_read(Unit, FORESLICE_FORTRAN_FORMAT);
  return S;
}
READ(bool, readAdvance, (Statement * S, const char *Word, long Bytes),
     "SetAdvance") {
  if (isWord(Word, Bytes, 'n', 'o'))
    S->Handlers |= FORESLICE_FORTRAN_STAYS;
  return true;
}
#define IGNORED_CONTROL(Function, Name)                                        \
  READ(bool, Function, (Statement *, const char *, long), Name) { return true; }
IGNORED_CONTROL(readAsynchronous, "SetAsynchronous")
IGNORED_CONTROL(readBlank, "SetBlank")
IGNORED_CONTROL(readDelim, "SetDelim")
IGNORED_CONTROL(readPad, "SetPad")
IGNORED_CONTROL(readRound, "SetRound")
READ(void, readEnable,
     (Statement * S, bool IoStat, bool Err, bool End, bool Eor, bool),
     "EnableHandlers") {
  enable(S, IoStat, Err, End, Eor);
}
READ(bool, readRecord, (Statement * S, long Record), "SetRec") {
  foreslice_fortran_place(S->Unit, FORESLICE_FORTRAN_RECORD, Record);
  return true;
}
READ(bool, readPosition, (Statement * S, long Position), "SetPos") {
  foreslice_fortran_place(S->Unit, FORESLICE_FORTRAN_POSITION, Position);
  return true;
}
READ(bool, readArray, (Statement * S, const Descriptor *To),
     "InputDescriptor") {
  Shape Is = shapeOf(To);
  foreslice_fortran_item(S->Unit, To->Base, Is.Bytes, To->Type, To->Element,
                         Is.Piece, Is.Stride);
  return true;
}
READ(bool, readInteger, (Statement * S, void *To, int Kind), "InputInteger") {
  return item(S, To, Kind, Integer);
}
READ(bool, readReal, (Statement * S, float *To), "InputReal32") {
  return item(S, To, sizeof *To, Real);
}
READ(bool, readDouble, (Statement * S, double *To), "InputReal64") {
  return item(S, To, sizeof *To, Real);
}
READ(bool, readComplex, (Statement * S, float *To), "InputComplex32") {
  return item(S, To, 2 * sizeof *To, Complex);
}
READ(bool, readDoubleComplex, (Statement * S, double *To), "InputComplex64") {
  return item(S, To, 2 * sizeof *To, Complex);
}
READ(bool, readText, (Statement * S, char *To, long Bytes), "InputAscii") {
  return item(S, To, Bytes, Character);
}
READ(bool, readCharacters, (Statement * S, char *To, long Bytes, int Kind),
     "InputCharacter") {
  foreslice_fortran_item(S->Unit, To, Bytes * Kind, Character, Bytes * Kind,
                         Kind == 1 ? 0 : -1, 0);
  return true;
}
READ(bool, readLogical, (Statement * S, bool *To), "InputLogical") {
  return item(S, To, sizeof *To, Logical);
}
// A NAMELIST with items known to the pass.
READ(bool, readGroup, (Statement * S, const char *Name, long Bytes),
     "BeginGroup") {
  foreslice_fortran_name(Name, Bytes);
  foreslice_fortran_read(S->Unit, FORESLICE_FORTRAN_GROUP);
  return true;
}
READ(bool, readNamed,
     (Statement * S, const Descriptor *To, const char *Name, long Bytes),
     "InputNamed") {
  Shape Is = shapeOf(To);
  foreslice_fortran_name(Name, Bytes);
  foreslice_fortran_named(S->Unit, To->Base, Is.Bytes, To->Type, To->Element,
                          Is.Piece, Is.Stride,
                          To->Rank > 0 ? To->Dimensions[0].Lower : 0);
  return true;
}
// Only the program knows the changes of any other NAMELIST.
READ(bool, readNamelist, (Statement *, const void *Group), "InputNamelist") {
  refuseNamelist(Group);
  return true;
}
READ(int, readEnd, (Statement * S), "EndIoStatement") {
  return foreslice_fortran_end(S->Unit, S->Handlers);
}

//===----------------------------------------------------------------------===//
// OPEN
//===----------------------------------------------------------------------===//

#define OPEN(Result, Function, Parameters, Name)                               \
  BODY(Result, Function, Parameters, Name, "open")

namespace {
INLINE Statement *beginOpen(Statement *S, long Unit, int Mode) {
  begin(S, Unit);
  S->Open = {0, nullptr, 0, Mode, false};
  return S;
}
} // namespace

OPEN(Statement *, open, (Statement * S, int Unit, const char *, int),
     "BeginOpenUnit") {
  return beginOpen(S, Unit, 0);
}
OPEN(Statement *, openNew, (Statement * S, const char *, int),
     "BeginOpenNewUnit") {
  return beginOpen(S, 0, FORESLICE_FORTRAN_NEW_UNIT);
}
OPEN(void, openEnable,
     (Statement * S, bool IoStat, bool Err, bool End, bool Eor, bool),
     "EnableHandlers") {
  enable(S, IoStat, Err, End, Eor);
}
OPEN(bool, openFile, (Statement *, const char *Name, long Bytes), "SetFile") {
  // The program may let go of the name before the statement ends.
  foreslice_fortran_name(Name, Bytes);
  return true;
}
OPEN(bool, openAccess, (Statement * S, const char *Word, long Bytes),
     "SetAccess") {
  if (isWord(Word, Bytes, 'd', 'i'))
    S->Open.Mode |= FORESLICE_FORTRAN_DIRECT;
  if (isWord(Word, Bytes, 's', 't'))
    S->Open.Mode |= FORESLICE_FORTRAN_STREAM;
  if (isWord(Word, Bytes, 'a', 'p'))
    S->Open.Mode |= FORESLICE_FORTRAN_APPEND;
  return true;
}
OPEN(bool, openForm, (Statement * S, const char *Word, long Bytes), "SetForm") {
  S->Open.HasForm = true;
  if (isWord(Word, Bytes, 'f', 'o'))
    S->Open.Mode |= FORESLICE_FORTRAN_FORMATTED;
  return true;
}
OPEN(bool, openPosition, (Statement * S, const char *Word, long Bytes),
     "SetPosition") {
  if (isWord(Word, Bytes, 'a', 'p'))
    S->Open.Mode |= FORESLICE_FORTRAN_APPEND;
  return true;
}
OPEN(bool, openConvert, (Statement * S, const char *Word, long Bytes),
     "SetConvert") {
  if (isWord(Word, Bytes, 's', 'w') || isWord(Word, Bytes, 'b', 'i'))
    S->Open.Mode |= FORESLICE_FORTRAN_SWAP;
  return true;
}
OPEN(bool, openRecl, (Statement * S, long Recl), "SetRecl") {
  S->Open.Recl = Recl;
  return true;
}
// Options without an effect on the read.
#define IGNORED_OPTION(Function, Name)                                         \
  OPEN(bool, Function, (Statement *, const char *, long), Name) { return true; }
IGNORED_OPTION(openAction, "SetAction")
IGNORED_OPTION(openStatus, "SetStatus")
IGNORED_OPTION(openAsynchronous, "SetAsynchronous")
IGNORED_OPTION(openBlank, "SetBlank")
IGNORED_OPTION(openCarriage, "SetCarriagecontrol")
IGNORED_OPTION(openDecimal, "SetDecimal")
IGNORED_OPTION(openDelim, "SetDelim")
IGNORED_OPTION(openEncoding, "SetEncoding")
IGNORED_OPTION(openPad, "SetPad")
IGNORED_OPTION(openRound, "SetRound")
IGNORED_OPTION(openSign, "SetSign")
// The program may look at the number of the unit from the end of OPEN on.
OPEN(bool, openUnit, (Statement * S, int *Unit, int Kind), "GetNewUnit") {
  S->Open.NewUnit = Unit;
  S->Open.NewUnitKind = Kind;
  return true;
}
OPEN(int, openEnd, (Statement * S), "EndIoStatement") {
  Opening &O = S->Open;
  if (!O.HasForm &&
      !(O.Mode & (FORESLICE_FORTRAN_DIRECT | FORESLICE_FORTRAN_STREAM)))
    O.Mode |= FORESLICE_FORTRAN_FORMATTED;
  long Unit = foreslice_fortran_open(S->Unit, O.Recl, O.Mode);
  if (O.NewUnit)
    storeInteger(O.NewUnit, O.NewUnitKind, Unit);
  return foreslice_fortran_end(Unit, S->Handlers);
}

// A file only written is not for slices.

#define CREATE(Result, Function, Parameters, Name)                             \
  BODY(Result, Function, Parameters, Name, "create")

CREATE(Statement *, create, (Statement * S, int, const char *, int),
       "BeginOpenUnit") {
  return S;
}
CREATE(Statement *, createNew, (Statement * S, const char *, int),
       "BeginOpenNewUnit") {
  return S;
}
CREATE(void, createEnable, (Statement *, bool, bool, bool, bool, bool),
       "EnableHandlers") {}
#define CREATE_OPTION(Function, Name)                                          \
  CREATE(bool, Function, (Statement *, const char *, long), Name) {            \
    return true;                                                               \
  }
CREATE_OPTION(createAccess, "SetAccess")
CREATE_OPTION(createAction, "SetAction")
CREATE_OPTION(createAsynchronous, "SetAsynchronous")
CREATE_OPTION(createBlank, "SetBlank")
CREATE_OPTION(createCarriage, "SetCarriagecontrol")
CREATE_OPTION(createConvert, "SetConvert")
CREATE_OPTION(createDecimal, "SetDecimal")
CREATE_OPTION(createDelim, "SetDelim")
CREATE_OPTION(createEncoding, "SetEncoding")
CREATE_OPTION(createFile, "SetFile")
CREATE_OPTION(createForm, "SetForm")
CREATE_OPTION(createPad, "SetPad")
CREATE_OPTION(createPosition, "SetPosition")
CREATE_OPTION(createRound, "SetRound")
CREATE_OPTION(createSign, "SetSign")
CREATE_OPTION(createStatus, "SetStatus")
CREATE(bool, createRecl, (Statement *, long), "SetRecl") { return true; }
CREATE(bool, createUnit, (Statement *, int *Unit, int Kind), "GetNewUnit") {
  storeInteger(Unit, Kind, FORESLICE_FORTRAN_NO_UNIT);
  return true;
}
CREATE(int, createEnd, (Statement *), "EndIoStatement") { return 0; }

//===----------------------------------------------------------------------===//
// REWIND and BACKSPACE
//===----------------------------------------------------------------------===//

#define PLACE(Result, Function, Parameters, Name)                              \
  BODY(Result, Function, Parameters, Name, "place")

PLACE(Statement *, rewind, (Statement * S, int Unit, const char *, int),
      "BeginRewind") {
  begin(S, Unit);
  foreslice_fortran_place(Unit, FORESLICE_FORTRAN_REWIND, 0);
  return S;
}
PLACE(Statement *, backspace, (Statement * S, int Unit, const char *, int),
      "BeginBackspace") {
  begin(S, Unit);
  foreslice_fortran_place(Unit, FORESLICE_FORTRAN_BACKSPACE, 0);
  return S;
}
PLACE(void, placeEnable,
      (Statement * S, bool IoStat, bool Err, bool End, bool Eor, bool),
      "EnableHandlers") {
  enable(S, IoStat, Err, End, Eor);
}
PLACE(int, placeEnd, (Statement * S), "EndIoStatement") {
  return foreslice_fortran_end(S->Unit, S->Handlers);
}

//===----------------------------------------------------------------------===//
// INQUIRE
//===----------------------------------------------------------------------===//

#define INQUIRE(Result, Function, Parameters, Name)                            \
  BODY(Result, Function, Parameters, Name, "inquire")

namespace {
INLINE long ask(const Statement *S, int What) {
  return S->OfFile ? foreslice_fortran_inquire_file(What)
                   : foreslice_fortran_inquire(S->Unit, What);
}
} // namespace

INQUIRE(Statement *, inquireUnit, (Statement * S, int Unit, const char *, int),
        "BeginInquireUnit") {
  begin(S, Unit);
  S->OfFile = false;
  return S;
}
INQUIRE(Statement *, inquireFile,
        (Statement * S, const char *Name, long Bytes, const char *, int),
        "BeginInquireFile") {
  begin(S, 0);
  S->OfFile = true;
  foreslice_fortran_name(Name, Bytes);
  return S;
}
INQUIRE(void, inquireEnable, (Statement *, bool, bool, bool, bool, bool),
        "EnableHandlers") {}
INQUIRE(bool, inquireNumber,
        (Statement * S, unsigned long Word, void *To, int Kind),
        "InquireInteger64") {
  if (Word == keyword("SIZE"))
    storeInteger(To, Kind, ask(S, FORESLICE_FORTRAN_SIZE));
  else if (Word == keyword("POS"))
    storeInteger(To, Kind, ask(S, FORESLICE_FORTRAN_POS));
  else if (Word == keyword("NEXTREC"))
    storeInteger(To, Kind, ask(S, FORESLICE_FORTRAN_NEXTREC));
  else if (Word == keyword("RECL"))
    storeInteger(To, Kind, ask(S, FORESLICE_FORTRAN_RECL));
  return true;
}
INQUIRE(bool, inquireFlag, (Statement * S, unsigned long Word, bool *To),
        "InquireLogical") {
  if (Word == keyword("EXIST"))
    *To = ask(S, FORESLICE_FORTRAN_EXIST) != 0;
  else if (Word == keyword("OPENED"))
    *To = ask(S, FORESLICE_FORTRAN_OPENED) != 0;
  return true;
}
INQUIRE(int, inquireEnd, (Statement *), "EndIoStatement") { return 0; }

//===----------------------------------------------------------------------===//
// INQUIRE(IOLENGTH=)
//===----------------------------------------------------------------------===//

#define LENGTH(Result, Function, Parameters, Name)                             \
  BODY(Result, Function, Parameters, Name, "length")

LENGTH(Statement *, length, (Statement * S, const char *, int),
       "BeginInquireIoLength") {
  S->Bytes = 0;
  return S;
}
LENGTH(bool, lengthOfArray, (Statement * S, const Descriptor *Of),
       "OutputDescriptor") {
  S->Bytes += shapeOf(Of).Bytes;
  return true;
}
#define LENGTH_OF(Function, Type, Name)                                        \
  LENGTH(bool, Function, (Statement * S, Type Item), Name) {                   \
    S->Bytes += sizeof Item;                                                   \
    return true;                                                               \
  }
LENGTH_OF(lengthOfByte, signed char, "OutputInteger8")
LENGTH_OF(lengthOfShort, short, "OutputInteger16")
LENGTH_OF(lengthOfInteger, int, "OutputInteger32")
LENGTH_OF(lengthOfLong, long, "OutputInteger64")
LENGTH_OF(lengthOfReal, float, "OutputReal32")
LENGTH_OF(lengthOfDouble, double, "OutputReal64")
LENGTH(bool, lengthOfText, (Statement * S, const char *, long Bytes),
       "OutputAscii") {
  S->Bytes += Bytes;
  return true;
}
LENGTH(long, lengthGiven, (Statement * S), "GetIoLength") { return S->Bytes; }
LENGTH(int, lengthEnd, (Statement *), "EndIoStatement") { return 0; }

//===----------------------------------------------------------------------===//
// Statements without an effect in a slice
//===----------------------------------------------------------------------===//

#define OTHER(Result, Function, Parameters, Name)                              \
  BODY(Result, Function, Parameters, Name, "other")

#define OTHER_BEGIN(Function, Name)                                            \
  OTHER(Statement *, Function, (Statement * S, int, const char *, int),        \
        Name) {                                                                \
    return S;                                                                  \
  }
OTHER_BEGIN(close, "BeginClose")
OTHER_BEGIN(endfile, "BeginEndfile")
OTHER_BEGIN(flush, "BeginFlush")
OTHER_BEGIN(waitAll, "BeginWaitAll")
OTHER_BEGIN(writeList, "BeginExternalListOutput")
OTHER_BEGIN(writeBytes, "BeginUnformattedOutput")
OTHER(Statement *, wait, (Statement * S, int, int, const char *, int),
      "BeginWait") {
  return S;
}
OTHER(Statement *, write,
      (Statement * S, const char *, long, const Descriptor *, int, const char *,
       int),
      "BeginExternalFormattedOutput") {
  return S;
}
OTHER(void, otherEnable, (Statement *, bool, bool, bool, bool, bool),
      "EnableHandlers") {}
OTHER(int, otherEnd, (Statement *), "EndIoStatement") { return 0; }

#define OTHER_ITEM(Function, Name, ...)                                        \
  OTHER(bool, Function, (Statement *, __VA_ARGS__), Name) { return true; }
OTHER_ITEM(writeArray, "OutputDescriptor", const Descriptor *)
OTHER_ITEM(writeByte, "OutputInteger8", signed char)
OTHER_ITEM(writeShort, "OutputInteger16", short)
OTHER_ITEM(writeInteger, "OutputInteger32", int)
OTHER_ITEM(writeLong, "OutputInteger64", long)
OTHER_ITEM(writeReal, "OutputReal32", float)
OTHER_ITEM(writeDouble, "OutputReal64", double)
OTHER_ITEM(writeComplex, "OutputComplex32", float, float)
OTHER_ITEM(writeDoubleComplex, "OutputComplex64", double, double)
OTHER_ITEM(writeCharacters, "OutputCharacter", const char *, long, int)
OTHER_ITEM(writeText, "OutputAscii", const char *, long)
OTHER_ITEM(writeFlag, "OutputLogical", bool)
OTHER_ITEM(writeNamelist, "OutputNamelist", const void *)
OTHER_ITEM(writeObject, "OutputDerivedType", const Descriptor *, const void *)
OTHER_ITEM(writeRecord, "SetRec", long)
OTHER_ITEM(writePosition, "SetPos", long)
OTHER_ITEM(writeAdvance, "SetAdvance", const char *, long)
OTHER_ITEM(closeStatus, "SetStatus", const char *, long)
