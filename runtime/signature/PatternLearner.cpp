//===- PatternLearner.cpp - the next accesses of a stream -----------------===//
//
// See PatternLearner.h. The next access of the nest on top of the stack only
// moves the cursor. The stack learns of such accesses when a different access
// comes.
//
//===----------------------------------------------------------------------===//

#include "signature/PatternLearner.h"

#include "signature/Simplify.h"

#include <algorithm>

using namespace foreslice;

/// Most accesses between two accesses of a nest that was left.
static constexpr unsigned MostStrays = 8;
static constexpr size_t MostPointShapes = 32;
/// Steps of Sureness when an expectation holds or fails.
static constexpr double Held = 1.0 / 8, Failed = 0.5;
/// Accesses in a row that begin at the end of the last, of whatever lengths,
/// before the next access is expected there.
static constexpr unsigned EnoughFollowOn = 4;
/// Most accesses from a chain of strides, which may be a circle.
static constexpr unsigned MostChained = 4096;

void PatternLearner::expect(
    const std::shared_ptr<const PatternSequence> &Signature) {
  Follower =
      Signature ? std::make_unique<SignatureFollower>(*Signature) : nullptr;
}

const PatternLearner::Guess *PatternLearner::guess() const {
  for (const Guess &G : Guesses)
    if (G.Held != 0 && !G.Cursor.done())
      return &G;
  return nullptr;
}

PatternLearner::Voice PatternLearner::voice() const {
  if (Follower && Follower->stable())
    return Voice::Signature;
  if (guess())
    return Voice::Guess;
  if (InNest)
    return Cursor.done() ? Voice::None : Voice::Nest;
  StrideChain::State S = Chain.state();
  if (Chain.next(S))
    return Voice::Chain;
  return FollowOn == EnoughFollowOn ? Voice::End : Voice::None;
}

bool PatternLearner::expects(Voice Who, const PatternPoint &P) const {
  switch (Who) {
  case Voice::None:
    return false;
  case Voice::Signature:
    return Follower->isAt(P);
  case Voice::Guess:
    return guess()->Cursor.isAt(P);
  case Voice::Nest:
    return Cursor.isAt(P);
  case Voice::End:
    return AtEnd.Kind == P.Kind && AtEnd.Place == P.Place;
  case Voice::Chain:
    break;
  }
  StrideChain::State S = Chain.state();
  return Chain.next(S) && S.Last == P;
}

bool PatternLearner::observe(const PatternPoint &P) {
  if (OnlyNest && Cursor.isAt(P)) {
    Cursor.advance();
    Sureness += (1 - Sureness) * Held;
    return Cursor.done();
  }
  const Voice Before = voice();
  const bool Right = expects(Before, P);
  if (Follower) {
    Follower->observe(P);
    if (Follower->givenUp())
      Follower.reset();
  }
  observeGuesses(P);
  observeEnd(P);
  if (InNest && Cursor.isAt(P))
    Cursor.advance();
  else
    learn(P);
  const Voice After = voice();
  OnlyNest = After == Voice::Nest && !Follower &&
             std::none_of(Guesses.begin(), Guesses.end(), [](const Guess &G) {
               return G.Held != 0 || G.Waiting != 0;
             });
  if (Right)
    Sureness += (1 - Sureness) * Held;
  else if (Before != Voice::None)
    Sureness *= Failed;
  return (Before != Voice::None || After != Voice::None) &&
         !(Right && Before == After);
}

void PatternLearner::observeGuesses(const PatternPoint &P) {
  for (Guess &G : Guesses) {
    if (G.Cursor.isAt(P)) {
      G.Cursor.advance();
      ++G.Held;
    } else if (G.Held != 0 || G.Waiting == 0) {
      G = {};
    } else {
      --G.Waiting;
    }
  }
}

void PatternLearner::observeEnd(const PatternPoint &P) {
  const bool Follows = AtEnd.Bytes > 0 && AtEnd.Kind == P.Kind &&
                       AtEnd.Place == P.Place && AtEnd.Shift == P.Shift;
  FollowOn = Follows ? std::min(FollowOn + 1, EnoughFollowOn) : 0;
  AtEnd = P;
  if (__builtin_add_overflow(P.Place, P.Bytes, &AtEnd.Place))
    AtEnd = {};
}

/// The stack learns how far the nest came.
void PatternLearner::leaveNest() {
  InNest = false;
  Stack.top().count() = Cursor.iterations();
  std::vector<PatternTerm> Rest;
  Cursor.partial([&](PatternTerm T) { Rest.push_back(std::move(T)); });
  Stack.reduce();
  for (PatternTerm &T : Rest) {
    Stack.push(std::move(T));
    Stack.reduce();
  }
}

/// The loop on top of the stack becomes the run's nest; with Next, only if the
/// loop goes on with Next.
bool PatternLearner::enterNest(const PatternPoint *Next) {
  if (Stack.empty() || Stack.top().isPoint())
    return false;
  NestCursor C(Stack.top(), Stack.top().count(), NestCursor::End::Open);
  if (Next && !C.isAt(*Next))
    return false;
  Cursor = std::move(C);
  InNest = true;
  // Another guess may know more of the nest: the ends of inner loops.
  if (const Guess *G = guess();
      !G || Next || G->Cursor.depth() < Cursor.depth() + (G == &Guesses[Twice]))
    Guesses = {};
  return true;
}

/// P is not the next access of a nest.
void PatternLearner::learn(const PatternPoint &P) {
  if (InNest) {
    Chain.restart();
    leaveNest();
    if (enterNest(&P)) {
      Cursor.advance();
      return;
    }
    if (!guess())
      Guesses[Paused] = {std::move(Cursor), 0, MostStrays};
  }
  if (!guess())
    guessAnew(P);
  Chain.observe(P);
  auto Shape =
      std::find_if(Points.begin(), Points.end(),
                   [&](const ShapeRef &S) { return S->kind() == P.Kind; });
  if (Shape == Points.end()) {
    if (Points.size() == MostPointShapes)
      Points.clear();
    Shape = Points.insert(Points.end(), PatternShape::point(P.Kind));
  }
  Stack.push(PatternTerm::point(*Shape, P));
  if (Stack.reduce())
    enterNest(nullptr);
}

/// Before P is on the stack: the terms may come again.
void PatternLearner::guessAnew(const PatternPoint &P) {
  if (std::optional<PatternTerm> Loop = Stack.twice(P)) {
    NestCursor C(*Loop, Loop->count(), NestCursor::End::Open);
    C.advance();
    Guesses[Twice] = {std::move(C), 1, 0};
    return;
  }
  if (Stack.empty() || Stack.top().isPoint())
    return;
  PatternTerm Loop = Stack.top();
  const PatternPoint First = Loop.firstPoint();
  int64_t Places, Shifts;
  if (First.Kind != P.Kind || First.Bytes != P.Bytes ||
      __builtin_sub_overflow(P.Place, First.Place, &Places) ||
      __builtin_sub_overflow(P.Shift, First.Shift, &Shifts) ||
      !Loop.move(Places, Shifts))
    return;
  NestCursor C(Loop);
  C.advance();
  Guesses[Again] = {std::move(C), 0, 0};
}

PatternState PatternLearner::state() const {
  if (voice() != Voice::None)
    return PatternState::Stable;
  if (Follower)
    return PatternState::Learning;
  const std::vector<PatternTerm> &Terms = Stack.terms();
  const bool Loops = std::any_of(
      Terms.end() - std::min<ptrdiff_t>(MostStrays, std::ssize(Terms)),
      Terms.end(), [](const PatternTerm &T) { return !T.isPoint(); });
  return Loops ? PatternState::Learning : PatternState::Initial;
}

double PatternLearner::confidence() const {
  return voice() == Voice::None ? 0 : Sureness;
}

void PatternLearner::ahead(
    uint64_t Skip, FunctionRef<bool(const PatternPoint &)> Visit) const {
  auto Sane = [&](const PatternPoint &P) {
    return P.Place >= 0 && P.Bytes >= 0 && Visit(P);
  };
  const Voice Who = voice();
  if (Who == Voice::Signature)
    return Follower->ahead(Skip, Sane);
  if (Who == Voice::Guess || Who == Voice::Nest) {
    NestCursor C = Who == Voice::Nest ? Cursor : guess()->Cursor;
    C.skip(Skip);
    while (!C.done() && Sane(C.point()))
      C.advance();
    return;
  }
  if (Who == Voice::End)
    return;
  StrideChain::State S = Chain.state();
  for (unsigned I = 0; I < MostChained && Chain.next(S); ++I) {
    if (Skip != 0)
      --Skip;
    else if (!Sane(S.Last))
      return;
  }
}

PatternSequence PatternLearner::finish() {
  if (InNest) {
    leaveNest();
    Guesses = {};
  }
  return simplified({Stack.terms()}, Stack.mostBlock());
}
