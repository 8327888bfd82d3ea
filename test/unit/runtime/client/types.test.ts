/** What the compiler promises to users; `tsc` judges it, running it shows nothing. */
import { expectTypeOf, test } from 'vitest';
import { bindMethods, defineListMethod, defineMethod, waitForOperation } from '../../../../templates/runtime/client/index.js';
import type {
  ApiResponse,
  Call,
  CallOptions,
  Client,
  ClientOptions,
  Fetch,
  HeadersLike,
  ListOptions,
  PagedCall,
  Transport,
  WaitOptions,
} from '../../../../templates/runtime/client/index.js';
import { connect, getZone, script } from './support.js';

interface Zone {
  name: string;
}
interface ZonePage {
  managedZones: Zone[];
}
interface Operation {
  name?: string;
  status?: 'PENDING' | 'RUNNING' | 'DONE';
}

const get = defineMethod<{ project: string; fields?: string }, Zone>(getZone);
const about = defineMethod<{ fields?: string }, Zone>(getZone);
const list = defineListMethod<{ project: string }, ZonePage, Zone>(getZone);
const waitHere: (client: Client, operation: Operation, options?: WaitOptions<Operation>) => Promise<Operation> = waitForOperation;
const client = bindMethods(connect(script({}).fetch), { zones: { get, list }, about, waitForOperation: waitHere });

test('methods take required parameters, and leave out optional ones', () => {
  expectTypeOf(get).parameters.toEqualTypeOf<[client: Client, params: { project: string; fields?: string }, options?: CallOptions]>();
  expectTypeOf(about).parameters.toEqualTypeOf<[client: Client, params?: { fields?: string }, options?: CallOptions]>();
  expectTypeOf(get).returns.toEqualTypeOf<Call<Zone>>();
  expectTypeOf(get.scopes).toEqualTypeOf<readonly string[] | undefined>();
});

test('a bound tree is what a generated client declares', () => {
  expectTypeOf(client).toExtend<{
    readonly zones: {
      get(params: { project: string; fields?: string }, options?: CallOptions): Promise<Zone>;
      list(params: { project: string }, options?: ListOptions): PagedCall<Zone, ZonePage>;
    };
    about(params?: { fields?: string }, options?: CallOptions): Promise<Zone>;
    waitForOperation(operation: Operation, options?: WaitOptions<Operation>): Promise<Operation>;
  }>();
  expectTypeOf(client).toExtend<Client>();
  expectTypeOf<Transport>().toExtend<Client>();
});

test('results', () => {
  expectTypeOf<Awaited<PagedCall<Zone, ZonePage>>>().toEqualTypeOf<ZonePage>();
  expectTypeOf<PagedCall<Zone, ZonePage>>().toExtend<AsyncIterable<Zone>>();
  expectTypeOf<Awaited<Call<Zone>>>().toEqualTypeOf<Zone>();
  expectTypeOf<Call<Zone>['withResponse']>().returns.resolves.toEqualTypeOf<ApiResponse<Zone>>();
});

test('what platforms offer fits the options', () => {
  expectTypeOf<typeof fetch>().toExtend<Fetch>();
  expectTypeOf<Headers>().toExtend<HeadersLike>();
  expectTypeOf<{ auth: string; timeout: undefined; signal?: never }>().toExtend<ClientOptions>();
  expectTypeOf<{ getRequestHeaders(url?: string | URL): Promise<Headers> }>().toExtend<NonNullable<ClientOptions['auth']>>();
  expectTypeOf<{ getRequestHeaders(url?: string): Promise<{ [name: string]: string }> }>().toExtend<NonNullable<ClientOptions['auth']>>();
});
