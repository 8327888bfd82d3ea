/** The files with which clients trust the certificates of a proxy. */
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import type { Effects } from '../lib/effects.js';
import { createTrustStore } from '../../fidelity/proxy/java-truststore.js';

/** The paths of the files, which are absolute. */
export interface TrustFiles {
  /** The certificate of the authority, for clients that trust it in addition to others. */
  readonly authority: string;
  /** This certificate and those of the public authorities, for clients that read a single file (PEM). */
  readonly bundle: string;
  /** The certificates of the bundle as a trust store for Java. */
  readonly trustStore: string;
}

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Writes the files to a folder. Clients still trust the certificates in the files that the environment names. `ca`: in PEM form. */
export function writeTrustFiles(ca: string, folder: string, { files, environment, now }: Effects): TrustFiles {
  const read = (name: string): readonly string[] => {
    const path = environment[name] ?? '';
    return path === '' || files.stat(path) === undefined ? [] : (files.read(path).match(certificate) ?? []);
  };
  const extra = [ca.trim(), ...read('NODE_EXTRA_CA_CERTS')];
  const all = [...new Set([...extra, ...rootCertificates, ...read('SSL_CERT_FILE'), ...read('REQUESTS_CA_BUNDLE')])];
  const paths = { authority: join(folder, 'ca.pem'), bundle: join(folder, 'bundle.pem'), trustStore: join(folder, 'truststore.jks') };
  files.write(paths.authority, `${extra.join('\n')}\n`);
  files.write(paths.bundle, `${all.join('\n')}\n`);
  files.create(paths.trustStore, createTrustStore(all, now()));
  return paths;
}
