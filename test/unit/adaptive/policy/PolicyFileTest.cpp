//===- PolicyFileTest.cpp - what a policy file may say --------------------===//

#include "adaptive/policy/PolicyFile.h"

#include <gtest/gtest.h>

using namespace foreslice;

namespace {

/// Why the text is refused; empty if it is not.
std::string refusal(std::string_view Text) {
  std::string Why;
  bool Ok = policy_file::parse(Text, "p.toml", Why).has_value();
  EXPECT_EQ(Ok, Why.empty());
  return Why;
}

constexpr const char *Slow = "conditions.slow = {sensor='reads', above=1}\n";

TEST(PolicyFile, NothingIsAPolicy) { EXPECT_EQ(refusal(""), ""); }

TEST(PolicyFile, ErrorsNameTheLineAndWhatIsAccepted) {
  struct {
    std::string Text, Why;
  } Cases[] = {
      {"a", "p.toml:1: no TOML: "},
      {"[\nx(", "p.toml: no TOML: "},
      {"\u00e4 = 1", "p.toml: no TOML: only ASCII is accepted"},
      {"\nsetle = 1", "p.toml:2: unknown key 'setle'; accepted: settle, start, "
                      "conditions, rule"},
      {"settle = -1", "p.toml:1: accepted: an integer from 0 to 1000"},
      {"start = 1", "p.toml:1: accepted: a table with scheme, "},
      {"start.scheme = 'best'",
       "p.toml:1: accepted: the name of a scheme: auto, "},
      {"start.prefetch_times = 2",
       "p.toml:1: nothing is in force at the start"},
      {"start.prefetch_pages = -1", "p.toml:1: accepted: a number of pages"},
      {"start.prefetch_pages = 1.5", "p.toml:1: accepted: a number of pages"},
      {"start.cache_percent = 0", "p.toml:1: accepted: a number from 1 to 100"},
      {"start.cache_percent = nan", "p.toml:1: accepted: a number from 1 to"},
      {"start.caching = 1", "p.toml:1: accepted: true or false"},
      {"conditions.a = {sensor='reads'}", "p.toml:1: a condition is a table"},
      {"conditions.a = {sensor='red', above=1}",
       "p.toml:1: accepted: the name of a sensor: operations, "},
      {"conditions.a = {sensor='reads', abov=1, up_to=2}",
       "p.toml:1: unknown key 'abov'; accepted: sensor, ranks, above, up_to"},
      {"conditions.a = {sensor='reads', ranks='some', above=1}",
       "p.toml:1: accepted: \"all\""},
      {"rule = 1", "p.toml:1: accepted: at most 256 rules"},
      {"[[rule]]\nname = 'r'", "p.toml:1: a rule is a table with name, when "},
      {"[[rule]]\nname='r'\nwhen=['fast']\nset={}",
       "p.toml:3: 'fast' is no condition of this file"},
      {"[[rule]]\nname='r'\nclass=['smal']\nset={}",
       "p.toml:3: accepted: a list of features of a class: read only, "},
      {"[[rule]]\nname=''\nset={}", "p.toml:2: accepted: a text"},
  };
  for (const auto &[Text, Why] : Cases)
    EXPECT_EQ(refusal(Text).substr(0, Why.size()), Why) << Text;
}

TEST(PolicyFile, ConditionsMayComeBehindTheRules) {
  std::string Text = "[[rule]]\nname='r'\nwhen=['not slow']\nset={}\n"
                     "[conditions]\nslow = {sensor='reads', above=1}";
  EXPECT_EQ(refusal(Text), "");
}

TEST(PolicyFile, ThereAreBounds) {
  std::string Many = Slow;
  for (size_t I = 0; I <= SelectorTable::MostRules; ++I)
    Many += "[[rule]]\nname='r'\nset={}\n";
  EXPECT_NE(refusal(Many), "");
  EXPECT_NE(refusal(std::string(policy_file::MostBytes + 1, '\n')), "");
  std::string Deep(100'000, '[');
  EXPECT_NE(refusal("a = " + Deep), "");
}

TEST(PolicyFile, WhatIsNoFileIsRefused) {
  std::string Why;
  EXPECT_FALSE(policy_file::read("/no/such/file", Why));
  EXPECT_EQ(Why, "/no/such/file: No such file or directory");
  EXPECT_FALSE(policy_file::read("/", Why));
  EXPECT_EQ(Why, "/: Is a directory");
  EXPECT_FALSE(policy_file::read("/dev/zero", Why)) << "it has no end";
}

TEST(PolicyFile, SettingsByHand) {
  std::string Why;
  auto Set = [&](std::string_view Text) {
    return policy_file::set(ProcessPolicy{.PrefetchPages = 8}, Text, 64, Why);
  };
  EXPECT_EQ(Set("prefetch_pages=4")->PrefetchPages, 4U);
  EXPECT_EQ(Set("prefetch_times=2")->PrefetchPages, 16U);
  EXPECT_EQ(Set("prefetch_pages=scheme")->PrefetchPages,
            ProcessPolicy::AsScheme);
  EXPECT_EQ(Set("scheme=no_holds")->Scheme, SchemeKind::NoHolds);
  EXPECT_FALSE(Set("caching=false")->Caching);
  for (const char *Bad : {"", "=", "caching", "a=1", "caching=1\nscheme='auto'",
                          "scheme=best", "prefetch_pages=", "caching=\"x"}) {
    Why.clear();
    EXPECT_FALSE(Set(Bad)) << Bad;
    EXPECT_NE(Why, "") << Bad;
  }
}

} // namespace
