//===- libcxx-streams.cpp - the streams of libc++ -------------------------===//
//
// The names of streams.h in libc++, and functions only in libc++. Tags are left
// out of the names (model/LibcxxNames.h).
//
//===----------------------------------------------------------------------===//

#include "copy/library/libcxx-text.h"

/// std::streampos.
struct Position {
  unsigned State[2];
  long Offset;
};

#define LIBRARY FORESLICE_STREAM_OF_LIBCXX
#define CLASS(Name) "_ZNSt3__1" Name "IcNS_11char_traitsIcEEE"
#define CONSTANT(Name) "_ZNKSt3__1" Name "IcNS_11char_traitsIcEEE"
#define ISTREAM CLASS("13basic_istream")
#define CONSTANT_ISTREAM CONSTANT("13basic_istream")
#define MODE "j"
#define STATE "j"
#define STRING "RKNS_12basic_stringIcS2_NS_9allocatorIcEEEE"
#define SAME "S3_"
#define DIRECTION "xNS_8ios_base7seekdirE"
#define POSITION "NS_4fposI11__mbstate_tEE"
#define APPLIES "rsEPFRS3_S4_E"

#define OF_STRING(Stream)                                                      \
  "IcNS_11char_traitsIcEENS_9allocatorIcEEEERNS_13basic_istreamIT_T0_"         \
  "EE" Stream "RNS_12basic_stringIS6_S7_T1_EE"
#define GETS_LINE "_ZNSt3__17getline" OF_STRING("S9_")
#define GETS_LINE_TO "_ZNSt3__17getline" OF_STRING("S9_") "S6_"
#define GETS_WORD "_ZNSt3__1rs" OF_STRING("S9_")
#define GETS_CHARACTER                                                         \
  "_ZNSt3__1rsIcNS_11char_traitsIcEEEERNS_13basic_istreamIT_T0_EES7_RS4_"
#define SKIPS_SPACE                                                            \
  "_ZNSt3__12wsIcNS_11char_traitsIcEEEERNS_13basic_istreamIT_T0_EES7_"
#define WRITES_BUFFER                                                          \
  "_ZNSt3__113basic_ostreamIcNS_11char_traitsIcEEElsEPNS_15basic_streambufIcS" \
  "2_EE"

#include "streams.h"

BODY(Stream *, getLineOfMoved, (Stream * S, Text &To),
     "_ZNSt3__17getline" OF_STRING("OS8_")) {
  return getText(S, To, FORESLICE_STREAM_LINE_LENGTH, FORESLICE_STREAM_LINE,
                 '\n');
}

/// std::istreambuf_iterator<char>.
struct Iterator {
  Stream *Of;
};

/// An empty std::vector<char>.
struct Block {
  char *Begin, *End, *RoomEnd;
  INLINE void resize(Size Bytes) {
    Begin = static_cast<char *>(malloc(Bytes));
    End = Begin + Bytes;
    RoomEnd = End;
  }
  INLINE char &operator[](Size At) { return Begin[At]; }
};

#define ITERATES "INS_19istreambuf_iteratorIc"
#define BASIC_STRING                                                           \
  "_ZNSt3__112basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEE"
BODY(void, makeString, (Text * To, Iterator From, Iterator),
     BASIC_STRING "20__init_with_sentinel" ITERATES "S2_EES8_EEvT_T0_") {
  To->clear();
  takeAll(*To, From.Of);
}
BODY(void, setString, (Text * To, Iterator From, Iterator),
     BASIC_STRING "22__assign_with_sentinel" ITERATES "S2_EES8_EEvT_T0_") {
  takeAll(*To, From.Of);
}
#define INITIALIZES                                                            \
  "20__init_with_sentinel" ITERATES "NS_11char_traitsIcEEEES8_EEvT_T0_"
BODY(void, makeVector, (Block * To, Iterator From, Iterator),
     "_ZNSt3__16vectorIcNS_9allocatorIcEEE" INITIALIZES) {
  takeAll(*To, From.Of);
}
BODY(void, makeBytes, (Block * To, Iterator From, Iterator),
     "_ZNSt3__16vectorIhNS_9allocatorIhEEE" INITIALIZES) {
  takeAll(*To, From.Of);
}
