/** The limits of bodies while they arrive. */
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readBodyBytes, type BodyStream } from '../../../../../mock/server/http/read-body.js';
import { ByteBudget, Reservation } from '../../../../../mock/lib/byte-budget.js';

const bytes = (size: number): Uint8Array => new Uint8Array(size).fill(120);

interface Reading {
  readonly stream: PassThrough;
  readonly body: Promise<Uint8Array>;
  readonly reservation: Reservation;
}

function read(budget: ByteBudget, options: { readonly limit?: number; readonly announced?: number } = {}): Reading {
  const stream = new PassThrough();
  const reservation = new Reservation(budget);
  const body = readBodyBytes(stream as BodyStream, { limit: 1000, ...options, reservation });
  // Tests look at the error later.
  body.catch(() => undefined);
  return { stream, body, reservation };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the budget for bodies', () => {
  it('has the bytes of all bodies until they are released', async () => {
    const budget = new ByteBudget(1000);
    const [one, other] = [read(budget), read(budget)];
    one.stream.end(bytes(400));
    other.stream.end(bytes(600));
    expect([(await one.body).length, (await other.body).length, budget.used]).toEqual([400, 600, 1000]);
    one.reservation.release();
    expect(budget.used).toBe(600);
  });

  it('rejects a body that exceeds it with 503 and the option to set, and keeps the others', async () => {
    const budget = new ByteBudget(1000);
    const [one, other] = [read(budget), read(budget)];
    one.stream.write(bytes(600));
    other.stream.write(bytes(600));
    await expect(other.body).rejects.toMatchObject({ code: 503, rule: 'maxBodies', message: expect.stringContaining('--max-bodies') });
    other.reservation.release();
    one.stream.end(bytes(400));
    expect((await one.body).length).toBe(1000);
  });

  it('is not used up by more bytes than the maximum of a body', async () => {
    for (const announced of [undefined, 5000]) {
      const { stream, body } = read(new ByteBudget(10_000), { ...(announced !== undefined && { announced }) });
      stream.end(bytes(5000));
      expect((await body).length).toBe(1001);
    }
  });

  it('reads any chunks in their order', async () => {
    const { stream, body } = read(new ByteBudget(Infinity), { limit: 1_000_000 });
    const content = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
    for (let start = 0; start < content.length; start += 7001) stream.write(content.subarray(start, start + 7001));
    stream.end();
    expect(Buffer.compare(await body, content)).toBe(0);
  });
});

describe('a body that stops to arrive', () => {
  it('is rejected with 408 after 30 seconds without a further byte', async () => {
    const { stream, body } = read(new ByteBudget(1000));
    for (let index = 0; index < 5; index++) {
      stream.write(bytes(1));
      await vi.advanceTimersByTimeAsync(29_000);
    }
    await vi.advanceTimersByTimeAsync(1001);
    await expect(body).rejects.toMatchObject({ code: 408, rule: 'bodyTimeout', message: expect.stringContaining('30 seconds') });
  });

  it('is rejected if the client disconnects', async () => {
    const { stream, body } = read(new ByteBudget(1000));
    stream.destroy(new Error('disconnected'));
    await expect(body).rejects.toThrow('disconnected');
  });
});
