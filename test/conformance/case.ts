/** The cases of a method. Each method has all three kinds. */
import type { AnyMock, SeedDocument } from '../../mock/index.js';
import type { World } from './world.js';

export type SuccessCheck<Client> = (world: Pick<World<Client>, 'client' | 'mock'> & { readonly rootUrl: string }) => Promise<void>;

/** A request that the method rejects with 400, sent with the verb of the method. */
export interface Malformed {
  /** The reason for the rejection. */
  readonly description: string;
  /** With the query. */
  readonly path: string;
  /** Strings are sent unchanged, other values as JSON. */
  readonly body?: unknown;
  readonly reason: 'invalid' | 'required' | 'parseError';
  /** The location of the error in the response. */
  readonly location?: string;
  /** Only the service can detect the error; the request validator accepts the request. */
  readonly onlyServerDetects?: true;
}

export interface MethodCase<Client> {
  /** Replaces the seed of the table. */
  readonly seed?: SeedDocument;
  /** Calls the method and checks its effect with another read: another method or the state. */
  readonly succeeds: SuccessCheck<Client>;
  /**
   * A call for a resource that does not exist, which fails with 404 `notFound`. If every resource exists, the reason for that and a call that
   * succeeds.
   */
  readonly unknown:
    | ((client: Client) => Promise<unknown>)
    | { readonly existsBecause: string; readonly run: (client: Client) => Promise<unknown> };
  readonly malformed: readonly Malformed[];
}

export interface CaseTable<Client> {
  /** The seed of each case. */
  readonly seed: SeedDocument;
  /** By method ID. */
  readonly methods: Readonly<Record<string, MethodCase<Client>>>;
}

/** The body of a stored resource. */
export async function readStored(mock: AnyMock, path: string): Promise<unknown> {
  return (await mock.state()).resources?.[path];
}

/** Lists all items over all pages. */
export async function listAll<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const listed: Item[] = [];
  for await (const item of items) listed.push(item);
  return listed;
}

/** A body for a method without a request body. */
export function unexpectedBody(path: string): Malformed {
  return { description: 'an unexpected body', path, body: { surplus: true }, reason: 'invalid' };
}

/** Malformed requests for every paginated list. */
export function malformedList(path: string, size = 'maxResults'): readonly Malformed[] {
  return [
    unexpectedBody(path),
    { description: 'a page size that is not a number', path: `${path}?${size}=many`, reason: 'invalid', location: size },
    {
      description: 'a page token that no list returned',
      path: `${path}?pageToken=%21`,
      reason: 'invalid',
      location: 'pageToken',
      onlyServerDetects: true,
    },
  ];
}

/** Malformed requests for every method with a body. */
export function malformedBody(path: string, ...others: readonly Omit<Malformed, 'path'>[]): readonly Malformed[] {
  return [
    { description: 'a body that is not JSON', path, body: '{"name":', reason: 'parseError', onlyServerDetects: true },
    { description: 'a body that is not an object', path, body: ['name'], reason: 'invalid' },
    ...others.map((other) => ({ ...other, path })),
  ];
}
