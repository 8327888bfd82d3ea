/** `discogen mock` */
import { parseAllowedHost, parseAllowedOrigin } from '../../templates/runtime/mock/host.js';
import type { Mock } from '../../templates/runtime/mock/index.js';
import { type CreateMockOptions, createMockOf } from '../create-mock.js';
import { format } from '../diagnostics.js';
import type { Effects } from '../effects.js';
import { visibleText } from '../emit/literals.js';
import { given, type Input, type Status, value, values } from './command.js';
import { supportText } from './mock-support.js';
import { readHandlers } from './read-handlers.js';
import { readSeed, type Seed, withPlaces } from './seed.js';
import { assignments, choice, duration, list, whole } from './values.js';

const defaultPort = 8787;
const anyNumber = { least: 0, most: Number.MAX_SAFE_INTEGER };

export async function run(input: Input, effects: Effects): Promise<Status> {
  const port = whole(input, 'port', { least: 0, most: 65_535 }) ?? defaultPort;
  const seeds: Seed[] = [];
  for (const file of values(input, 'seed')) seeds.push(await readSeed(file, effects));
  const handlers = await readHandlers(values(input, 'handlers'), effects);
  const options = { ...optionsOf(input, seeds, effects), handlers };
  const { mock, apis, diagnostics } = await createMockOf(input.arguments, options, effects).catch(async (error: unknown) => {
    throw await withPlaces(error, seeds);
  });
  for (const finding of diagnostics) if (!given(input, 'quiet') || finding.severity === 'error') effects.stderr(`${format(finding)}\n`);
  if (mock === undefined) return 1;
  return serve(mock, {
    effects,
    port,
    host: value(input, 'host') ?? '127.0.0.1',
    summary: given(input, 'quiet') ? '' : supportText(await mock.support()),
    announce: given(input, 'json') ? (url) => JSON.stringify({ url, apis }) : announcement,
    enforcement: given(input, 'quiet') ? '' : `discogen: credentials are ${options.auth === 'on' ? '' : 'not '}enforced\n`,
  });
}

const announcement = (url: string): string => `discogen mock listening on ${url}`;

interface Serving {
  readonly effects: Effects;
  readonly port: number;
  readonly host: string;
  readonly announce: (url: string) => string;
  /** Says whether credentials are asked for; empty where nobody wants to know. */
  readonly enforcement: string;
  /** What the mock supports; empty where nobody wants to know. */
  readonly summary: string;
}

async function serve(mock: Mock, { effects, port, host, announce, enforcement, summary }: Serving): Promise<Status> {
  const stopped = effects.stopped();
  try {
    const { url, close } = await mock.listen({ port, host });
    effects.stderr(`${summary}${enforcement}`);
    effects.stdout(`${announce(url)}\n`);
    await stopped;
    await close();
    return 0;
  } catch (error) {
    const problem = problems[error instanceof Error && 'code' in error ? String(error.code) : ''];
    if (problem === undefined) throw error;
    effects.stderr(`discogen: cannot listen on ${host}:${port}: ${problem}\n`);
    return 1;
  }
}

/** What the system says of an address that cannot be listened on, in words. */
const problems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is taken',
  EACCES: 'permission denied',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up',
};

function optionsOf(input: Input, seeds: readonly Seed[], effects: Effects): CreateMockOptions {
  const config = value(input, 'config');
  const settings = {
    auth: choice(input, 'auth', ['off', 'on']),
    operationDelay: duration(input, 'operation-delay'),
    operationRetention: duration(input, 'operation-retention'),
    randomSeed: whole(input, 'random-seed', anyNumber),
    maxBody: whole(input, 'max-body', anyNumber),
    maxDepth: whole(input, 'max-depth', { least: 1, most: 10_000 }),
    maxSessions: whole(input, 'max-sessions', { least: 1, most: 1_000_000 }),
    journal: whole(input, 'journal', { least: 0, most: 1_000_000 }),
  };
  return {
    ...stated(settings),
    allowedHosts: list(input, 'allowed-hosts', parseAllowedHost),
    allowedOrigins: list(input, 'allowed-origins', parseAllowedOrigin),
    trustProxy: given(input, 'trust-proxy'),
    seed: seeds.map(({ document }) => document),
    overlays: !given(input, 'no-overlays'),
    variables: assignments(input, 'var'),
    strict: given(input, 'strict'),
    warn: given(input, 'quiet') ? () => undefined : (message) => effects.stderr(`discogen: warning: ${visibleText(message)}\n`),
    ...(config === undefined ? {} : { config }),
  };
}

/** The members that have a value. */
function stated<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
