/** The content of a batch request and the end of its calls. */
import { describe, expect, test } from 'vitest';
import { batch, createTransport, defineMethod, ParameterError } from '../../../../templates/runtime/client/index.js';
import type { ClientOptions, RetryContext, Transport } from '../../../../templates/runtime/client/index.js';
import { api, connect, catchError, getZone, instantClock, manualClock, script, flushMicrotasks, stall, zone } from './support.js';
import type { Answer, Script, Values } from './support.js';

const get = defineMethod<Values, unknown>(getZone);

function start(answers: Answer[], options: ClientOptions = {}): Script & { client: Transport } {
  const { fetch, sent } = script(...answers);
  const client = createTransport({ ...api, batchPath: 'batch/dns' }, { rootUrl: 'http://h/', fetch, clock: instantClock(), ...options });
  return { fetch, sent, client };
}

/** A batch response with parts by position or ID. */
function parts(...answers: readonly (readonly [status: number, body: string, id?: number])[]): Answer {
  const texts = answers.map(([status, body, id]) => {
    const named = id === undefined ? '' : `Content-ID: <response-${id}>\r\n`;
    return `--b\r\ncontent-type: application/http\r\n${named}\r\nHTTP/1.1 ${status} Said\r\ncontent-type: application/json\r\n\r\n${body}\r\n`;
  });
  return { body: `${texts.join('')}--b--`, headers: { 'content-type': 'multipart/mixed; boundary="b"' } };
}

describe('a batch', () => {
  test('sends the calls in one request, which alone has the credentials and the user agent', async () => {
    const { client, sent } = start([parts([200, '{"a":1}'], [200, '{"a":2}'])], { auth: 'secret', userAgent: 'me/1' });
    expect(await Promise.all(batch(client, (own) => [get(own, zone), get(own, { ...zone, managedZone: 'y' })]))).toEqual([
      { a: 1 },
      { a: 2 },
    ]);
    expect(sent).toMatchObject([
      {
        method: 'POST',
        url: 'http://h/batch/dns',
        headers: { authorization: 'Bearer secret', 'user-agent': 'me/1', accept: 'multipart/mixed' },
      },
    ]);
    const text = String(sent[0]?.body);
    expect(text).toContain('GET /dns/v1/projects/p/managedZones/z HTTP/1.1\r\naccept: application/json\r\n');
    expect(text).not.toMatch(/secret|me\/1/);
  });

  test('returns each response by its ID in any order', async () => {
    const { client } = start([parts([200, '{"a":1}', 1], [200, '{"a":0}', 0])]);
    expect(await Promise.all(batch(client, (own) => [get(own, zone), get(own, zone)]))).toEqual([{ a: 0 }, { a: 1 }]);
  });

  test('accepts responses with LF line ends', async () => {
    const body = '--b\ncontent-type: application/http\n\nHTTP/1.1 200 OK\n\n{"a":1}\n--b--';
    const { client } = start([{ body, headers: { 'content-type': 'multipart/mixed; boundary=b' } }]);
    expect(await batch(client, (own) => [get(own, zone)])[0]).toEqual({ a: 1 });
  });

  test('aborts a call that waits for a retry', async () => {
    const controller = new AbortController();
    const { client, sent } = start([parts([503, '{}'])], { clock: manualClock() });
    const [call] = batch(client, (own) => [get(own, zone)], { signal: controller.signal });
    await flushMicrotasks();
    controller.abort('left');
    await expect(call).rejects.toBe('left');
    expect(sent).toHaveLength(1);
  });

  test('aborts its request', async () => {
    const controller = new AbortController();
    const { client, sent } = start([stall]);
    const [call] = batch(client, (own) => [get(own, zone)], { signal: controller.signal });
    await flushMicrotasks();
    controller.abort('left');
    await expect(call).rejects.toBe('left');
    expect(sent[0]?.signal?.aborted).toBe(true);
  });

  test('omits a call that ended before', async () => {
    const controller = new AbortController();
    const { client, sent } = start([parts([200, '{"a":1}'])]);
    const [left, other] = batch(client, (own) => [
      get(own, zone, { signal: controller.signal }),
      get(own, { ...zone, managedZone: 'y' }, { retry: false }),
    ]);
    controller.abort('left');
    await expect(left).rejects.toBe('left');
    expect(await other).toEqual({ a: 1 });
    expect(String(sent[0]?.body)).not.toContain('managedZones/z');
  });

  test('applies the retry policy of each call, not of the batch', async () => {
    const asked: string[] = [];
    const retry = ({ attempt, methodId }: RetryContext): number | false => (asked.push(methodId), attempt < 2 && 0);
    const { client, sent } = start([{ status: 503 }, parts([200, '{"a":1}'])], { retry });
    expect(await batch(client, (own) => [get(own, zone)])[0]).toEqual({ a: 1 });
    expect([sent.length, asked]).toEqual([2, [getZone.id]]);
  });

  test('is rejected if the service has no batch endpoint', async () => {
    const none = (): unknown => batch(connect(script({}).fetch), () => []);
    expect(await catchError(ParameterError, none)).toMatchObject({ parameter: 'client' });
  });
});
