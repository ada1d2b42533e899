//===- SignatureJson.cpp - files of signatures as JSON --------------------===//
//
// See SignatureJson.h. In a body, each number has a column for each product of
// the counters of the loops around; column 1 belongs to the innermost loop.
//
//===----------------------------------------------------------------------===//

#include "signature/SignatureJson.h"

#include <stdexcept>
#include <utility>

using namespace foreslice;
using nlohmann::json;
using nlohmann::ordered_json;

/// Version of the form. Keys may be added within a version.
static constexpr int FormVersion = 1;

namespace {

using Numbers = std::span<const RankNumber>;

ordered_json jsonOf(const RankNumber &N) {
  if (std::optional<int64_t> Value = N.constant())
    return *Value;
  ordered_json J = ordered_json::object();
  for (const RankNumber::Part &P : N.parts())
    J[nameOf(P.Factor, P.By)] = P.Times;
  return J;
}

/// Field I of all columns.
ordered_json column(const std::vector<Numbers> &Columns, size_t I) {
  size_t Used = Columns.size();
  while (Used > 1 && Columns[Used - 1][I] == RankNumber())
    --Used;
  if (Used == 1)
    return jsonOf(Columns[0][I]);
  ordered_json J = ordered_json::array();
  for (size_t C = 0; C < Used; ++C)
    J.push_back(jsonOf(Columns[C][I]));
  return J;
}

ordered_json jsonOf(const PatternShape &Shape,
                    const std::vector<Numbers> &Columns) {
  ordered_json J = ordered_json::object();
  if (Shape.isPoint()) {
    if (Shape.kind() != 0)
      J["kind"] = Shape.kind();
    J["place"] = column(Columns, PlaceField);
    J["bytes"] = column(Columns, BytesField);
    if (ordered_json Shift = column(Columns, ShiftField); Shift != 0)
      J["shift"] = std::move(Shift);
    return J;
  }
  J["count"] = column(Columns, 0);
  ordered_json Body = ordered_json::array();
  size_t Position = 1;
  for (const ShapeRef &T : Shape.body()) {
    std::vector<Numbers> Inner;
    for (const Numbers &C : Columns) {
      Inner.push_back(C.subspan(Position, T->width()));
      Inner.push_back(C.subspan(Position + Shape.bodyWidth(), T->width()));
    }
    Body.push_back(jsonOf(*T, Inner));
    Position += T->width();
  }
  J["body"] = std::move(Body);
  return J;
}

int64_t integer(const json &J) {
  if (!J.is_number_integer() ||
      (J.is_number_unsigned() && J.get<uint64_t>() > INT64_MAX))
    throw std::runtime_error("a number is no integer of 63 bits");
  return J.get<int64_t>();
}

/// The number of a key; Without if the key is missing.
template <class Number>
Number natural(const json &J, const char *Key, Number Without) {
  const auto It = J.find(Key);
  if (It == J.end())
    return Without;
  const int64_t Value = integer(*It);
  if (Value < 0 || !std::in_range<Number>(Value))
    throw std::runtime_error(std::string("'") + Key + "' is out of range");
  return static_cast<Number>(Value);
}

class Reader {
public:
  SignatureTerm term(const json &J) {
    Part P = part(J, 0);
    return {std::move(P.Shape), std::move(P.Columns[0])};
  }

private:
  struct Part {
    ShapeRef Shape;
    std::vector<std::vector<RankNumber>> Columns;
  };

  static RankNumber number(const json &J) {
    if (J.is_number_integer())
      return RankNumber(integer(J));
    RankNumber N;
    for (const auto &[Name, Times] : J.get_ref<const json::object_t &>()) {
      std::optional<RankNumber::Part> P = partOfName(Name);
      if (!P)
        throw std::runtime_error("there is no number called '" + Name + "'");
      P->Times = integer(Times);
      N.add(*P);
    }
    return N;
  }
  void count(size_t More) {
    Read += More;
    if (Read > Signatures::MostNumbers)
      throw std::runtime_error("it has more than " +
                               std::to_string(Signatures::MostNumbers) +
                               " numbers");
  }

  /// The columns of a number; missing columns are left out.
  static std::vector<RankNumber> numbers(const json &J, const char *Key,
                                         size_t Columns, bool Required) {
    std::vector<RankNumber> Found;
    const auto It = J.find(Key);
    if (It == J.end()) {
      if (Required)
        throw std::runtime_error(std::string("a term has no '") + Key + "'");
    } else if (!It->is_array()) {
      Found.push_back(number(*It));
    } else {
      if (It->size() > Columns)
        throw std::runtime_error(std::string("'") + Key +
                                 "' grows with more loops than there are");
      for (const json &Each : *It)
        Found.push_back(number(Each));
    }
    Found.resize(Columns);
    return Found;
  }

  Part part(const json &J, unsigned Depth) {
    if (!J.is_object())
      throw std::runtime_error("a term is no object");
    if (++Terms > Signatures::MostTerms)
      throw std::runtime_error("it has more than " +
                               std::to_string(Signatures::MostTerms) +
                               " terms");
    const size_t Columns = size_t(1) << Depth;
    if (J.contains("body"))
      return loop(J, Depth, Columns);
    Part P;
    P.Shape = PatternShape::point(natural(J, "kind", uint32_t(0)));
    count(Columns * PointWidth);
    const std::vector<RankNumber> Place = numbers(J, "place", Columns, true),
                                  Bytes = numbers(J, "bytes", Columns, true),
                                  Shift = numbers(J, "shift", Columns, false);
    for (size_t C = 0; C < Columns; ++C)
      P.Columns.push_back({Place[C], Bytes[C], Shift[C]});
    return P;
  }

  Part loop(const json &J, unsigned Depth, size_t Columns) {
    const auto &Body = J["body"].get_ref<const json::array_t &>();
    if (Depth == PatternShape::MostDepth || Body.empty())
      throw std::runtime_error(Body.empty() ? "a loop has no body"
                                            : "loops are nested too deeply");
    const std::vector<RankNumber> Count = numbers(J, "count", Columns, true);
    Part P;
    std::vector<Part> Inner;
    std::vector<ShapeRef> Shapes;
    for (const json &Each : Body) {
      Inner.push_back(part(Each, Depth + 1));
      Shapes.push_back(Inner.back().Shape);
    }
    P.Shape = PatternShape::loop(std::move(Shapes));
    if (!P.Shape)
      throw std::runtime_error("a loop has too many terms");
    count(Columns * P.Shape->width());
    for (size_t C = 0; C < Columns; ++C) {
      std::vector<RankNumber> All{Count[C]};
      for (size_t Half : {2 * C, 2 * C + 1})
        for (const Part &I : Inner)
          All.insert(All.end(), I.Columns[Half].begin(), I.Columns[Half].end());
      P.Columns.push_back(std::move(All));
    }
    return P;
  }

  size_t Terms = 0, Read = 0;
};

const char *nameOf(SignatureOperation Is) {
  return Is == SignatureOperation::Read ? "read" : "write";
}

ordered_json jsonOf(const SignatureStream &S) {
  ordered_json J{{"file", S.File}, {"operation", nameOf(S.Is)}};
  if (S.Rank)
    J["rank"] = *S.Rank;
  if (S.Ranks)
    J["ranks"] = *S.Ranks;
  if (S.Thread != 0)
    J["thread"] = S.Thread;
  if (S.Opening != 0)
    J["opening"] = S.Opening;
  if (S.LastOpening > S.Opening)
    J["last_opening"] = S.LastOpening;
  if (S.Order)
    J["order"] = *S.Order;
  if (S.Columns != 1)
    J["columns"] = S.Columns;
  if (!S.Sets.Names.empty())
    J["datasets"] = {{"names", S.Sets.Names},
                     {"distance", S.Sets.Distance},
                     {"file_bytes", S.FileBytes}};
  for (auto [Key, Text] :
       {std::pair("trace", &S.Trace), std::pair("pattern", &S.Pattern),
        std::pair("note", &S.Note)})
    if (!Text->empty())
      J[Key] = *Text;
  J["accesses"] = S.Accesses;
  J["bytes"] = S.Bytes;
  J["trace_bytes"] = S.TraceBytes;
  J["signature_bytes"] = bytesOf(S.Terms);
  J["terms"] = ordered_json::array();
  for (const SignatureTerm &T : S.Terms)
    J["terms"].push_back(foreslice::jsonOf(T));
  return J;
}

void readDatasets(const json &J, SignatureStream &S) {
  for (const json &Name : J.at("names").get_ref<const json::array_t &>())
    S.Sets.Names.push_back(Name);
  S.Sets.Distance = natural(J, "distance", uint64_t(0));
  S.FileBytes = natural(J, "file_bytes", uint64_t(0));
  if (S.Sets.Names.empty() || S.Sets.Names.size() > Signatures::MostDatasets ||
      S.Sets.Distance == 0 || S.Sets.Distance > INT64_MAX / S.Sets.Names.size())
    throw std::runtime_error("'datasets' is out of range");
}

SignatureStream streamOf(const json &J, Reader &R) {
  SignatureStream S;
  S.File = J.at("file");
  const std::string Is = J.at("operation");
  if (Is != "read" && Is != "write")
    throw std::runtime_error("there is no operation '" + Is + "'");
  S.Is = Is == "read" ? SignatureOperation::Read : SignatureOperation::Write;
  if (J.contains("rank"))
    S.Rank = natural(J, "rank", int64_t(0));
  if (J.contains("ranks"))
    S.Ranks = natural(J, "ranks", int64_t(0));
  S.Thread = natural(J, "thread", 0u);
  S.Opening = natural(J, "opening", 0u);
  S.LastOpening = natural(J, "last_opening", S.Opening);
  if (J.contains("order"))
    S.Order = natural(J, "order", 0u);
  S.Columns = natural(J, "columns", int64_t(1));
  if (S.Columns < 1)
    throw std::runtime_error("'columns' is less than 1");
  if (J.contains("datasets"))
    readDatasets(J["datasets"], S);
  S.Trace = J.value("trace", "");
  S.Pattern = J.value("pattern", "");
  S.Note = J.value("note", "");
  S.Accesses = natural(J, "accesses", uint64_t(0));
  S.Bytes = natural(J, "bytes", uint64_t(0));
  S.TraceBytes = natural(J, "trace_bytes", uint64_t(0));
  for (const json &T : J.at("terms").get_ref<const json::array_t &>())
    S.Terms.push_back(R.term(T));
  return S;
}

} // namespace

ordered_json foreslice::jsonOf(const SignatureTerm &T) {
  return ::jsonOf(*T.Shape, {T.Numbers});
}

ordered_json foreslice::jsonOf(const Signatures &F) {
  ordered_json J{{"foreslice_signature", FormVersion},
                 {"program", {{"name", F.Program}, {"build_id", F.BuildId}}},
                 {"ranks", F.Ranks},
                 {"streams", ordered_json::array()}};
  for (const SignatureStream &S : F.Streams)
    J["streams"].push_back(::jsonOf(S));
  return J;
}

size_t foreslice::bytesOf(const std::vector<SignatureTerm> &Terms) {
  size_t Bytes = 0;
  for (const SignatureTerm &T : Terms)
    Bytes += foreslice::jsonOf(T).dump().size();
  return Bytes;
}

Signatures foreslice::signatureOf(const json &J) {
  if (!J.is_object() || !J.contains("foreslice_signature"))
    throw std::runtime_error("it is no file of foreslice-signature");
  if (J["foreslice_signature"] != FormVersion)
    throw std::runtime_error("its form is not version " +
                             std::to_string(FormVersion));
  Signatures F;
  F.Program = J.at("program").value("name", "");
  F.BuildId = J.at("program").value("build_id", "");
  for (const json &Ranks : J.at("ranks").get_ref<const json::array_t &>())
    F.Ranks.push_back(integer(Ranks));
  Reader R;
  for (const json &S : J.at("streams").get_ref<const json::array_t &>())
    F.Streams.push_back(streamOf(S, R));
  return F;
}
