/** Checks what a mock received, and what its state is. The matchers and the assertion functions use them. */
import type { AnySession, JournalEntry, JsonObject, MethodTypes, MockApi, TypedSeed } from '../mock/index.js';
import { matchPath } from '../runtime/paths/match.js';
import { groupBy } from '../generator/lib/group-by.js';
import { findNearest } from '../generator/lib/suggest.js';
import { type JsonDifference, type Expected, formatDifferences, formatValue, listDifferences } from './compare.js';
import { formatCount } from '../generator/lib/format-count.js';
import { formatRequest } from './journal.js';

/** What a request must contain. Everything else in the request can have any value. */
export interface ExpectedRequest<Parameters = Readonly<Record<string, unknown>>, Body = unknown> {
  /** The path and query parameters under their wire names, as a client call takes them. */
  readonly params?: Expected<Parameters>;
  /** The query parameters: a string, or a list of strings if a parameter is repeated. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** The body. */
  readonly body?: Expected<Body>;
  /** The headers. Names are case-insensitive. */
  readonly headers?: Readonly<Record<string, unknown>>;
  /** The HTTP status of the response. */
  readonly status?: number;
  /** The exact number of such requests. Default: at least one. */
  readonly times?: number;
}

/** The methods of a mock, or of a session of one, by method ID. The types of their requests are unknown if only the IDs are known. */
type TargetMethods<Target> = Target extends { readonly '~methods'?: infer Methods extends object }
  ? Methods
  : Target extends { readonly faults: { list(): Promise<readonly { readonly method?: infer Id }[]> } }
    ? Record<Exclude<Id, `${string}*` | undefined> & string, MethodTypes>
    : Record<string, MethodTypes>;
type MethodRequest<Methods, Id extends keyof Methods> = Methods[Id] extends { readonly request: infer Request } ? Request : object;
type ExpectedBody<Request> = Request extends { readonly requestBody?: infer Body } ? Body : unknown;

/** The method IDs of a mock. */
export type MethodIdOf<Target> = keyof TargetMethods<Target> & string;
/** What a request of a method of a mock must contain. */
export type ExpectedRequestOf<Target, Id extends MethodIdOf<Target>> = ExpectedRequest<
  Omit<MethodRequest<TargetMethods<Target>, Id>, 'requestBody'>,
  ExpectedBody<MethodRequest<TargetMethods<Target>, Id>>
>;
/** The fields to compare of the resource at a path. */
export type ExpectedResourceOf<Target, Path extends string> = Target extends { readonly '~resources'?: infer Resources }
  ? Expected<NonNullable<TypedSeed<Resources, Record<Path, unknown>>['resources']>[Path]>
  : Expected<JsonObject>;

/** The matchers. `Target` is the type of the mock, or of a session of one. */
export interface MockMatchers<Target, Result, ResourceResult = Result> {
  /** Passes if the mock received a request of a method with these parameters, body, headers, and status, as often as `times` states. */
  toHaveReceived<Id extends MethodIdOf<Target>>(methodId: Id, expected?: ExpectedRequestOf<Target, Id>): Result;
  /** Passes if the mock has a resource at a URL path, with these fields. */
  toHaveResource<Path extends string>(path: Path, expected?: ExpectedResourceOf<Target, Path>): ResourceResult;
}

export interface CheckResult {
  readonly pass: boolean;
  /** Returns why it passed or failed. */
  readonly message: () => string;
}

type RequestTest = (entry: JournalEntry) => boolean;
/** The requests that passed checks expect, by session. */
const expectedRequests = new WeakMap<object, RequestTest[]>();

/** Returns whether a check of the session that passed expects the request. */
export function isExpected(session: object, entry: JournalEntry): boolean {
  return expectedRequests.get(session)?.some((test) => test(entry)) ?? false;
}

const expectedKeys: readonly (keyof ExpectedRequest)[] = ['params', 'query', 'body', 'headers', 'status', 'times'];

/** Throws a `TypeError` if the first argument isn't a mock, and for an unknown method or an unknown member of `expected`. */
export function checkReceived(mock: AnySession, methodId: string, expected: ExpectedRequest = {}): CheckResult {
  requireMock(mock, 'toHaveReceived');
  const { requests } = mock;
  const method = mock.apis.flatMap(({ methods }) => methods).find(({ id }) => id === methodId);
  if (!method && !requests.some((entry) => entry.methodId === methodId)) throw createMethodError(mock.apis, methodId);
  for (const key of Object.keys(expected))
    if (!expectedKeys.some((known) => known === key))
      throw new TypeError(`toHaveReceived: unknown member ${JSON.stringify(key)}; expected ${expectedKeys.join(', ')}`);
  const { times, ...fields } = expected;
  const compare = (entry: JournalEntry): readonly JsonDifference[] => compareRequest(entry, fields, method?.path ?? '');
  const calls = requests.filter((entry) => entry.methodId === methodId).map((entry) => ({ entry, differences: compare(entry) }));
  const matches = calls.filter(({ differences }) => differences.length === 0);
  const pass = times === undefined ? matches.length > 0 : matches.length === times;
  if (pass) {
    const isMatch: RequestTest = (entry) => entry.methodId === methodId && compare(entry).length === 0;
    expectedRequests.set(mock, [...(expectedRequests.get(mock) ?? []), isMatch]);
  }
  const message = (): string => {
    const wanted = `${methodId}${Object.keys(fields).length === 0 ? '' : ` with ${formatValue(fields)}`}`;
    const received = matches
      .map(({ entry }) => `\n  ${formatRequest(entry)}`)
      .slice(0, 10)
      .join('');
    if (pass) return `expected the mock not to have received ${wanted}, but it received:${received}`;
    if (matches.length > 0) {
      const number = `${formatCount(times ?? 1, 'request')}, but it received ${matches.length}`;
      return `expected the mock to have received ${wanted} in ${number}:${received}`;
    }
    return `expected the mock to have received ${wanted}\n${describeNearest(calls, requests)}`;
  };
  return { pass, message };
}

/** Throws a `TypeError` if the first argument isn't a mock. */
export async function checkResource(mock: AnySession, path: string, expected?: unknown): Promise<CheckResult> {
  requireMock(mock, 'toHaveResource');
  const { resources = {} } = await mock.state();
  const resource = Object.hasOwn(resources, path) ? resources[path] : undefined;
  const differences = resource === undefined || expected === undefined ? [] : listDifferences(expected, resource, '');
  const message = (): string => {
    const fields = expected === undefined ? '' : ` with ${formatValue(expected)}`;
    if (resource === undefined) return `expected the mock to have the resource ${path}\n${describeResources(Object.keys(resources), path)}`;
    if (differences.length === 0) return `expected the mock not to have the resource ${path}${fields}`;
    return `expected the mock to have the resource ${path} with these fields (- expected, + received):\n${formatDifferences(differences)}`;
  };
  return { pass: resource !== undefined && differences.length === 0, message };
}

function requireMock(mock: Partial<AnySession> | undefined, name: string): void {
  if (typeof mock?.state !== 'function' || !Array.isArray(mock.requests) || !Array.isArray(mock.apis))
    throw new TypeError(`${name}: expected a mock, or a session of one (received ${formatValue(mock)})`);
}

function createMethodError(apis: readonly MockApi[], methodId: string): TypeError {
  const ids = apis.flatMap(({ methods }) => methods.map(({ id }) => id));
  const nearest = findNearest(methodId, ids);
  return new TypeError(
    `toHaveReceived: the mock has no method ${JSON.stringify(methodId)}${nearest === undefined ? '' : `; did you mean ${JSON.stringify(nearest)}?`}`,
  );
}

function compareRequest(
  { path, status, request }: JournalEntry,
  expected: Omit<ExpectedRequest, 'times'>,
  template: string,
): readonly JsonDifference[] {
  const [pathname = '', search = ''] = path.split(/\?(.*)/s);
  const query = new URLSearchParams(search);
  const inPath = new Map(Object.entries(matchPath(template, pathname) ?? {}));
  const compareTexts = (part: 'params' | 'query', values: (name: string) => readonly string[]): readonly JsonDifference[] =>
    Object.entries(expected[part] ?? {}).flatMap(([name, value]) => compareParameterText(value, values(name), `${part}.${name}`));
  return [
    ...compareTexts('params', (name) => (inPath.has(name) ? [inPath.get(name) as string] : query.getAll(name))),
    ...compareTexts('query', (name) => query.getAll(name)),
    ...(expected.body === undefined ? [] : listDifferences(expected.body, request.body, 'body')),
    ...Object.entries(expected.headers ?? {}).flatMap(([name, value]) =>
      listDifferences(value, request.headers[name.toLowerCase()], `headers.${name}`),
    ),
    ...(expected.status === undefined ? [] : listDifferences(expected.status, status, 'status')),
  ];
}

/** Compares a parameter, which is text on the wire. */
function compareParameterText(expected: unknown, received: readonly string[], path: string): readonly JsonDifference[] {
  const toText = (value: unknown): unknown => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value);
  if (Array.isArray(expected)) return listDifferences(expected.map(toText), received, path);
  return listDifferences(toText(expected), received.length > 1 ? received : received[0], path);
}

interface ComparedRequest {
  readonly entry: JournalEntry;
  readonly differences: readonly JsonDifference[];
}

/** Describes the request of the method with the fewest differences. */
function describeNearest(calls: readonly ComparedRequest[], requests: readonly JournalEntry[]): string {
  const [nearest] = [...calls].reverse().sort((a, b) => a.differences.length - b.differences.length);
  if (nearest) {
    const count = calls.length === 1 ? 'The request' : `The nearest of ${calls.length} requests`;
    return `${count} of this method (- expected, + received): ${formatRequest(nearest.entry)}\n${formatDifferences(nearest.differences)}`;
  }
  if (requests.length === 0) return 'It received no requests.';
  const others = groupBy(requests, ({ methodId = 'unknown routes' }) => methodId);
  const list = [...others].slice(0, 10).map(([id, group]) => `${id} (${group.length})`);
  return `It received other requests: ${list.join(', ')}${others.size > list.length ? ', …' : ''}`;
}

/** Lists the resources whose paths are most similar. */
function describeResources(paths: readonly string[], path: string): string {
  if (paths.length === 0) return 'It has no resources.';
  const countCommon = (other: string): number => {
    const segments = other.split('/');
    const index = path.split('/').findIndex((segment, at) => segment !== segments[at]);
    return index < 0 ? segments.length : index;
  };
  const nearest = [...paths].sort((a, b) => countCommon(b) - countCommon(a)).slice(0, 5);
  const title = paths.length === nearest.length ? 'Its resources' : `The nearest of its ${paths.length} resources`;
  return `${title}:${nearest.map((other) => `\n  ${other}`).join('')}`;
}
