/** Mocks that serve HTTPS. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect } from 'node:net';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { X509Certificate } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createServerCertificate, type ServerCertificate } from '../../generator/lib/certificates.js';
import { packageRoot } from '../../generator/lib/root.js';
import type { JsonObject } from '../../mock/index.js';
import { runInProcess, start, type Running } from '../support/discogen.js';
import { startMock } from './request.js';

const names = ['localhost', '127.0.0.1', '::1', 'mock.example.com'];
let certificate: ServerCertificate;
let folder: string;
let running: Running | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'discogen-tls-'));
  certificate = await createServerCertificate(names, Date.now());
});
afterEach(async () => {
  await running?.end('SIGTERM');
  running = undefined;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Response {
  readonly status: number | undefined;
  readonly body: JsonObject;
}

/** Sends a request to the address of a mock. Rejects if the certificate isn't valid for it. */
async function get(
  url: string,
  options: { readonly ca: string; readonly servername?: string; readonly method?: string; readonly body?: string },
): Promise<Response> {
  const { body, ...rest } = options;
  const sent = request(url, { agent: false, ...rest });
  const [response] = (await once(sent.end(body), 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  return { status: response.statusCode, body: JSON.parse(String(Buffer.concat(parts))) as JsonObject };
}

describe('a certificate', () => {
  test('is valid for all names, and its authority for a year', () => {
    const [own, authority] = [new X509Certificate(certificate.cert), new X509Certificate(certificate.ca)];
    expect(names.map((name) => own.checkHost(name) ?? own.checkIP(name))).toEqual(names);
    expect([own.ca, authority.ca, own.checkIssued(authority), own.verify(authority.publicKey)]).toEqual([false, true, true, true]);
    expect(Date.parse(authority.validTo) - Date.now()).toBeGreaterThan(364 * 86_400_000);
  });

  test('of a mock in code makes it serve HTTPS', async () => {
    const { mock } = startMock('dns');
    const { cert, key, ca } = certificate;
    const { url, close } = await mock.listen({ tls: { cert, key } });
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const zones = `${url}/dns/v1/projects/p/managedZones`;
    const zone = { name: 'z', dnsName: 'example.com.', description: '' };
    expect(await get(zones, { ca, method: 'POST', body: JSON.stringify(zone) })).toMatchObject({ status: 200 });
    expect(await get(`${url}/__admin/credentials`, { ca, servername: 'mock.example.com' })).toMatchObject({
      body: { token_uri: `${url}/token` },
    });
    await expect(get(zones, { ca: '' })).rejects.toThrow('unable to verify the first certificate');
    // A client that doesn't complete its handshake.
    const waiting = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
    await once(waiting, 'connect');
    waiting.destroy();
    await close();
    await expect(mock.listen({ tls: { cert: 'cert', key } })).rejects.toThrow('PEM');
  });
});

describe('discogen mock', () => {
  test('creates a certificate for --tls that all workers use, and removes it at the end', async () => {
    running = await start(['mock', 'dns', '--port', '0', '--workers', '2', '--tls', '--json'], { cwd: packageRoot });
    const { url, tlsCa } = JSON.parse(running.line) as { readonly url: string; readonly tlsCa: string };
    const ca = readFileSync(tlsCa, 'utf8');
    const address = `${url.replace('127.0.0.1', 'localhost')}/__admin/health`;
    for (let attempt = 0; attempt < 4; attempt++) expect(await get(address, { ca })).toMatchObject({ status: 200 });
    await running.end('SIGTERM');
    running = undefined;
    expect(existsSync(tlsCa)).toBe(false);
  });

  test('accepts a certificate and its key', async () => {
    writeFileSync(join(folder, 'cert.pem'), certificate.cert);
    writeFileSync(join(folder, 'key.pem'), certificate.key);
    const files = ['--tls-cert', join(folder, 'cert.pem'), '--tls-key', join(folder, 'key.pem')];
    running = await start(['mock', 'dns', '--port', '0', ...files], { cwd: packageRoot });
    const url = /https:\S+/.exec(running.line)?.[0] ?? '';
    expect(await get(`${url}/__admin/health`, { ca: certificate.ca })).toMatchObject({ status: 200 });
  });

  test.each([
    [['--tls-cert', 'cert.pem'], '--tls-cert and --tls-key must be used together'],
    [['--tls-ca', 'ca.pem'], '--tls-ca requires --tls'],
    [['--tls-cert', 'no.pem', '--tls-key', 'no.pem'], 'cannot read no.pem'],
    [['--tls', '--tls-ca', 'other.txt'], 'exists and is not a certificate'],
    [['--tls-cert', 'other.txt', '--tls-key', 'other.txt'], 'other.txt and other.txt must be a certificate and its key in PEM'],
  ])('rejects %j', async (words, message) => {
    writeFileSync(join(folder, 'other.txt'), 'other');
    const { status, stderr } = await runInProcess(['mock', 'dns', ...words], folder);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
