// An HTTP client with little overhead: persistent sockets, requests as bytes, and responses that are only split.
import { connect } from 'node:net';

/**
 * Sends requests for some time, or a number of them. `next(worker, response)` returns the text of a worker's next request, built from the
 * previous response body if `reads` is set.
 */
export async function load(origin, next, { connections = 16, milliseconds = 2000, requests, reads = false } = {}) {
  const { hostname, port } = new URL(origin);
  const end = requests === undefined ? performance.now() + milliseconds : Infinity;
  const times = [];
  let failed = 0;
  const start = performance.now();
  const worker = (number) =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.setNoDelay(true);
      let pending = Buffer.alloc(0);
      let sent = 0;
      const send = (response) => {
        sent = performance.now();
        socket.write(next(number, response));
      };
      socket.on('connect', () => send(undefined));
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
        const whole = findResponseBounds(pending);
        if (whole === undefined || pending.length < whole.end) return;
        if (pending[9] !== 0x32) failed += 1;
        const body = reads ? pending.subarray(whole.start, whole.end).toString() : undefined;
        pending = pending.subarray(whole.end);
        const now = performance.now();
        times.push(now - sent);
        if (now < end && times.length < (requests ?? Infinity)) send(body);
        else {
          socket.destroy();
          resolve();
        }
      });
    });
  await Promise.all(Array.from({ length: connections }, (_, number) => worker(number)));
  times.sort((one, other) => one - other);
  const seconds = (performance.now() - start) / 1000;
  return {
    count: times.length,
    perSecond: times.length / seconds,
    p50: times[Math.floor(times.length * 0.5)],
    p99: times[Math.floor(times.length * 0.99)],
    failed,
  };
}

/** Returns the start and the end of the first response body; `undefined` until they are known. */
function findResponseBounds(bytes) {
  const head = bytes.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const start = head + 4;
  const text = bytes.latin1Slice(0, head);
  const length = /content-length: (\d+)/i.exec(text)?.[1];
  if (length !== undefined) return { start, end: start + Number(length) };
  if (!/transfer-encoding: chunked/i.test(text)) return { start, end: start };
  const last = bytes.indexOf('0\r\n\r\n', start);
  return last < 0 ? undefined : { start, end: last + 5 };
}

export function formatRequest(method, path, body) {
  const sent = body === undefined ? '' : JSON.stringify(body);
  const length = body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(sent)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${length}\r\n${sent}`;
}
