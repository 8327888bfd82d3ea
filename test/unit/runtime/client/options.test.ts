/** Rejection of unknown options of a client or a call. */
import { expect, test } from 'vitest';
import {
  batch,
  createTransport,
  defineListMethod,
  defineMediaMethod,
  defineMethod,
  defineWaitForOperation,
  ParameterError,
  applyUpload,
} from '../../../../runtime/client/index.js';
import { selectEndpoint } from '../../../../runtime/client/options.js';
import type { MethodDescriptor } from '../../../../runtime/descriptor.js';
import { createValidation } from '../../../../runtime/validate/create-validation.js';
import { api, connect, catchError, getZone, script, zone } from './support.js';
import type { Values } from './support.js';

const list: MethodDescriptor = { ...getZone, id: 'dns.managedZones.list', list: { items: 'managedZones' } };
const get = defineMethod<Values, unknown>(getZone);
const listAll = defineListMethod<Values, unknown, unknown>(list);
const download = defineMediaMethod<Values>({ ...getZone, id: 'dns.managedZones.getMedia' });
const upload = defineMethod<Values, unknown>({ ...getZone, id: 'dns.managedZones.put', upload: {} }, applyUpload);
const client = connect(script({}).fetch);
const rootUrl = 'https://dns.example.com';

test.each<[string, () => unknown, string]>([
  [
    'a client',
    () => createTransport(api, { rootUrl, timout: 5 } as object),
    'createClient: unknown option "timout"; did you mean "timeout"?',
  ],
  [
    'a client, without a similar option',
    () => createTransport(api, { rootUrl, proxy: null } as object),
    'createClient: unknown option "proxy"; expected one of headers, maxResponseBytes, requestId, retry, timeout, auth, clock, fetch, hooks, onError, onRequest, onResponse, onRetry, random, rootUrl, userAgent, validate',
  ],
  [
    'a client with locations',
    () => selectEndpoint([], { rootUrl, locaton: 'north' } as object),
    'createClient: unknown option "locaton"; did you mean "location"?',
  ],
  [
    'retries',
    () => createTransport(api, { rootUrl, retry: { attemps: 5 } } as object),
    'createClient: unknown option "retry.attemps"; did you mean "retry.attempts"?',
  ],
  [
    'hooks',
    () => createTransport(api, { rootUrl, hooks: { onReqest: () => undefined } } as object),
    'createClient: unknown option "hooks.onReqest"; did you mean "hooks.onRequest"?',
  ],
  [
    'one of several hooks',
    () => createTransport(api, { rootUrl, hooks: [undefined, { onRequest: () => undefined }, { onFailure: () => undefined }] } as object),
    'createClient: unknown option "hooks.onFailure"; expected one of hooks.onError, hooks.onRequest, hooks.onResponse, hooks.onRetry',
  ],
  [
    'invalid hooks',
    () => createTransport(api, { rootUrl, hooks: 'log' } as object),
    'createClient: hooks must be an object of hooks, or an array of them (received the string "log")',
  ],
  [
    'validation',
    () => createTransport(api, { rootUrl, validate: { validators: createValidation({}), fatl: true } } as object),
    'createClient: unknown option "validate.fatl"; did you mean "validate.fatal"?',
  ],
  [
    'an inherited name',
    () => createTransport(api, { rootUrl, retry: { toString: 1 } } as object),
    'createClient: unknown option "retry.toString"; expected one of retry.attempts, retry.delay, retry.maxDelay, retry.maxRetryAfter',
  ],
  ['a call', () => get(client, zone, { singal: null } as object), 'dns.managedZones.get: unknown option "singal"; did you mean "signal"?'],
  [
    'a call that is not a list',
    () => get(client, zone, { maxItems: 1 } as object),
    'dns.managedZones.get: unknown option "maxItems"; expected one of headers, maxResponseBytes, requestId, retry, timeout, signal',
  ],
  [
    'a list',
    () => listAll(client, zone, { maxItem: 1 } as object),
    'dns.managedZones.list: unknown option "maxItem"; did you mean "maxItems"?',
  ],
  [
    'a download',
    () => download(client, zone, { range: { form: 1 } } as object),
    'dns.managedZones.getMedia: unknown option "range.form"; expected one of range.end, range.last, range.start',
  ],
  [
    'an upload',
    () => upload(client, zone, { media: { body: 'x', chunksize: 1 } } as object),
    'dns.managedZones.put: unknown option "media.chunksize"; did you mean "media.chunkSize"?',
  ],
  ['a batch', () => batch(client, () => [], { sise: 1 } as object), 'dns.batch: unknown option "sise"; did you mean "size"?'],
  [
    'a wait',
    () => defineWaitForOperation()(client, { name: 'operations/o' }, { intervall: 1 } as object),
    'dns.waitForOperation: unknown option "intervall"; did you mean "interval"?',
  ],
  [
    'parameters',
    () => get(client, { ...zone, viw: 5 }),
    'dns.managedZones.get: unknown parameter "viw" (received a number); did you mean "view"?',
  ],
  [
    'a misspelled path parameter',
    () => get(client, { project: 'p', managedZon: 'z' }),
    'dns.managedZones.get: unknown parameter "managedZon" (received a string); did you mean "managedZone"?',
  ],
  [
    'a call without a path parameter',
    () => get(client, { project: 'p' }),
    'dns.managedZones.get: managedZone must be set (received nothing)',
  ],
])('rejects %s', async (_, call, message) => {
  expect((await catchError(ParameterError, async () => call())).message).toBe(message);
});

test('ignores an undefined option', async () => {
  expect(await get(client, zone, { timout: undefined } as object)).toEqual({});
});

test('accepts a class instance with additional members as hooks', () => {
  class Log {
    readonly lines: string[] = [];
    onRequest({ url }: { readonly url: string }): void {
      this.lines.push(url);
    }
  }
  expect(() => createTransport(api, { rootUrl, hooks: [new Log()] })).not.toThrow();
});

test('accepts a module of validators', () => {
  const validate = { validators: createValidation({}), validateZone: () => true, default: {} };
  expect(() => createTransport(api, { rootUrl, validate })).not.toThrow();
});

test('accepts all options', async () => {
  const { fetch, sent } = script({ body: { managedZones: [] } });
  const client = connect(fetch, {
    timeout: { total: Infinity, attempt: Infinity },
    retry: { attempts: 1, delay: 1, maxDelay: 2, maxRetryAfter: 3 },
  });
  const { signal } = new AbortController();
  const callOptions = { signal, timeout: Infinity, retry: false, headers: { a: 'b' }, requestId: false } as const;
  await get(client, zone, callOptions);
  await listAll(client, zone, { ...callOptions, maxItems: 5, prefetch: true });
  await upload(client, zone, { ...callOptions, media: { body: 'text', type: 'text/plain', resumable: false, size: 4 } } as object);
  await (await download(client, zone, { ...callOptions, range: { last: 5 } })).text();
  expect(sent).toHaveLength(4);
});
