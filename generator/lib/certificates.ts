/** Creates certificates for TLS. Node can only read them. */
import { generateKeyPair } from 'node:crypto';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import type { pki } from 'node-forge';
import { loadOptionalPackages } from './usage-error.js';

/** PEM texts. */
export interface ServerCertificate {
  readonly cert: string;
  readonly key: string;
  /** The certificate of the authority that has signed `cert`. Its key isn't kept. */
  readonly ca: string;
}

const day = 86_400_000;
const lifetime = 365 * day;

/** Creates a certificate for host names and IP addresses, and an authority that signs it. `now`: milliseconds since 1970. */
export async function createServerCertificate(names: readonly string[], now: number): Promise<ServerCertificate> {
  const message = '--tls needs the package node-forge to create a certificate; install it: npm install node-forge';
  const { default: forge } = await loadOptionalPackages(() => import('node-forge'), message);
  const { certificateFromPem, certificateToPem, createCertificate, privateKeyFromPem, publicKeyFromPem } = forge.pki;
  const [authority, server] = await Promise.all([createKeys(), createKeys()]);
  const caName = 'discogen mock CA';
  const caKeyId = getKeyId(publicKeyFromPem(authority.publicKey));

  const create = (publicKey: string, commonName: string, extensions: readonly object[]): pki.Certificate => {
    const certificate = createCertificate();
    certificate.publicKey = publicKeyFromPem(publicKey);
    // A serial number of 16 random bytes, of which the first keeps it positive.
    certificate.serialNumber = `01${forge.util.bytesToHex(forge.random.getBytesSync(15))}`;
    certificate.validity.notBefore = new Date(now - day);
    certificate.validity.notAfter = new Date(now + lifetime);
    certificate.setSubject([{ name: 'commonName', value: commonName }]);
    certificate.setIssuer([{ name: 'commonName', value: caName }]);
    // Python requires the identifiers of both keys.
    const identifiers = [{ name: 'subjectKeyIdentifier' }, { name: 'authorityKeyIdentifier', keyIdentifier: caKeyId }];
    certificate.setExtensions([...extensions, ...identifiers]);
    certificate.sign(privateKeyFromPem(authority.privateKey), forge.md.sha256.create());
    return certificateFromPem(certificateToPem(certificate));
  };
  const ca = create(authority.publicKey, caName, [
    { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
  ]);
  const cert = create(server.publicKey, 'discogen mock', [
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    { name: 'subjectAltName', altNames: names.map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name })) },
  ]);
  return { cert: certificateToPem(cert), key: server.privateKey, ca: certificateToPem(ca) };

  function getKeyId(publicKey: pki.PublicKey): string {
    return forge.pki.getPublicKeyFingerprint(publicKey as pki.rsa.PublicKey, { type: 'RSAPublicKey' }).getBytes();
  }
}

/** Node creates keys much faster than the library. */
function createKeys(): Promise<{ readonly publicKey: string; readonly privateKey: string }> {
  return promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}
