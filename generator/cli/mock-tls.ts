/** The options of `discogen mock` for TLS. */
import { mkdtemp } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { parseAllowedHost } from '../../mock/shared.js';
import { readRequiredFile } from '../config/named-files.js';
import { createServerCertificate } from '../lib/certificates.js';
import type { Effects, TlsSettings } from '../lib/effects.js';
import { removeBrackets } from '../lib/remove-brackets.js';
import { UsageError } from '../lib/usage-error.js';
import { getValue, hasOption, type CommandInput } from './command.js';
import { readList } from './option-values.js';
import { findOutput, type Replaceable, writeOutput } from '../lib/output-file.js';

export interface CreatedTls {
  readonly settings: TlsSettings;
  /** Removes temporary files. */
  remove(): void;
}

/** Reads a certificate and its key, or creates them. Returns `undefined` without TLS. */
export async function readTls(input: CommandInput, host: string, effects: Effects): Promise<CreatedTls | undefined> {
  const [certFile, keyFile, caFile] = ['tls-cert', 'tls-key', 'tls-ca'].map((name) => getValue(input, name));
  if ((certFile === undefined) !== (keyFile === undefined)) throw new UsageError('--tls-cert and --tls-key must be used together');
  if (certFile !== undefined && caFile !== undefined)
    throw new UsageError('--tls-ca is for a certificate that --tls creates; omit --tls-cert');
  if (caFile !== undefined && !hasOption(input, 'tls')) throw new UsageError('--tls-ca requires --tls');
  if (certFile !== undefined && keyFile !== undefined) return { settings: readFiles(certFile, keyFile, effects), remove: () => undefined };
  return hasOption(input, 'tls') ? createTls({ names: listNames(input, host), caFile }, effects) : undefined;
}

function readFiles(certFile: string, keyFile: string, effects: Effects): TlsSettings {
  const { text: cert } = readRequiredFile(certFile, effects);
  const { text: key } = readRequiredFile(keyFile, effects);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${certFile} and ${keyFile} must be a certificate and its key in PEM: ${problem}`, [], { cause: error });
  }
  return { cert, key };
}

/** Lists the names under which clients reach the mock. */
function listNames(input: CommandInput, host: string): readonly string[] {
  const isEveryAddress = /^(?:0\.0\.0\.0|::)$/.test(host);
  const allowed = readList(input, 'allowed-hosts', parseAllowedHost).map(removeBrackets);
  return [...new Set(['localhost', '*.localhost', '127.0.0.1', '::1', isEveryAddress ? hostname() : host, ...allowed])];
}

const certificate: Replaceable = { name: 'a certificate', matches: (path, files) => files.hasPrefix(path, '-----BEGIN CERTIFICATE-----') };

async function createTls(
  { names, caFile }: { readonly names: readonly string[]; readonly caFile: string | undefined },
  effects: Effects,
): Promise<CreatedTls> {
  const { files, now } = effects;
  const folder = caFile === undefined ? await mkdtemp(join(tmpdir(), 'discogen-mock-')) : undefined;
  const path = folder === undefined ? resolve(effects.cwd, caFile ?? '') : join(folder, 'ca.pem');
  const output = findOutput({ option: '--tls-ca', file: path, replaceable: certificate }, effects);
  const { cert, key, ca } = await createServerCertificate(names, now());
  writeOutput(output, ca, effects);
  return { settings: { cert, key, ca: path }, remove: () => folder !== undefined && files.removeAll(folder) };
}
