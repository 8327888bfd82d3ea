// The compared programs. Each peer has the text of a program that calls one method, calls of five further methods, its packages, and a
// program for the compiler. A program ends with `call`, a function that makes one call against `rootUrl`.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

export const here = import.meta.dirname;
export const cache = join(here, 'node_modules/.cache/discogen-bench');
const generated = join(here, '../../generated');
const zone = `{ project: 'p', managedZone: 'z' }`;

/** The client that hey-api generates from the exported OpenAPI, built once. Its generator requires a newer Node. */
async function heyApi() {
  const source = join(cache, 'hey');
  const script = join(cache, 'hey.mjs');
  if (!existsSync(source)) {
    mkdirSync(cache, { recursive: true });
    const [node, program] = ['node_modules/node/bin/node', 'node_modules/.bin/openapi-ts'].map((path) => join(here, path));
    execFileSync(node, [program, '-i', join(generated, 'dns-v1/openapi.json'), '-o', source, '-c', '@hey-api/client-fetch'], {
      stdio: 'ignore',
    });
  }
  const bundle = await rolldown({ input: join(source, 'sdk.gen.ts'), platform: 'neutral' });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  writeFileSync(script, output[0].code);
  return { source, script };
}

export async function listPeers() {
  const hey = await heyApi();
  return {
    fetch: {
      packages: [],
      program: `export const call = async () => {
        const response = await fetch(rootUrl + 'dns/v1/projects/p/managedZones/z', { headers: { accept: 'application/json' } });
        if (!response.ok) throw new Error(String(response.status));
        return response.json();
      };`,
      further: `const ask = async (path, init) => (await fetch(rootUrl + 'dns/v1/projects/p/managedZones' + path, init)).json();
      export const further = () => [ask(''), ask('', { method: 'POST', body: '{}' }), ask('/z', { method: 'PATCH', body: '{}' }),
        ask('/z', { method: 'DELETE' }), ask('/z/changes', { method: 'POST', body: '{}' })];`,
      consumer: `const response = await fetch('http://h/dns/v1/projects/p/managedZones/z');
const zone = (await response.json()) as { name: string; dnsName: string };
console.log(zone.name);`,
    },
    discogen: {
      packages: ['@discogen/dns-v1'],
      program: `import { createClient, managedZonesGet } from '@discogen/dns-v1/methods';
      const client = createClient({ rootUrl });
      export const call = () => managedZonesGet(client, ${zone});`,
      further: `import { changesCreate, managedZonesCreate, managedZonesDelete, managedZonesList, managedZonesPatch } from '@discogen/dns-v1/methods';
      export const further = () => [managedZonesList(client, { project: 'p' }), managedZonesCreate(client, { project: 'p', requestBody: {} }),
        managedZonesPatch(client, { ...${zone}, requestBody: {} }), managedZonesDelete(client, ${zone}),
        changesCreate(client, { ...${zone}, requestBody: {} })];`,
      consumer: `import { createDnsClient, ApiError } from '@discogen/dns-v1';
const dns = createDnsClient({ rootUrl: 'http://h' });
const zone = await dns.managedZones.get({ project: 'p', managedZone: 'z' });
console.log(zone.name);`,
    },
    'discogen, undici': {
      packages: ['@discogen/dns-v1', 'undici'],
      program: `import { Agent } from 'undici';
      import { createClient, managedZonesGet } from '@discogen/dns-v1/methods';
      import { undiciFetch } from '@discogen/dns-v1/undici';
      const client = createClient({ rootUrl, fetch: undiciFetch(new Agent()) });
      export const call = () => managedZonesGet(client, ${zone});`,
      consumer: `import { Agent } from 'undici';
import { createDnsClient } from '@discogen/dns-v1';
import { undiciFetch } from '@discogen/dns-v1/undici';
const dns = createDnsClient({ rootUrl: 'http://h', fetch: undiciFetch(new Agent()) });
console.log((await dns.managedZones.get({ project: 'p', managedZone: 'z' })).name);`,
    },
    'undici.request': {
      packages: ['undici'],
      program: `import { request } from 'undici';
      export const call = async () => (await request(rootUrl + 'dns/v1/projects/p/managedZones/z')).body.json();`,
    },
    'hey-api': {
      packages: [],
      program: `import { dnsManagedZonesGet } from '${hey.script}';
      export const call = async () => (await dnsManagedZonesGet({ path: ${zone}, baseUrl: rootUrl.slice(0, -1), throwOnError: true })).data;`,
      further: `import { dnsChangesCreate, dnsManagedZonesCreate, dnsManagedZonesDelete, dnsManagedZonesList, dnsManagedZonesPatch } from '${hey.script}';
      export const further = () => [dnsManagedZonesList({ path: { project: 'p' } }), dnsManagedZonesCreate({ path: { project: 'p' }, body: {} }),
        dnsManagedZonesPatch({ path: ${zone}, body: {} }), dnsManagedZonesDelete({ path: ${zone} }), dnsChangesCreate({ path: ${zone}, body: {} })];`,
      consumer: `import { dnsManagedZonesGet } from '${hey.source}/sdk.gen';
const { data } = await dnsManagedZonesGet({ path: { project: 'p', managedZone: 'z' }, baseUrl: 'http://h', throwOnError: true });
console.log(data);`,
    },
    '@googleapis/compute': {
      packages: ['@googleapis/compute'],
      program: `import { compute as make } from '@googleapis/compute';
      const compute = make({ version: 'v1', rootUrl });
      export const call = async () => (await compute.projects.get({ project: 'p' })).data;`,
      further: `export const further = () => [compute.sslPolicies.list({ project: 'p' }), compute.sslPolicies.insert({ project: 'p', requestBody: {} }),
        compute.sslPolicies.patch({ project: 'p', sslPolicy: 's', requestBody: {} }), compute.sslPolicies.delete({ project: 'p', sslPolicy: 's' }),
        compute.snapshots.insert({ project: 'p', requestBody: {} })];`,
      consumer: `import { compute as make } from '@googleapis/compute';
const compute = make({ version: 'v1' });
console.log((await compute.projects.get({ project: 'p' })).data.name);`,
    },
    googleapis: {
      packages: ['googleapis'],
      // The module of one API: the whole library would not be a fair bundle.
      program: `import dnsModule from 'googleapis/build/src/apis/dns/index.js';
      const dns = dnsModule.dns({ version: 'v1', rootUrl });
      export const call = async () => (await dns.managedZones.get(${zone})).data;`,
      further: `export const further = () => [dns.managedZones.list({ project: 'p' }), dns.managedZones.create({ project: 'p', requestBody: {} }),
        dns.managedZones.patch({ ...${zone}, requestBody: {} }), dns.managedZones.delete(${zone}), dns.changes.create({ ...${zone}, requestBody: {} })];`,
      // Follows its README.
      consumer: `import { google } from 'googleapis';
const dns = google.dns({ version: 'v1' });
console.log((await dns.managedZones.get({ project: 'p', managedZone: 'z' })).data.name);`,
      whole: `import { google } from 'googleapis'; export const call = google;`,
    },
    '@google-cloud/dns': {
      packages: ['@google-cloud/dns'],
      // The library only speaks HTTPS to its host, so the program overrides `baseUrl`. It also requires credentials.
      program: `import { DNS } from '@google-cloud/dns';
      import { OAuth2Client } from 'google-auth-library';
      const authClient = new OAuth2Client({ credentials: { access_token: 't', expiry_date: Date.now() + 3_600_000 } });
      const dns = new DNS({ projectId: 'p', authClient });
      dns.baseUrl = rootUrl + 'dns/v1';
      export const call = async () => (await dns.zone('z').getMetadata())[0];`,
      further: `export const further = () => [dns.getZones(), dns.createZone('z', { dnsName: 'z.' }), dns.zone('z').getRecords(),
        dns.zone('z').delete(), dns.zone('z').createChange({})];`,
      consumer: `import { DNS } from '@google-cloud/dns';
const [zone] = await new DNS({ projectId: 'p' }).zone('z').getMetadata();
console.log(zone.name);`,
    },
  };
}

/** Writes the program of a peer with further code and returns its path. */
export function written(name, { program }, following = '') {
  mkdirSync(cache, { recursive: true });
  const path = join(cache, `${name.replaceAll(/\W+/g, '-')}.program.mjs`);
  writeFileSync(path, `const rootUrl = globalThis.rootUrl ?? 'http://127.0.0.1:9/';\n${program}\n${following}\n`);
  return path;
}
