//===- SignatureFileTest.cpp - files of signatures ------------------------===//

#include "signature/SignatureFile.h"
#include "Streams.h"

#include <gtest/gtest.h>

using namespace foreslice;

namespace {

std::string file(const std::string &Streams) {
  return R"({"foreslice_signature": 1, "program": {}, "ranks": [4], "streams": [)" +
         Streams + "]}";
}

std::string stream(const std::string &Terms, const std::string &More = "") {
  return R"({"file": "/a/in", "operation": "read", )" + More + R"("terms": [)" +
         Terms + "]}";
}

SignatureFile parsed(const std::string &Text) {
  std::string Why;
  std::optional<SignatureFile> F = SignatureFile::parse(Text, Why);
  EXPECT_TRUE(F) << Why;
  return F.value_or(SignatureFile());
}

std::string refusal(const std::string &Text) {
  std::string Why;
  EXPECT_FALSE(SignatureFile::parse(Text, Why));
  return Why;
}

Stream sequence(const SignatureFile &F, int64_t Rank, int64_t Ranks,
                const std::string &Name = "/a/in", unsigned Opening = 0) {
  auto S =
      F.sequenceFor(Rank, Ranks, Name, SignatureOperation::Read, 0, Opening);
  return S ? expand(*S) : Stream();
}

TEST(SignatureFile, Nests) {
  const SignatureFile F = parsed(file(stream(
      R"({"count": 3, "body": [
           {"place": [1000, 4096], "bytes": [8, 1], "shift": 5},
           {"count": [1, 1], "body": [{"place": [0, 8, 100, 1], "bytes": 64}]}
         ]}, {"place": 7, "bytes": 9, "kind": 3})")));
  Stream Expected;
  for (int64_t I = 0; I < 3; ++I) {
    Expected.push_back({0, 1000 + 4096 * I, 8 + I, 5});
    for (int64_t J = 0; J < 1 + I; ++J)
      Expected.push_back(at(8 * J + 100 * I + I * J));
  }
  Expected.push_back(at(7, 9, 3));
  EXPECT_EQ(sequence(F, 0, 4), Expected);
  EXPECT_EQ(parsed(F.json()).Streams[0].Terms, F.Streams[0].Terms);
}

TEST(SignatureFile, RanksOfAnyNumber) {
  const SignatureFile F = parsed(file(stream(
      R"({"count": {"1/ranks": 8}, "body": [{
           "place": [{"1": 7, "rank": 10}, {"ranks": 10}], "bytes": 10}]})")));
  EXPECT_EQ(sequence(F, 1, 4), (Stream{at(17, 10), at(57, 10)}));
  EXPECT_EQ(sequence(F, 3, 8), (Stream{at(37, 10)}));
  EXPECT_EQ(sequence(F, -1, 0), (nest({{8, 10}}, 7, 10)));
}

TEST(SignatureFile, Tiles) {
  const SignatureFile F = parsed(
      file(stream(R"({"place": {"column": 10, "row*ranks": 100}, "bytes": 1})",
                  R"("columns": 2, )")));
  EXPECT_EQ(sequence(F, 3, 4), (Stream{at(410, 1)}));
}

TEST(SignatureFile, WhatFitsBest) {
  auto Term = [](int Place) {
    return R"({"bytes": 1, "place": )" + std::to_string(Place) + "}";
  };
  const SignatureFile F =
      parsed(file(stream(Term(1)) + "," + stream(Term(2), R"("ranks": 4, )") +
                  "," + stream(Term(3), R"("ranks": 4, "rank": 2, )") + "," +
                  stream(Term(4), R"("ranks": 4, "opening": 2, )")));
  EXPECT_EQ(sequence(F, 0, 8), (Stream{at(1, 1)}));
  EXPECT_EQ(sequence(F, 0, 4), (Stream{at(2, 1)}));
  EXPECT_EQ(sequence(F, 2, 4), (Stream{at(3, 1)}));
  EXPECT_EQ(sequence(F, 0, 4, "/a/in", 1), (Stream{at(2, 1)}));
  EXPECT_EQ(sequence(F, 0, 4, "/a/in", 5), (Stream{at(4, 1)}));
  EXPECT_EQ(sequence(F, 0, 4, "/elsewhere/in"), (Stream{at(2, 1)}));
  EXPECT_EQ(sequence(F, 0, 4, "/a/out"), Stream());
  EXPECT_EQ(F.sequenceFor(0, 4, "/a/in", SignatureOperation::Write), nullptr);
}

TEST(SignatureFile, FilesOfEachRank) {
  SignatureFile F = parsed(file(stream(R"({"place": 1, "bytes": 1})")));
  F.Streams[0].File = "/a/part.{rank:3}.x";
  EXPECT_EQ(sequence(F, 7, 9, "/b/part.007.x").size(), 1u);
  EXPECT_EQ(sequence(F, 7, 9, "/b/part.008.x").size(), 0u);
  F.Streams[0].File = "/a/part{rank}";
  EXPECT_EQ(sequence(F, 12, 16, "/a/part12").size(), 1u);
}

TEST(SignatureFile, ByBytesAndByDatasets) {
  auto Sets = [](const std::string &Names, const std::string &Distance) {
    return R"("datasets": {"names": [)" + Names + R"(], "distance": )" +
           Distance + R"(, "file_bytes": 77}, )";
  };
  const SignatureFile F = parsed(file(
      stream(R"({"place": 1, "bytes": 10})") + "," +
      stream(R"({"place": 105, "bytes": 20})", Sets(R"("/a", "/b")", "100"))));
  for (const SignatureFile &Each : {F, parsed(F.json())}) {
    EXPECT_EQ(sequence(Each, 0, 1), (Stream{at(1, 10)}));
    const auto Known = Each.datasetReadsFor(0, 1, "/else/in");
    ASSERT_TRUE(Known);
    EXPECT_EQ(Known->Sets, (Datasets{{"/a", "/b"}, 100}));
    EXPECT_EQ(Known->FileBytes, 77u);
    EXPECT_EQ(expand(*Known->Reads), (Stream{at(105, 20)}));
  }
  EXPECT_FALSE(F.datasetReadsFor(0, 1, "/else/other"));
  EXPECT_FALSE(parsed(file(stream(R"({"place": 1, "bytes": 10})")))
                   .datasetReadsFor(0, 1, "/a/in"));
  for (const std::string &Bad :
       {Sets("", "1"), Sets(R"("/a")", "0"),
        Sets(R"("/a", "/b")", std::to_string(INT64_MAX))})
    EXPECT_EQ(refusal(file(stream(R"({"place": 1, "bytes": 1})", Bad))),
              "'datasets' is out of range");
}

TEST(SignatureFile, FilesInTheirOrder) {
  auto of = [](const char *Name, const char *Operation, const char *More) {
    return R"({"file": ")" + std::string(Name) + R"(", "operation": ")" +
           Operation + R"(", )" + More + R"("terms": []})";
  };
  const SignatureFile F =
      parsed(file(of("a", "read", R"("order": 7, )") + "," +
                  of("b", "read", R"("order": 3, )") + "," +
                  of("b", "read", R"("order": 9, "opening": 1, )") + "," +
                  of("c", "write", R"("order": 1, )") + "," +
                  of("part.{rank:2}", "read", R"("order": 5, )") + "," +
                  of("head", "read", R"("order": 0, "rank": 0, )") + "," +
                  of("log", "read", "")));
  using Names = std::vector<std::string>;
  EXPECT_EQ(F.filesInOrder(0, 4), (Names{"head", "b", "part.00", "a"}));
  EXPECT_EQ(F.filesInOrder(2, 4), (Names{"b", "part.02", "a"}));
  EXPECT_EQ(F.filesInOrder(-1, 0), (Names{"head", "b", "part.00", "a"}));
  EXPECT_EQ(parsed(F.json()).filesInOrder(0, 4), F.filesInOrder(0, 4));
  EXPECT_NE(refusal(file(of("a", "read", R"("order": -1, )"))).find("order"),
            std::string::npos);
}

TEST(SignatureFile, WhatIsNoneIsRefused) {
  EXPECT_EQ(refusal(""), "at byte 1 it is no JSON");
  EXPECT_EQ(refusal("{}"), "it is no file of foreslice-signature");
  EXPECT_EQ(refusal(R"({"foreslice_signature": 2})"),
            "its form is not version 1");
  EXPECT_EQ(refusal(file(stream(R"({"place": 1})"))), "a term has no 'bytes'");
  EXPECT_EQ(refusal(file(stream(R"({"place": [1, 2], "bytes": 1})"))),
            "'place' grows with more loops than there are");
  EXPECT_EQ(refusal(file(stream(R"({"place": {"x": 1}, "bytes": 1})"))),
            "there is no number called 'x'");
  EXPECT_EQ(
      refusal(file(stream(R"({"place": 18446744073709551615, "bytes": 1})"))),
      "a number is no integer of 63 bits");
  EXPECT_EQ(refusal(file(stream(R"({"count": 1, "body": []})"))),
            "a loop has no body");
  EXPECT_EQ(refusal(file(stream("", R"("rank": -1e30, )"))),
            "a number is no integer of 63 bits");
  EXPECT_EQ(refusal(file(stream("", R"("thread": 4294967296, )"))),
            "'thread' is out of range");
  EXPECT_EQ(refusal(file(stream("7"))), "a term is no object");
  EXPECT_NE(refusal(file(stream(R"({"place": "x", "bytes": 1})"))), "");
  EXPECT_NE(refusal(file(stream("", R"("columns": 0, )"))), "");
}

/// Files that would take long, or much memory.
TEST(SignatureFile, WhatIsTooLargeIsRefused) {
  EXPECT_EQ(refusal(std::string(SignatureFile::MostBytes + 1, ' ')),
            "it has more than 16 MiB");
  EXPECT_EQ(refusal(std::string(100'000, '[')), "it has more than 64 levels");
  std::string Many = R"({"place": 1, "bytes": 1})", Deep = Many;
  for (unsigned I = 0; I < 9; ++I)
    Deep = R"({"count": 1, "body": [)" + Deep + "]}";
  EXPECT_EQ(refusal(file(stream(Deep))), "loops are nested too deeply");
  std::string All = Many;
  for (size_t I = 0; I < SignatureFile::MostTerms; ++I)
    All += "," + Many;
  EXPECT_EQ(refusal(file(stream(All))), "it has more than 100000 terms");
  std::string Wide =
      R"({"count": 1, "body": [)" + All.substr(0, 2'000'000) + "]}";
  EXPECT_NE(refusal(file(stream(Wide))), "");
}

TEST(SignatureFile, WhatOverflowsIsNotExpected) {
  const SignatureFile F = parsed(
      file(stream(R"({"place": {"rank": 9223372036854775807}, "bytes": 1})")));
  EXPECT_EQ(sequence(F, 0, 4).size(), 1u);
  EXPECT_TRUE(sequence(F, 2, 4).empty());
}

TEST(SignatureFile, NumbersAsText) {
  RankNumber N(-5);
  N.add({RankNumber::Base::Rank, RankNumber::Scale::Fixed, -1});
  N.add({RankNumber::Base::One, RankNumber::Scale::PerRanks, 64});
  EXPECT_EQ(N.text(), "-5 - rank + 64/ranks");
  EXPECT_EQ(RankNumber().text(), "0");
}

} // namespace
