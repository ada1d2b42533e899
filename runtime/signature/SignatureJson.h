//===- SignatureJson.h - files of signatures as JSON ----------------------===//
//
// docs/signature.schema.json describes the form. The numbers of a term are
// written where they belong: those of an access in iteration 0 of the loops
// around it, and behind each what it grows by with these loops.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SIGNATURE_SIGNATUREJSON_H
#define FORESLICE_SIGNATURE_SIGNATUREJSON_H

#include "signature/Signatures.h"

#include <nlohmann/json.hpp>

namespace foreslice {

nlohmann::ordered_json jsonOf(const Signatures &F);
nlohmann::ordered_json jsonOf(const SignatureTerm &T);
/// How many bytes the terms of a stream take in a file.
size_t bytesOf(const std::vector<SignatureTerm> &Terms);
/// Throws std::exception, with what is wrong.
Signatures signatureOf(const nlohmann::json &J);

} // namespace foreslice

#endif // FORESLICE_SIGNATURE_SIGNATUREJSON_H
