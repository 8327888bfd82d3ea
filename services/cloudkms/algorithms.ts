/** The algorithms of key versions by the name of the enum value. Others, such as post-quantum ones, are not implemented. */

export type Purpose = 'ENCRYPT_DECRYPT' | 'ASYMMETRIC_SIGN' | 'ASYMMETRIC_DECRYPT' | 'RAW_ENCRYPT_DECRYPT' | 'MAC';
export type Hash = 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512';
export type Curve = 'p256' | 'p384' | 'secp256k1' | 'ed25519';

/** How a key is used. Sizes are in bits. */
export type Algorithm =
  | { readonly kind: 'symmetric' }
  | { readonly kind: 'aes'; readonly mode: 'GCM' | 'CBC' | 'CTR'; readonly size: number }
  /** `hash`: that of the digest to sign. Absent: the data is signed as it is. */
  | { readonly kind: 'rsaSign'; readonly padding: 'PSS' | 'PKCS1'; readonly size: number; readonly hash?: Hash }
  | { readonly kind: 'rsaDecrypt'; readonly size: number; readonly hash: Hash }
  | { readonly kind: 'ecSign'; readonly curve: Curve; readonly hash?: Hash }
  | { readonly kind: 'hmac'; readonly hash: Hash };

const toHash = (name: string): Hash => name.replace('SHA', 'SHA-') as Hash;

const patterns: readonly (readonly [RegExp, (match: RegExpExecArray) => Algorithm])[] = [
  [/^GOOGLE_SYMMETRIC_ENCRYPTION$/, () => ({ kind: 'symmetric' })],
  [/^AES_(128|256)_(GCM|CBC|CTR)$/, ([, size, mode]) => ({ kind: 'aes', mode: mode as 'GCM', size: Number(size) })],
  [
    /^RSA_SIGN_(PSS|PKCS1)_(2048|3072|4096)_(SHA256|SHA512)$/,
    ([, padding, size, hash = '']) => ({ kind: 'rsaSign', padding: padding as 'PSS', size: Number(size), hash: toHash(hash) }),
  ],
  [/^RSA_SIGN_RAW_PKCS1_(2048|3072|4096)$/, ([, size]) => ({ kind: 'rsaSign', padding: 'PKCS1', size: Number(size) })],
  [
    /^RSA_DECRYPT_OAEP_(2048|3072|4096)_(SHA1|SHA256|SHA512)$/,
    ([, size, hash = '']) => ({ kind: 'rsaDecrypt', size: Number(size), hash: toHash(hash) }),
  ],
  [/^EC_SIGN_P256_SHA256$/, () => ({ kind: 'ecSign', curve: 'p256', hash: 'SHA-256' })],
  [/^EC_SIGN_P384_SHA384$/, () => ({ kind: 'ecSign', curve: 'p384', hash: 'SHA-384' })],
  [/^EC_SIGN_SECP256K1_SHA256$/, () => ({ kind: 'ecSign', curve: 'secp256k1', hash: 'SHA-256' })],
  [/^EC_SIGN_ED25519$/, () => ({ kind: 'ecSign', curve: 'ed25519' })],
  [/^HMAC_(SHA1|SHA256|SHA384|SHA512)$/, ([, hash = '']) => ({ kind: 'hmac', hash: toHash(hash) })],
];

/** Returns `undefined` for an algorithm that the mock doesn't implement. */
export function findAlgorithm(name: string): Algorithm | undefined {
  for (const [pattern, create] of patterns) {
    const match = pattern.exec(name);
    if (match) return create(match);
  }
  return undefined;
}

const purposes: Readonly<Record<Algorithm['kind'], Purpose>> = {
  symmetric: 'ENCRYPT_DECRYPT',
  aes: 'RAW_ENCRYPT_DECRYPT',
  rsaSign: 'ASYMMETRIC_SIGN',
  ecSign: 'ASYMMETRIC_SIGN',
  rsaDecrypt: 'ASYMMETRIC_DECRYPT',
  hmac: 'MAC',
};

export const getPurpose = ({ kind }: Algorithm): Purpose => purposes[kind];
