// Measures what `discogen proxy` adds to a request: the median time of requests on one kept connection, directly and through the proxy, in
// turns. `npm run build`, `node bench/proxy.js` (`--quick`: shorter). It creates a certificate with openssl.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { connect as connectHttp2, createSecureServer } from 'node:http2';
import { Agent as SecureAgent, request as requestSecurely } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectSecurely } from 'node:tls';

const quick = process.argv.includes('--quick');
const [rounds, count] = quick ? [5, 300] : [15, 1000];
const bin = join(import.meta.dirname, '../generator/bin.js');
const folder = mkdtempSync(join(tmpdir(), 'discogen-bench-'));
const path = '/v1/projects/acme-prod/things/a';
const headers = { authorization: 'Bearer my-secret-token' };
const body = JSON.stringify({
  kind: 'thing',
  name: 'projects/acme-prod/things/a',
  owner: 'jane.doe@acme.example',
  labels: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`label-${index}`, `value-${index}`])),
});

const [cert, key] = ['cert.pem', 'key.pem'].map((name) => join(folder, name));
const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject, '-keyout', key, '-out', cert], {
  stdio: 'ignore',
});

function respond(incoming, response) {
  incoming.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.end(body);
  });
}
const service = createServer(respond);
const secureService = createSecureServer({ cert: readFileSync(cert), key: readFileSync(key), allowHTTP1: true }, respond);
for (const server of [service, secureService]) await once(server.listen(0, '127.0.0.1'), 'listening');
const { port } = service.address();
const { port: securePort } = secureService.address();

async function startProxy(options) {
  const words = [bin, 'proxy', '--port', '0', '--json', '--record', 'bench.tape', ...options];
  const child = spawn(process.execPath, words, { cwd: folder, env: { ...process.env, NODE_EXTRA_CA_CERTS: cert } });
  child.stderr.resume();
  const [line] = await once(child.stdout, 'data');
  return { ...JSON.parse(String(line)), end: () => (child.kill('SIGTERM'), once(child, 'exit')) };
}

/** Each returns a function that sends a request and resolves when the response has ended, and one that closes the connection. */
function openHttp1(send, options) {
  const exchange = () =>
    new Promise((resolve, reject) => {
      const sent = send({ path, headers, ...options }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`received ${response.statusCode}`));
        response.resume().on('end', resolve);
      });
      sent.on('error', reject).end();
    });
  return { exchange, close: () => options.agent.destroy() };
}

async function openTls(ca, proxy, ALPNProtocols) {
  const socket = proxy && connect(Number(new URL(proxy).port), '127.0.0.1');
  if (socket) {
    socket.write(`CONNECT localhost:${securePort} HTTP/1.1\r\nHost: localhost:${securePort}\r\n\r\n`);
    await once(socket, 'data');
  }
  const place = socket ? { socket } : { host: '127.0.0.1', port: securePort };
  const secure = connectSecurely({ ...place, servername: 'localhost', ca: readFileSync(ca), ALPNProtocols });
  await once(secure, 'secureConnect');
  return secure;
}

async function openSecureHttp1(ca, proxy) {
  const socket = await openTls(ca, proxy, ['http/1.1']);
  const agent = new SecureAgent({ keepAlive: true, maxSockets: 1 });
  agent.createConnection = () => socket;
  return openHttp1(requestSecurely, { host: 'localhost', port: securePort, agent });
}

async function openSecureHttp2(ca, proxy) {
  const socket = await openTls(ca, proxy, ['h2']);
  const session = connectHttp2(`https://localhost:${securePort}`, { createConnection: () => socket });
  const exchange = async () => {
    const stream = session.request({ ':path': path, ...headers });
    stream.end();
    const [received] = await once(stream, 'response');
    if (received[':status'] !== 200) throw new Error(`received ${received[':status']}`);
    await once(stream.resume(), 'end');
  };
  return { exchange, close: () => session.destroy() };
}

async function measure({ exchange }) {
  const times = [];
  for (let index = 0; index < count; index += 1) {
    const start = performance.now();
    await exchange();
    times.push(performance.now() - start);
  }
  return median(times);
}

const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];
const openReverse = (url) =>
  openHttp1(request, { host: '127.0.0.1', port: new URL(url).port, agent: new Agent({ keepAlive: true, maxSockets: 1 }) });

const reverse = ['--target', `http://127.0.0.1:${port}`];
const forward = ['--hosts', `localhost:${securePort}`, '--allow', 'localhost'];
const cases = {
  'reverse proxy': [reverse, () => openReverse(`http://127.0.0.1:${port}`), ({ url }) => openReverse(url)],
  'forward proxy, HTTP/1.1': [forward, () => openSecureHttp1(cert), ({ authority, url }) => openSecureHttp1(authority, url)],
  'forward proxy, HTTP/2': [forward, () => openSecureHttp2(cert), ({ authority, url }) => openSecureHttp2(authority, url)],
};

console.log('median time of a recorded request in milliseconds, without and with the proxy, the difference, and the ratio');
for (const [name, [options, openDirectly, openThroughProxy]] of Object.entries(cases)) {
  const proxy = await startProxy(options);
  const connections = [await openDirectly(), await openThroughProxy(proxy)];
  for (const connection of connections) await measure(connection);
  const turns = [];
  for (let round = 0; round < rounds; round += 1) turns.push([await measure(connections[0]), await measure(connections[1])]);
  const [without, through] = [0, 1].map((index) => median(turns.map((turn) => turn[index])));
  const added = median(turns.map(([one, other]) => other - one));
  console.log(name.padEnd(26) + [without, through, added, through / without].map((each) => each.toFixed(3).padStart(8)).join(''));
  for (const connection of connections) connection.close();
  await proxy.end();
}
service.close();
secureService.close();
rmSync(folder, { recursive: true, force: true });
