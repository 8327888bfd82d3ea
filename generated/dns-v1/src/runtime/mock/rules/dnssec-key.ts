/** DNSSEC keys: the key itself, its tag and its digests (RFC 4034, RFC 3110, RFC 6605). */
import type { DnssecKeyRule } from '../../resource-rules.js';
import { encodeBase64 } from '../hashes.js';
import { getMember, getTextMember, type JsonObject } from '../json.js';
import { findParentDomain } from './parent-resource.js';
import type { Change, ApplyRule } from './resource-change.js';

interface Algorithm {
  readonly number: number;
  /** Of an elliptic curve; others are RSA, as long as they are wanted. */
  readonly bytes?: number;
}

const algorithms: Readonly<Record<string, Algorithm>> = {
  rsasha1: { number: 5 },
  rsasha256: { number: 8 },
  rsasha512: { number: 10 },
  ecdsap256sha256: { number: 13, bytes: 64 },
  ecdsap384sha384: { number: 14, bytes: 96 },
};

const digestTypes = [
  ['sha1', 'SHA-1'],
  ['sha256', 'SHA-256'],
  ['sha384', 'SHA-384'],
] as const;

export const applyDnssecKey: ApplyRule<DnssecKeyRule> = async (change, rule) => {
  if (getMember(change.next, rule.publicKey) !== undefined) return change;
  const name = getTextMember(change.next, rule.algorithm) ?? '';
  const algorithm = Object.hasOwn(algorithms, name) ? algorithms[name] : undefined;
  if (!algorithm) return change;
  const signsKeys = getTextMember(change.next, rule.type) === 'keySigning';
  const length = Number(getMember(change.next, rule.keyLength) ?? 2048);
  const key = keyBytes(change, algorithm, length);
  const record = Uint8Array.of(1, signsKeys ? 1 : 0, 3, algorithm.number, ...key);
  const owner = findParentDomain(change, rule.owner) ?? '.';
  const made: JsonObject = {
    [rule.publicKey]: encodeBase64(key),
    [rule.keyTag]: computeKeyTag(record),
    ...(signsKeys && { [rule.digests]: await computeDigests(owner, record) }),
  };
  return { ...change, next: { ...change.next, ...made } };
};

/** Of the mock's own random numbers: nothing is signed with it. */
function keyBytes({ call }: Change, { bytes }: Algorithm, length: number): Uint8Array {
  const { random } = call.session;
  const digits = random.hex(2 * (bytes ?? Math.max(64, Math.floor(length / 8))));
  const made = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  if (bytes !== undefined) return made;
  made[0] = (made[0] ?? 0) | 0x80;
  // The exponent 65537 with its length stands before the modulus.
  return Uint8Array.of(3, 1, 0, 1, ...made);
}

/** RFC 4034, appendix B. */
export function computeKeyTag(record: Uint8Array): number {
  const sum = record.reduce((total, byte, index) => total + (index % 2 === 0 ? byte << 8 : byte), 0);
  return (sum + (sum >>> 16)) & 0xffff;
}

/** Of the owner's name, as it goes over the wire, and the key's record. */
export function computeDigests(owner: string, record: Uint8Array): Promise<readonly JsonObject[]> {
  const bytes = Uint8Array.of(...wireName(owner), ...record);
  return Promise.all(
    digestTypes.map(async ([type, hash]) => {
      const digest = new Uint8Array(await crypto.subtle.digest(hash, bytes));
      return { type, digest: Array.from(digest, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join('') };
    }),
  );
}

function wireName(name: string): readonly number[] {
  const labels = name.split('.').filter((label) => label !== '');
  return [...labels.flatMap((label) => [label.length, ...new TextEncoder().encode(label)]), 0];
}
