/** Elliptic curves: keys, signatures of digests, and public keys. Web Crypto signs only whole messages, and has no secp256k1. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256, p384 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Curve } from './algorithms.js';

const curves = { p256, p384, secp256k1 };

export const generateCurveKey = (curve: Curve): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(curve === 'ed25519' ? ed25519.utils.randomSecretKey() : curves[curve].utils.randomSecretKey());

/** Signs a digest (ECDSA, in DER), or a message (Ed25519). */
export function signWithCurve(curve: Curve, key: Uint8Array, input: Uint8Array): Uint8Array {
  if (curve === 'ed25519') return ed25519.sign(input, key);
  return curves[curve].sign(input, key, { prehash: false, format: 'der' });
}

/** The beginnings of public keys in DER (RFC 5480, RFC 8410). The point or the key follows. */
const prefixes: Readonly<Record<Curve, string>> = {
  p256: '3059301306072a8648ce3d020106082a8648ce3d030107034200',
  p384: '3076301006072a8648ce3d020106052b81040022036200',
  secp256k1: '3056301006072a8648ce3d020106052b8104000a034200',
  ed25519: '302a300506032b6570032100',
};

/** Returns the public key as SubjectPublicKeyInfo in DER. */
export function encodeCurveKey(curve: Curve, key: Uint8Array): Uint8Array {
  const point = curve === 'ed25519' ? ed25519.getPublicKey(key) : curves[curve].getPublicKey(key, false);
  const prefix = (prefixes[curve].match(/../g) ?? []).map((digits) => Number.parseInt(digits, 16));
  return Uint8Array.from([...prefix, ...point]);
}
