/** With the overlay that comes with discogen, a published document gives the mock of programs that use it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeFileSystem } from '../../generator/lib/file-system.js';
import { packageRoot } from '../../generator/lib/root.js';
import { loadApi } from '../../generator/pipeline/load-api.js';
import { createMockServer } from '../../mock/index.js';
import { dnsServices } from '../../services/dns/index.js';
import { buildBehavior } from '../support/mock-of.js';

const corpus = join(packageRoot, '../shared/corpus');

type Send = (line: string, body?: object) => Promise<Record<string, unknown>>;

/** Opens the mock of a document with its overlay. */
function open(name: string, methods: readonly string[]): Send {
  const source = { file: join(corpus, `${name}-v1.json`), overlays: [`specs/overlays/google/${name}.v1.yaml`] };
  const { resolved } = loadApi(source, { variables: {}, methods, limits: {} }, { files: nodeFileSystem, cwd: packageRoot });
  if (resolved === undefined) throw new Error(`${name} is not valid`);
  const mock = createMockServer({ ...buildBehavior(resolved.api), services: [dnsServices] });
  return async (line, body) => {
    const [method = '', path = ''] = line.split(' ');
    const response = await mock.handle({ method, url: `https://${name}.googleapis.com${path}`, body: body && JSON.stringify(body) });
    return JSON.parse(response.body || '{}') as Record<string, unknown>;
  };
}

describe.skipIf(!existsSync(corpus))('a published document with its overlay (skipped without ../shared/corpus)', () => {
  test('dns: a zone has its own record sets and change, and a change updates record sets', async () => {
    const send = open('dns', []);
    const zones = '/dns/v1/projects/p/managedZones';
    expect(await send(`GET ${zones}`)).toEqual({ kind: 'dns#managedZonesListResponse', managedZones: [] });
    await send(`POST ${zones}`, { name: 'z', dnsName: 'example.com.', description: '' });
    const list = async (query = ''): Promise<unknown> =>
      ((await send(`GET ${zones}/z/rrsets${query}`))['rrsets'] as { name: string; type: string; rrdatas: string[] }[]).map(
        ({ name, type, rrdatas }) => `${name} ${type} ${rrdatas[0]}`,
      );
    const own = [
      'example.com. NS ns-cloud-a1.googledomains.com.',
      'example.com. SOA ns-cloud-a1.googledomains.com. cloud-dns-hostmaster.google.com. 1 21600 3600 259200 300',
    ];
    expect(await list()).toEqual(own);
    expect(await list('?name=www.example.com.')).toEqual([]);
    expect((await send(`GET ${zones}/z/changes`))['changes']).toMatchObject([{ id: '0', status: 'done' }]);

    const text = { name: 'www.example.com.', type: 'TXT', ttl: 60, rrdatas: ['a b'] };
    await send(`POST ${zones}/z/changes`, { additions: [text] });
    expect(await list('?name=www.example.com.&type=TXT')).toEqual(['www.example.com. TXT "a" "b"']);
    expect(await send(`DELETE ${zones}/z`)).toHaveProperty('error.code', 400);
    await send(`POST ${zones}/z/changes`, { deletions: [text] });
    expect(await list()).toEqual(own);
    expect(await send(`DELETE ${zones}/z`)).toEqual({});
  });

  test('compute: an instance stops and starts, and a snapshot is of its disk', async () => {
    const send = open('compute', ['compute.instances.*', 'compute.disks.*', 'compute.snapshots.*', 'compute.zoneOperations.*']);
    const zone = '/compute/v1/projects/p/zones/a';
    await send(`POST ${zone}/instances`, { name: 'i', tags: { items: ['web'] } });
    const readStatus = async (): Promise<unknown> => (await send(`GET ${zone}/instances/i`))['status'];
    expect([await readStatus(), (await send(`GET ${zone}/instances/i`))['tags']]).toEqual([
      'RUNNING',
      { items: ['web'], fingerprint: expect.any(String) as string },
    ]);
    for (const [verb, status] of [
      ['stop', 'TERMINATED'],
      ['start', 'RUNNING'],
      ['suspend', 'SUSPENDED'],
      ['resume', 'RUNNING'],
    ]) {
      expect(await send(`POST ${zone}/instances/i/${verb}`)).toMatchObject({ kind: 'compute#operation', status: 'DONE' });
      expect(await readStatus()).toBe(status);
    }
    await send(`POST ${zone}/disks`, { name: 'd', sizeGb: '10' });
    await send(`POST ${zone}/disks/d/createSnapshot`, { name: 's' });
    const snapshot = await send('GET /compute/v1/projects/p/global/snapshots/s');
    expect(snapshot).toMatchObject({ diskSizeGb: '10', status: 'READY', sourceDisk: expect.stringMatching(/\/disks\/d$/) as string });
  });
});
