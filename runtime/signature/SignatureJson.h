//===- SignatureJson.h - files of signatures as JSON ----------------------===//
//
// docs/signature.schema.json describes the form. Each access has its numbers in
// iteration 0 of the loops around, and behind each number the growth with these
// loops.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SIGNATURE_SIGNATUREJSON_H
#define FORESLICE_SIGNATURE_SIGNATUREJSON_H

#include "signature/Signatures.h"

#include <nlohmann/json.hpp>

namespace foreslice {

nlohmann::ordered_json jsonOf(const Signatures &F);
nlohmann::ordered_json jsonOf(const SignatureTerm &T);
/// Bytes of a stream's terms in a file.
size_t bytesOf(const std::vector<SignatureTerm> &Terms);
/// Throws std::exception with the reason.
Signatures signatureOf(const nlohmann::json &J);

} // namespace foreslice

#endif // FORESLICE_SIGNATURE_SIGNATUREJSON_H
