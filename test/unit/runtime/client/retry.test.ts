import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { ApiError, defineMethod, NetworkError, ParameterError } from '../../../../templates/runtime/client/index.js';
import type { ClientOptions, Retry, RetryContext } from '../../../../templates/runtime/client/index.js';
import { connect, createZone, deleteZone, catchError, getZone, instantClock, script, unavailable, zone } from './support.js';
import type { Answer, Values } from './support.js';

const get = defineMethod<Values, unknown>(getZone);
const remove = defineMethod<Values, unknown>(deleteZone);
const create = defineMethod<Values, unknown>(createZone);
const head = defineMethod<Values, unknown>({ ...getZone, httpMethod: 'HEAD' });
const put = defineMethod<Values, unknown>({ ...getZone, httpMethod: 'PUT' });
const patch = defineMethod<Values, unknown>({ ...getZone, httpMethod: 'PATCH' });
const cut = new TypeError('fetch failed', { cause: new Error('other side closed') });

/** Calls until success or failure; returns the number of requests and the delays between them. */
async function attempts(
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE' | 'PATCH' | 'POST',
  answers: Answer[],
  options: ClientOptions = {},
): Promise<{ sent: number; waits: number[] }> {
  const { fetch, sent } = script(...answers);
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

describe('by default', () => {
  test.each<[Parameters<typeof attempts>[0], Answer, number]>([
    ['GET', { status: 408 }, 3],
    ['GET', { status: 429 }, 3],
    ['GET', { status: 500 }, 3],
    ['GET', { status: 502 }, 3],
    ['GET', { status: 503 }, 3],
    ['GET', { status: 504 }, 3],
    ['GET', cut, 3],
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
    ['PUT', cut, 3],
    ['POST', unavailable, 1],
    ['POST', cut, 1],
    ['POST', { status: 429 }, 1],
    ['PATCH', unavailable, 1],
    ['PATCH', cut, 1],
  ])('a %s that receives %o is sent so many times: %i', async (method, answer, count) => {
    expect((await attempts(method, [answer])).sent).toBe(count);
  });

  test('the body of a failed attempt is read so that its connection is free', async () => {
    const text = vi.fn(async () => 'later');
    await attempts('GET', [async () => ({ status: 503, headers: new Headers(), text }), {}]);
    expect(text).toHaveBeenCalledOnce();
  });

  test('success ends the retries', async () => {
    expect(await attempts('GET', [unavailable, cut, {}])).toEqual({ sent: 3, waits: [250, 500] });
  });
});

describe('the policy', () => {
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
    expect((await attempts('GET', [unavailable], { retry })).waits).toEqual(waits);
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

  test.each([2 ** 31, Infinity])('ends a delay of %s milliseconds at the maximum of a timer', async (long) => {
    const retry = ({ attempt }: RetryContext): number | false => attempt < 2 && long;
    expect(await attempts('GET', [unavailable, {}], { retry })).toEqual({ sent: 2, waits: [2 ** 31 - 1] });
  });

  test('of the call overrides that of the client', async () => {
    const { fetch, sent } = script(unavailable);
    await catchError(ApiError, get(connect(fetch, { retry: { attempts: 5 } }), zone, { retry: false }));
    expect(sent).toHaveLength(1);
  });

  test('as a function receives everything and can retry unsafe calls', async () => {
    const seen: RetryContext[] = [];
    const retry = (context: RetryContext): boolean => seen.push(context) < 2;
    expect((await attempts('POST', [unavailable], { retry })).sent).toBe(2);
    expect(seen[0]).toMatchObject({
      attempt: 1,
      methodId: 'dns.managedZones.create',
      httpMethod: 'POST',
      safe: false,
      transient: true,
      delay: 250,
    });
    expect(seen[0]?.error).toBeInstanceOf(ApiError);
  });

  test('rejects the call with an error that its function throws', async () => {
    const retry = (): never => {
      throw new RangeError('mine');
    };
    expect(await catchError(RangeError, get(connect(script(unavailable).fetch, { retry }), zone))).toMatchObject({ message: 'mine' });
  });

  test('uses full jitter under a doubling bound', async () => {
    const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    await fc.assert(
      fc.asyncProperty(share, fc.integer({ min: 2, max: 12 }), async (random, count) => {
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
    ['61', 60_000],
    ['99999999999999999999', 60_000],
    ['Thu, 01 Jan 2026 00:00:05 GMT', 5000],
    ['Thu, 01 Jan 2026 09:00:00 GMT', 60_000],
    ['Wed, 31 Dec 2025 23:59:00 GMT', undefined],
    ['Thursday, 01-Jan-26 00:00:05 GMT', 5000],
    ['soon', undefined],
    ['2, 3', undefined],
    ['-5', undefined],
    ['2026', 60_000],
    ['2025-01-01', undefined],
    ['2027-01-01', undefined],
    ['Thu, 01 Jan 2026 00:00:05', undefined],
    ['', undefined],
  ])('%j means a delay of %s milliseconds', async (header, wait) => {
    const clock = instantClock(now);
    const { fetch } = script({ status: 503, headers: { 'retry-after': header } }, {});
    await get(connect(fetch, { clock, random: () => 0.5 }), zone);
    expect(clock.waits).toEqual([wait ?? 250]);
  });

  test('replaces the backoff up to the maximum', async () => {
    const answers = [{ status: 429, headers: { 'Retry-After': '3' } }, { status: 503, headers: { 'Retry-After': '600' } }, {}];
    expect((await attempts('GET', answers)).waits).toEqual([3000, 60_000]);
    expect((await attempts('GET', answers, { retry: { maxRetryAfter: 1000 } })).waits).toEqual([1000, 1000]);
  });
});

describe('in plain JavaScript', () => {
  test('a policy function that returns null ends the retries', async () => {
    expect(await attempts('GET', [unavailable], { retry: () => null as never })).toMatchObject({ sent: 1 });
  });

  test('an undefined policy uses that of the client and then the default', async () => {
    expect(await attempts('GET', [unavailable, {}], { retry: null as never })).toMatchObject({ sent: 2 });
  });
});
