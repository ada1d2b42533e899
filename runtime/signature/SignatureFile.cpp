//===- SignatureFile.cpp - a program's known accesses, in a file ----------===//
//
// See SignatureFile.h.
//
//===----------------------------------------------------------------------===//

#include "signature/SignatureFile.h"

#include "signature/SignatureJson.h"
#include "support/TextFile.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>

using namespace foreslice;
using nlohmann::json;

namespace {

/// Refuses texts that take long, or much memory, to parse: the parser calls
/// itself for each level.
struct Bounds : json::json_sax_t {
  static constexpr size_t MostValues = 4 * SignatureFile::MostNumbers;
  unsigned Level = 0;
  size_t Values = 0;
  std::string Why;

  bool value() {
    if (++Values <= MostValues)
      return true;
    Why = "it has more than " + std::to_string(MostValues) + " values";
    return false;
  }
  bool enter() {
    if (++Level <= SignatureFile::MostLevels)
      return value();
    Why = "it has more than " + std::to_string(SignatureFile::MostLevels) +
          " levels";
    return false;
  }
  bool leave() { return Level-- > 0; }
  bool null() override { return value(); }
  bool boolean(bool) override { return value(); }
  bool number_integer(number_integer_t) override { return value(); }
  bool number_unsigned(number_unsigned_t) override { return value(); }
  bool number_float(number_float_t, const string_t &) override {
    return value();
  }
  bool string(string_t &) override { return value(); }
  bool binary(binary_t &) override { return false; }
  bool start_object(std::size_t) override { return enter(); }
  bool key(string_t &) override { return value(); }
  bool end_object() override { return leave(); }
  bool start_array(std::size_t) override { return enter(); }
  bool end_array() override { return leave(); }
  bool parse_error(std::size_t Position, const std::string &,
                   const json::exception &) override {
    Why = "at byte " + std::to_string(Position) + " it is no JSON";
    return false;
  }
};

std::string tooLarge() {
  return "it has more than " + std::to_string(SignatureFile::MostBytes >> 20) +
         " MiB";
}

std::string_view lastPart(std::string_view Path) {
  return Path.substr(Path.rfind('/') + 1);
}

} // namespace

std::optional<SignatureFile> SignatureFile::parse(std::string_view Text,
                                                  std::string &Why) {
  if (Text.size() > MostBytes) {
    Why = tooLarge();
    return std::nullopt;
  }
  try {
    Bounds B;
    if (!json::sax_parse(Text, &B)) {
      Why = B.Why.empty() ? "it is no JSON" : B.Why;
      return std::nullopt;
    }
    return SignatureFile{signatureOf(json::parse(Text))};
  } catch (const std::exception &Error) {
    Why = Error.what();
    return std::nullopt;
  }
}

std::optional<SignatureFile> SignatureFile::read(const std::string &Path,
                                                 std::string &Why) {
  std::string Text;
  Why = readTextFile(Path, MostBytes, Text);
  return Why.empty() ? parse(Text, Why) : std::nullopt;
}

/// A line for each stream.
std::string SignatureFile::json() const {
  auto Text = [](const nlohmann::ordered_json &J) {
    return J.dump(-1, ' ', false, json::error_handler_t::replace);
  };
  nlohmann::ordered_json J = jsonOf(*this);
  const nlohmann::ordered_json All = std::move(J["streams"]);
  J.erase("streams");
  std::string Result = Text(J);
  Result.back() = ',';
  Result += "\n\"streams\":[";
  for (size_t I = 0; I < All.size(); ++I)
    Result += (I == 0 ? "\n" : ",\n") + Text(All[I]);
  return Result + "\n]}\n";
}

/// The name of a rank's own file.
static std::string nameForRank(const std::string &File, int64_t Rank) {
  static constexpr std::string_view RankMark = "{rank";
  const size_t Position = File.find(RankMark);
  const size_t End =
      Position == File.npos ? Position : File.find('}', Position);
  if (End == File.npos)
    return File;
  std::string Number = std::to_string(Rank);
  constexpr size_t MostDigits = 18;
  const size_t Width =
      std::min<size_t>(static_cast<size_t>(std::atoi(File.c_str() + Position +
                                                     RankMark.size() + 1)),
                       MostDigits);
  if (Number.size() < Width)
    Number.insert(0, Width - Number.size(), '0');
  return File.substr(0, Position) + Number + File.substr(End + 1);
}

/// How well a stream fits, the more the better; 0 if not at all.
static unsigned fitOf(const SignatureStream &S, int64_t Rank, int64_t Ranks,
                      std::string_view File, unsigned Opening) {
  const std::string Name = nameForRank(S.File, Rank);
  if (lastPart(Name) != lastPart(File) || (S.Rank && *S.Rank != Rank) ||
      (S.Ranks && *S.Ranks != Ranks) || S.Opening > Opening)
    return 0;
  return 1 + 8 * (Name == File ? 1 : 0) + 4 * (S.Ranks ? 1 : 0) +
         2 * (S.Rank ? 1 : 0);
}

std::vector<std::string>
SignatureFile::filesInOrder(int64_t Rank, int64_t NumberOfRanks) const {
  Rank = std::max<int64_t>(Rank, 0);
  NumberOfRanks = std::max<int64_t>(NumberOfRanks, 1);
  std::vector<std::pair<unsigned, std::string>> Found;
  std::set<std::string> Names;
  for (const SignatureStream &S : Streams)
    if (S.Is == SignatureOperation::Read && S.Order &&
        (!S.Rank || *S.Rank == Rank) && (!S.Ranks || *S.Ranks == NumberOfRanks))
      if (std::string Name = nameForRank(S.File, Rank);
          Names.insert(Name).second)
        Found.emplace_back(*S.Order, std::move(Name));
  std::ranges::sort(Found);
  std::vector<std::string> Files;
  Files.reserve(Found.size());
  for (auto &[Order, Name] : Found)
    Files.push_back(std::move(Name));
  return Files;
}

/// A program without MPI counts as one rank.
static RankPlace placeOf(int64_t Rank, int64_t NumberOfRanks, int64_t Columns) {
  return {std::max<int64_t>(Rank, 0), std::max<int64_t>(NumberOfRanks, 1),
          Columns};
}

const SignatureStream *
SignatureFile::bestFor(Form F, int64_t Rank, int64_t NumberOfRanks,
                       std::string_view File, SignatureOperation Is,
                       unsigned Thread, unsigned Opening) const {
  const RankPlace Place = placeOf(Rank, NumberOfRanks, 1);
  const SignatureStream *Best = nullptr;
  for (const SignatureStream &S : Streams) {
    if (S.Is != Is || S.Thread != Thread ||
        S.Sets.Names.empty() != (F == Form::Bytes))
      continue;
    const unsigned Fit = fitOf(S, Place.Rank, Place.Ranks, File, Opening);
    const unsigned Before =
        Best ? fitOf(*Best, Place.Rank, Place.Ranks, File, Opening) : 0;
    if (Fit > Before ||
        (Fit != 0 && Fit == Before && Best && S.Opening > Best->Opening))
      Best = &S;
  }
  return Best && !Best->Terms.empty() ? Best : nullptr;
}

/// Null if a number is none for the rank.
static std::shared_ptr<const PatternSequence>
sequenceOf(const SignatureStream &S, const RankPlace &Place) {
  auto Sequence = std::make_shared<PatternSequence>();
  for (const SignatureTerm &T : S.Terms) {
    PatternTerm Term{T.Shape, {}};
    for (const RankNumber &N : T.Numbers) {
      const std::optional<int64_t> Value = N.at(Place);
      if (!Value)
        return nullptr;
      Term.Values.push_back(*Value);
    }
    Sequence->Terms.push_back(std::move(Term));
  }
  return Sequence;
}

std::shared_ptr<const PatternSequence>
SignatureFile::sequenceFor(int64_t Rank, int64_t NumberOfRanks,
                           std::string_view File, SignatureOperation Is,
                           unsigned Thread, unsigned Opening) const {
  const SignatureStream *S =
      bestFor(Form::Bytes, Rank, NumberOfRanks, File, Is, Thread, Opening);
  return S ? sequenceOf(*S, placeOf(Rank, NumberOfRanks, S->Columns)) : nullptr;
}

std::shared_ptr<const DatasetReads>
SignatureFile::datasetReadsFor(int64_t Rank, int64_t NumberOfRanks,
                               std::string_view File, unsigned Thread,
                               unsigned Opening) const {
  const SignatureStream *S = bestFor(Form::Datasets, Rank, NumberOfRanks, File,
                                     SignatureOperation::Read, Thread, Opening);
  if (!S)
    return nullptr;
  auto Reads = sequenceOf(*S, placeOf(Rank, NumberOfRanks, S->Columns));
  return Reads ? std::make_shared<const DatasetReads>(S->Sets, std::move(Reads),
                                                      S->FileBytes)
               : nullptr;
}
