//===- PolicyFile.cpp - files of rules ------------------------------------===//
//
// See PolicyFile.h. toml++ reads the text; this file checks the content.
//
//===----------------------------------------------------------------------===//

#include "adaptive/policy/PolicyFile.h"

#include "adaptive/policy/BuiltInPolicy.h"
#include "support/TextFile.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <stdexcept>
#include <vector>

#define TOML_HEADER_ONLY 1
// toml++ 3.3 asserts conditions on the text, broken for example by "[" at the
// end of a line, and with NDEBUG lets the compiler assume the conditions.
#undef NDEBUG
#define TOML_ASSERT(Holds)                                                     \
  ((Holds) ? void() : throw std::invalid_argument("not understood"))
#define TOML_ENABLE_FORMATTERS 0
#define TOML_FLOAT_CHARCONV 1 // no stream for a number
#include <toml++/toml.h>

using namespace foreslice;

namespace {

constexpr double MostTimes = 1024;
constexpr const char *SetKeys =
    "scheme, prefetch_pages, prefetch_times, cache_percent, cache_times, "
    "caching";

std::string sensorKeys() {
  std::string Keys;
  for (const SensorInfo &S : sensorTable())
    Keys += (Keys.empty() ? "" : ", ") + std::string(S.Key);
  return Keys;
}

/// Goes through a file and stops at the first error.
class Reader {
public:
  explicit Reader(std::string_view Name) : Name(Name) {}

  bool whole(const toml::table &T);
  bool action(const toml::table &T, PolicyAction &Out);

  SelectorTable Table;
  std::string Why;

private:
  bool refuse(const toml::source_region &Region, const std::string &What) {
    Why = fmt::format("{}:{}: {}", Name, Region.begin.line, What);
    return false;
  }
  bool refuse(const toml::node &N, const std::string &What) {
    return refuse(N.source(), What);
  }
  bool unknown(const toml::key &Key, std::string_view Accepted) {
    return refuse(Key.source(), fmt::format("unknown key '{}'; accepted: {}",
                                            printable(Key.str()), Accepted));
  }
  bool number(const toml::node &N, double Least, double Most, double &Out);
  template <class T>
  bool number(const toml::node &N, double Least, double Most,
              std::optional<T> &Out) {
    double Value = 0;
    if (!number(N, Least, Most, Value))
      return false;
    Out = static_cast<T>(Value);
    return true;
  }
  bool count(const toml::node &N, unsigned Most, unsigned &Out);
  bool amount(const toml::node &N, std::optional<size_t> &Out);
  bool scheme(const toml::node &N, std::optional<SchemeKind> &Out);
  bool flag(const toml::node &N, std::optional<bool> &Out);
  bool setKey(const toml::key &Key, const toml::node &N, PolicyAction &Out);
  bool start(const toml::node &N);
  bool conditions(const toml::node &N);
  bool condition(const toml::key &Key, const toml::node &N);
  bool bound(const toml::key &Key, const toml::node &N, Condition &Out);
  bool rules(const toml::node &N);
  bool rule(const toml::node &N);
  bool ruleKey(const toml::key &Key, const toml::node &N, SelectorRule &Out);
  bool when(const toml::node &N, SelectorRule &Out);
  bool features(const toml::node &N, SelectorRule &Out);

  const std::string Name;
};

bool Reader::number(const toml::node &N, double Least, double Most,
                    double &Out) {
  std::optional<double> Value = N.value<double>();
  if (!N.is_number() || !Value || !(*Value >= Least && *Value <= Most))
    return refuse(N,
                  fmt::format("accepted: a number from {} to {}", Least, Most));
  Out = *Value;
  return true;
}

bool Reader::count(const toml::node &N, unsigned Most, unsigned &Out) {
  std::optional<int64_t> Value = N.value_exact<int64_t>();
  if (!Value || *Value < 0 || *Value > Most)
    return refuse(N, fmt::format("accepted: an integer from 0 to {}", Most));
  Out = static_cast<unsigned>(*Value);
  return true;
}

bool Reader::amount(const toml::node &N, std::optional<size_t> &Out) {
  if (N.value_exact<std::string>() == "scheme") {
    Out = ProcessPolicy::AsScheme;
    return true;
  }
  std::optional<int64_t> Value = N.value_exact<int64_t>();
  if (!Value || *Value < 0 || *Value > INT32_MAX)
    return refuse(N, "accepted: a number of pages, or \"scheme\"");
  Out = static_cast<size_t>(*Value);
  return true;
}

bool Reader::scheme(const toml::node &N, std::optional<SchemeKind> &Out) {
  std::optional<std::string> Text = N.value_exact<std::string>();
  SchemeKind Kind;
  if (!Text || !parseScheme(Text->c_str(), Kind))
    return refuse(N, "accepted: the name of a scheme: " + schemeNames());
  Out = Kind;
  return true;
}

bool Reader::flag(const toml::node &N, std::optional<bool> &Out) {
  Out = N.value_exact<bool>();
  return Out || refuse(N, "accepted: true or false");
}

bool Reader::setKey(const toml::key &Key, const toml::node &N,
                    PolicyAction &Out) {
  std::string_view K = Key.str();
  if (K == "scheme")
    return scheme(N, Out.Scheme);
  if (K == "prefetch_pages")
    return amount(N, Out.PrefetchPages);
  if (K == "prefetch_times")
    return number(N, 0, MostTimes, Out.PrefetchTimes);
  if (K == "cache_percent")
    return number(N, 1, 100, Out.CachePercent);
  if (K == "cache_times")
    return number(N, 0, MostTimes, Out.CacheTimes);
  if (K == "caching")
    return flag(N, Out.Caching);
  return unknown(Key, SetKeys);
}

bool Reader::action(const toml::table &T, PolicyAction &Out) {
  for (auto &&[Key, N] : T)
    if (!setKey(Key, N, Out))
      return false;
  return true;
}

bool Reader::start(const toml::node &N) {
  if (!N.is_table())
    return refuse(N, std::string("accepted: a table with ") + SetKeys);
  PolicyAction Set;
  if (!action(*N.as_table(), Set))
    return false;
  if (Set.PrefetchTimes || Set.CacheTimes)
    return refuse(N, "nothing is in force at the start: prefetch_times and "
                     "cache_times are for rules");
  Table.Start = Set.applied({}, ProcessPolicy::AsScheme);
  return true;
}

bool Reader::bound(const toml::key &Key, const toml::node &N, Condition &Out) {
  std::string_view K = Key.str();
  if (K == "above")
    return number(N, -1e18, 1e18, Out.Bound);
  if (K == "up_to")
    return number(N, -1e18, 1e18, Out.UpTo);
  std::optional<std::string> Text = N.value_exact<std::string>();
  if (K == "ranks") {
    Out.OfAllRanks = Text == "all";
    return Out.OfAllRanks || refuse(N, "accepted: \"all\"");
  }
  if (K != "sensor")
    return unknown(Key, "sensor, ranks, above, up_to");
  std::optional<Sensor> S = Text ? findSensor(*Text) : std::nullopt;
  if (!S)
    return refuse(N, "accepted: the name of a sensor: " + sensorKeys());
  Out.Measured = *S;
  return true;
}

bool Reader::condition(const toml::key &Key, const toml::node &N) {
  const toml::table *T = N.as_table();
  if (!T || !T->contains("sensor") ||
      !(T->contains("above") || T->contains("up_to")))
    return refuse(N, "a condition is a table with sensor, and above, up_to or "
                     "both");
  Condition New;
  New.Name = Key.str();
  for (auto &&[K, Value] : *T)
    if (!bound(K, Value, New))
      return false;
  Table.Conditions.push_back(std::move(New));
  return true;
}

bool Reader::conditions(const toml::node &N) {
  const toml::table *T = N.as_table();
  if (!T || T->size() > SelectorTable::MostConditions)
    return refuse(N, fmt::format("accepted: a table of at most {} conditions",
                                 SelectorTable::MostConditions));
  for (auto &&[Key, Value] : *T)
    if (!condition(Key, Value))
      return false;
  return true;
}

bool Reader::when(const toml::node &N, SelectorRule &Out) {
  const toml::array *Names = N.as_array();
  if (!Names || Names->size() > SelectorTable::MostConditions)
    return refuse(N, "accepted: a list of names of conditions, each with or "
                     "without \"not \" before it");
  for (const toml::node &One : *Names) {
    std::string Text = One.value_exact<std::string>().value_or("");
    bool Holds = !Text.starts_with("not ");
    std::string_view Wanted = std::string_view(Text).substr(Holds ? 0 : 4);
    auto Of = std::ranges::find(Table.Conditions, Wanted, &Condition::Name);
    if (Of == Table.Conditions.end())
      return refuse(One, fmt::format("'{}' is no condition of this file",
                                     printable(Wanted)));
    Out.When.push_back({size_t(Of - Table.Conditions.begin()), Holds});
  }
  return true;
}

bool Reader::features(const toml::node &N, SelectorRule &Out) {
  const std::vector<std::string_view> Known = knownFeatures();
  const toml::array *Names = N.as_array();
  bool Ok = Names && Names->size() <= Known.size();
  for (size_t I = 0; Ok && I < Names->size(); ++I) {
    Out.Class.push_back((*Names)[I].value_exact<std::string>().value_or(""));
    Ok = std::ranges::find(Known, Out.Class.back()) != Known.end();
  }
  return Ok || refuse(N, fmt::format("accepted: a list of features of a class: "
                                     "{}",
                                     fmt::join(Known, ", ")));
}

bool Reader::ruleKey(const toml::key &Key, const toml::node &N,
                     SelectorRule &Out) {
  std::string_view K = Key.str();
  if (K == "when")
    return when(N, Out);
  if (K == "class")
    return features(N, Out);
  if (K == "name") {
    Out.Name = N.value_exact<std::string>().value_or("");
    return !Out.Name.empty() || refuse(N, "accepted: a text");
  }
  if (K != "set")
    return unknown(Key, "name, class, when, set");
  return N.is_table()
             ? action(*N.as_table(), Out.Set)
             : refuse(N, std::string("accepted: a table with ") + SetKeys);
}

bool Reader::rule(const toml::node &N) {
  const toml::table *T = N.as_table();
  if (!T || !T->contains("set") || !T->contains("name"))
    return refuse(N, "a rule is a table with name, when and set");
  SelectorRule New;
  for (auto &&[Key, Value] : *T)
    if (!ruleKey(Key, Value, New))
      return false;
  Table.Rules.push_back(std::move(New));
  return true;
}

bool Reader::rules(const toml::node &N) {
  const toml::array *All = N.as_array();
  if (!All || All->size() > SelectorTable::MostRules)
    return refuse(N, fmt::format("accepted: at most {} rules, [[rule]]",
                                 SelectorTable::MostRules));
  return std::ranges::all_of(*All,
                             [&](const toml::node &One) { return rule(One); });
}

bool Reader::whole(const toml::table &T) {
  // Rules name conditions anywhere in the file.
  if (const toml::node *N = T.get("conditions"); N && !conditions(*N))
    return false;
  for (auto &&[Key, N] : T) {
    std::string_view K = Key.str();
    bool Ok = K == "conditions" ? true
              : K == "rule"     ? rules(N)
              : K == "start"    ? start(N)
              : K == "settle" ? count(N, 1000, Table.Settle)
                              : unknown(Key, "settle, start, conditions, rule");
    if (!Ok)
      return false;
  }
  return true;
}

/// toml++ 3.3 takes some characters beyond ASCII for unreachable.
toml::table parseAscii(std::string_view Text) {
  if (std::ranges::any_of(Text, [](unsigned char C) { return C >= 0x80; }))
    throw std::invalid_argument("only ASCII is accepted");
  return toml::parse(Text);
}

} // namespace

std::optional<SelectorTable> policy_file::parse(std::string_view Text,
                                                std::string_view Name,
                                                std::string &Why) {
  const std::string Shown = printable(Name);
  if (Text.size() > MostBytes) {
    Why = fmt::format("{}: larger than {} bytes", Shown, MostBytes);
    return std::nullopt;
  }
  Reader R(Shown);
  try {
    if (R.whole(parseAscii(Text)))
      return std::move(R.Table);
    Why = std::move(R.Why);
  } catch (const toml::parse_error &Error) {
    Why = fmt::format("{}:{}: no TOML: {}", Shown, Error.source().begin.line,
                      printable(Error.description()));
  } catch (const std::invalid_argument &Error) {
    Why = fmt::format("{}: no TOML: {}", Shown, Error.what());
  }
  return std::nullopt;
}

std::optional<SelectorTable> policy_file::read(const std::string &Path,
                                               std::string &Why) {
  std::string Text;
  if (std::string Error = readTextFile(Path, MostBytes, Text); !Error.empty()) {
    Why = printable(Path) + ": " + Error;
    return std::nullopt;
  }
  return parse(Text, Path, Why);
}

std::string_view policy_file::builtIn() { return BuiltInPolicy; }

std::optional<ProcessPolicy> policy_file::set(ProcessPolicy To,
                                              std::string_view Setting,
                                              size_t PoolPages,
                                              std::string &Why) {
  size_t Equals = std::min(Setting.find('='), Setting.size());
  std::string_view Value = Setting.substr(std::min(Equals + 1, Setting.size()));
  bool IsText = std::ranges::any_of(Value, [](char C) {
    return std::isalpha(static_cast<unsigned char>(C)) || C == '_';
  });
  bool Plain = Value != "true" && Value != "false" && IsText;
  std::string Quote = Plain ? "\"" : "";
  std::string Text = std::string(Setting.substr(0, Equals)) + " = " + Quote +
                     std::string(Value) + Quote;
  Reader R("policy");
  PolicyAction Set;
  try {
    toml::table Parsed = parseAscii(Text);
    if (Parsed.size() == 1 && R.action(Parsed, Set))
      return Set.applied(To, PoolPages);
    Why = std::move(R.Why);
  } catch (const std::exception &) { // of toml++
    Why.clear();
  }
  if (Why.empty())
    Why = std::string("accepted: KEY=VALUE, with one of ") + SetKeys;
  return std::nullopt;
}
