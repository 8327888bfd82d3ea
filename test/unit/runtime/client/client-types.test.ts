/** Types of the client, which the compiler checks. */
import { expectTypeOf, test } from 'vitest';
import { defineListMethod, defineMethod, defineWaitForOperation } from '../../../../runtime/client/index.js';
import type {
  ApiResponse,
  Call,
  CallOptions,
  Client,
  ClientOptions,
  Fetch,
  ParameterlessMethod,
  HeadersLike,
  Hooks,
  ListMethod,
  UnaryMethod,
  PagedCall,
  Transport,
  WaitOptions,
} from '../../../../runtime/client/index.js';
import { connect, getZone, script } from './support.js';

interface Zone {
  name: string;
  id?: string;
}
interface ZonePage {
  managedZones: Zone[];
  nextPageToken?: string;
}
interface Operation {
  name?: string;
  status?: 'PENDING' | 'RUNNING' | 'DONE';
}

const get: UnaryMethod<{ project: string }, Zone> = defineMethod(getZone);
const about: ParameterlessMethod<{ trace?: string }, Zone> = defineMethod(getZone);
const list: ListMethod<{ project: string }, ZonePage, Zone, 'managedZones'> = defineListMethod(getZone);
const waitForOperation: (client: Client, operation: Operation, options?: WaitOptions<Operation>) => Promise<Operation> =
  defineWaitForOperation();
const client = connect(script({ body: { managedZones: [] } }).fetch);
const project = 'p';

test('requires parameters only for methods with required parameters', () => {
  expectTypeOf(() => get(client, { project })).returns.toEqualTypeOf<Call<Zone>>();
  expectTypeOf(() => get(client, { project }, { timeout: 1 } satisfies CallOptions)).returns.toEqualTypeOf<Call<Zone>>();
  expectTypeOf(() => about(client)).returns.toEqualTypeOf<Call<Zone>>();
  // @ts-expect-error a parameter is missing
  expectTypeOf(() => get(client)).toBeFunction();
  // @ts-expect-error no such parameter
  expectTypeOf(() => get(client, { project, zone: 'z' })).toBeFunction();
  expectTypeOf(get.scopes).toEqualTypeOf<readonly string[] | undefined>();
  expectTypeOf(waitForOperation).toBeFunction();
});

test('narrows the response and the items of a list by the mask', () => {
  expectTypeOf(() => get(client, { project, fields: ['name'] })).returns.resolves.toEqualTypeOf<{ name: string }>();
  expectTypeOf(() => get(client, { project, fields: 'id' })).returns.resolves.toEqualTypeOf<{ id?: string }>();
  expectTypeOf(() => get(client, { project, fields: '*' })).returns.resolves.toEqualTypeOf<Zone>();
  // @ts-expect-error no such field
  expectTypeOf(() => get(client, { project, fields: ['nmae'] })).toBeFunction();
  expectTypeOf(() => list(client, { project, fields: ['managedZones/id'] })).returns.toEqualTypeOf<
    PagedCall<{ id?: string }, { managedZones: { id?: string }[]; nextPageToken?: string }>
  >();
  expectTypeOf(() => list(client, { project })).returns.toEqualTypeOf<PagedCall<Zone, ZonePage>>();
});

test('types the results of calls', () => {
  expectTypeOf<Awaited<PagedCall<Zone, ZonePage>>>().toEqualTypeOf<ZonePage>();
  expectTypeOf<PagedCall<Zone, ZonePage>>().toExtend<AsyncIterable<Zone>>();
  expectTypeOf<Awaited<Call<Zone>>>().toEqualTypeOf<Zone>();
  expectTypeOf<Call<Zone>['withResponse']>().returns.resolves.toEqualTypeOf<ApiResponse<Zone>>();
});

test('accepts platform functions as options', () => {
  expectTypeOf<typeof fetch>().toExtend<Fetch>();
  expectTypeOf<Headers>().toExtend<HeadersLike>();
  expectTypeOf<Transport>().toExtend<Client>();
  expectTypeOf<{ auth: string; timeout: undefined; signal?: never }>().toExtend<ClientOptions>();
  expectTypeOf<{ onRequest(request: { headers: Record<string, string> }): void }>().toExtend<Hooks>();
  expectTypeOf<{ getRequestHeaders(url?: string | URL): Promise<Headers> }>().toExtend<NonNullable<ClientOptions['auth']>>();
  expectTypeOf<{ getRequestHeaders(url?: string): Promise<{ [name: string]: string }> }>().toExtend<NonNullable<ClientOptions['auth']>>();
});
