/** Writes a trust store for Java, which can't read PEM files. */
import { createHash } from 'node:crypto';

/** The password of the trust store that Java includes. It isn't a secret: the digest only detects damage. */
export const trustStorePassword = 'changeit';

const magic = 0xfeedfeed;
const version = 2;
const trustedCertificate = 2;
/** A part of the digest, which the format defines. */
const salt = 'Mighty Aphrodite';

/** Returns a trust store in the JKS format, which all versions of Java read. `certificates`: in PEM form. `now`: milliseconds since 1970. */
export function createTrustStore(certificates: readonly string[], now: number): Uint8Array {
  const entries = certificates.flatMap((pem, index) => {
    const der = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64');
    const time = Buffer.alloc(8);
    time.writeBigInt64BE(BigInt(now));
    return [encodeNumber(trustedCertificate), encodeText(`ca-${index}`), time, encodeText('X.509'), encodeNumber(der.length), der];
  });
  const content = Buffer.concat([encodeNumber(magic), encodeNumber(version), encodeNumber(certificates.length), ...entries]);
  const password = Buffer.from(trustStorePassword, 'utf16le').swap16();
  return Buffer.concat([content, createHash('sha1').update(password).update(salt).update(content).digest()]);
}

function encodeNumber(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function encodeText(text: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length);
  return Buffer.concat([length, Buffer.from(text, 'latin1')]);
}
