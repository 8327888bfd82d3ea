/** Loads that would take much memory or time if the mock didn't limit them. */
import { once } from 'node:events';
import { Agent, request, type IncomingMessage, type RequestOptions } from 'node:http';
import { connect, type Socket } from 'node:net';

/** The number of responses by status. `closed`: requests whose connection was closed. */
export type Outcomes = Readonly<Record<string, number>>;

/** A mock that listens, and the share of the full load to send: 1 or 0.1. */
export interface Target {
  readonly url: string;
  readonly scale: number;
}

export interface Load {
  /** What is sent at full size. */
  readonly name: string;
  /** What the outcomes at full size must be. */
  readonly expected: readonly string[];
  /** Sends the load, and releases its connections. */
  readonly send: (target: Target) => Promise<Outcomes>;
}

export const megabyte = 1_000_000;
export const seed = { resources: { '/depot/v1/buckets/b': { name: 'b' } } };

interface Received {
  readonly status: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

const agent = new Agent({ keepAlive: false });

/** Sends a request such as `GET /path`. Its status is `closed` if the mock closes the connection. */
export async function send(
  url: string,
  line: string,
  body: string | Uint8Array = '',
  headers: RequestOptions['headers'] = {},
): Promise<Received> {
  const [method = '', path = ''] = line.split(' ');
  const sent = request(new URL(path, url), { method, headers: { ...headers, 'content-length': Buffer.byteLength(body) }, agent });
  // The mock may respond and close the connection before it has the whole body.
  sent.on('error', () => undefined);
  try {
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
    return { status: String(response.statusCode), headers: response.headers, text };
  } catch {
    return { status: 'closed', headers: {}, text: '' };
  }
}

function count(statuses: readonly string[]): Outcomes {
  const outcomes: Record<string, number> = {};
  for (const status of statuses) outcomes[status] = (outcomes[status] ?? 0) + 1;
  return outcomes;
}

const json = { 'content-type': 'application/json' };
const getPort = (url: string): number => Number(new URL(url).port);

/** Resolves with the status of the first response, or with `closed`. */
async function readStatus(socket: Socket): Promise<string> {
  let text = '';
  try {
    for await (const chunk of socket.setEncoding('latin1')) {
      text += String(chunk);
      const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1];
      if (status !== undefined) return status;
    }
  } catch {
    // The mock has closed the connection, without or with a response before.
  }
  return 'closed';
}

/** Sends bodies without their last byte. Some of them fit, and the mock rejects the others. */
async function sendUnfinishedBodies({ url, scale }: Target): Promise<Outcomes> {
  const size = 9.9 * megabyte;
  const total = 300 * scale;
  const fitting = Math.floor((100 * 2 ** 20 * scale) / size);
  const head = `PATCH /depot/v1/buckets/b HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${size + 1}\r\n\r\n`;
  const body = Buffer.alloc(size, ' ');
  const statuses: string[] = [];
  const sockets = Array.from({ length: total }, () => connect(getPort(url), '127.0.0.1').on('error', () => undefined));
  const sendBody = async (socket: Socket): Promise<void> => {
    socket.write(head);
    socket.write(body);
    statuses.push(await readStatus(socket));
    socket.destroy();
  };
  await new Promise<void>((resolve) => {
    const resolveIfDone = (): void => {
      if (statuses.length >= total - fitting) resolve();
    };
    for (const socket of sockets) sendBody(socket).then(resolveIfDone, resolveIfDone);
  });
  for (const socket of sockets) socket.destroy();
  return count(statuses.map((status) => (status === '503' || status === 'closed' ? 'rejected' : status)));
}

async function sendSeeds({ url, scale }: Target): Promise<Outcomes> {
  const body = Buffer.alloc(100 * megabyte * scale, ' ');
  body.write(JSON.stringify(seed));
  const responses = await Promise.all(Array.from({ length: 8 }, () => send(url, 'PUT /__admin/state', body, json)));
  return count(responses.map(({ status }) => (status === 'closed' ? '503' : status)));
}

async function sendPatches({ url, scale }: Target): Promise<Outcomes> {
  const statuses: string[] = [];
  for (let index = 0; index < 50; index++) {
    const description = String.fromCharCode(97 + (index % 26)).repeat(6 * megabyte * scale);
    statuses.push((await send(url, 'PATCH /depot/v1/buckets/b', JSON.stringify({ description }), json)).status);
  }
  return count(statuses);
}

async function sendUploads({ url, scale }: Target): Promise<Outcomes> {
  const chunk = new Uint8Array(8 * 256 * 1024);
  const statuses: string[] = [];
  for (let index = 0; index < 600 * scale; index++) {
    const path = '/upload/depot/v1/buckets/b/objects?uploadType=resumable';
    const started = await send(url, `POST ${path}`, JSON.stringify({ name: `o${index}` }), json);
    if (started.status !== '200') {
      statuses.push(started.status);
      continue;
    }
    const { pathname, search } = new URL(started.headers.location ?? '', url);
    const range = `bytes 0-${chunk.length - 1}/*`;
    statuses.push((await send(url, `PUT ${pathname}${search}`, chunk, { 'content-range': range })).status);
  }
  return count(statuses);
}

async function sendUnknownFields({ url, scale }: Target): Promise<Outcomes> {
  const fields = Object.fromEntries(Array.from({ length: 300_000 * scale }, (_, index) => [`unknown${index}`, 1]));
  const { status, text } = await send(url, 'PATCH /depot/v1/buckets/b', JSON.stringify(fields), json);
  return count([text.length < 10_000 ? status : 'long']);
}

async function sendFaults({ url, scale }: Target): Promise<Outcomes> {
  const rules = Array.from({ length: 100_000 * scale }, (_, index) => ({ status: 503, path: `/depot/v1/buckets/b${index}/*` }));
  return count([(await send(url, 'POST /__admin/faults', JSON.stringify(rules), json)).status]);
}

async function sendNestedBatches({ url, scale }: Target): Promise<Outcomes> {
  const type = 'multipart/mixed; boundary=x';
  const levels = 10_000 * scale;
  const before = `--x\r\nContent-Type: application/http\r\n\r\nPOST /depot/many HTTP/1.1\r\nContent-Type: ${type}\r\n\r\n`;
  const body = `${before.repeat(levels)}${'--x--\r\n'.repeat(levels)}`;
  return count([(await send(url, 'POST /depot/many', body, { 'content-type': type })).status]);
}

/** Sends pipelined requests whose responses nobody reads, and requests of another client at the same time. Returns the outcomes of the latter. */
async function sendPipelinedRequests({ url, scale }: Target): Promise<Outcomes> {
  const requests = 'GET /depot/v1/buckets/b HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(100_000 * scale);
  const sockets = Array.from({ length: 20 }, () => connect(getPort(url), '127.0.0.1').on('error', () => undefined));
  for (const socket of sockets) socket.pause().write(requests);
  const statuses: string[] = [];
  for (let index = 0; index < 20; index++) statuses.push((await send(url, 'GET /depot/v1/buckets/b')).status);
  for (const socket of sockets) socket.destroy();
  return count(statuses);
}

export const loads: readonly Load[] = [
  { name: '300 unfinished bodies of 9.9 MB', expected: ['rejected'], send: sendUnfinishedBodies },
  { name: '8 seeds of 100 MB', expected: ['200', '503'], send: sendSeeds },
  { name: '50 patches of 6 MB', expected: ['200'], send: sendPatches },
  { name: '600 open resumable uploads of 2 MB', expected: ['308', '429'], send: sendUploads },
  { name: '300,000 unknown fields', expected: ['400'], send: sendUnknownFields },
  { name: '100,000 faults', expected: ['400'], send: sendFaults },
  { name: '10,000 nested batches', expected: ['400'], send: sendNestedBatches },
  { name: '20 connections with 100,000 unread requests', expected: ['200'], send: sendPipelinedRequests },
];
