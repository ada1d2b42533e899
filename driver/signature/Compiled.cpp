//===- Compiled.cpp - signatures from the compiler's knowledge ------------===//
//
// See Compiled.h. Accesses of one loop form one body, in the order of the
// source.
//
//===----------------------------------------------------------------------===//

#include "Compiled.h"

#include "Installation.h"
#include "Notation.h"
#include "Process.h"

#include "signature/SignatureJson.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <stdexcept>

namespace foreslice::signature {

using driver::fatal;
using driver::warn;
using nlohmann::json;

namespace {

/// Why an access cannot be a signature.
class LeftOut : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A whole number times factors.
struct Product {
  int64_t Times = 1;
  std::vector<std::string> Factors;
};

std::optional<int64_t> numberOf(std::string_view Text) {
  int64_t Value;
  const char *End = Text.data() + Text.size();
  auto [Stop, Error] = std::from_chars(Text.data(), End, Value);
  return Error == std::errc() && Stop == End ? std::optional(Value)
                                             : std::nullopt;
}

/// "512*i - n + 8".
std::vector<Product> parseSum(std::string Text) {
  std::vector<Product> Sum;
  int64_t Sign = 1;
  while (!Text.empty()) {
    const size_t End = std::min(Text.find(" + "), Text.find(" - "));
    std::string One = Text.substr(0, End);
    Product P{Sign, {}};
    if (One.starts_with('-')) {
      P.Times = -P.Times;
      One.erase(0, 1);
    }
    for (size_t Position = 0; Position <= One.size();) {
      const size_t Star = std::min(One.find('*', Position), One.size());
      const std::string Factor = One.substr(Position, Star - Position);
      if (std::optional<int64_t> Value = numberOf(Factor))
        P.Times *= *Value;
      else
        P.Factors.push_back(Factor);
      Position = Star + 1;
    }
    Sum.push_back(std::move(P));
    if (End == Text.npos)
      break;
    Sign = Text[End + 1] == '-' ? -1 : 1;
    Text.erase(0, End + 3);
  }
  return Sum;
}

std::vector<Product> productsOf(const json &Terms) {
  std::vector<Product> Sum;
  for (const json &T : Terms) {
    Product P{T.at(0), {}};
    for (size_t I = 1; I < T.size(); ++I)
      P.Factors.push_back(T[I]);
    Sum.push_back(std::move(P));
  }
  return Sum;
}

/// Sums, with the meanings of names.
class Evaluator {
public:
  explicit Evaluator(const Meanings &Set) : Set(Set) {
    this->Set.emplace("rank", "rank");
    this->Set.emplace("size", "ranks");
  }

  /// The number in a body, in the form of signature files: for each product of
  /// counters, the sum of the other factors. Counters are the counters of the
  /// loops around, the outermost first.
  json number(const std::vector<Product> &Sum,
              const std::vector<std::string> &Counters) const {
    std::vector<json> Columns(size_t(1) << Counters.size(), json::object());
    for (const Product &P : Sum) {
      size_t Column = 0;
      auto [Name, Times] = multiply(P, Counters, Column);
      json &J = Columns[Column];
      J[Name] = J.value(Name, int64_t(0)) + Times;
    }
    return Columns;
  }

  /// The path of the file that Name stands for.
  std::optional<std::string> pathOf(const std::string &Name) const {
    auto Found = Set.find(Name);
    return Found == Set.end() ? std::nullopt : std::optional(Found->second);
  }

private:
  std::pair<std::string, int64_t>
  multiply(const Product &P, const std::vector<std::string> &Counters,
           size_t &Column) const {
    int64_t Times = P.Times;
    int Ranks = 0, Rank = 0;
    for (const std::string &Factor : P.Factors) {
      auto Counter = std::ranges::find(Counters, Factor);
      if (Counter != Counters.end()) {
        const size_t Bit = size_t(1) << (Counters.end() - Counter - 1);
        if (Column & Bit)
          throw LeftOut("a number grows with the square of " + Factor);
        Column |= Bit;
        continue;
      }
      const std::string Meaning = meaningOf(Factor);
      if (Meaning == "rank")
        ++Rank;
      else if (Meaning == "ranks")
        ++Ranks;
      else if (std::optional<int64_t> Value = numberOf(Meaning);
               !Value || __builtin_mul_overflow(Times, *Value, &Times))
        throw LeftOut("'" + Meaning + "' is not a number for " + Factor);
    }
    if (Rank > 1 || Ranks > 1)
      throw LeftOut("a number grows with the square of the rank, or of how "
                    "many there are");
    const auto O = Rank ? RankNumber::Base::Rank : RankNumber::Base::One;
    return {nameOf(O, Ranks ? RankNumber::Scale::TimesRanks
                            : RankNumber::Scale::Fixed),
            Times};
  }

  std::string meaningOf(const std::string &Name) const {
    if (Name == "?" || Name == "value")
      throw LeftOut("the compiler does not know where it is, or how often");
    auto Found = Set.find(Name);
    if (Found == Set.end())
      throw LeftOut("--set '" + Name + "=VALUE' is needed");
    return Found->second;
  }

  Meanings Set;
};

/// Collects the accesses of files.
class Streams {
public:
  explicit Streams(const Meanings &Set) : Values(Set) {}

  void add(const json &Access, const std::string &Where) {
    try {
      addAccess(Access);
    } catch (const LeftOut &Why) {
      warn(Command, Where + ": " + Access.at("call").get<std::string>() +
                        " is left out: " + Why.what());
    }
  }

  json take() {
    json All = json::array();
    for (auto &[Name, S] : Found) {
      strip(S["terms"]);
      All.push_back(std::move(S));
    }
    return All;
  }

private:
  void addAccess(const json &Access) {
    std::vector<std::string> Counters;
    json Loops = json::array();
    for (const json &L : Access.at("loops")) {
      const std::vector<Product> Count = parseSum(L.at("iterations"));
      Loops.push_back({{"count", Values.number(Count, Counters)},
                       {"at", L.at("at")},
                       {"body", json::array()}});
      Counters.push_back(L.at("counter"));
    }
    for (const char *Key : {"start", "length"})
      if (Access.at(Key) == "?")
        throw LeftOut("the compiler does not know where it is, or how long");
    const json Point{
        {"place",
         Values.number(productsOf(Access.at("start_terms")), Counters)},
        {"bytes",
         Values.number(productsOf(Access.at("length_terms")), Counters)}};
    json *Body = &streamOf(Access)["terms"];
    for (json &L : Loops) {
      const bool Goes = !Body->empty() && Body->back().contains("at") &&
                        Body->back()["at"] == L["at"];
      if (!Goes)
        Body->push_back(std::move(L));
      Body = &Body->back()["body"];
    }
    Body->push_back(Point);
  }

  json &streamOf(const json &Access) {
    const std::string Name = Access.at("file");
    const std::string Pattern = Access.at("pattern");
    const char *Operation = Pattern.starts_with("{WRITE") ? "write" : "read";
    json &S = Found[{Name, Operation}];
    if (S.is_null()) {
      const std::optional<std::string> Path = Values.pathOf(Name);
      S = {{"file", Path.value_or(Name)},
           {"operation", Operation},
           {"pattern", Pattern},
           {"terms", json::array()}};
      if (!Path)
        S["note"] = "--set '" + Name + "=PATH' says which file that is.";
    } else if (S["pattern"] != Pattern) {
      S["pattern"] = S["pattern"].get<std::string>() + " and " + Pattern;
    }
    return S;
  }

  /// Takes off where loops are in the source.
  static void strip(json &Terms) {
    for (json &T : Terms) {
      T.erase("at");
      if (T.contains("body"))
        strip(T["body"]);
    }
  }

  const Evaluator Values;
  std::map<std::pair<std::string, std::string>, json> Found;
};

std::string placeOf(const json &Record, const json &J) {
  if (!J.is_array())
    return "?";
  return Record.at("files")
             .at(J.at(0).get<size_t>())
             .at("name")
             .get<std::string>() +
         ":" + J.at(1).dump() + ":" + J.at(2).dump();
}

} // namespace

SignatureFile readProgram(const std::string &Path, const Meanings &Set) {
  const driver::Installation Here;
  int Status = 0;
  const std::string Text = driver::outputOf(
      {Here.binDir() + "/foreslice-dump", "--format=json", Path}, &Status);
  if (Status != 0)
    std::exit(1); // foreslice-dump has said why
  try {
    Streams All(Set);
    const json Dump = json::parse(Text);
    for (const json &Input : Dump.at("inputs"))
      for (const json &Record : Input.at("records"))
        for (const json &Region : Record.at("regions"))
          for (const json &Access : Region.value("accesses", json::array()))
            All.add(Access, placeOf(Record, Access.at("at")));
    const json Found = All.take();
    if (Found.empty())
      fatal(Command, "'" + Path + "' has no access whose places are known");
    SignatureFile F{
        signatureOf(json{{"foreslice_signature", 1},
                         {"program", {{"name", driver::baseName(Path)}}},
                         {"ranks", json::array()},
                         {"streams", Found}})};
    for (SignatureStream &S : F.Streams)
      S.Trace = traceSignature(S.Is, S.Terms);
    return F;
  } catch (const std::exception &Error) {
    fatal(Command, "'" + Path + "': " + Error.what());
  }
}

} // namespace foreslice::signature
