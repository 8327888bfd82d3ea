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

/** A certificate authority that creates certificates of hosts. Its key exists only in memory. */
export interface Authority {
  /** PEM text. */
  readonly ca: string;
  createCertificate(name: string): Pick<ServerCertificate, 'cert' | 'key'>;
}

interface AuthorityOptions {
  readonly name: string;
  /** How long its certificates are valid, in milliseconds. */
  readonly lifetime: number;
  /** The domains for which clients accept its certificates. Default: all. */
  readonly domains?: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** What to do if the library isn't installed. */
  readonly advice: string;
}

const hour = 3_600_000;
const day = 24 * hour;

/** Creates a certificate for host names and IP addresses, and an authority that signs it. `now`: milliseconds since 1970. */
export async function createServerCertificate(names: readonly string[], now: number): Promise<ServerCertificate> {
  const advice = '--tls needs the package node-forge to create a certificate; install it: npm install node-forge';
  const { ca, issue } = await createIssuer({ name: 'discogen mock CA', lifetime: 365 * day, now, advice });
  return { ...issue('discogen mock', names), ca };
}

/** Creates an authority for the hosts of a proxy. Clients accept its certificates only for these domains, and for one day. */
export async function createProxyAuthority(domains: readonly string[], now: number): Promise<Authority> {
  const advice = 'a forward proxy needs the package node-forge to create certificates; install it: npm install node-forge';
  const { ca, issue } = await createIssuer({ name: 'discogen proxy CA', lifetime: day, domains, now, advice });
  return { ca, createCertificate: (name) => issue('discogen proxy', [name]) };
}

interface Issuer {
  readonly ca: string;
  /** Creates a certificate. All have the same key. */
  readonly issue: (commonName: string, names: readonly string[]) => Pick<ServerCertificate, 'cert' | 'key'>;
}

async function createIssuer({ name, lifetime, domains, now, advice }: AuthorityOptions): Promise<Issuer> {
  const { default: forge } = await loadOptionalPackages(() => import('node-forge'), advice);
  const { certificateFromPem, certificateToPem, createCertificate, privateKeyFromPem, publicKeyFromPem } = forge.pki;
  const [authority, server] = await Promise.all([createKeys(), createKeys()]);
  const issuerKey = privateKeyFromPem(authority.privateKey);
  const issuerKeyId = forge.pki
    .getPublicKeyFingerprint(publicKeyFromPem(authority.publicKey) as pki.rsa.PublicKey, { type: 'RSAPublicKey' })
    .getBytes();

  const create = (publicKey: string, commonName: string, extensions: readonly object[]): pki.Certificate => {
    const certificate = createCertificate();
    certificate.publicKey = publicKeyFromPem(publicKey);
    // A serial number of 16 random bytes, of which the first keeps it positive.
    certificate.serialNumber = `01${forge.util.bytesToHex(forge.random.getBytesSync(15))}`;
    // Clocks may differ.
    certificate.validity.notBefore = new Date(now - hour);
    certificate.validity.notAfter = new Date(now + lifetime);
    certificate.setSubject([{ name: 'commonName', value: commonName }]);
    certificate.setIssuer([{ name: 'commonName', value: name }]);
    // Python requires the identifiers of both keys.
    const identifiers = [{ name: 'subjectKeyIdentifier' }, { name: 'authorityKeyIdentifier', keyIdentifier: issuerKeyId }];
    certificate.setExtensions([...extensions, ...identifiers]);
    certificate.sign(issuerKey, forge.md.sha256.create());
    return certificateFromPem(certificateToPem(certificate));
  };
  const constraints = domains === undefined ? [] : [{ id: nameConstraints, critical: true, value: encodeNameConstraints(domains, forge) }];
  const ca = create(authority.publicKey, name, [
    { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ...constraints,
  ]);
  const issue: Issuer['issue'] = (commonName, names) => {
    const certificate = create(server.publicKey, commonName, [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: names.map((each) => (isIP(each) ? { type: 7, ip: each } : { type: 2, value: each })) },
    ]);
    return { cert: certificateToPem(certificate), key: server.privateKey };
  };
  return { ca: certificateToPem(ca), issue };
}

const nameConstraints = '2.5.29.30';

/** Encodes an extension that the library doesn't support (RFC 5280, 4.2.1.10): it permits domains, and excludes all IP addresses. */
function encodeNameConstraints(domains: readonly string[], { asn1 }: typeof import('node-forge')): string {
  const { Class, Type, create, toDer } = asn1;
  const encodeTree = (type: number, value: string) =>
    create(Class.UNIVERSAL, Type.SEQUENCE, true, [create(Class.CONTEXT_SPECIFIC, type, false, value)]);
  const permitted = domains.map((domain) => encodeTree(2, domain));
  // An address and its mask, of version 4 and of version 6.
  const excluded = [8, 32].map((length) => encodeTree(7, '\0'.repeat(length)));
  // The tag of permitted subtrees is 0, that of excluded ones 1.
  const trees = [permitted, excluded].map((each, index) => create(Class.CONTEXT_SPECIFIC, index as never, true, each));
  return toDer(create(Class.UNIVERSAL, Type.SEQUENCE, true, trees)).getBytes();
}

/** Node creates keys much faster than the library. */
function createKeys(): Promise<{ readonly publicKey: string; readonly privateKey: string }> {
  return promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}
