//===- Generators.cpp - copies of the C library's random numbers ----------===//
//
// See Generators.h. glibc keeps the state of random() in an array; initstate()
// tells the address. The word before the state has the generator's position in
// the array, but only since the last call of setstate(). A failing setstate()
// writes the word and changes nothing else. seed48() tells the address of the
// 48-bit generator.
//
//===----------------------------------------------------------------------===//

#include "source/slice/Generators.h"

#include <cerrno>
#include <cstring>

#ifdef __GLIBC__
#include <sys/single_threaded.h>
#endif

using namespace foreslice;

#ifdef __GLIBC__

namespace {

/// Words of the state that begins with First, First included.
size_t words(int32_t First) {
  constexpr size_t Degrees[] = {0, 7, 15, 31, 63};
  constexpr int32_t Types = 5;
  return First < 0 ? 0 : 1 + Degrees[First % Types];
}

int32_t *RandomState = nullptr;
drand48_data *Rand48State = nullptr;

int32_t *findRandom() {
  char Other[128];
  char *State = initstate(1, Other, sizeof Other);
  if (State)
    setstate(State);
  return reinterpret_cast<int32_t *>(State);
}

uint64_t asNumber(const unsigned short (&X)[3]) {
  return uint64_t(X[2]) << 32 | uint64_t(X[1]) << 16 | X[0];
}

/// The generator makes X * a + c of a state X. seed48() sets a and c to
/// defaults, so both are put back.
drand48_data *findRand48() {
  constexpr uint64_t Mask = (uint64_t(1) << 48) - 1;
  unsigned short Zero[3] = {0, 0, 0}, One[3] = {1, 0, 0}, Mark[3] = {1, 2, 3};
  nrand48(Zero);
  nrand48(One);
  uint64_t C = asNumber(Zero), A = (asNumber(One) - C) & Mask;
  auto *Old = reinterpret_cast<std::byte *>(seed48(Mark));
  auto *State =
      reinterpret_cast<drand48_data *>(Old - offsetof(drand48_data, __old_x));
  if (std::memcmp(State->__x, Mark, sizeof Mark) != 0)
    return nullptr;
  std::memcpy(State->__x, State->__old_x, sizeof Mark);
  State->__a = A;
  State->__c = static_cast<unsigned short>(C);
  return State;
}

} // namespace

void GeneratorStates::locate() {
  if (RandomState || !__libc_single_threaded)
    return;
  RandomState = findRandom();
  Rand48State = findRand48();
}

void GeneratorStates::take() {
  IsKnown = RandomState && Rand48State;
  if (!IsKnown)
    return;
  int Error = errno;
  int32_t NoState[2] = {-1, 0};
  setstate(reinterpret_cast<char *>(NoState));
  errno = Error;
  Random[0] = RandomState[0];
  size_t Words = words(Random[0]);
  IsKnown = Words > 0;
  std::memcpy(Random.data(), RandomState, Words * sizeof(int32_t));
  static_assert(sizeof(drand48_data) == sizeof Rand48);
  std::memcpy(Rand48.data(), Rand48State, sizeof Rand48);
}

void Generators::begin(const GeneratorStates &From) {
  Known = From.IsKnown;
  if (!Known)
    return;
  OwnStates = From;
  Random = {};
  char Any[8];
  Known = initstate_r(1, Any, sizeof Any, &Random) == 0 &&
          setstate_r(reinterpret_cast<char *>(OwnStates.Random.data()),
                     &Random) == 0;
  std::memcpy(&Rand48, OwnStates.Rand48.data(), sizeof Rand48);
}

int64_t Generators::draw(int32_t What) {
  int32_t Word = 0;
  long Long = 0;
  double Real = 0;
  int64_t Bits = 0;
  switch (What) {
  case FORESLICE_DRAW_RANDOM:
    random_r(&Random, &Word);
    return Word;
  case FORESLICE_DRAW_DRAND48:
    drand48_r(&Rand48, &Real);
    std::memcpy(&Bits, &Real, sizeof Bits);
    return Bits;
  case FORESLICE_DRAW_LRAND48:
    lrand48_r(&Rand48, &Long);
    return Long;
  default:
    mrand48_r(&Rand48, &Long);
    return Long;
  }
}

void Generators::seed(int32_t Generator, int64_t Seed) {
  if (Generator == FORESLICE_GENERATOR_RANDOM)
    srandom_r(static_cast<unsigned>(Seed), &Random);
  else
    srand48_r(static_cast<long>(Seed), &Rand48);
}

#else

void GeneratorStates::locate() {}
void GeneratorStates::take() {}
void Generators::begin(const GeneratorStates &) {}
int64_t Generators::draw(int32_t) { return 0; }
void Generators::seed(int32_t, int64_t) {}

#endif
