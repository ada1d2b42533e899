//===- Fit.cpp - one signature for all ranks ------------------------------===//
//
// See Fit.h.
//
//===----------------------------------------------------------------------===//

#include "Fit.h"

#include "Notation.h"
#include "RankFit.h"
#include "RankNames.h"

#include <algorithm>
#include <ranges>

namespace foreslice::signature {

namespace {

/// The streams of one name, in one run.
struct Run {
  int64_t Ranks = 1;
  std::vector<const Stream *> ByRank; ///< Null for ranks without the stream.

  /// The only rank with the stream; none if several ranks have the stream.
  std::optional<size_t> onlyRank() const {
    std::optional<size_t> Only;
    for (size_t R = 0; R < ByRank.size(); ++R)
      if (ByRank[R]) {
        if (Only)
          return std::nullopt;
        Only = R;
      }
    return Only;
  }
};

class Fitting {
public:
  explicit Fitting(const std::vector<ProcessTrace> &Processes) {
    File.Program = Processes.front().Program;
    File.BuildId = Processes.front().BuildId;
    std::map<int64_t, int64_t> Size; // of runs, by the traces' number of ranks
    for (const ProcessTrace &P : Processes)
      Size[P.Ranks] = std::max({Size[P.Ranks], P.Ranks, P.Rank + 1});
    std::map<int64_t, RankNames> Names;
    for (const ProcessTrace &P : Processes)
      for (const auto &[Name, S] : P.Streams)
        Names.try_emplace(P.Ranks, Size[P.Ranks])
            .first->second.add(P.Rank, Name.File);
    for (const ProcessTrace &P : Processes)
      order(P);
    for (const ProcessTrace &P : Processes)
      for (const auto &[Name, S] : P.Streams) {
        StreamName Common = Name;
        Common.File = Names.at(P.Ranks).nameOf(P.Rank, Name.File);
        add(P, Size[P.Ranks], Common, S);
      }
    for (const auto &[Said, Ranks] : Size)
      File.Ranks.push_back(Ranks);
    for (const auto &[Name, Runs] : Found)
      fitStream(Name, Runs);
  }

  SignatureFile take() { return std::move(File); }

private:
  void add(const ProcessTrace &P, int64_t Ranks, const StreamName &Name,
           const Stream &S) {
    const auto Rank = static_cast<size_t>(std::max<int64_t>(P.Rank, 0));
    Run &R = Found[Name][Ranks];
    R.Ranks = std::max<int64_t>(Ranks, 1); // a program without MPI has none
    R.ByRank.resize(static_cast<size_t>(R.Ranks));
    R.ByRank[Rank] = &S;
  }

  /// Numbers the streams of a process in the order of first accesses.
  void order(const ProcessTrace &P) {
    std::vector<std::pair<uint64_t, const Stream *>> InOrder;
    InOrder.reserve(P.Streams.size());
    for (const auto &[Name, S] : P.Streams)
      if (!Name.InDatasets)
        InOrder.emplace_back(S.Figures.BeganNs, &S);
    std::ranges::sort(InOrder);
    for (unsigned I = 0; I < InOrder.size(); ++I)
      Order[InOrder[I].second] = I;
  }

  using Runs = std::map<int64_t, Run>;

  /// Fits one stream for all runs, for each run, or for each rank.
  void fitStream(const StreamName &Name, const Runs &All) {
    if (fitAllRanks(Name, All, /*ForAnyNumber=*/true))
      return;
    for (const auto &[Ranks, R] : All) {
      if (All.size() > 1 && fitAllRanks(Name, {{Ranks, R}}, false))
        continue;
      for (size_t Rank = 0; Rank < R.ByRank.size(); ++Rank)
        if (R.ByRank[Rank])
          addStream(Name, {{Ranks, R}}, termsOf(*R.ByRank[Rank]),
                    static_cast<int64_t>(Rank), Ranks, 0);
    }
  }

  /// Fits all ranks together, or all but the first rank: the first rank often
  /// does more.
  bool fitAllRanks(const StreamName &Name, const Runs &All, bool ForAnyNumber) {
    if (fitRuns(Name, All, ForAnyNumber))
      return true;
    constexpr int64_t Least = 4;
    Runs First = All, Others = All;
    for (auto &[Ranks, R] : First) {
      if (Ranks < Least || !R.ByRank[0])
        return false;
      std::fill(R.ByRank.begin() + 1, R.ByRank.end(), nullptr);
      Others[Ranks].ByRank[0] = nullptr;
    }
    const size_t Streams = File.Streams.size();
    if (fitRuns(Name, Others, ForAnyNumber) &&
        fitRuns(Name, First, ForAnyNumber))
      return true;
    File.Streams.resize(Streams);
    return false;
  }

  static std::vector<SignatureTerm> termsOf(const Stream &S) {
    std::vector<SignatureTerm> Terms;
    Terms.reserve(S.Sequence.Terms.size());
    for (const PatternTerm &T : S.Sequence.Terms)
      Terms.push_back({T.Shape, {T.Values.begin(), T.Values.end()}});
    return Terms;
  }

  /// Fits one row, or else tiles in several columns.
  bool fitRuns(const StreamName &Name, const Runs &All, bool ForAnyNumber) {
    const int64_t Most = All.rbegin()->first;
    for (int64_t Columns = 0; Columns < std::max<int64_t>(Most, 1); ++Columns)
      if (Columns != 1 && (Columns == 0 || Most % Columns == 0) &&
          fitRuns(Name, All, ForAnyNumber, Columns))
        return true;
    return false;
  }

  bool fitRuns(const StreamName &Name, const Runs &All, bool ForAnyNumber,
               int64_t Columns) {
    // A stream of one rank must be of the same rank in all runs.
    const Run &Some = All.rbegin()->second;
    const std::optional<size_t> Only = Some.onlyRank();
    const size_t First = Only.value_or(Some.ByRank[0] ? 0 : 1);
    std::vector<RunFit> Fits;
    for (const auto &[Ranks, R] : All) {
      if (R.onlyRank() != Only && (Only || R.Ranks > 1))
        return false;
      RunStreams Streams{R.Ranks, {}};
      for (size_t I = First; I < R.ByRank.size() && (!Only || I == First); ++I)
        Streams.ByRank.push_back(R.ByRank[I] ? &R.ByRank[I]->Sequence
                                             : nullptr);
      std::optional<RunFit> Fit =
          Streams.ByRank.empty() ? std::nullopt : fitRanks(Streams, Columns);
      if (!Fit || (!Only && First == 1 && !fromRankZero(*Fit)))
        return false;
      Fits.push_back(std::move(*Fit));
    }
    const PatternSequence &Shapes = Some.ByRank[First]->Sequence;
    if (!std::ranges::all_of(All, [&](const auto &R) {
          return haveSameShapes(*R.second.ByRank[First], Shapes);
        }))
      return false;
    if (!haveSameDatasets(All))
      return false;
    std::optional<std::vector<SignatureTerm>> Terms =
        signature::fitRuns(Shapes, Fits);
    if (!Terms)
      return false;
    std::optional<int64_t> Rank, Ranks;
    if (Only && Some.Ranks > 1)
      Rank = static_cast<int64_t>(*Only);
    // One run does not tell the number of columns for more ranks.
    if (!ForAnyNumber || (Columns != 0 && All.size() == 1))
      Ranks = Some.Ranks;
    addStream(Name, All, std::move(*Terms), Rank, Ranks, Columns);
    return true;
  }

  /// Counts the numbers from rank 0 instead of rank 1.
  static bool fromRankZero(RunFit &Fit) {
    return Fit.Columns == 0 &&
           std::ranges::all_of(Fit.Numbers, [](std::array<int64_t, 3> &N) {
             return !__builtin_sub_overflow(N[0], N[1], &N[0]);
           });
  }

  static bool haveSameDatasets(const Runs &All) {
    const Datasets *First = nullptr;
    for (const auto &[Ranks, R] : All)
      for (const Stream *S : R.ByRank) {
        if (S && First && S->Sets != *First)
          return false;
        if (S && !First)
          First = &S->Sets;
      }
    return true;
  }

  static bool haveSameShapes(const Stream &S, const PatternSequence &Shapes) {
    return std::ranges::equal(S.Sequence.Terms, Shapes.Terms,
                              [](const PatternTerm &A, const PatternTerm &B) {
                                return sameShape(A.Shape, B.Shape);
                              });
  }

  /// Adds S to an earlier opening of the file with the same terms; false if
  /// there is none.
  bool addToOpening(const SignatureStream &S) {
    for (SignatureStream &Known : std::ranges::reverse_view(File.Streams))
      if (Known.File == S.File && Known.Is == S.Is && Known.Rank == S.Rank &&
          Known.Ranks == S.Ranks && Known.Thread == S.Thread &&
          Known.Sets.Names.empty() == S.Sets.Names.empty()) {
        if (Known.Terms != S.Terms || Known.Columns != S.Columns ||
            Known.Sets != S.Sets)
          return false;
        Known.Accesses += S.Accesses;
        Known.Bytes += S.Bytes;
        Known.TraceBytes += S.TraceBytes;
        Known.LastOpening = S.Opening;
        return true;
      }
    return false;
  }

  void addStream(const StreamName &Name, const Runs &Of,
                 std::vector<SignatureTerm> Terms, std::optional<int64_t> Rank,
                 std::optional<int64_t> Ranks, int64_t Columns) {
    SignatureStream S;
    S.File = Name.File;
    S.Is = Name.Is;
    S.Thread = Name.Thread;
    S.Opening = Name.Opening;
    S.Rank = Rank;
    S.Ranks = Ranks;
    S.Columns = std::max<int64_t>(Columns, 1);
    const Stream *Example = nullptr;
    for (const auto &[Number, R] : Of)
      for (size_t I = 0; I < R.ByRank.size(); ++I)
        if (R.ByRank[I] && (!Rank || static_cast<int64_t>(I) == *Rank)) {
          Example = Example ? Example : R.ByRank[I];
          S.Accesses += R.ByRank[I]->Figures.Accesses;
          S.Bytes += R.ByRank[I]->Figures.Bytes;
          S.TraceBytes += R.ByRank[I]->Figures.TraceBytes;
        }
    S.LastOpening = S.Opening;
    if (!Name.InDatasets)
      S.Order = Order.at(Example);
    S.Sets = Example->Sets;
    S.FileBytes = Example->FileBytes;
    S.Note = Example->Note;
    S.Trace = traceSignature(S.Is, Terms);
    S.Pattern = patternSignature(S.Is, *Example);
    S.Terms = std::move(Terms);
    if (!addToOpening(S))
      File.Streams.push_back(std::move(S));
  }

  SignatureFile File;
  std::map<StreamName, Runs> Found;
  std::map<const Stream *, unsigned> Order; ///< Position in the process.
};

} // namespace

SignatureFile fit(const std::vector<ProcessTrace> &Processes) {
  return Fitting(Processes).take();
}

} // namespace foreslice::signature
