//===- Why.cpp - foreslice-dump --why, --why-not, --signature -------------===//
//
// Answers about single lines and reads.
//
//===----------------------------------------------------------------------===//

#include "Formats.h"
#include "Inputs.h"
#include "Marks.h"
#include "Process.h"

#include <deque>
#include <fmt/format.h>
#include <optional>
#include <ostream>
#include <set>

namespace foreslice::dump {

bool isOn(const Record &R, const Place &Where, const Line &L) {
  return Where && Where.Line == L.Number &&
         (L.File.empty() || isNameOf(L.File, R.Files[Where.File]));
}

static std::string describe(const Line &L) {
  return L.File.empty() ? "line " + std::to_string(L.Number)
                        : L.File + ":" + std::to_string(L.Number);
}

//===----------------------------------------------------------------------===//
// --why
//===----------------------------------------------------------------------===//

namespace {

/// Finds a shortest way from statements to a read that needs one of the
/// statements.
class ChainFinder {
public:
  explicit ChainFinder(const Region &R) : Whole(R) {
    for (size_t I = 0; I < R.Dependences.size(); ++I)
      UsersOf.emplace(R.Dependences[I].Needed, I);
  }
  /// The statements of the way, each but the first with the dependence that
  /// leads there; empty if there is no way.
  std::vector<std::pair<size_t, const Dependence *>>
  find(const std::vector<size_t> &From) const;

private:
  const Region &Whole;
  std::multimap<size_t, size_t> UsersOf;
};

} // namespace

std::vector<std::pair<size_t, const Dependence *>>
ChainFinder::find(const std::vector<size_t> &From) const {
  std::map<size_t, const Dependence *> CameBy;
  std::deque<size_t> Queue;
  for (size_t S : From)
    if (CameBy.try_emplace(S, nullptr).second)
      Queue.push_back(S);
  std::optional<size_t> Goal, Other;
  while (!Queue.empty() && !Goal) {
    size_t S = Queue.front();
    Queue.pop_front();
    if (Whole.Statements[S].IO == "read")
      Goal = S;
    else if (!Other && !Whole.Statements[S].IO.empty())
      Other = S;
    auto [First, Last] = UsersOf.equal_range(S);
    for (auto It = First; It != Last; ++It) {
      const Dependence &D = Whole.Dependences[It->second];
      if (CameBy.try_emplace(D.User, &D).second)
        Queue.push_back(D.User);
    }
  }
  if (!Goal)
    Goal = Other;
  std::vector<std::pair<size_t, const Dependence *>> Chain;
  if (!Goal)
    return Chain;
  for (size_t S = *Goal;;) {
    const Dependence *By = CameBy[S];
    Chain.insert(Chain.begin(), {S, By});
    if (!By)
      return Chain;
    S = By->Needed;
  }
}

static std::string describe(const Record &R, const Statement &S,
                            Sources &Texts) {
  std::string Source =
      S.Position ? Texts.of(R.Files[S.Position.File]).line(S.Position.Line)
                 : "";
  Source.erase(0, Source.find_first_not_of(" \t"));
  return fmt::format("{}  {}", R.describe(S.Position),
                     Source.empty() ? S.Does : Source);
}

static void printChain(std::ostream &OS, const Record &R, const Region &Sliced,
                       Sources &Texts, const std::vector<size_t> &From) {
  OS << "in the " << titleOf(R, Sliced) << ":\n";
  auto Chain = ChainFinder(Sliced).find(From);
  if (Chain.empty()) {
    OS << "  it gives back memory, or makes the same call as the slice does "
          "elsewhere\n";
    return;
  }
  for (auto [S, By] : Chain) {
    // A statement without a place is a part of the user.
    if (!Sliced.Statements[S].Position)
      continue;
    if (By)
      OS << fmt::format("    {} by\n", By->How == "control"
                                           ? "decides whether it is executed, "
                                             "so it is needed"
                                           : "is needed as " + By->How);
    OS << "  " << describe(R, Sliced.Statements[S], Texts) << '\n';
  }
  const Statement &Last = Sliced.Statements[Chain.back().first];
  OS << (Last.IO == "read" ? "    which is what the slice prefetches\n"
                           : "    which the slice has to keep track of\n");
}

void printWhy(std::ostream &OS, const Inputs &All, Sources &Texts,
              const Line &Spot) {
  bool Found = false, HasGraph = false;
  for (const Input &I : All)
    for (const Record &R : I.Records)
      for (const Region &Sliced : R.Regions) {
        HasGraph |= !Sliced.Statements.empty();
        std::vector<size_t> From;
        for (size_t S = 0; S < Sliced.Statements.size(); ++S)
          if (isOn(R, Sliced.Statements[S].Position, Spot))
            From.push_back(S);
        if (From.empty())
          continue;
        printChain(OS, R, Sliced, Texts, From);
        Found = true;
      }
  if (!Found)
    driver::fatal(Command,
                  "nothing at " + describe(Spot) + " is in a slice" +
                      (HasGraph ? ": no read that is prefetched depends on it"
                                : ", as far as is recorded"));
}

//===----------------------------------------------------------------------===//
// --why-not
//===----------------------------------------------------------------------===//

static void printReason(std::ostream &OS, const Record &R, const Reason &Why) {
  OS << "  why: " << Why.Why;
  if (Why.Where)
    OS << " (" << R.describe(Why.Where) << ")";
  OS << "\n  to do: " << Why.Advice << "\n  see " << Why.Id
     << " in docs/remarks.md\n";
}

void printWhyNot(std::ostream &OS, const Inputs &All, const Line &Spot) {
  bool Found = false;
  std::string Reads;
  for (const Input &I : All)
    for (const Record &R : I.Records) {
      for (const Read &C : R.Reads) {
        if (!isOn(R, C.At, Spot)) {
          Reads += (Reads.empty() ? "" : ", ") + R.describe(C.At);
          continue;
        }
        Found = true;
        OS << R.describe(C.At) << ": " << C.title();
        if (C.Sliced) {
          OS << " is prefetched, by the slice of " << R.describe(C.Region)
             << '\n';
          continue;
        }
        OS << " is not prefetched\n";
        printReason(OS, R, C.Why);
      }
      for (const Region &Of : R.Regions)
        if (!Of.Sliced && isOn(R, Of.At, Spot)) {
          Found = true;
          OS << titleOf(R, Of) << '\n';
          printReason(OS, R, Of.Why);
        }
    }
  if (!Found)
    driver::fatal(Command,
                  "there is no read at " + describe(Spot) +
                      (Reads.empty() ? "" : "; reads are at " + Reads));
}

//===----------------------------------------------------------------------===//
// --signature
//===----------------------------------------------------------------------===//

void printSignatures(std::ostream &OS, const Inputs &All) {
  for (const Input &I : All)
    for (const Record &R : I.Records) {
      for (const Region &Of : R.Regions)
        for (const Access &A : Of.Accesses) {
          OS << fmt::format("{}: {}\n", R.describe(A.At), A.Call);
          if (!A.Trace.empty())
            OS << "  trace    " << A.Trace << '\n';
          OS << "  pattern  " << A.Pattern << '\n'
             << fmt::format("  bytes    {} from {} of {}\n", A.Length, A.Start,
                            A.File);
          for (const Nest &L : A.Loops)
            OS << fmt::format("  loop     {} at {}, {} times\n", L.Counter,
                              R.describe(L.At), L.Iterations);
          for (const std::string &Fact : A.Facts)
            OS << "  where    " << Fact << '\n';
        }
      for (const Read &C : R.Reads)
        if (!C.Sliced)
          OS << fmt::format("{}: {}\n  unknown  it is not prefetched: {}\n",
                            R.describe(C.At), C.title(), C.Why.Why);
    }
}

} // namespace foreslice::dump
