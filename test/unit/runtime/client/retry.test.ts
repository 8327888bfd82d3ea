import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { ApiError, defineMethod, NetworkError, ParameterError } from '../../../../runtime/client/index.js';
import type { ClientOptions, Retry, RetryContext } from '../../../../runtime/client/index.js';
import { connect, createZone, deleteZone, catchError, getZone, instantClock, script, unavailable, zone } from './support.js';
import type { ScriptedResponse, Values } from './support.js';

const get = defineMethod<Values, unknown>(getZone);
const remove = defineMethod<Values, unknown>(deleteZone);
const create = defineMethod<Values, unknown>(createZone);
const head = defineMethod<Values, unknown>({ ...getZone, httpMethod: 'HEAD' });
const put = defineMethod<Values, unknown>({ ...getZone, httpMethod: 'PUT' });
const patch = defineMethod<Values, unknown>({ ...getZone, httpMethod: 'PATCH' });
const connectionError = new TypeError('fetch failed', { cause: new Error('other side closed') });

/** Calls a method and returns the number of requests and the delays between them. */
async function countAttempts(
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE' | 'PATCH' | 'POST',
  responses: ScriptedResponse[],
  options: ClientOptions = {},
): Promise<{ sent: number; waits: number[] }> {
  const { fetch, sent } = script(...responses);
  const clock = instantClock();
  const transport = connect(fetch, { clock, ...options });
  const call = {
    GET: () => get(transport, zone),
    HEAD: () => head(transport, zone),
    PUT: () => put(transport, zone),
    DELETE: () => remove(transport, zone),
    PATCH: () => patch(transport, zone),
    POST: () => create(transport, { project: 'p', requestBody: {} }),
  }[method];
  await call().catch((error: unknown) => expect([ApiError, NetworkError]).toContain((error as Error).constructor));
  return { sent: sent.length, waits: clock.waits };
}

describe('the default policy', () => {
  test.each<[Parameters<typeof countAttempts>[0], ScriptedResponse, number]>([
    ['GET', { status: 408 }, 3],
    ['GET', { status: 429 }, 3],
    ['GET', { status: 500 }, 3],
    ['GET', { status: 502 }, 3],
    ['GET', { status: 503 }, 3],
    ['GET', { status: 504 }, 3],
    ['GET', connectionError, 3],
    ['DELETE', unavailable, 3],
    ['GET', { status: 400 }, 1],
    ['GET', { status: 403 }, 1],
    ['GET', { status: 404 }, 1],
    ['GET', { status: 409 }, 1],
    ['GET', { status: 412 }, 1],
    ['GET', { status: 501 }, 1],
    ['GET', { status: 505 }, 1],
    ['GET', { body: 'not JSON', headers: { 'content-type': 'text/html' } }, 1],
    ['GET', { body: '{"half":' }, 3],
    ['HEAD', unavailable, 3],
    ['PUT', unavailable, 3],
    ['PUT', connectionError, 3],
    ['POST', unavailable, 1],
    ['POST', connectionError, 1],
    ['POST', { status: 429 }, 1],
    ['PATCH', unavailable, 1],
    ['PATCH', connectionError, 1],
  ])('sends a %s that receives %o so many times: %i', async (method, response, count) => {
    expect((await countAttempts(method, [response])).sent).toBe(count);
  });

  test('reads the body of a failed attempt, which frees the connection', async () => {
    const text = vi.fn(async () => 'later');
    await countAttempts('GET', [async () => ({ status: 503, headers: new Headers(), text }), {}]);
    expect(text).toHaveBeenCalledOnce();
  });

  test('stops retrying after a success', async () => {
    expect(await countAttempts('GET', [unavailable, connectionError, {}])).toEqual({ sent: 3, waits: [250, 500] });
  });
});

describe('a policy', () => {
  test.each<[Retry, number[]]>([
    [false, []],
    [{ attempts: 1 }, []],
    [{ attempts: 5 }, [250, 500, 1000, 2000]],
    [{ attempts: 9 }, [250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000]],
    [{ attempts: 5, delay: 100, maxDelay: 300 }, [50, 100, 150, 150]],
    [({ attempt }) => attempt < 3, [250, 500]],
    [({ attempt }) => (attempt < 3 ? 7 : false), [7, 7]],
    [async ({ attempt }) => attempt < 2 && 0, [0]],
  ])('%o has the delays %o', async (retry, waits) => {
    expect((await countAttempts('GET', [unavailable], { retry })).waits).toEqual(waits);
  });

  test.each<[string, Retry]>([
    ['NaN', () => NaN],
    ['a negative number', () => -1],
    ['a delay of NaN', { delay: NaN }],
    ['a delay as a string', { delay: 'a' as unknown as number }],
    ['a maxDelay of NaN', { maxDelay: NaN }],
  ])('with a delay of %s is rejected', async (_, retry) => {
    const clock = instantClock();
    const error = await catchError(ParameterError, get(connect(script(unavailable).fetch, { clock, retry }), zone));
    expect(error.parameter).toBe('retry');
    expect(clock.waits).toEqual([]);
  });

  test.each([2 ** 31, Infinity])('limits a delay of %s milliseconds to the maximum of a timer', async (excessiveDelay) => {
    const retry = ({ attempt }: RetryContext): number | false => attempt < 2 && excessiveDelay;
    expect(await countAttempts('GET', [unavailable, {}], { retry })).toEqual({ sent: 2, waits: [2 ** 31 - 1] });
  });

  test('of the call overrides that of the client', async () => {
    const { fetch, sent } = script(unavailable);
    await catchError(ApiError, get(connect(fetch, { retry: { attempts: 5 } }), zone, { retry: false }));
    expect(sent).toHaveLength(1);
  });

  test('receives the context as a function and can retry calls that are not idempotent', async () => {
    const contexts: RetryContext[] = [];
    const retry = (context: RetryContext): boolean => contexts.push(context) < 2;
    expect((await countAttempts('POST', [unavailable], { retry })).sent).toBe(2);
    expect(contexts[0]).toMatchObject({
      attempt: 1,
      methodId: 'dns.managedZones.create',
      httpMethod: 'POST',
      safe: false,
      transient: true,
      delay: 250,
    });
    expect(contexts[0]?.error).toBeInstanceOf(ApiError);
  });

  test('rejects the call with an error that its function throws', async () => {
    const retry = (): never => {
      throw new RangeError('mine');
    };
    expect(await catchError(RangeError, get(connect(script(unavailable).fetch, { retry }), zone))).toMatchObject({ message: 'mine' });
  });

  test('uses full jitter under a doubling bound', async () => {
    const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    await fc.assert(
      fc.asyncProperty(fraction, fc.integer({ min: 2, max: 12 }), async (random, count) => {
        const clock = instantClock();
        const retry = { attempts: count, delay: 100, maxDelay: 5000 };
        await get(connect(script(unavailable).fetch, { clock, random: () => random, retry }), zone).catch(() => undefined);
        expect(clock.waits).toEqual(Array.from({ length: count - 1 }, (_, at) => random * Math.min(5000, 100 * 2 ** at)));
      }),
      { numRuns: 30 },
    );
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 1);
  test.each<[string, number | undefined]>([
    ['0', 0],
    ['7', 7000],
    ['1.5', 1500],
    [' 2 ', 2000],
    ['60', 60_000],
    ['Thu, 01 Jan 2026 00:00:05 GMT', 5000],
    ['Wed, 31 Dec 2025 23:59:00 GMT', undefined],
    ['Thursday, 01-Jan-26 00:00:05 GMT', 5000],
    ['soon', undefined],
    ['2, 3', undefined],
    ['-5', undefined],
    ['2025-01-01', undefined],
    ['2027-01-01', undefined],
    ['Thu, 01 Jan 2026 00:00:05', undefined],
    ['', undefined],
  ])('%j leads to a delay of %s milliseconds', async (header, wait) => {
    const clock = instantClock(now);
    const { fetch } = script({ status: 503, headers: { 'retry-after': header } }, {});
    await get(connect(fetch, { clock, random: () => 0.5 }), zone);
    expect(clock.waits).toEqual([wait ?? 250]);
  });

  test.each(['61', '99999999999999999999', '2026', 'Thu, 01 Jan 2026 09:00:00 GMT'])(
    '%j, which is too long, fails at once',
    async (header) => {
      const clock = instantClock(now);
      const { fetch, sent } = script({ status: 503, headers: { 'retry-after': header } }, {});
      expect(await catchError(ApiError, get(connect(fetch, { clock }), zone))).toMatchObject({ status: 503 });
      expect([sent.length, clock.waits]).toEqual([1, []]);
    },
  );

  test('replaces the backoff up to a maximum', async () => {
    const responses = [{ status: 429, headers: { 'Retry-After': '3' } }, { status: 503, headers: { 'Retry-After': '600' } }, {}];
    expect(await countAttempts('GET', responses)).toEqual({ sent: 2, waits: [3000] });
    expect(await countAttempts('GET', responses, { retry: { maxRetryAfter: 1000 } })).toEqual({ sent: 1, waits: [] });
    expect(await countAttempts('GET', responses, { retry: { maxRetryAfter: 600_000 } })).toEqual({ sent: 3, waits: [3000, 600_000] });
  });

  test('that is too long is not transient for a policy function, which may retry nevertheless', async () => {
    const responses = [{ status: 429, headers: { 'Retry-After': '600' } }, {}];
    expect(await countAttempts('GET', responses, { retry: ({ transient }) => transient })).toEqual({ sent: 1, waits: [] });
    expect(await countAttempts('GET', responses, { retry: () => true })).toEqual({ sent: 2, waits: [600_000] });
  });
});

describe('RetryInfo', () => {
  const createResponse = (details: unknown, headers = {}): ScriptedResponse => ({ status: 503, headers, body: { error: { details } } });
  const retryInfo = (retryDelay: unknown): object => ({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay });

  test.each<[string, unknown, Record<string, string>, { sent: number; waits: number[] }]>([
    ['whole seconds', [retryInfo('7s')], {}, { sent: 2, waits: [7000] }],
    ['a fraction', [{ reason: 'X' }, null, retryInfo('0.25s')], {}, { sent: 2, waits: [250] }],
    ['none', [retryInfo('0s')], {}, { sent: 2, waits: [0] }],
    ['a shorter delay than the header', [retryInfo('2s')], { 'retry-after': '5' }, { sent: 2, waits: [5000] }],
    ['a longer delay than the header', [retryInfo('5s')], { 'retry-after': '2' }, { sent: 2, waits: [5000] }],
    ['a delay beside a malformed header', [retryInfo('5s')], { 'retry-after': 'soon' }, { sent: 2, waits: [5000] }],
    ['a malformed delay', [retryInfo('soon'), retryInfo(null), retryInfo({ seconds: 5 })], {}, { sent: 2, waits: [250] }],
    ['a negative delay', [retryInfo('-5s')], {}, { sent: 2, waits: [250] }],
    ['a delay above the maximum', [retryInfo('61s')], {}, { sent: 1, waits: [] }],
    ['details that are no list', { retryDelay: '5s' }, {}, { sent: 2, waits: [250] }],
  ])('%s', async (_, details, headers, expected) => {
    expect(await countAttempts('GET', [createResponse(details, headers), {}])).toEqual(expected);
  });
});

describe('status 403', () => {
  const errorInfo = (reason: string): object => ({ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' });

  test.each<[object, number]>([
    [{ errors: [{ domain: 'usageLimits', reason: 'rateLimitExceeded' }] }, 3],
    [{ errors: [{ domain: 'usageLimits', reason: 'userRateLimitExceeded' }] }, 3],
    [{ errors: [{ reason: 'rateLimitExceeded' }], status: 'PERMISSION_DENIED', details: [errorInfo('OTHER')] }, 3],
    [{ status: 'PERMISSION_DENIED', details: [{ links: [] }, errorInfo('RATE_LIMIT_EXCEEDED')] }, 3],
    [{ status: 'PERMISSION_DENIED', details: [errorInfo('USER_RATE_LIMIT_EXCEEDED')] }, 3],
    [{ errors: [{ domain: 'usageLimits', reason: 'dailyLimitExceeded' }] }, 1],
    [{ errors: [{ reason: 'quotaExceeded' }] }, 1],
    [{ errors: [{ reason: 'forbidden', message: 'rateLimitExceeded' }] }, 1],
    [{ errors: [{ reason: 'dailyLimitExceeded' }], details: [errorInfo('RATE_LIMIT_EXCEEDED')] }, 1],
    [{ status: 'PERMISSION_DENIED', details: [errorInfo('SERVICE_DISABLED')] }, 1],
    [{ status: 'PERMISSION_DENIED' }, 1],
  ])('with %j leads to so many requests: %i', async (error, count) => {
    expect((await countAttempts('GET', [{ status: 403, body: { error } }])).sent).toBe(count);
    expect((await countAttempts('GET', [{ status: 403, body: [{ error }] }])).sent).toBe(count);
  });

  test('for a rate limit is not retried if the call is unsafe', async () => {
    const body = { error: { errors: [{ reason: 'rateLimitExceeded' }] } };
    expect((await countAttempts('POST', [{ status: 403, body }])).sent).toBe(1);
  });

  test.each([400, 404])('is the only one with these reasons: %i', async (status) => {
    const body = { error: { errors: [{ reason: 'rateLimitExceeded' }] } };
    expect((await countAttempts('GET', [{ status, body }])).sent).toBe(1);
  });
});

describe('an invalid policy in plain JavaScript', () => {
  test('stops retrying if the function returns null', async () => {
    expect(await countAttempts('GET', [unavailable], { retry: () => null as never })).toMatchObject({ sent: 1 });
  });

  test('uses the default for null', async () => {
    expect(await countAttempts('GET', [unavailable, {}], { retry: null as never })).toMatchObject({ sent: 2 });
  });
});

describe('the policy that the description of a method states', () => {
  const publish = defineMethod<Values, unknown>({ ...createZone, retry: { statuses: [503], delay: 100, maxDelay: 150 } });

  test.each<[string, ScriptedResponse, ClientOptions, number[]]>([
    ['repeats a POST after its statuses, with its delays', unavailable, {}, [100, 150]],
    ['repeats no POST after another status', { status: 500 }, {}, []],
    ['repeats no POST that may have reached the service', connectionError, {}, []],
    ['has other delays if the client states them', unavailable, { retry: { delay: 10 } }, [10, 20]],
    ['has no effect if the client never retries', unavailable, { retry: false }, []],
  ])('%s', async (_, response, options, waits) => {
    const { fetch } = script(response);
    const clock = instantClock();
    await publish(connect(fetch, { clock, random: () => 1, ...options }), { project: 'p', requestBody: {} }).catch(() => undefined);
    expect(clock.waits).toEqual(waits);
  });
});
