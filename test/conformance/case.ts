/** The cases of a method. Each method has all three kinds. */
import type { AnyMock, SeedDocument } from '../../templates/runtime/mock/index.js';
import type { World } from './world.js';

export type Reader<Client> = (world: Pick<World<Client>, 'client' | 'mock'> & { readonly rootUrl: string }) => Promise<void>;

/** A request that the method rejects with 400, sent with the verb of the method. */
export interface Malformed {
  /** The reason for the rejection. */
  readonly because: string;
  /** With the query. */
  readonly path: string;
  /** Strings are sent unchanged, other values as JSON. */
  readonly body?: unknown;
  readonly reason: 'invalid' | 'required' | 'parseError';
  /** The location of the error in the response. */
  readonly location?: string;
  /** Only the service can detect the error; the request validator accepts the request. */
  readonly beyondMessage?: true;
}

export interface MethodCase<Client> {
  /** Replaces the seed of the table. */
  readonly seed?: SeedDocument;
  /** Calls the method and checks its effect with another read: another method or the state. */
  readonly succeeds: Reader<Client>;
  /**
   * A call for a resource that does not exist (404 `createNotFoundError`), or the reason why every named resource exists; then the call succeeds.
   */
  readonly unknown:
    ((client: Client) => Promise<unknown>) | { readonly exists: string; readonly ask: (client: Client) => Promise<unknown> };
  readonly malformed: readonly Malformed[];
}

export interface CaseTable<Client> {
  /** The seed of each case. */
  readonly seed: SeedDocument;
  /** By method id. */
  readonly methods: Readonly<Record<string, MethodCase<Client>>>;
}

/** The body of a stored resource. */
export async function stored(mock: AnyMock, path: string): Promise<unknown> {
  return (await mock.state()).resources?.[path];
}

/** Lists all items over all pages. */
export async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** A body for a method without a request body. */
export function surplusBody(path: string): Malformed {
  return { because: 'a body that is not asked for', path, body: { surplus: true }, reason: 'invalid' };
}

/** Malformed requests for every paginated list. */
export function malformedList(path: string, size = 'maxResults'): readonly Malformed[] {
  return [
    surplusBody(path),
    { because: 'a page size that is no number', path: `${path}?${size}=many`, reason: 'invalid', location: size },
    {
      because: 'a page token that no list gave',
      path: `${path}?pageToken=%21`,
      reason: 'invalid',
      location: 'pageToken',
      beyondMessage: true,
    },
  ];
}

/** Malformed requests for every method with a body. */
export function malformedBody(path: string, ...others: readonly Omit<Malformed, 'path'>[]): readonly Malformed[] {
  return [
    { because: 'a body that is no JSON', path, body: '{"name":', reason: 'parseError', beyondMessage: true },
    { because: 'a body that is no object', path, body: ['name'], reason: 'invalid' },
    ...others.map((other) => ({ ...other, path })),
  ];
}
