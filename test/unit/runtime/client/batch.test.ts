/** The content of batch requests and the results of their calls. */
import { describe, expect, test } from 'vitest';
import { batch, createTransport, defineMethod, ParameterError } from '../../../../runtime/client/index.js';
import type { ClientOptions, RetryContext, Transport } from '../../../../runtime/client/index.js';
import { api, connect, catchError, getZone, instantClock, manualClock, script, flushMicrotasks, stall, zone } from './support.js';
import type { ScriptedResponse, Script, Values } from './support.js';

const get = defineMethod<Values, unknown>(getZone);

function start(responses: ScriptedResponse[], options: ClientOptions = {}): Script & { client: Transport } {
  const { fetch, sent } = script(...responses);
  const client = createTransport({ ...api, batchPath: 'batch/dns' }, { rootUrl: 'http://h/', fetch, clock: instantClock(), ...options });
  return { fetch, sent, client };
}

/** Creates a batch response with parts by position or by ID. */
function createBatchResponse(...responses: readonly (readonly [status: number, body: string, id?: number])[]): ScriptedResponse {
  const texts = responses.map(([status, body, id]) => {
    const contentId = id === undefined ? '' : `Content-ID: <response-${id}>\r\n`;
    return `--b\r\ncontent-type: application/http\r\n${contentId}\r\nHTTP/1.1 ${status} OK\r\ncontent-type: application/json\r\n\r\n${body}\r\n`;
  });
  return { body: `${texts.join('')}--b--`, headers: { 'content-type': 'multipart/mixed; boundary="b"' } };
}

describe('a batch', () => {
  test('sends the calls in one request that has the credentials and the user agent', async () => {
    const { client, sent } = start([createBatchResponse([200, '{"a":1}'], [200, '{"a":2}'])], { auth: 'secret', userAgent: 'me/1' });
    expect(
      await Promise.all(batch(client, (batchClient) => [get(batchClient, zone), get(batchClient, { ...zone, managedZone: 'y' })])),
    ).toEqual([{ a: 1 }, { a: 2 }]);
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
    const { client } = start([createBatchResponse([200, '{"a":1}', 1], [200, '{"a":0}', 0])]);
    expect(await Promise.all(batch(client, (batchClient) => [get(batchClient, zone), get(batchClient, zone)]))).toEqual([
      { a: 0 },
      { a: 1 },
    ]);
  });

  test('accepts responses with LF line ends', async () => {
    const body = '--b\ncontent-type: application/http\n\nHTTP/1.1 200 OK\n\n{"a":1}\n--b--';
    const { client } = start([{ body, headers: { 'content-type': 'multipart/mixed; boundary=b' } }]);
    expect(await batch(client, (batchClient) => [get(batchClient, zone)])[0]).toEqual({ a: 1 });
  });

  test('aborts a call that waits for a retry', async () => {
    const controller = new AbortController();
    const { client, sent } = start([createBatchResponse([503, '{}'])], { clock: manualClock() });
    const [call] = batch(client, (batchClient) => [get(batchClient, zone)], { signal: controller.signal });
    await flushMicrotasks();
    controller.abort('left');
    await expect(call).rejects.toBe('left');
    expect(sent).toHaveLength(1);
  });

  test('aborts its request', async () => {
    const controller = new AbortController();
    const { client, sent } = start([stall]);
    const [call] = batch(client, (batchClient) => [get(batchClient, zone)], { signal: controller.signal });
    await flushMicrotasks();
    controller.abort('left');
    await expect(call).rejects.toBe('left');
    expect(sent[0]?.signal?.aborted).toBe(true);
  });

  test('omits a call that is aborted before the batch is sent', async () => {
    const controller = new AbortController();
    const { client, sent } = start([createBatchResponse([200, '{"a":1}'])]);
    const [aborted, other] = batch(client, (batchClient) => [
      get(batchClient, zone, { signal: controller.signal }),
      get(batchClient, { ...zone, managedZone: 'y' }, { retry: false }),
    ]);
    controller.abort('left');
    await expect(aborted).rejects.toBe('left');
    expect(await other).toEqual({ a: 1 });
    expect(String(sent[0]?.body)).not.toContain('managedZones/z');
  });

  test('applies the retry policy of each call, not of the batch', async () => {
    const retriedMethods: string[] = [];
    const retry = ({ attempt, methodId }: RetryContext): number | false => (retriedMethods.push(methodId), attempt < 2 && 0);
    const { client, sent } = start([{ status: 503 }, createBatchResponse([200, '{"a":1}'])], { retry });
    expect(await batch(client, (batchClient) => [get(batchClient, zone)])[0]).toEqual({ a: 1 });
    expect([sent.length, retriedMethods]).toEqual([2, [getZone.id]]);
  });

  test('is rejected if the API has no batch endpoint', async () => {
    const batchWithoutEndpoint = (): unknown => batch(connect(script({}).fetch), () => []);
    expect(await catchError(ParameterError, batchWithoutEndpoint)).toMatchObject({ parameter: 'client' });
  });
});
