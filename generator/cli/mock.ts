/** `discogen mock` */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { describeFailure, parseAllowedHost, parseAllowedOrigin, parseDeliveryHost, parseTrustedProxy } from '../../mock/shared.js';
import type { Mock, MockStore } from '../../mock/index.js';
import { type CreateMockOptions, createMockForApis } from '../pipeline/create-mock.js';
import type { Effects, TlsSettings } from '../lib/effects.js';
import { escapeLines } from '../lib/unprintable.js';
import { hasOption, type CommandInput, type Status, getValue, getValues } from './command.js';
import type { CreatedTls } from './mock-tls.js';
import { formatSupport } from './format-support.js';
import { printOverlayNotes } from './overlay-notes.js';
import { printDiagnostics } from './print-diagnostics.js';
import { readHandlers } from '../pipeline/read-handlers.js';
import { readSeeds, type Seed, addSeedDiagnostics } from '../pipeline/read-seed.js';
import { readAdminToken, readCommonOptions, readInteger, readList, readMockSettings } from './option-values.js';
import { omitUndefined } from '../lib/json.js';
import { UsageError } from '../lib/usage-error.js';
import { isStoreAddress } from '../../mock/stores/address.js';

const defaultPort = 8787;
const maxWorkers = 64;

export async function run(input: CommandInput, effects: Effects): Promise<Status> {
  const { worker } = effects;
  const workers = readInteger(input, 'workers', { least: 1, most: maxWorkers }) ?? 1;
  const port = worker?.port ?? readPort(input) ?? defaultPort;
  const host = readHost(input);
  if (workers > 1 && worker === undefined) {
    // Before each worker loads the specifications.
    const problem = await tryPort(host, port);
    if (problem !== undefined) return reportListenError({ host, port, problem }, effects);
  }
  const tls = worker ? undefined : await createTls(input, host, effects);
  try {
    if (workers === 1 || worker) {
      const stopped = effects.waitForStop();
      return await serveMock(input, { host, port, tls: worker?.tls ?? tls?.settings, use: () => stopped.then(() => 0) }, effects);
    }
    printOverlayNotes(input, effects);
    const { runWorkers } = await import('./mock-workers.js');
    return await runWorkers(workers, { hasStore: (getValue(input, 'store') ?? 'memory') !== 'memory', tls: tls?.settings }, effects);
  } finally {
    tls?.remove();
  }
}

export async function createTls(input: CommandInput, host: string, effects: Effects): Promise<CreatedTls | undefined> {
  if (!['tls', 'tls-ca', 'tls-cert', 'tls-key'].some((name) => hasOption(input, name))) return undefined;
  const { readTls } = await import('./mock-tls.js');
  return readTls(input, host, effects);
}

export const readPort = (input: CommandInput): number | undefined => readInteger(input, 'port', { most: 65_535 });
export const readHost = (input: CommandInput): string => getValue(input, 'host') ?? '127.0.0.1';

export interface MockUse {
  readonly host: string;
  readonly port: number;
  readonly tls: TlsSettings | undefined;
  /** Called while the mock listens at the URL. The mock stops when it settles. Returns the exit status. */
  readonly use: (url: string, mock: Mock) => Promise<Status>;
}

/** Serves the mock that the options of `discogen mock` describe, without workers or in one of them. */
export async function serveMock(input: CommandInput, mockUse: MockUse, effects: Effects): Promise<Status> {
  if (effects.worker === undefined) printOverlayNotes(input, effects);
  const seeds = await readSeeds(getValues(input, 'seed'), effects);
  const handlers = await readHandlers(getValues(input, 'handlers'), effects);
  // A handler can leave behind work that fails after its call has ended.
  if (hasOption(input, 'handlers')) effects.onUncaughtError?.((error) => reportError(describeFailure(error), effects));
  const store = await openNamedStore(input, effects);
  const quiet = hasOption(input, 'quiet');
  try {
    const options = { ...readMockOptions(input, seeds, effects), handlers, store };
    const { mock, apis, diagnostics } = await createMockForApis(input.arguments, options, effects).catch(async (error: unknown) => {
      throw await addSeedDiagnostics(error, seeds);
    });
    printDiagnostics(diagnostics, effects, { quiet });
    if (mock === undefined) return 1;
    const support = quiet ? '' : formatSupport(await mock.support());
    const use = (url: string): Promise<Status> => {
      if (!quiet) effects.stderr(`${support}discogen: credentials are ${options.auth === 'on' ? '' : 'not '}enforced\n`);
      const page = `${url}/__admin/ui`;
      const address = { url, page, ...omitUndefined({ tlsCa: mockUse.tls?.ca }) };
      effects.stdout(`${hasOption(input, 'json') ? JSON.stringify({ ...address, apis }) : formatAddress(address)}\n`);
      return mockUse.use(url, mock);
    };
    return await listen(mock, { ...mockUse, use }, effects);
  } finally {
    await store?.close();
  }
}

function reportError(message: string, effects: Effects): void {
  effects.stderr(`discogen: error: ${escapeLines(message)}\n`);
}

async function openNamedStore(input: CommandInput, { cwd, worker }: Effects): Promise<MockStore | undefined> {
  if (worker?.temporaryStore !== undefined) {
    const { openFolder } = await import('../../mock/stores/lmdb-store.js');
    return openFolder(worker.temporaryStore, { isTemporary: true });
  }
  const name = getValue(input, 'store') ?? 'memory';
  const namespace = getValue(input, 'store-namespace');
  if (name === 'memory' && namespace !== undefined) throw new UsageError('--store-namespace needs --store postgres://USER@HOST/DATABASE');
  if (name === 'memory') return undefined;
  const { openStore } = await import('../../mock/stores/index.js');
  return openStore(isStoreAddress(name) ? name : resolve(cwd, name), { namespace });
}

/** `tlsCa`: the path of the certificate of the authority, if the mock has created one. */
function formatAddress({ url, page, tlsCa }: { readonly url: string; readonly page: string; readonly tlsCa?: string }): string {
  const authority = tlsCa === undefined ? '' : `\ncertificate authority: ${tlsCa}`;
  return `discogen mock listening on ${url}\ncontrol page: ${page}${authority}`;
}

async function listen(mock: Mock, { host, port, tls, use }: MockUse, effects: Effects): Promise<Status> {
  try {
    const { url, close } = await mock.listen({ port, host, ...(tls && { tls: { cert: tls.cert, key: tls.key } }) });
    try {
      return await use(url, mock);
    } finally {
      await close();
    }
  } catch (error) {
    if (isStoreError(error)) {
      effects.stderr(`discogen: ${error.message}\n`);
      return 1;
    }
    const problem = describeListenError(error);
    if (problem === undefined) throw error;
    return reportListenError({ host, port, problem }, effects);
  }
}

/** Whether the store can't be used, or has failed while the mock starts. */
function isStoreError(error: unknown): error is Error {
  return error instanceof Error && (error.name === 'StoreError' || ('rule' in error && error.rule === 'store'));
}

/** Listens on the port for a moment. Returns the problem if that fails. */
async function tryPort(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    await once(server.listen({ host, port }), 'listening');
  } catch (error) {
    return describeListenError(error);
  }
  server.close();
  await once(server, 'close');
  return undefined;
}

export function reportListenError(
  { host, port, problem }: { readonly host: string; readonly port: number; readonly problem: string },
  effects: Effects,
): Status {
  effects.stderr(`discogen: cannot listen on ${host}:${port}: ${problem}\n`);
  return 1;
}

export function describeListenError(error: unknown): string | undefined {
  return problems[error instanceof Error && 'code' in error ? String(error.code) : ''];
}

/** Descriptions of system errors when listening fails, by error code. */
const problems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is already in use',
  EACCES: 'permission denied',
  EADDRNOTAVAIL: 'the machine has no such address',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host name cannot be resolved',
};

function readMockOptions(input: CommandInput, seeds: readonly Seed[], effects: Effects): CreateMockOptions {
  return {
    ...readMockSettings(input),
    ...omitUndefined({ adminToken: readAdminToken(input, effects) }),
    allowedHosts: readList(input, 'allowed-hosts', parseAllowedHost),
    allowedOrigins: readList(input, 'allowed-origins', parseAllowedOrigin),
    trustProxy: readList(input, 'trust-proxy', parseTrustedProxy),
    deliver: readList(input, 'deliver', parseDeliveryHost),
    seed: seeds.map(({ document }) => document),
    ...readCommonOptions(input),
    reportError: (message) => reportError(message, effects),
    warn: hasOption(input, 'quiet') ? () => undefined : (message) => effects.stderr(`discogen: warning: ${escapeLines(message)}\n`),
  };
}
