//===- RecordReader.cpp - slice records in a section ----------------------===//
//
// See RecordReader.h.
//
//===----------------------------------------------------------------------===//

#include "RecordReader.h"
#include "record/SliceRecordFormat.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Error.h"

using nlohmann::json;

namespace foreslice::dump {

namespace {

/// Refuses nesting deeper than in any record: the parser is recursive.
struct DepthCheck : json::json_sax_t {
  static constexpr unsigned Most = 16;
  unsigned Depth = 0;

  bool enter() { return ++Depth <= Most; }
  bool leave() { return Depth-- > 0; }
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t &) override { return true; }
  bool string(string_t &) override { return true; }
  bool binary(binary_t &) override { return false; }
  bool start_object(std::size_t) override { return enter(); }
  bool key(string_t &) override { return true; }
  bool end_object() override { return leave(); }
  bool start_array(std::size_t) override { return enter(); }
  bool end_array() override { return leave(); }
  bool parse_error(std::size_t, const std::string &,
                   const json::exception &) override {
    return false;
  }
};

} // namespace

static json parse(llvm::ArrayRef<uint8_t> Map) {
  DepthCheck Check;
  if (!json::sax_parse(Map.begin(), Map.end(), &Check,
                       json::input_format_t::msgpack))
    throw BadRecord("its map is damaged");
  json Result = json::from_msgpack(Map.begin(), Map.end());
  // Strings that are no text cannot be printed.
  Result.dump();
  return Result;
}

/// Removes the first record from Rest, and returns the record.
static json takeRecord(llvm::ArrayRef<uint8_t> &Rest) {
  using namespace llvm::support::endian;
  if (Rest.size() < RecordHeaderBytes ||
      memcmp(Rest.data(), RecordMagic, RecordVersionAt) != 0)
    throw BadRecord("it does not begin as one");
  uint32_t Version = read32le(Rest.data() + RecordVersionAt);
  if (Version != RecordVersion)
    throw BadRecord("it is of version " + std::to_string(Version) +
                    ", and this foreslice-dump reads version " +
                    std::to_string(RecordVersion));
  uint32_t Flags = read32le(Rest.data() + RecordFlagsAt);
  uint64_t Stored = read64le(Rest.data() + RecordStoredAt);
  uint64_t Raw = read64le(Rest.data() + RecordRawAt);
  Rest = Rest.drop_front(RecordHeaderBytes);
  if (Stored > Rest.size() || Raw > MaxRecordBytes ||
      (Flags & ~RecordIsCompressed) || (!Flags && Stored != Raw))
    throw BadRecord("it does not have the length that it claims");
  llvm::ArrayRef<uint8_t> Bytes = Rest.take_front(Stored);
  Rest = Rest.drop_front(Stored);
  if (!Flags)
    return parse(Bytes);
  if (!llvm::compression::zlib::isAvailable())
    throw BadRecord("it is compressed, and this LLVM has no zlib");
  llvm::SmallVector<uint8_t, 0> Map;
  if (llvm::Error E = llvm::compression::zlib::decompress(Bytes, Map, Raw)) {
    llvm::consumeError(std::move(E));
    throw BadRecord("its compressed part is damaged");
  }
  return parse(Map);
}

std::vector<json> readRecords(std::string_view Section) {
  llvm::ArrayRef<uint8_t> Rest(
      reinterpret_cast<const uint8_t *>(Section.data()), Section.size());
  std::vector<json> Result;
  try {
    while (true) {
      Rest = Rest.drop_while([](uint8_t Byte) { return Byte == 0; });
      if (Rest.empty())
        return Result;
      Result.push_back(takeRecord(Rest));
    }
  } catch (const json::exception &) {
    throw BadRecord("its map is damaged");
  }
}

} // namespace foreslice::dump
