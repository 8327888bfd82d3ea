import type { CertificateFactsRule } from '../../resource-rules.js';
import { certificateFacts } from '../certificate.js';
import { memberAt, withMember, type JsonObject } from '../json.js';

/** What the first of the fields with a certificate says. What somebody gave, or a certificate that cannot be read, is left alone. */
export function withCertificateFacts({ certificates, expires, names }: CertificateFactsRule, body: JsonObject): JsonObject {
  const text = certificates.map((field) => memberAt(body, field)).find((value) => typeof value === 'string');
  const facts = typeof text === 'string' ? certificateFacts(text) : undefined;
  if (!facts) return body;
  const dated = memberAt(body, expires) === undefined ? withMember(body, expires, facts.expires) : body;
  return facts.names.length > 0 && memberAt(dated, names) === undefined ? withMember(dated, names, facts.names) : dated;
}
