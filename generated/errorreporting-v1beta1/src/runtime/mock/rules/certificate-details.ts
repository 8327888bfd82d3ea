import type { CertificateDetailsRule } from '../../resource-rules.js';
import { parseCertificate } from '../certificate.js';
import { getMemberAt, withMember, type JsonObject } from '../json.js';

/** What the first of the fields with a certificate says. What somebody gave, or a certificate that cannot be read, is left alone. */
export function addCertificateDetails({ certificates, expires, names }: CertificateDetailsRule, body: JsonObject): JsonObject {
  const text = certificates.map((field) => getMemberAt(body, field)).find((value) => typeof value === 'string');
  const facts = typeof text === 'string' ? parseCertificate(text) : undefined;
  if (!facts) return body;
  const dated = getMemberAt(body, expires) === undefined ? withMember(body, expires, facts.expires) : body;
  return facts.names.length > 0 && getMemberAt(dated, names) === undefined ? withMember(dated, names, facts.names) : dated;
}
