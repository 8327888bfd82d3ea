/** Requests with several `Host` headers. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { createTestMock } from '../../fixtures.js';

it.each(['/dns/v1/projects/p/managedZones', '/__admin/health', '/__admin/state'])('are rejected with 400: %s', async (path) => {
  const { mock } = createTestMock();
  const { url, close } = await mock.listen();
  const { port } = new URL(url);
  const send = async (...hosts: readonly string[]): Promise<string> => {
    const socket = connect(Number(port), '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    socket.write(`GET ${path} HTTP/1.1\r\n${hosts.map((host) => `${host}\r\n`).join('')}Connection: close\r\n\r\n`);
    await once(socket, 'close');
    return text;
  };
  try {
    expect(await send('Host: localhost')).toMatch(/^HTTP\/1\.1 200 /);
    for (const hosts of [
      ['Host: localhost', 'Host: localhost'],
      ['Host: localhost', 'hOST: evil.example'],
      ['Host: evil.example', 'X-Other: host', 'Host: localhost'],
    ]) {
      const response = await send(...hosts);
      expect(response).toMatch(/^HTTP\/1\.1 400 /);
      expect(response).toContain('The request must have one Host header (received several).');
    }
    expect(await send('Host: localhost', 'X-Other: Host')).toMatch(/^HTTP\/1\.1 200 /);
    expect(mock.requests.every(({ status }) => status === 200)).toBe(true);
  } finally {
    await close();
  }
});
