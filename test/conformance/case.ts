/** The shape of a method's cases. Each method has all three kinds. */
import type { AnyMock, SeedDocument } from '../../templates/runtime/mock/index.js';
import type { World } from './world.js';

export type Reader<Client> = (world: Pick<World<Client>, 'client' | 'mock'> & { readonly rootUrl: string }) => Promise<void>;

/** A request that the method refuses with 400. The verb is the method's own. */
export interface Malformed {
  /** What is wrong with it. */
  readonly because: string;
  /** With the query. */
  readonly path: string;
  /** Text is sent as it stands, anything else as JSON. */
  readonly body?: unknown;
  readonly reason: 'invalid' | 'required' | 'parseError';
  /** Where the answer says the fault is. */
  readonly location?: string;
  /** Only the service can tell; the request's validator lets it pass. */
  readonly beyondMessage?: true;
}

export interface MethodCase<Client> {
  /** In place of the table's seed. */
  readonly seed?: SeedDocument;
  /** Calls the method and sees its effect through another read: another method, or the state. */
  readonly succeeds: Reader<Client>;
  /** A call that names something that does not exist; 404, `notFoundError`. Where whatever a path names exists, the reason why; asking then succeeds. */
  readonly unknown:
    ((client: Client) => Promise<unknown>) | { readonly exists: string; readonly ask: (client: Client) => Promise<unknown> };
  readonly malformed: readonly Malformed[];
}

export interface CaseTable<Client> {
  /** What exists before each case. */
  readonly seed: SeedDocument;
  /** By method id. */
  readonly methods: Readonly<Record<string, MethodCase<Client>>>;
}

/** Body of a resource in the mock's state. */
export async function stored(mock: AnyMock, path: string): Promise<unknown> {
  return (await mock.state()).resources?.[path];
}

/** All items of a list, over all its pages. */
export async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** A body where the method takes none. */
export function surplusBody(path: string): Malformed {
  return { because: 'a body that is not asked for', path, body: { surplus: true }, reason: 'invalid' };
}

/** What every list of pages refuses. */
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

/** What every method with a body refuses. */
export function malformedBody(path: string, ...others: readonly Omit<Malformed, 'path'>[]): readonly Malformed[] {
  return [
    { because: 'a body that is no JSON', path, body: '{"name":', reason: 'parseError', beyondMessage: true },
    { because: 'a body that is no object', path, body: ['name'], reason: 'invalid' },
    ...others.map((other) => ({ ...other, path })),
  ];
}
