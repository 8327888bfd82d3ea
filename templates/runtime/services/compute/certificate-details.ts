/** Details that the server reads from a certificate: its expiration time and its names. */
import { getMemberAt, withMember, type JsonObject } from '../../mock/lib/json.js';
import type { CertificateDetailsRule } from '../../service-rules.js';
import type { ServiceModule } from '../service-module.js';
import { parseCertificate } from './certificate.js';

export const certificateDetails: ServiceModule<CertificateDetailsRule> = { complete: (body, { options }) => addDetails(body, options) };

/** Reads the first field with a certificate. Fields that are set, and certificates that can't be read, stay as they are. */
function addDetails(body: JsonObject, { certificates, expires, names }: CertificateDetailsRule['options']): JsonObject {
  const text = certificates.map((field) => getMemberAt(body, field)).find((value) => typeof value === 'string');
  const details = typeof text === 'string' ? parseCertificate(text) : undefined;
  if (!details) return body;
  const withExpiration = getMemberAt(body, expires) === undefined ? withMember(body, expires, details.expires) : body;
  return details.names.length > 0 && getMemberAt(withExpiration, names) === undefined
    ? withMember(withExpiration, names, details.names)
    : withExpiration;
}
