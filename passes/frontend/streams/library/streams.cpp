//===- streams.cpp - the streams of libstdc++ -----------------------------===//
//
// The names of streams.h in libstdc++, and functions only in libstdc++.
//
//===----------------------------------------------------------------------===//

#define _GLIBCXX_EXTERN_TEMPLATE 0
#include <string>
#include <vector>

using Text = std::string;

/// std::streampos.
struct Position {
  long Offset;
  unsigned State[2];
};

#define LIBRARY 0
#define CLASS(Name) "_ZNSt" Name "IcSt11char_traitsIcEE"
#define CONSTANT(Name) "_ZNKSt" Name "IcSt11char_traitsIcEE"
#define ISTREAM "_ZNSi"
#define CONSTANT_ISTREAM "_ZNKSi"
#define MODE "St13_Ios_Openmode"
#define STATE "St12_Ios_Iostate"
#define STRING "RKNSt7__cxx1112basic_stringIcS1_SaIcEEE"
#define SAME "S2_"
#define DIRECTION "lSt12_Ios_Seekdir"
#define POSITION "St4fposI11__mbstate_tE"
#define APPLIES "rsEPFRSiS_E"

#define OF_STRING                                                              \
  "IcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_" \
  "stringIS4_S5_T1_EE"
#define GETS_LINE "_ZSt7getline" OF_STRING
#define GETS_LINE_TO "_ZSt7getline" OF_STRING "S4_"
#define GETS_WORD "_ZStrs" OF_STRING
#define GETS_CHARACTER                                                         \
  "_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_"
#define SKIPS_SPACE "_ZSt2wsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_"
#define WRITES_BUFFER "_ZNSolsEPSt15basic_streambufIcSt11char_traitsIcEE"

#include "streams.h"

BODY(Stream *, isPointer, (Stream * S), CONSTANT_IOS "cvPvEv") {
  return (bits(S) & (Fail | Bad)) == 0 ? S : nullptr;
}
BODY(Stream *, ignoreOne, (Stream * S), ISTREAM "6ignoreEv") {
  skip(S, 1, FORESLICE_STREAM_IGNORE, 0);
  return S;
}
BODY(Stream *, ignore, (Stream * S, long Bytes), ISTREAM "6ignoreEl") {
  skip(S, Bytes, FORESLICE_STREAM_IGNORE, 0);
  return S;
}
/// std::istreambuf_iterator<char>.
struct Iterator {
  Stream *Of;
  int Last;
};

BODY(void, makeString, (Text * To, Iterator From, Iterator),
     "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE12_M_construct"
     "ISt19istreambuf_iteratorIcS2_EEEvT_S8_St18input_iterator_tag") {
  takeAll(*new (To) Text, From.Of);
}
BODY(void, makeVector, (std::vector<char> * To, Iterator From, Iterator),
     "_ZNSt6vectorIcSaIcEE19_M_range_initializeISt19istreambuf_iteratorIcSt11"
     "char_traitsIcEEEEvT_S6_St18input_iterator_tag") {
  takeAll(*To, From.Of);
}
BODY(void, makeBytes,
     (std::vector<unsigned char> * To, Iterator From, Iterator),
     "_ZNSt6vectorIhSaIhEE19_M_range_initializeISt19istreambuf_iteratorIcSt11"
     "char_traitsIcEEEEvT_S6_St18input_iterator_tag") {
  takeAll(*To, From.Of);
}
