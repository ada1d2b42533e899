//===- Marks.cpp - marks and notes of source lines ------------------------===//
//
// See Marks.h.
//
//===----------------------------------------------------------------------===//

#include "Marks.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace foreslice::dump {

char markLetter(Mark M) {
  static constexpr char Letters[] = {'>', '|', 'R', '!', '=', '~'};
  return Letters[static_cast<size_t>(M)];
}

namespace {

class Marker {
public:
  explicit Marker(const Record &R) : R(R) {}
  std::map<size_t, FileMarks> run();

private:
  void add(const Place &Where, Mark M, const std::string &Note = "");
  void addSliced(const Region &R);
  std::string describePoint(const Point &P) const;

  const Record &R;
  std::map<size_t, FileMarks> Result;
};

} // namespace

void Marker::add(const Place &Where, Mark M, const std::string &Note) {
  if (!Where)
    return;
  LineMarks &Line = Result[Where.File][Where.Line];
  Line.Marks.insert(M);
  if (!Note.empty() && std::ranges::find(Line.Notes, Note) == Line.Notes.end())
    Line.Notes.push_back(Note);
}

std::string Marker::describePoint(const Point &P) const {
  if (P.Kind == "forwarded")
    return fmt::format("the slice waits here until the main thread hands over "
                       "what {} gave ({})",
                       P.Call, fmt::join(P.Parts, ", "));
  if (P.Kind == "opened ahead")
    return "the slice opens this file ahead of the main thread";
  if (P.Kind == "dirty range")
    return fmt::format("reads of what this {} writes wait for it", P.Call);
  if (P.Kind == "unread write")
    return "no later read of the slice can touch what this writes: nothing "
           "waits for it";
  return fmt::format("reads behind this {} wait for it", P.Call);
}

void Marker::addSliced(const Region &Sliced) {
  add(Sliced.Launch, Mark::Launch,
      fmt::format("here the slice of {} is launched, with {} bytes",
                  R.describe(Sliced.At), Sliced.LaunchBytes));
  for (const Statement &S : Sliced.Statements)
    add(S.Position, Mark::Slice);
  for (const RenamedStore &S : Sliced.Renamed)
    add(S.At, Mark::Renamed,
        fmt::format("the slice stores to {}{}",
                    S.To == "snapshot" ? "a copy of its own"
                                       : "its own version of this memory",
                    S.Name.empty() ? "" : ": " + S.Name));
  for (const SlicedRead &C : Sliced.Reads)
    if (C.Waits)
      add(C.At, Mark::Slice,
          fmt::format("the slice waits for the data of this {}", C.Call));
  for (const Point &P : Sliced.Points)
    add(P.At, Mark::Point, describePoint(P));
  for (const Place &Where : Sliced.Guesses)
    add(Where, Mark::Slice,
        "the slice takes for granted that the loop goes on");
  for (const ReadBehind &B : Sliced.Behind)
    add(B.At, Mark::Read,
        fmt::format("it reads what the write at {} wrote {}: it is fetched "
                    "only after that",
                    R.describe(B.Write),
                    B.Iterations
                        ? fmt::format("{} iterations earlier", B.Iterations)
                        : "just before"));
}

std::map<size_t, FileMarks> Marker::run() {
  for (const Region &Reg : R.Regions) {
    if (Reg.Sliced)
      addSliced(Reg);
    else
      add(Reg.At, Mark::Unread,
          fmt::format("{}: {}; {} [{}]", titleOf(R, Reg), Reg.Why.Why,
                      Reg.Why.Advice, Reg.Why.Id));
  }
  for (const Read &C : R.Reads) {
    if (C.Sliced)
      add(C.At, Mark::Read,
          fmt::format("{} is prefetched by the slice of {}", C.title(),
                      R.describe(C.Region)));
    else
      add(C.At, Mark::Unread,
          fmt::format("{} is not prefetched: {}; {} [{}]", C.title(), C.Why.Why,
                      C.Why.Advice, C.Why.Id));
  }
  for (const ByPointer &P : R.Pointers)
    add(P.At, Mark::Unread,
        fmt::format("{} is called through a pointer; {}", P.Call, P.Advice));
  return std::move(Result);
}

std::map<size_t, FileMarks> marksOf(const Record &R) { return Marker(R).run(); }

std::string titleOf(const Record &R, const Region &Reg) {
  return fmt::format("{} of {}{}", Reg.Sliced ? "slice" : "no slice",
                     Reg.Kind == "rest"   ? "the rest of "
                     : Reg.Kind == "part" ? "a part of "
                                          : "the loop in ",
                     Reg.Function) +
         (Reg.At ? ", " + R.describe(Reg.At) : "");
}

/// "n, rank, table (snapshot, 40 bytes)"
static std::string handedOver(const Region &R) {
  std::vector<std::string> Names;
  Names.reserve(R.LiveIns.size());
  for (const std::string &Name : R.LiveIns)
    Names.push_back(Name.empty() ? "an unnamed value" : Name);
  for (const Object &O : R.Objects)
    if (O.Class == "snapshot")
      Names.push_back(fmt::format("a copy of {} ({} bytes)",
                                  O.Name.empty() ? "a variable" : O.Name,
                                  O.Bytes));
  return fmt::format("{}", fmt::join(Names, ", "));
}

std::vector<std::string> summaryOf(const Record &R, const Region &Reg) {
  if (!Reg.Sliced)
    return {fmt::format("why: {}{}", Reg.Why.Why,
                        Reg.Why.Where ? " (" + R.describe(Reg.Why.Where) + ")"
                                      : ""),
            fmt::format("to do: {} [{}]", Reg.Why.Advice, Reg.Why.Id)};
  std::vector<std::string> Lines;
  Lines.push_back(fmt::format(
      "{} of {} instructions kept ({} %)", Reg.Kept, Reg.Instructions,
      Reg.Instructions ? 100 * Reg.Kept / Reg.Instructions : 0));
  Lines.push_back(fmt::format("launched at {}", R.describe(Reg.Launch)));
  if (std::string Names = handedOver(Reg); !Names.empty())
    Lines.push_back(
        fmt::format("handed over, {} bytes: {}", Reg.LaunchBytes, Names));
  std::vector<std::string> Shared;
  for (const Object &O : Reg.Objects)
    if (O.Class == "shared" && !O.Name.empty())
      Shared.push_back(O.Name);
  if (!Shared.empty())
    Lines.push_back(
        fmt::format("read where they lie: {}", fmt::join(Shared, ", ")));
  if (Reg.Scouts)
    Lines.push_back(fmt::format("{} {} ahead of it while it waits", Reg.Scouts,
                                Reg.Scouts == 1 ? "scout runs" : "scouts run"));
  if (!Reg.Scheme.empty())
    Lines.push_back("scheme: " + Reg.Scheme);
  return Lines;
}

} // namespace foreslice::dump
