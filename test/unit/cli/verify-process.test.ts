/** `discogen verify --target` as a process, against a service that isn't a mock for it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { behavior } from '../../../generated/osconfig-v1beta/src/behavior.js';
import { packageRoot } from '../../../generator/lib/root.js';
import { createMockServer } from '../../../mock/index.js';

const theirs = '/v1beta/projects/tests/guestPolicies/theirs';
const words = ['--api', 'osconfig', '--project', 'tests', '--allow', 'osconfig.projects.guestPolicies.*'];

test('deletes what it created at Ctrl-C', async () => {
  const service = createMockServer(behavior, {
    warn: () => undefined,
    seed: { resources: { [theirs]: { name: 'projects/tests/guestPolicies/theirs' } } },
  });
  const sent: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url = '/' } = request;
      const { 'content-type': type = '' } = request.headers;
      const { status, headers, body } = url.startsWith('/__admin/')
        ? { status: 404, headers: {}, body: '' }
        : await service.handle({ method, url: `http://localhost${url}`, headers: { 'content-type': type }, body: await text(request) });
      sent.push(`${method} ${status}`);
      response.writeHead(status, headers).end(body);
      if (method === 'POST' && status === 200) child.kill('SIGINT');
    })();
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  // This address isn't a loopback one, so the run is guarded.
  const target = `http://0.0.0.0:${(server.address() as AddressInfo).port}`;
  const child = spawn(process.execPath, [join(packageRoot, 'generator/bin.js'), 'verify', '--target', target, ...words], {
    cwd: packageRoot,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [stderr, [status]] = await Promise.all([text(child.stderr), once(child, 'close') as Promise<[number]>]);
  server.close();
  expect({ stderr, status }).toEqual({ stderr: expect.not.stringContaining('left behind') as string, status: 1 });
  expect(sent.filter((line) => line === 'POST 200')).toHaveLength(1);
  expect(sent).toContain('DELETE 200');
  expect(Object.keys((await service.state()).resources ?? {})).toEqual([theirs]);
});
