/** Starts the proxy that the options of `discogen proxy` describe. */
import { join, resolve } from 'node:path';
import { listHostPatterns, parseAllowedHost, parseTrustedProxy } from '../../mock/shared.js';
import type { Mock } from '../../mock/index.js';
import type { Api } from '../model/model.js';
import { hasErrors, quote } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import { createFolderName } from '../lib/file-system.js';
import { formatCount } from '../lib/format-count.js';
import { omitUndefined } from '../lib/json.js';
import { UsageError } from '../lib/usage-error.js';
import { hasApis, loadDescribedApis } from '../pipeline/load-described-apis.js';
import type { TapeOptions } from '../pipeline/open-recorder.js';
import {
  describeProxiedApis,
  type ProxiedApis,
  type ProxyDescription,
  type ProxyOptions,
  type ProxyRun,
  runProxy,
} from '../pipeline/run-proxy.js';
import { defaultLimits } from '../../fidelity/recordings/reader.js';
import { commonHosts } from './client-environment.js';
import { type CommandInput, getValue, getValues, hasOption, type Status } from './command.js';
import { writeCredentials } from './mock-target.js';
import { describeListenError, readHost, reportListenError, serveMock } from './mock.js';
import { readChoice, readCommonOptions, readInteger, readList } from './option-values.js';
import { printDiagnostics } from './print-diagnostics.js';

export interface ProxyUse {
  readonly port: number;
  /** Whether the proxy runs a command. Then standard output belongs to the command. */
  readonly isRun: boolean;
  /** Called when the proxy listens. The proxy stops when the promise settles. Returns the exit status. */
  readonly use: (proxy: ProxyDescription) => Promise<Status>;
}

export async function serveProxy(input: CommandInput, { port, isRun, use }: ProxyUse, effects: Effects): Promise<Status> {
  checkOptions(input);
  const maxBody = readInteger(input, 'max-body', { least: 1, most: 2 ** 28 }) ?? defaultLimits.body;
  const target = readTarget(input);
  const listen = (apis: ProxiedApis, observer: Partial<Pick<ProxyOptions, 'shadow'>> & { readonly mock?: ServedMock } = {}) =>
    listenAt({ port, target, maxBody, apis, ...observer }, use, { input, effects });
  if (hasOption(input, 'shadow')) {
    const { runWithShadow } = await import('./proxy-shadow.js');
    const addresses = target ? [target.href] : [];
    return runWithShadow(
      input,
      { maxBody, addresses, isRun, use: (shadow, apis) => listen(describeProxiedApis(apis), { shadow }) },
      effects,
    );
  }
  if (!hasOption(input, 'mock')) {
    const apis = loadApis(input, effects);
    return apis === undefined ? 1 : listen(describeProxiedApis(apis));
  }
  // Requests to the mock name the hosts of the services.
  const options = new Map([...input.options].filter(([name]) => name !== 'json'));
  const mockInput = { ...input, options: options.set('trust-proxy', ['loopback']) };
  const printing = { ...effects, stdout: hasOption(input, 'quiet') ? () => undefined : effects.stderr };
  const serve = (url: string, mock: Mock): Promise<Status> => {
    const hosts = mock.apis.flatMap(({ rootUrls }) => listHostPatterns(rootUrls));
    return listen({ hosts, words: new Set() }, { mock: { url, mock } });
  };
  return serveMock(mockInput, { host: '127.0.0.1', port: 0, tls: undefined, use: serve }, printing);
}

function checkOptions(input: CommandInput): void {
  const has = (name: string): boolean => hasOption(input, name);
  if (!has('mock') && !has('record') && !has('shadow')) throw new UsageError('proxy requires --mock, --record TAPE, or --shadow');
  if (has('mock') && has('shadow')) throw new UsageError('--mock and --shadow cannot be combined');
  if (has('mock') && has('target'))
    throw new UsageError('--mock and --target cannot be combined; to call a mock at its own address, use `discogen mock`');
  for (const name of ['report', 'accepted']) if (has(name) && !has('shadow')) throw new UsageError(`--${name} requires --shadow`);
  for (const name of ['redact', 'redact-key', 'binary'])
    if (has(name) && !has('record')) throw new UsageError(`--${name} requires --record`);
}

function loadApis(input: CommandInput, effects: Effects): readonly Api[] | undefined {
  const options = readCommonOptions(input);
  if (!hasApis(input.arguments, options, effects)) return [];
  const { apis, diagnostics } = loadDescribedApis(input.arguments, options, effects);
  printDiagnostics(diagnostics, effects, { quiet: true });
  return hasErrors(diagnostics) ? undefined : apis;
}

interface ServedMock {
  readonly url: string;
  readonly mock: Mock;
}

interface ListenOptions extends Pick<ProxyOptions, 'port' | 'target' | 'maxBody' | 'apis'>, Partial<Pick<ProxyOptions, 'shadow'>> {
  readonly mock?: ServedMock;
}

async function listenAt(
  { mock, apis, shadow, ...options }: ListenOptions,
  use: ProxyUse['use'],
  { input, effects }: { readonly input: CommandInput; readonly effects: Effects },
): Promise<Status> {
  const host = readHost(input);
  const folder = createFolderName(join(effects.cache, 'proxy'), effects.files);
  const proxyOptions: ProxyOptions = {
    ...options,
    host,
    apis: { ...apis, hosts: [...apis.hosts, ...readList(input, 'hosts', parseDescribedHost)] },
    commonHosts,
    allow: readList(input, 'allow', parseAllowed),
    only: hasOption(input, 'only'),
    tape: readTapeOptions(input, options.maxBody, effects),
    mock: mock && { url: mock.url, credentials: await prepareCredentials(mock.mock, folder, { input, effects }) },
    shadow,
  };
  const warn = (message: string): void => effects.stderr(`discogen: warning: ${message}\n`);
  try {
    const { result, counts } = await runProxy(proxyOptions, { folder, use, warn }, effects);
    if (counts) reportRecording(counts, input, effects);
    return result;
  } catch (error) {
    const problem = describeListenError(error);
    if (problem === undefined) throw error;
    return reportListenError({ host, port: options.port, problem }, effects);
  } finally {
    effects.files.removeAll(folder);
  }
}

function readTapeOptions(input: CommandInput, maxBody: number, effects: Effects): TapeOptions | undefined {
  const file = getValue(input, 'record');
  return file === undefined
    ? undefined
    : {
        file,
        patterns: getValues(input, 'redact'),
        key: readKey(input, effects),
        omitsBinary: readChoice(input, 'binary', ['keep', 'omit']) === 'omit',
        maxBody,
      };
}

function readTarget(input: CommandInput): URL | undefined {
  const text = getValue(input, 'target');
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new UsageError(`--target must be the address of a service, such as https://dns.googleapis.com (received ${quote(text)})`);
  return url;
}

/** Reads a host name, which a port can follow. */
const parseDescribedHost = (text: string): string => `${parseAllowedHost(text)}${/:\d+$/.exec(text)?.[0] ?? ''}`;

/** Reads a host name, an address, or a network. */
function parseAllowed(text: string): string {
  try {
    return parseTrustedProxy(text);
  } catch {
    return parseAllowedHost(text);
  }
}

const minKeyLength = 16;

function readKey(input: CommandInput, { files, cwd }: Effects): Uint8Array | undefined {
  const name = getValue(input, 'redact-key');
  if (name === undefined) return undefined;
  const path = resolve(cwd, name);
  if (files.stat(path) === undefined)
    throw new UsageError(`--redact-key: there is no file ${name}; create one: openssl rand -out ${name} 32`);
  const key = files.readBytes(path);
  if (key.length < minKeyLength)
    throw new UsageError(`--redact-key: ${name} must have at least ${minKeyLength} bytes (it has ${key.length})`);
  return key;
}

async function prepareCredentials(
  mock: Mock,
  folder: string,
  { input, effects }: { readonly input: CommandInput; readonly effects: Effects },
): Promise<NonNullable<ProxyDescription['credentials']>> {
  const get = async (path: string): Promise<{ status: number; text: string }> => {
    const { status, body } = await mock.handle({ method: 'GET', url: `https://oauth2.googleapis.com${path}`, headers: {} });
    return { status, text: body };
  };
  const { key, keyFile } = await writeCredentials({ get, user: getValue(input, 'user'), folder: join(folder, 'clients') }, effects);
  const project = key['project_id'];
  return { keyFile, folder: join(folder, 'clients'), ...omitUndefined({ project: typeof project === 'string' ? project : undefined }) };
}

function reportRecording(
  { recorded, omitted, withoutResponse, omittedBodies }: NonNullable<ProxyRun<Status>['counts']>,
  input: CommandInput,
  { stderr }: Effects,
): void {
  if (!hasOption(input, 'quiet')) stderr(`discogen: recorded ${formatCount(recorded, 'exchange')} in ${getValue(input, 'record')}\n`);
  if (omittedBodies > 0 && !hasOption(input, 'quiet'))
    stderr(`discogen: omitted ${omittedBodies === 1 ? '1 binary body' : `${omittedBodies} binary bodies`}\n`);
  if (omitted > 0)
    stderr(
      `discogen: warning: omitted ${formatCount(omitted, 'exchange')} from the tape: the request is incomplete, exceeds --max-body, or can't be decoded\n`,
    );
  if (withoutResponse > 0)
    stderr(
      `discogen: warning: omitted the response of ${formatCount(withoutResponse, 'exchange')} from the tape: it is incomplete, exceeds --max-body, or can't be decoded\n`,
    );
}
