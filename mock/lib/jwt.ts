/** JSON Web Tokens with RS256 signatures. */
import { decodeBase64, decodeBase64Url, encodeBase64Url } from './hashes.js';
import { isObject, type JsonObject } from './json.js';
import { parseJsonText } from './parse-json.js';

export interface Jwt {
  readonly header: JsonObject;
  readonly claims: JsonObject;
  /** The text that is signed. */
  readonly signed: string;
  readonly signature: Uint8Array<ArrayBuffer>;
}

export const rsaAlgorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;

const maxDepth = 20;

/** Returns `undefined` if the text has another form. Doesn't check the signature. */
export function parseJwt(text: string): Jwt | undefined {
  const [header = '', claims = '', signature = '', ...rest] = text.split('.');
  const [parsedHeader, parsedClaims] = [parsePart(header), parsePart(claims)];
  const bytes = decodeBase64(signature);
  if (rest.length > 0 || !parsedHeader || !parsedClaims || !bytes) return undefined;
  return { header: parsedHeader, claims: parsedClaims, signed: `${header}.${claims}`, signature: bytes };
}

function parsePart(text: string): JsonObject | undefined {
  try {
    const value = parseJsonText(decodeBase64Url(text) ?? '', maxDepth);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export async function signJwt(key: CryptoKey, header: JsonObject, claims: JsonObject): Promise<string> {
  const signed = `${encodeBase64Url(JSON.stringify({ alg: 'RS256', ...header }))}.${encodeBase64Url(JSON.stringify(claims))}`;
  const signature = await crypto.subtle.sign(rsaAlgorithm, key, new TextEncoder().encode(signed));
  return `${signed}.${encodeBase64Url(new Uint8Array(signature))}`;
}

export async function hasValidSignature(key: CryptoKey, { header, signed, signature }: Jwt): Promise<boolean> {
  return header['alg'] === 'RS256' && crypto.subtle.verify(rsaAlgorithm, key, signature, new TextEncoder().encode(signed));
}

/** `now`: milliseconds since 1970. A token without a time of expiry has expired. */
export function isExpired({ exp }: JsonObject, now: number): boolean {
  return !(typeof exp === 'number' && exp * 1000 > now);
}
