/** Creates DNSSEC keys with their key tag and digests (RFC 4034, RFC 3110, RFC 6605). */
import type { DnssecKeyRule } from './rules.js';
import {
  encodeHex,
  findParentBody,
  getMember,
  getTextMember,
  toBase64,
  type JsonObject,
  type PendingChange,
  type ServiceModule,
} from '../../mock/service.js';

interface Algorithm {
  readonly number: number;
  /** The key length of an elliptic curve in bytes. The length of RSA keys is configurable. */
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

export const dnssecKey: ServiceModule<DnssecKeyRule> = {
  onCreate: (change, { options }) => addKey(change, options),
  onUpdate: (change, { options }) => addKey(change, options),
};

/** Adds a key to a resource that has none. */
async function addKey(change: PendingChange, fields: DnssecKeyRule['options']): Promise<PendingChange> {
  if (getMember(change.next, fields.publicKey) !== undefined) return change;
  const name = getTextMember(change.next, fields.algorithm) ?? '';
  const algorithm = Object.hasOwn(algorithms, name) ? algorithms[name] : undefined;
  if (!algorithm) return change;
  const isKeySigning = getTextMember(change.next, fields.type) === 'keySigning';
  const length = Number(getMember(change.next, fields.keyLength) ?? 2048);
  const key = generateKey(change, algorithm, length);
  const record = Uint8Array.of(1, isKeySigning ? 1 : 0, 3, algorithm.number, ...key);
  const owner = getTextMember(findParentBody(change), fields.owner)?.toLowerCase() ?? '.';
  const added: JsonObject = {
    [fields.publicKey]: toBase64(key),
    [fields.keyTag]: computeKeyTag(record),
    ...(isKeySigning && { [fields.digests]: await computeDigests(owner, record) }),
  };
  return { ...change, next: { ...change.next, ...added } };
}

/** The mock signs nothing, so the key consists of its seeded random numbers. */
function generateKey({ call }: PendingChange, { bytes }: Algorithm, length: number): Uint8Array {
  const { random } = call.state.controls;
  const digits = random.nextHex(2 * (bytes ?? Math.max(64, Math.floor(length / 8))));
  const key = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  if (bytes !== undefined) return key;
  key[0] = (key[0] ?? 0) | 0x80;
  // The exponent 65537 and its length precede the modulus.
  return Uint8Array.of(3, 1, 0, 1, ...key);
}

/** Computes the key tag (RFC 4034, appendix B). */
export function computeKeyTag(record: Uint8Array): number {
  const sum = record.reduce((total, byte, index) => total + (index % 2 === 0 ? byte << 8 : byte), 0);
  return (sum + (sum >>> 16)) & 0xffff;
}

/** Computes the digests of the owner's name in wire format and the key record. */
export function computeDigests(owner: string, record: Uint8Array): Promise<readonly JsonObject[]> {
  const bytes = Uint8Array.of(...toWireName(owner), ...record);
  return Promise.all(
    digestTypes.map(async ([type, hash]) => {
      const digest = new Uint8Array(await crypto.subtle.digest(hash, bytes));
      return { type, digest: encodeHex(digest).toUpperCase() };
    }),
  );
}

function toWireName(name: string): readonly number[] {
  const labels = name.split('.').filter((label) => label !== '');
  return [...labels.flatMap((label) => [label.length, ...new TextEncoder().encode(label)]), 0];
}
