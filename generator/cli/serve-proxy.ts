/** Starts the proxy that the options of `discogen proxy` describe. */
import { join, resolve } from 'node:path';
import { isLoopbackHost, parseAllowedHost, parseTrustedProxy } from '../../mock/shared.js';
import type { Mock } from '../../mock/index.js';
import { createProxyAuthority } from '../lib/certificates.js';
import { hasErrors, quote } from '../lib/diagnostics.js';
import type { Effects, OutputStream } from '../lib/effects.js';
import { createFolderName } from '../lib/file-system.js';
import { formatCount } from '../lib/format-count.js';
import { omitUndefined } from '../lib/json.js';
import { compilePattern, type Pattern } from '../lib/pattern.js';
import { removeBrackets } from '../lib/remove-brackets.js';
import { UsageError } from '../lib/usage-error.js';
import { type DescribedApis, hasApis, loadDescribedApis } from '../pipeline/load-described-apis.js';
import { AddressGuard } from '../../fidelity/proxy/address-guard.js';
import { createCaptureLimits, type SentExchange } from '../../fidelity/proxy/capture.js';
import { DescribedHosts, listHosts } from '../../fidelity/proxy/described-hosts.js';
import { startProxy } from '../../fidelity/proxy/proxy-server.js';
import type { Shadow } from '../../fidelity/proxy/shadow.js';
import { getLockPath, lockFile } from '../../fidelity/proxy/file-lock.js';
import { Recorder } from '../../fidelity/proxy/recorder.js';
import { createRandomKey, Pseudonyms } from '../../fidelity/recordings/redact/pseudonyms.js';
import { Redactor } from '../../fidelity/recordings/redact/redactor.js';
import { defaultLimits } from '../../fidelity/recordings/reader.js';
import { tapeHeader } from '../../fidelity/recordings/write-tape.js';
import { commonHosts } from './client-environment.js';
import { type CommandInput, getValue, getValues, hasOption, type Status } from './command.js';
import { writeCredentials } from './mock-target.js';
import { describeListenError, readHost, reportListenError, serveMock } from './mock.js';
import { readChoice, readCommonOptions, readInteger, readList } from './option-values.js';
import { findOutput, type Output, type Replaceable } from './output-file.js';
import { printDiagnostics } from './print-diagnostics.js';
import type { ProxyDescription } from './proxy-environment.js';
import { writeTrustFiles } from './proxy-files.js';

export interface ProxyUse {
  readonly port: number;
  /** Whether the proxy runs a command. Then standard output belongs to the command. */
  readonly isRun: boolean;
  /** Called when the proxy listens. The proxy stops when the promise settles. Returns the exit status. */
  readonly use: (proxy: ProxyDescription) => Promise<Status>;
}

/** What a proxy uses of the descriptions of APIs. */
interface ProxiedApi {
  readonly hosts: readonly string[];
  /** The words in the paths of methods, which redaction keeps. */
  readonly words: ReadonlySet<string>;
}

interface ProxyMock {
  readonly url: string;
  readonly mock: Mock;
}

export async function serveProxy(input: CommandInput, proxyUse: ProxyUse, effects: Effects): Promise<Status> {
  checkOptions(input);
  if (hasOption(input, 'shadow')) return listenWithShadow(input, proxyUse, effects);
  if (!hasOption(input, 'mock')) {
    const facts = loadFacts(input, effects);
    return facts === undefined ? 1 : listen(input, { facts, proxyUse }, effects);
  }
  // Requests to the mock name the hosts of the services.
  const options = new Map([...input.options].filter(([name]) => name !== 'json'));
  const mockInput = { ...input, options: options.set('trust-proxy', ['loopback']) };
  const printing = { ...effects, stdout: hasOption(input, 'quiet') ? () => undefined : effects.stderr };
  const use = (url: string, mock: Mock): Promise<Status> => {
    const hosts = mock.apis.flatMap(({ rootUrls }) => listHosts(rootUrls));
    return listen(input, { facts: { hosts, words: new Set() }, proxyUse, proxyMock: { url, mock } }, effects);
  };
  return serveMock(mockInput, { host: '127.0.0.1', port: 0, tls: undefined, use }, printing);
}

async function listenWithShadow(input: CommandInput, proxyUse: ProxyUse, effects: Effects): Promise<Status> {
  const { runWithShadow } = await import('./proxy-shadow.js');
  const target = readTarget(input);
  const use = (shadow: Shadow, apis: DescribedApis['apis']): Promise<Status> =>
    listen(input, { facts: toFacts(apis), proxyUse, shadow }, effects);
  return runWithShadow(input, { maxBody: readMaxBody(input), addresses: target ? [target.href] : [], isRun: proxyUse.isRun, use }, effects);
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

function loadFacts(input: CommandInput, effects: Effects): ProxiedApi | undefined {
  const options = readCommonOptions(input);
  if (!hasApis(input.arguments, options, effects)) return { hosts: [], words: new Set() };
  const { apis, diagnostics } = loadDescribedApis(input.arguments, options, effects);
  printDiagnostics(diagnostics, effects, { quiet: true });
  if (hasErrors(diagnostics)) return undefined;
  return toFacts(apis);
}

function toFacts(apis: DescribedApis['apis']): ProxiedApi {
  const hosts = apis.flatMap(({ rootUrl, endpoints }) =>
    listHosts([...(rootUrl === undefined ? [] : [rootUrl]), ...endpoints.map(({ url }) => url)]),
  );
  return { hosts, words: new Set(apis.flatMap(({ methods }) => methods.flatMap(({ route }) => route.match(/[\w-]+/g) ?? []))) };
}

interface ListenContext {
  readonly facts: ProxiedApi;
  readonly proxyUse: ProxyUse;
  readonly proxyMock?: ProxyMock;
  readonly shadow?: Shadow;
}

async function listen(input: CommandInput, { facts, proxyUse, proxyMock, shadow }: ListenContext, effects: Effects): Promise<Status> {
  const target = readTarget(input);
  const described = [...facts.hosts, ...readList(input, 'hosts', parseDescribedHost)];
  const hosts = new DescribedHosts([...described, ...(proxyMock ? commonHosts : [])]);
  if (target === undefined && described.length === 0)
    throw new UsageError('no described API has an address; set it with --var NAME=URL or --hosts, or use --target URL');
  const folder = createFolderName(join(effects.cache, 'proxy'), effects.files);
  const host = readHost(input);
  const warn = (message: string): void => effects.stderr(`discogen: warning: ${message}\n`);
  const recorder = createRecorder(input, { words: facts.words, warn }, effects);
  const maxBody = readMaxBody(input);
  try {
    const authority = target === undefined ? await createProxyAuthority(hosts.domains, effects.now()) : undefined;
    const description: ProxyDescription = {
      url: '',
      mode: proxyMock ? 'mock' : shadow ? 'shadow' : 'record',
      hosts: hosts.names,
      // Otherwise, other machines could reach any host through the proxy.
      only: hasOption(input, 'only') || !isLoopback(host),
      ...(authority && { trust: writeTrustFiles(authority.ca, folder, effects) }),
      ...(proxyMock && { credentials: await prepareCredentials(proxyMock.mock, folder, { input, effects }) }),
    };
    const proxy = await startProxy({
      host,
      port: proxyUse.port,
      guard: new AddressGuard([...readList(input, 'allow', parseAllowed), ...(target ? [removeBrackets(target.hostname)] : [])]),
      hosts,
      unobserved: new DescribedHosts(commonHosts.filter((name) => !described.includes(name))),
      only: description.only,
      target,
      authority,
      mock: proxyMock && new URL(proxyMock.url),
      now: effects.now,
      limits: createCaptureLimits(maxBody),
      observe:
        recorder || shadow
          ? (exchange: SentExchange): void => {
              const line = recorder?.record(exchange);
              shadow?.add(exchange, line);
            }
          : undefined,
      describe: () => ({ ...description, url: proxy.url }),
      warn,
    });
    try {
      return await proxyUse.use({ ...description, url: proxy.url });
    } finally {
      await proxy.close();
      if (recorder) reportRecording(recorder, input, effects);
    }
  } catch (error) {
    const problem = describeListenError(error);
    if (problem === undefined) throw error;
    return reportListenError({ host, port: proxyUse.port, problem }, effects);
  } finally {
    recorder?.close();
    effects.files.removeAll(folder);
  }
}

const isLoopback = (host: string): boolean => isLoopbackHost(host.includes(':') ? `[${host}]` : host);

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

const readMaxBody = (input: CommandInput): number => readInteger(input, 'max-body', { least: 1, most: 2 ** 28 }) ?? defaultLimits.body;

/** Creates the tape, if there is one to be recorded. Replaces only a file that is a tape. */
function createRecorder(
  input: CommandInput,
  { words, warn }: Pick<ProxiedApi, 'words'> & { readonly warn: (message: string) => void },
  effects: Effects,
): Recorder | undefined {
  const name = getValue(input, 'record');
  if (name === undefined) return undefined;
  const { environment } = effects;
  const replaceable: Replaceable = { name: 'a tape', matches: (path, files) => files.hasPrefix(path, '{"tape":') };
  const output = findOutput({ option: '--record', file: name, replaceable }, effects);
  const finders = getValues(input, 'redact').map((pattern) => compile(pattern));
  const projects = ['GOOGLE_CLOUD_PROJECT', 'GCLOUD_PROJECT', 'CLOUDSDK_CORE_PROJECT'].flatMap((each) => environment[each] || []);
  const redactor = new Redactor(new Pseudonyms(readKey(input, effects)), {
    words,
    projects,
    omitsBinary: readChoice(input, 'binary', ['keep', 'omit']) === 'omit',
    ...(finders.length > 0 && { findSecrets: (text) => findAll(text, finders) }),
  });
  return new Recorder({ redactor, maxBody: readMaxBody(input), tape: openTape(output, name, effects), warn });
}

/** Only the user can read and write a tape: it can contain what redaction doesn't recognize. */
const tapeMode = 0o600;

/** Starts a tape. Throws `UsageError` if another process is writing it. */
function openTape(output: Output, name: string, { files }: Effects): OutputStream {
  if (output.kind === 'stream') {
    const stream = output.open();
    stream.write(tapeHeader);
    return stream;
  }
  const { path } = output;
  const unlock = lockFile(path, files);
  if (unlock === undefined)
    throw new UsageError(`--record: another process is writing ${name}; if none is, delete the file ${getLockPath(path)}`);
  files.write(path, tapeHeader, tapeMode);
  return { write: (text) => files.append(path, text, tapeMode), close: unlock };
}

type Finder = Pattern['find'];

function compile(pattern: string): Finder {
  const result = compilePattern(pattern);
  if (!result.ok) throw new UsageError(`--redact must be an RE2 expression (received ${quote(pattern)}): ${result.problem}`);
  return result.pattern.find;
}

/** Returns the matches of all patterns in order. Omits a match that overlaps the one before. */
function findAll(text: string, finders: readonly Finder[]): readonly (readonly [number, number])[] {
  const all = finders.flatMap((find) => [...find(text)]).sort(([one], [other]) => one - other);
  let end = 0;
  return all.filter(([start, next]) => {
    const isAfter = start >= end;
    if (isAfter) end = next;
    return isAfter;
  });
}

const minKeyLength = 16;

function readKey(input: CommandInput, { files, cwd }: Effects): Uint8Array {
  const name = getValue(input, 'redact-key');
  if (name === undefined) return createRandomKey();
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

function reportRecording({ counts }: Recorder, input: CommandInput, { stderr }: Effects): void {
  const { recorded, omitted, withoutResponse, omittedBodies } = counts;
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
