//===- Model.cpp - the contents of a slice record -------------------------===//
//
// See Model.h. A record may come from anywhere: every error in a record ends as
// BadRecord.
//
//===----------------------------------------------------------------------===//

#include "Model.h"

#include <algorithm>

using nlohmann::json;

namespace foreslice::dump {

namespace {

class ModelReader {
public:
  Record read(const json &Json);

private:
  Place place(const json &From, const char *Key) const;
  Place place(const json &J) const;
  std::vector<Place> places(const json &From, const char *Key) const;
  Reason reason(const json &J) const;
  Region region(const json &J) const;
  void readSlice(const json &J, Region &R) const;
  void readGraph(const json &J, Region &R) const;
  Access access(const json &J) const;

  size_t NumFiles = 0;
};

} // namespace

/// Replaces characters with an effect on a terminal.
static std::string printable(std::string Text) {
  for (char &C : Text)
    if (static_cast<unsigned char>(C) < 0x20 || C == 0x7f)
      C = '?';
  return Text;
}

static std::string text(const json &From, const char *Key) {
  return printable(From.value(Key, std::string()));
}

static uint64_t number(const json &From, const char *Key) {
  return From.value(Key, uint64_t(0));
}

static std::vector<std::string> texts(const json &From, const char *Key) {
  auto Result = From.value(Key, std::vector<std::string>());
  std::ranges::transform(Result, Result.begin(), printable);
  return Result;
}

/// Calls Do on each element of the list Key, if the list exists.
template <typename Function>
static void each(const json &From, const char *Key, Function Do) {
  auto It = From.find(Key);
  if (It == From.end())
    return;
  if (!It->is_array())
    throw BadRecord(std::string("its '") + Key + "' is no list");
  for (const json &Element : *It) {
    if (!Element.is_object() && !Element.is_array() && !Element.is_null())
      throw BadRecord(std::string("its '") + Key +
                      "' holds what it should not");
    Do(Element);
  }
}

Place ModelReader::place(const json &J) const {
  if (J.is_null())
    return {};
  Place P;
  P.File = J.at(0).get<size_t>();
  P.Line = J.at(1).get<uint64_t>();
  P.Column = J.at(2).get<uint64_t>();
  if (P.File >= NumFiles)
    throw BadRecord("a place in it is in no file");
  return P;
}

Place ModelReader::place(const json &From, const char *Key) const {
  auto It = From.find(Key);
  return It == From.end() ? Place() : place(*It);
}

std::vector<Place> ModelReader::places(const json &From,
                                       const char *Key) const {
  std::vector<Place> Result;
  each(From, Key, [&](const json &J) { Result.push_back(place(J)); });
  return Result;
}

Reason ModelReader::reason(const json &J) const {
  return {text(J, "id"), text(J, "why"), text(J, "advice"), place(J, "where")};
}

/// Each term is a coefficient and factors.
static std::optional<std::vector<Term>> terms(const json &From,
                                              const char *Key) {
  auto It = From.find(Key);
  if (It == From.end() || It->is_null())
    return std::nullopt;
  std::vector<Term> Result;
  each(From, Key, [&](const json &J) {
    Term T{J.at(0).get<int64_t>(), {}};
    for (size_t I = 1; I < J.size(); ++I)
      T.Factors.push_back(printable(J.at(I).get<std::string>()));
    Result.push_back(T);
  });
  return Result;
}

Access ModelReader::access(const json &J) const {
  Access A{text(J, "call"),
           text(J, "file"),
           text(J, "start"),
           text(J, "length"),
           text(J, "trace"),
           text(J, "pattern"),
           terms(J, "start_terms"),
           terms(J, "length_terms"),
           place(J, "at"),
           texts(J, "facts"),
           {}};
  each(J, "loops", [&](const json &L) {
    A.Loops.push_back(
        {text(L, "counter"), text(L, "iterations"), place(L, "at")});
  });
  return A;
}

void ModelReader::readGraph(const json &J, Region &R) const {
  each(J, "statements", [&](const json &S) {
    R.Statements.push_back({place(S, "at"), text(S, "function"),
                            text(S, "does"), text(S, "io"),
                            places(S, "inlined_at")});
  });
  each(J, "dependences", [&](const json &D) {
    Dependence New{D.at(0).get<size_t>(), D.at(1).get<size_t>(),
                   printable(D.at(2).get<std::string>())};
    if (std::max(New.Needed, New.User) >= R.Statements.size())
      throw BadRecord("a dependence in it is of no statement");
    R.Dependences.push_back(New);
  });
}

void ModelReader::readSlice(const json &J, Region &R) const {
  R.Launch = place(J, "launch");
  R.Scheme = text(J, "scheme");
  R.Slice = text(J, "slice");
  R.Kept = number(J, "kept");
  R.Instructions = number(J, "instructions");
  R.LaunchBytes = number(J, "launch_bytes");
  R.Scouts = number(J, "scouts");
  R.Guesses = places(J, "guesses");
  R.LiveIns = texts(J, "live_ins");
  each(J, "behind", [&](const json &B) {
    R.Behind.push_back({text(B, "call"), place(B, "at"), place(B, "write"),
                        number(B, "iterations")});
  });
  each(J, "objects", [&](const json &O) {
    R.Objects.push_back(
        {text(O, "name"), text(O, "class"), number(O, "bytes")});
  });
  each(J, "renamed", [&](const json &S) {
    R.Renamed.push_back({place(S, "at"), text(S, "name"), text(S, "to")});
  });
  each(J, "reads", [&](const json &C) {
    R.Reads.push_back(
        {text(C, "call"), place(C, "at"), C.value("waits", false)});
  });
  each(J, "points", [&](const json &P) {
    R.Points.push_back(
        {text(P, "call"), text(P, "kind"), place(P, "at"), texts(P, "parts")});
  });
  each(J, "accesses", [&](const json &A) { R.Accesses.push_back(access(A)); });
  readGraph(J, R);
}

Region ModelReader::region(const json &J) const {
  Region R{};
  R.Function = text(J, "function");
  R.Kind = text(J, "kind");
  R.At = place(J, "at");
  R.Sliced = J.at("sliced").get<bool>();
  if (R.Sliced)
    readSlice(J, R);
  else
    R.Why = reason(J);
  return R;
}

Record ModelReader::read(const json &Json) {
  if (!Json.is_object())
    throw BadRecord("it is no map");
  Record Result;
  Result.Module = text(Json, "module");
  Result.LeftOut = texts(Json, "left_out");
  Result.Instead = texts(Json, "instead");
  each(Json, "files", [&](const json &F) {
    Result.Files.push_back(
        {text(F, "name"), text(F, "folder"), text(F, "md5")});
  });
  NumFiles = Result.Files.size();
  each(Json, "regions",
       [&](const json &R) { Result.Regions.push_back(region(R)); });
  each(Json, "reads", [&](const json &R) {
    bool Sliced = R.at("sliced").get<bool>();
    Result.Reads.push_back({text(R, "call"), text(R, "function"),
                            place(R, "at"), Sliced, place(R, "region"),
                            Sliced ? Reason() : reason(R),
                            R.value("object", ""), R.value("selection", "")});
  });
  each(Json, "by_pointer", [&](const json &P) {
    Result.Pointers.push_back({text(P, "call"), text(P, "function"),
                               text(P, "advice"), place(P, "at")});
  });
  return Result;
}

Record readModel(const json &Json) {
  try {
    return ModelReader().read(Json);
  } catch (const json::exception &Error) {
    throw BadRecord(Error.what());
  }
}

std::string Record::describe(const Place &Where) const {
  if (!Where)
    return "an unknown place";
  std::string Result =
      Files[Where.File].Name + ':' + std::to_string(Where.Line);
  if (Where.Column)
    Result += ':' + std::to_string(Where.Column);
  return Result;
}

} // namespace foreslice::dump
