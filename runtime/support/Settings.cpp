//===- Settings.cpp - parsing the FORESLICE_* settings --------------------===//
//
// One parser and one printer for each Kind of settings.def; the rest walks the
// table. An empty value counts as not set.
//
//===----------------------------------------------------------------------===//

#include "support/Settings.h"

#include "support/Lazy.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <sys/auxv.h>
#include <unistd.h>

using namespace foreslice;

namespace {

struct SchemeRow {
  SchemeKind Kind;
  const char *Name;
};
constexpr SchemeRow SchemeTable[] = {
#define FORESLICE_SCHEME(Id, Name, Help) {SchemeKind::Id, Name},
#include "foreslice/schemes.def"
};

constexpr std::string_view Prefix = "FORESLICE_";
constexpr std::string_view SizeSuffixes = "KMGT";

bool parseDigits(std::string_view Text, uint64_t &Out) {
  const char *End = std::to_address(Text.end());
  auto [Rest, Error] = std::from_chars(std::to_address(Text.begin()), End, Out);
  return Error == std::errc() && Rest == End;
}

/// Plain bytes, or with one of K, M, G, T in either case.
bool parseBytes(std::string_view Text, uint64_t &Out) {
  unsigned Shift = 0;
  if (!Text.empty()) {
    char Last = static_cast<char>(std::toupper(uint8_t(Text.back())));
    if (size_t I = SizeSuffixes.find(Last); I != std::string_view::npos) {
      Shift = 10 * (unsigned(I) + 1);
      Text.remove_suffix(1);
    }
  }
  if (!parseDigits(Text, Out) || Out > UINT64_MAX >> Shift)
    return false;
  Out <<= Shift;
  return true;
}

std::string printBytes(uint64_t Bytes) {
  unsigned Suffix = 0;
  while (Suffix < SizeSuffixes.size() && Bytes && Bytes % 1024 == 0) {
    Bytes /= 1024;
    ++Suffix;
  }
  std::string Text = std::to_string(Bytes);
  if (Suffix)
    Text += SizeSuffixes[Suffix - 1];
  return Text;
}

/// An enum whose values have the names of Words::Names, in order.
template <typename Words, typename Enum> struct OneOf {
  static bool parse(Settings &, std::string_view Text, uint64_t, uint64_t,
                    Enum &Out) {
    auto *Found = std::ranges::find(Words::Names, Text);
    if (Found == std::end(Words::Names))
      return false;
    Out = static_cast<Enum>(Found - Words::Names);
    return true;
  }
  static std::string print(Enum Value) {
    return Words::Names[static_cast<size_t>(Value)];
  }
  static std::string accepts(const char *Text) { return Text; }
};

struct SharingWords {
  static constexpr const char *Names[] = {"none", "node", "job"};
};
using SharingName = OneOf<SharingWords, Sharing>;

/// Names with commas in between, each at most once.
struct SourceNames {
  static constexpr const char *Names[] = {"slices", "signatures", "classifier",
                                          "hints"};

  static bool parse(Settings &, std::string_view Text, uint64_t, uint64_t,
                    SourceSet &Out) {
    SourceSet Found;
    Found.name();
    while (true) {
      size_t End = std::min(Text.find(','), Text.size());
      auto *Name = std::ranges::find(Names, Text.substr(0, End));
      if (Name == std::end(Names))
        return false;
      auto Kind = static_cast<SourceKind>(Name - Names);
      if (Found.has(Kind))
        return false;
      Found.add(Kind);
      if (End == Text.size())
        break;
      Text.remove_prefix(End + 1);
    }
    Out = Found;
    return true;
  }
  static std::string print(SourceSet Value) {
    std::string Text;
    for (size_t I = 0; I < std::size(Names); ++I)
      if (Value.has(static_cast<SourceKind>(I)))
        Text += (Text.empty() ? "" : ",") + std::string(Names[I]);
    return Text;
  }
  static std::string accepts(const char *Text) { return Text; }
};

struct OpenAheadWords {
  static constexpr const char *Names[] = {"auto", "always", "never"};
};
using OpenAheadName = OneOf<OpenAheadWords, OpenAhead>;

struct DeliveryWords {
  static constexpr const char *Names[] = {"auto", "pool", "kernel"};
};
using DeliveryName = OneOf<DeliveryWords, DeliveryChoice>;

struct Flag {
  static bool parse(Settings &, std::string_view Text, uint64_t, uint64_t,
                    bool &Out) {
    if (Text != "0" && Text != "1")
      return false;
    Out = Text == "1";
    return true;
  }
  static std::string print(bool Value) { return Value ? "1" : "0"; }
  static std::string accepts(const char *Text) { return Text; }
};

struct Scheme {
  static bool parse(Settings &S, std::string_view Text, uint64_t, uint64_t,
                    SchemeKind &Out) {
    if (!parseScheme(std::string(Text).c_str(), Out))
      return false;
    S.SchemeGiven = true;
    return true;
  }
  static std::string print(SchemeKind Value) { return schemeName(Value); }
  static std::string accepts(const char *Text) {
    return std::string(Text) + ": " + schemeNames();
  }
};

struct Bytes {
  static bool parse(Settings &, std::string_view Text, uint64_t Min,
                    uint64_t Max, uint64_t &Out) {
    uint64_t Value = 0;
    if (!parseBytes(Text, Value) || Value < Min || Value > Max)
      return false;
    Out = Value;
    return true;
  }
  static std::string print(uint64_t Value) { return printBytes(Value); }
  static std::string accepts(const char *Text) { return Text; }
};

struct PowerOfTwo : Bytes {
  static bool parse(Settings &S, std::string_view Text, uint64_t Min,
                    uint64_t Max, uint64_t &Out) {
    uint64_t Value = 0;
    if (!Bytes::parse(S, Text, Min, Max, Value) || !std::has_single_bit(Value))
      return false;
    Out = Value;
    return true;
  }
};

struct Number {
  static bool parse(Settings &, std::string_view Text, uint64_t Min,
                    uint64_t Max, unsigned &Out) {
    uint64_t Value = 0;
    if (!parseDigits(Text, Value) || Value < Min || Value > Max)
      return false;
    Out = static_cast<unsigned>(Value);
    return true;
  }
  static std::string print(unsigned Value) { return std::to_string(Value); }
  static std::string accepts(const char *Text) { return Text; }
};

struct Output {
  static bool parse(Settings &, std::string_view Text, uint64_t, uint64_t,
                    std::string &Out) {
    if (Text.empty() || Text.back() == '/')
      return false;
    Out = Text;
    return true;
  }
  static std::string print(const std::string &Value) { return Value; }
  static std::string accepts(const char *Text) { return Text; }
};

struct Text : Output {
  static bool parse(Settings &, std::string_view Text, uint64_t, uint64_t,
                    std::string &Out) {
    Out = Text;
    return !Text.empty();
  }
};

constexpr SettingInfo Table[] = {
#define FORESLICE_SETTING(Type, Member, Name, Kind, Default, Min, Max, Takes,  \
                          Help)                                                \
  {Name, Help, [] { return Kind::accepts(Takes); },                            \
   [](const Settings &S) { return Kind::print(S.Member); },                    \
   [](Settings &S, std::string_view Text) {                                    \
     return Kind::parse(S, Text, Min, Max, S.Member);                          \
   }},
#include "support/settings.def"
};

constexpr std::string_view DriverVariables[] = {
#define FORESLICE_DRIVER_VARIABLE(Name) Name,
#include "support/settings.def"
};

bool equalsIgnoringCase(std::string_view A, std::string_view B) {
  return std::ranges::equal(A, B, [](uint8_t X, uint8_t Y) {
    return std::toupper(X) == std::toupper(Y);
  });
}

std::string settingNames() {
  std::string Names;
  for (const SettingInfo &Info : Table)
    Names += (Names.empty() ? "" : ", ") + std::string(Info.Name);
  return Names;
}

} // namespace

std::string foreslice::schemeNames() {
  std::string Names;
  for (const SchemeRow &Row : SchemeTable)
    Names += (Names.empty() ? "" : ", ") + std::string(Row.Name);
  return Names;
}

bool foreslice::parseScheme(const char *Name, SchemeKind &Out) {
  for (const SchemeRow &Row : SchemeTable)
    if (!std::strcmp(Row.Name, Name)) {
      Out = Row.Kind;
      return true;
    }
  return false;
}

const char *foreslice::schemeName(SchemeKind Scheme) {
  for (const SchemeRow &Row : SchemeTable)
    if (Row.Kind == Scheme)
      return Row.Name;
  return "unknown";
}

std::span<const SettingInfo> foreslice::settingTable() { return Table; }

Settings::ParseResult Settings::parse(std::string_view Name,
                                      std::string_view Value,
                                      std::string *Why) {
  const auto *Info = std::ranges::find_if(Table, [&](const SettingInfo &I) {
    return equalsIgnoringCase(I.Name, Name);
  });
  if (Info == std::end(Table)) {
    if (Why)
      *Why = "unknown setting " + printable(Name) + "; there are " +
             settingNames();
    return ParseResult::Unknown;
  }
  if (Info->Parse(*this, Value))
    return ParseResult::Accepted;
  if (Why)
    *Why = printable(Name) + "=" + printable(Value) + " is ignored: it takes " +
           Info->Accepts();
  return ParseResult::Malformed;
}

std::string Settings::reconcile() {
  if (PageSize <= CacheSize / 16)
    return {};
  std::string Text = "FORESLICE_PAGE_SIZE=" + printBytes(PageSize) +
                     " is ignored: it takes at most a sixteenth of "
                     "FORESLICE_CACHE_SIZE=" +
                     printBytes(CacheSize);
  PageSize = Settings().PageSize;
  return Text;
}

Settings Settings::fromEnvironment() {
  Settings S;
  if (getauxval(AT_SECURE))
    return S;
  for (char **E = environ; E && *E; ++E) {
    std::string_view Entry = *E;
    size_t Equals = Entry.find('=');
    if (!Entry.starts_with(Prefix) || Equals == std::string_view::npos ||
        Equals + 1 == Entry.size())
      continue;
    std::string Name(Entry.substr(0, Equals)), Why;
    if (std::ranges::find(DriverVariables, Name) != std::end(DriverVariables))
      continue;
    const char *Value = secure_getenv(Name.c_str());
    if (Value && S.parse(Name, Value, &Why) != ParseResult::Accepted)
      warnOnce(Why);
  }
  if (std::string Why = S.reconcile(); !Why.empty())
    warnOnce(Why);
  return S;
}

const Settings &Settings::get() {
  static constinit LazyObject<const Settings> S;
  return *S.get(
      [] { return std::make_unique<const Settings>(fromEnvironment()); });
}
