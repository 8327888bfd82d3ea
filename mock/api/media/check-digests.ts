/** Compares the digests that an upload states with those of its content. */
import { toBase64 } from '../../../runtime/values/encoded-values.js';
import type { ContentValue } from '../../../runtime/behavior.js';
import { noBytes } from '../../engine/content/content.js';
import { computeCrc32c, computeMd5 } from '../../engine/content/digests.js';
import { encodeHex } from '../../lib/hashes.js';
import { HttpError, type ErrorDetail } from '../../lib/http-error.js';
import type { ParsedRequest } from '../../lib/http-request.js';
import { getTextMember } from '../../lib/json.js';
import type { CompiledMethod } from '../../catalog/method.js';
import { getField } from '../../catalog/field-tables.js';
import type { RequestContent } from '../api-request.js';

const algorithms: Readonly<Partial<Record<ContentValue, readonly [name: string, compute: (bytes: Uint8Array) => string]>>> = {
  md5: ['MD5', (bytes) => toBase64(computeMd5(bytes))],
  md5Hex: ['MD5', (bytes) => encodeHex(computeMd5(bytes))],
  crc32c: ['CRC32C', (bytes) => toBase64(computeCrc32c(bytes))],
};

/** The headers that `checkDigests` reads. */
export const digestHeaders: readonly string[] = ['x-goog-hash', 'content-md5'];

interface StatedDigest extends Required<Pick<ErrorDetail, 'location' | 'locationType'>> {
  readonly kind: ContentValue;
  readonly value: string;
  /** The bytes with the digest. Default: the content. */
  readonly alternatives?: readonly Uint8Array[];
}

/**
 * Returns an upload whose digests are right: those in its metadata and in the headers. `bodies`: the bodies of its requests, which
 * `Content-MD5` can describe, too. Throws 400.
 */
export function checkDigests<Upload extends RequestContent>(
  method: CompiledMethod,
  upload: Upload,
  { headers, bodies }: { readonly headers: ParsedRequest['headers']; readonly bodies: readonly Uint8Array[] },
): Upload {
  const { bytes = noBytes } = upload.content ?? {};
  for (const digest of [...listFieldDigests(method, upload), ...listHeaderDigests(headers, bodies)]) {
    const { kind, value, location, locationType, alternatives = [] } = digest;
    const [name, compute] = algorithms[kind] ?? [];
    const computed = compute?.(bytes);
    if (compute === undefined || value === computed || alternatives.some((body) => value === compute(body))) continue;
    const message = `Provided ${name} hash "${value}" doesn't match calculated ${name} hash "${computed}".`;
    throw new HttpError('invalid', { message, location, locationType, rule: 'digest' });
  }
  return upload;
}

/** Lists the digests in the fields that clients can set. */
function listFieldDigests({ resource }: CompiledMethod, { value: metadata }: RequestContent): readonly StatedDigest[] {
  return Object.entries(resource?.behavior.contentFields ?? {}).flatMap(([name, kind]) => {
    const value = getTextMember(metadata, name);
    if (value === undefined || value === '' || getField(resource?.fields, name)?.readOnly) return [];
    return [{ kind, value, location: `requestBody.${name}`, locationType: 'field' as const }];
  });
}

function listHeaderDigests(headers: ParsedRequest['headers'], bodies: readonly Uint8Array[]): readonly StatedDigest[] {
  const hashes = (headers['x-goog-hash'] ?? '').split(',').flatMap((part): readonly StatedDigest[] => {
    const [, kind, value = ''] = /^\s*(md5|crc32c)=(\S*)\s*$/i.exec(part) ?? [];
    return kind === undefined
      ? []
      : [{ kind: kind.toLowerCase() as 'md5' | 'crc32c', value, location: 'X-Goog-Hash', locationType: 'header' }];
  });
  const value = headers['content-md5']?.trim();
  if (value === undefined) return hashes;
  return [...hashes, { kind: 'md5', value, location: 'Content-MD5', locationType: 'header', alternatives: bodies }];
}
