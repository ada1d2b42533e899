//===- streams.h - bodies of C++ streams ----------------------------------===//
//
// A working copy calls these functions in place of the functions of C++
// streams, with or without bodies in headers. Each is named after the replaced
// function, and consists of the steps of Calls.def. The run time keeps the
// state of a stream. A stream, the buffer of the file and the base class
// std::ios count as one object, named by the address of the stream.
//
// Each library has a file that includes this header, after definitions of the
// library's names: CLASS and CONSTANT members of a class template, members of
// ISTREAM, and parts of names: MODE, STATE, STRING, SAME (the class itself),
// DIRECTION and POSITION. The names of functions outside of classes are
// WRITES_BUFFER, GETS_LINE and so on. Text is the library's std::string, and
// Position the library's std::streampos. LIBRARY tells the run time the
// library.
//
//===----------------------------------------------------------------------===//

#include "foreslice/abi.h"

struct Stream;

// A step stands for the call of the body around the step.
#define INLINE __attribute__((always_inline)) inline
#define STEP extern "C" __attribute__((nothrow))

STEP void foreslice_stream_open(Stream *S, const char *Name, int Mode);
STEP long foreslice_stream_read(Stream *S, void *To, long Bytes, int How,
                                long Argument);
STEP long foreslice_stream_seek(Stream *S, long Offset, int Whence, int How);
STEP long foreslice_stream_position(Stream *S);
STEP long foreslice_stream_state(Stream *S, int What);
STEP void foreslice_stream_change(Stream *S, int How, int Value);
STEP void foreslice_stream_move(Stream *To, Stream *From);

/// Function, as the body of the program's calls of Symbol.
#define BODY(Result, Function, Parameters, Symbol)                             \
  Result Function Parameters __asm__(Symbol ".stream");                        \
  Result Function Parameters

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

// std::ios_base::in.
static constexpr int In = 8;

/// Own is the mode always added by the class. A class derived from a stream
/// hands the constructor a table of virtual bases.
#define FILE_STREAM(Kind, Own, Class)                                          \
  BODY(void, Kind##Make, (Stream *), Class "C1Ev") {}                          \
  BODY(void, Kind##MakeBase, (Stream *, void *), Class "C2Ev") {}              \
  BODY(void, Kind##Create, (Stream * S, const char *Name, int Mode),           \
       Class "C1EPKc" MODE) {                                                  \
    foreslice_stream_open(S, Name, Mode | (Own));                              \
  }                                                                            \
  BODY(void, Kind##CreateBase,                                                 \
       (Stream * S, void *, const char *Name, int Mode),                       \
       Class "C2EPKc" MODE) {                                                  \
    foreslice_stream_open(S, Name, Mode | (Own));                              \
  }                                                                            \
  BODY(void, Kind##CreateString, (Stream * S, const Text &Name, int Mode),     \
       Class "C1E" STRING MODE) {                                              \
    foreslice_stream_open(S, Name.c_str(), Mode | (Own));                      \
  }                                                                            \
  BODY(void, Kind##CreateBaseString,                                           \
       (Stream * S, void *, const Text &Name, int Mode),                       \
       Class "C2E" STRING MODE) {                                              \
    foreslice_stream_open(S, Name.c_str(), Mode | (Own));                      \
  }                                                                            \
  BODY(void, Kind##Open, (Stream * S, const char *Name, int Mode),             \
       Class "4openEPKc" MODE) {                                               \
    foreslice_stream_open(S, Name, Mode | (Own));                              \
  }                                                                            \
  BODY(void, Kind##OpenString, (Stream * S, const Text &Name, int Mode),       \
       Class "4openE" STRING MODE) {                                           \
    foreslice_stream_open(S, Name.c_str(), Mode | (Own));                      \
  }                                                                            \
  BODY(void, Kind##Move, (Stream * S, Stream * From), Class "C1EO" SAME) {     \
    foreslice_stream_move(S, From);                                            \
  }                                                                            \
  BODY(void, Kind##MoveBase, (Stream * S, void *, Stream *From),               \
       Class "C2EO" SAME) {                                                    \
    foreslice_stream_move(S, From);                                            \
  }                                                                            \
  BODY(Stream *, Kind##Assign, (Stream * S, Stream * From),                    \
       Class "aSEO" SAME) {                                                    \
    foreslice_stream_move(S, From);                                            \
    return S;                                                                  \
  }                                                                            \
  BODY(bool, Kind##IsOpen, (Stream * S), Class "7is_openEv") {                 \
    return foreslice_stream_state(S, FORESLICE_STREAM_IS_OPEN) != 0;           \
  }                                                                            \
  BODY(void, Kind##Close, (Stream * S), Class "5closeEv") {                    \
    foreslice_stream_change(S, FORESLICE_STREAM_CLOSE, 0);                     \
  }                                                                            \
  BODY(void, Kind##Destroy, (Stream *), Class "D1Ev") {}                       \
  BODY(void, Kind##DestroyBase, (Stream *, void *), Class "D2Ev") {}

#define CONSTANT_FILE_STREAM(Kind, Class)                                      \
  BODY(bool, Kind##IsOpenConst, (Stream * S), Class "7is_openEv") {            \
    return foreslice_stream_state(S, FORESLICE_STREAM_IS_OPEN) != 0;           \
  }                                                                            \
  BODY(Stream *, Kind##Buffer, (Stream * S), Class "5rdbufEv") { return S; }

FILE_STREAM(ifstream, In | LIBRARY, CLASS("14basic_ifstream"))
FILE_STREAM(fstream, LIBRARY, CLASS("13basic_fstream"))
CONSTANT_FILE_STREAM(ifstream, CONSTANT("14basic_ifstream"))
CONSTANT_FILE_STREAM(fstream, CONSTANT("13basic_fstream"))

#define FILEBUF CLASS("13basic_filebuf")

BODY(void, filebufMake, (Stream *), FILEBUF "C1Ev") {}
BODY(void, filebufMakeBase, (Stream *), FILEBUF "C2Ev") {}
BODY(void, filebufDestroy, (Stream *), FILEBUF "D1Ev") {}
BODY(void, filebufDestroyBase, (Stream *), FILEBUF "D2Ev") {}
BODY(Stream *, filebufClose, (Stream * S), FILEBUF "5closeEv") {
  foreslice_stream_change(S, FORESLICE_STREAM_CLOSE, 0);
  return S;
}
BODY(bool, filebufIsOpen, (Stream * S),
     CONSTANT("13basic_filebuf") "7is_openEv") {
  return foreslice_stream_state(S, FORESLICE_STREAM_IS_OPEN) != 0;
}
BODY(Stream *, filebufOpen, (Stream * S, const char *Name, int Mode),
     FILEBUF "4openEPKc" MODE) {
  foreslice_stream_open(S, Name, Mode | FORESLICE_STREAM_ONLY_BUFFER | LIBRARY);
  return foreslice_stream_state(S, FORESLICE_STREAM_IS_OPEN) ? S : nullptr;
}
BODY(Stream *, filebufOpenString, (Stream * S, const Text &Name, int Mode),
     FILEBUF "4openE" STRING MODE) {
  foreslice_stream_open(S, Name.c_str(),
                        Mode | FORESLICE_STREAM_ONLY_BUFFER | LIBRARY);
  return foreslice_stream_state(S, FORESLICE_STREAM_IS_OPEN) ? S : nullptr;
}

//===----------------------------------------------------------------------===//
// The state
//===----------------------------------------------------------------------===//

#define IOS CLASS("9basic_ios")
#define CONSTANT_IOS CONSTANT("9basic_ios")

namespace {
// std::ios_base::badbit and so on.
enum : long { Bad = 1, End = 2, Fail = 4 };

INLINE long bits(Stream *S) {
  return foreslice_stream_state(S, FORESLICE_STREAM_BITS);
}
} // namespace

BODY(bool, isAtEnd, (Stream * S), CONSTANT_IOS "3eofEv") {
  return (bits(S) & End) != 0;
}
BODY(bool, hasFailed, (Stream * S), CONSTANT_IOS "4failEv") {
  return (bits(S) & (Fail | Bad)) != 0;
}
BODY(bool, isNot, (Stream * S), CONSTANT_IOS "ntEv") {
  return (bits(S) & (Fail | Bad)) != 0;
}
BODY(bool, is, (Stream * S), CONSTANT_IOS "cvbEv") {
  return (bits(S) & (Fail | Bad)) == 0;
}
BODY(bool, isBad, (Stream * S), CONSTANT_IOS "3badEv") {
  return (bits(S) & Bad) != 0;
}
BODY(bool, isGood, (Stream * S), CONSTANT_IOS "4goodEv") {
  return bits(S) == 0;
}
BODY(int, state, (Stream * S), CONSTANT_IOS "7rdstateEv") {
  return static_cast<int>(bits(S));
}
BODY(Stream *, buffer, (Stream * S), CONSTANT_IOS "5rdbufEv") { return S; }
BODY(void, clear, (Stream * S, int To), IOS "5clearE" STATE) {
  foreslice_stream_change(S, FORESLICE_STREAM_CLEAR, To);
}
BODY(void, setState, (Stream * S, int More), IOS "8setstateE" STATE) {
  foreslice_stream_change(S, FORESLICE_STREAM_SET, More);
}
BODY(void, setExceptions, (Stream *, int), IOS "10exceptionsE" STATE) {}
BODY(long, count, (Stream * S), CONSTANT_ISTREAM "6gcountEv") {
  return foreslice_stream_state(S, FORESLICE_STREAM_COUNT);
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

#define STREAMBUF CLASS("15basic_streambuf")

INLINE Position positionAt(long Offset) {
  Position At = {};
  At.Offset = Offset;
  return At;
}

BODY(Stream *, seekBy, (Stream * S, long Offset, int Whence),
     ISTREAM "5seekgE" DIRECTION) {
  foreslice_stream_seek(S, Offset, Whence, FORESLICE_STREAM_WHOLE);
  return S;
}
BODY(Stream *, seek, (Stream * S, Position To), ISTREAM "5seekgE" POSITION) {
  foreslice_stream_seek(S, To.Offset, 0, FORESLICE_STREAM_WHOLE);
  return S;
}
BODY(Position, position, (Stream * S), ISTREAM "5tellgEv") {
  return positionAt(foreslice_stream_position(S));
}
BODY(Position, seekBufferBy, (Stream * S, long Offset, int Whence, int),
     STREAMBUF "10pubseekoffE" DIRECTION MODE) {
  return positionAt(
      foreslice_stream_seek(S, Offset, Whence, FORESLICE_STREAM_BUFFER));
}
BODY(Position, seekBuffer, (Stream * S, Position To, int),
     STREAMBUF "10pubseekposE" POSITION MODE) {
  return positionAt(
      foreslice_stream_seek(S, To.Offset, 0, FORESLICE_STREAM_BUFFER));
}
BODY(Stream *, unget, (Stream * S), ISTREAM "5ungetEv") {
  foreslice_stream_seek(S, -1, 1, FORESLICE_STREAM_WHOLE);
  return S;
}
BODY(Stream *, putBack, (Stream * S, char), ISTREAM "7putbackEc") {
  foreslice_stream_seek(S, -1, 1, FORESLICE_STREAM_WHOLE);
  return S;
}

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

namespace {
/// One character, or -1 at the end.
INLINE int one(Stream *S, int How) {
  char C = 0;
  return foreslice_stream_read(S, &C, 1, How, 0) != 1
             ? -1
             : static_cast<unsigned char>(C);
}

/// Reads and drops the data.
INLINE void skip(Stream *S, long Bytes, int How, long Argument) {
  char Nothing;
  foreslice_stream_read(S, &Nothing, Bytes, How, Argument);
}
} // namespace

BODY(Stream *, read, (Stream * S, char *To, long Bytes), ISTREAM "4readEPcl") {
  foreslice_stream_read(S, To, Bytes, FORESLICE_STREAM_READ, 0);
  return S;
}
BODY(long, readSome, (Stream * S, char *To, long Bytes),
     ISTREAM "8readsomeEPcl") {
  return foreslice_stream_read(S, To, Bytes, FORESLICE_STREAM_SOME, 0);
}
BODY(Stream *, ignoreTo, (Stream * S, long Bytes, int Delimiter),
     ISTREAM "6ignoreEli") {
  if (Delimiter == -1)
    skip(S, Bytes, FORESLICE_STREAM_IGNORE, 0);
  else
    skip(S, Bytes, FORESLICE_STREAM_IGNORE_TO, Delimiter);
  return S;
}
BODY(int, get, (Stream * S), ISTREAM "3getEv") {
  return one(S, FORESLICE_STREAM_GET);
}
BODY(Stream *, getTo, (Stream * S, char *To), ISTREAM "3getERc") {
  foreslice_stream_read(S, To, 1, FORESLICE_STREAM_GET, 0);
  return S;
}
BODY(int, peek, (Stream * S), ISTREAM "4peekEv") {
  return one(S, FORESLICE_STREAM_PEEK);
}
BODY(long, take, (Stream * S, char *To, long Bytes), STREAMBUF "5sgetnEPcl") {
  return foreslice_stream_read(S, To, Bytes, FORESLICE_STREAM_TAKE, 0);
}
BODY(int, lookAtBuffer, (Stream * S), STREAMBUF "5sgetcEv") {
  return one(S, FORESLICE_STREAM_LOOK);
}
BODY(int, bump, (Stream * S), STREAMBUF "6sbumpcEv") {
  return one(S, FORESLICE_STREAM_TAKE);
}
BODY(int, lookAtNext, (Stream * S), STREAMBUF "6snextcEv") {
  skip(S, 1, FORESLICE_STREAM_TAKE, 0);
  return one(S, FORESLICE_STREAM_LOOK);
}

//===----------------------------------------------------------------------===//
// Whole files
//===----------------------------------------------------------------------===//

namespace {
/// Takes the rest of the stream.
template <typename Block> INLINE void takeAll(Block &To, Stream *S) {
  char Nothing;
  long Bytes = foreslice_stream_read(S, &Nothing, __LONG_MAX__,
                                     FORESLICE_STREAM_LOOK, 0);
  To.resize(static_cast<unsigned long>(Bytes));
  foreslice_stream_read(S, reinterpret_cast<char *>(&To[0]), Bytes,
                        FORESLICE_STREAM_TAKE, 0);
}
} // namespace

BODY(void *, writeBuffer, (void *Out, Stream *From), WRITES_BUFFER) {
  char Nothing;
  foreslice_stream_read(From, &Nothing, __LONG_MAX__, FORESLICE_STREAM_TAKE, 0);
  return Out;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {
/// Takes text of the length found by a read of Length.
INLINE Stream *getText(Stream *S, Text &To, int Length, int How,
                       long Delimiter) {
  char Nothing;
  long Bytes = foreslice_stream_read(S, &Nothing, 1, Length, Delimiter);
  if (Bytes < 0)
    return S;
  To.resize(static_cast<unsigned long>(Bytes));
  foreslice_stream_read(S, &To[0], Bytes, How, Delimiter);
  return S;
}

template <typename Number>
INLINE Stream *getNumber(Stream *S, Number &To, int Kind) {
  Number Read;
  if (foreslice_stream_read(S, reinterpret_cast<char *>(&Read), sizeof Read,
                            FORESLICE_STREAM_NUMBER, Kind) == sizeof Read)
    To = Read;
  return S;
}
} // namespace

BODY(Stream *, getLineTo, (Stream * S, Text &To, char Delimiter),
     GETS_LINE_TO) {
  return getText(S, To, FORESLICE_STREAM_LINE_LENGTH, FORESLICE_STREAM_LINE,
                 Delimiter);
}
BODY(Stream *, getLine, (Stream * S, Text &To), GETS_LINE) {
  return getText(S, To, FORESLICE_STREAM_LINE_LENGTH, FORESLICE_STREAM_LINE,
                 '\n');
}
BODY(Stream *, getWord, (Stream * S, Text &To), GETS_WORD) {
  return getText(S, To, FORESLICE_STREAM_WORD_LENGTH, FORESLICE_STREAM_WORD, 0);
}
BODY(Stream *, getCharacter, (Stream * S, char *To), GETS_CHARACTER) {
  foreslice_stream_read(S, To, 1, FORESLICE_STREAM_CHARACTER, 0);
  return S;
}
BODY(Stream *, getTextTo, (Stream * S, char *To, long Bytes, char Delimiter),
     ISTREAM "7getlineEPclc") {
  foreslice_stream_read(S, To, Bytes, FORESLICE_STREAM_TEXT, Delimiter);
  return S;
}
BODY(Stream *, getTextLine, (Stream * S, char *To, long Bytes),
     ISTREAM "7getlineEPcl") {
  foreslice_stream_read(S, To, Bytes, FORESLICE_STREAM_TEXT, '\n');
  return S;
}
BODY(Stream *, skipSpace, (Stream * S), SKIPS_SPACE) {
  skip(S, 1, FORESLICE_STREAM_SPACE, 0);
  return S;
}
BODY(Stream *, apply, (Stream * S, Stream *(*Manipulator)(Stream *)),
     ISTREAM APPLIES) {
  return Manipulator(S);
}

#define NUMBER(Function, Type, Kind, Symbol)                                   \
  BODY(Stream *, Function, (Stream * S, Type & To), Symbol) {                  \
    return getNumber(S, To, Kind);                                             \
  }
NUMBER(getShort, short, FORESLICE_STREAM_SHORT, ISTREAM "rsERs")
NUMBER(getUnsignedShort, unsigned short, FORESLICE_STREAM_UNSIGNED_SHORT,
       ISTREAM "rsERt")
NUMBER(getInt, int, FORESLICE_STREAM_INT, ISTREAM "rsERi")
NUMBER(getUnsigned, unsigned, FORESLICE_STREAM_UNSIGNED, ISTREAM "rsERj")
NUMBER(getLong, long, FORESLICE_STREAM_LONG, ISTREAM "rsERl")
NUMBER(getUnsignedLong, unsigned long, FORESLICE_STREAM_UNSIGNED_LONG,
       ISTREAM "rsERm")
NUMBER(getLongLong, long, FORESLICE_STREAM_LONG, ISTREAM "rsERx")
NUMBER(getUnsignedLongLong, unsigned long, FORESLICE_STREAM_UNSIGNED_LONG,
       ISTREAM "rsERy")
NUMBER(getFloat, float, FORESLICE_STREAM_FLOAT, ISTREAM "rsERf")
NUMBER(getDouble, double, FORESLICE_STREAM_DOUBLE, ISTREAM "rsERd")
