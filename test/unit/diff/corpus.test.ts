/** Published documents compared with edited copies that resemble new versions. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../generator/lib/root.js';
import { runCommandLine } from '../../../generator/cli/cli.js';
import { memoryEffects } from '../../support/memory-files.js';

const corpus = join(packageRoot, '../shared/corpus');
const hasCorpus = existsSync(corpus);

interface Element {
  [key: string]: unknown;
  properties: Record<string, Element>;
  enum?: string[];
  enumDescriptions?: string[];
}
interface Document {
  schemas: Record<string, Element>;
  resources: Record<string, { methods: Record<string, Element & { parameters: Record<string, Element>; scopes: string[] }> }>;
}

const read = (name: string): string => readFileSync(join(corpus, name), 'utf8');

async function listChanges(old: string, next: string): Promise<readonly string[]> {
  const effects = memoryEffects({ 'old.json': old, 'new.json': next });
  await runCommandLine(['diff', 'old.json', 'new.json', '--json'], { ...effects, version: '' });
  const result = JSON.parse(effects.printed.stdout) as {
    readonly changes: readonly {
      readonly step: string;
      readonly kind: string;
      readonly subject: string;
      readonly new: { readonly line: number };
    }[];
  };
  expect(result.changes.every((change) => change.new.line > 0)).toBe(true);
  return result.changes.map(({ step, kind, subject }) => `${step} ${kind} ${subject}`).sort();
}

async function listChangesAfterEdit(name: string, edit: (document: Document) => void): Promise<readonly string[]> {
  const old = read(name);
  const document = JSON.parse(old) as Document;
  edit(document);
  return listChanges(old, JSON.stringify(document, undefined, 2));
}

describe.skipIf(!hasCorpus)('published documents (skipped where ../shared/corpus is absent)', () => {
  // The following tests expect no other changes of compute-v1, dns-v1, and storage-v1.
  test.each(['dialogflow-v3', 'healthcare-v1', 'oauth2-v2', 'pubsub-v1', 'run-v1', 'youtube-v3'])(
    'reports no changes between %s and itself',
    async (name) => {
      expect(await listChanges(read(`${name}.json`), read(`${name}.json`))).toEqual([]);
    },
  );

  test('reports an added field, method, and value', async () => {
    const changes = await listChangesAfterEdit('dns-v1.json', ({ schemas, resources }) => {
      schemas['ManagedZone']!.properties['tier'] = { type: 'string', description: 'A tier.', properties: {} };
      resources['managedZones']!.methods['check'] = {
        ...structuredClone(resources['managedZones']!.methods['get']!),
        id: 'dns.managedZones.check',
        path: 'dns/v1/projects/{project}/managedZones/{managedZone}/check',
        flatPath: 'dns/v1/projects/{project}/managedZones/{managedZone}/check',
      };
      schemas['ManagedZone']!.properties['visibility']!.enum!.push('HIDDEN');
      schemas['ManagedZone']!.properties['visibility']!.enumDescriptions!.push('');
    });
    expect(changes).toEqual([
      'minor enum-value-added ManagedZone.visibility',
      'minor field-added ManagedZone.tier',
      'minor method-added managedZones.check',
    ]);
  });

  test('reports a removed method, a newly required parameter, and an insufficient scope', async () => {
    const changes = await listChangesAfterEdit('storage-v1.json', ({ resources }) => {
      delete resources['buckets']!.methods['lockRetentionPolicy'];
      resources['buckets']!.methods['list']!.parameters['prefix']!['required'] = true;
      resources['buckets']!.methods['get']!.scopes.shift();
    });
    expect(changes).toEqual([
      'major method-removed buckets.lockRetentionPolicy',
      'major required-changed buckets.list(prefix)',
      'major scope-removed buckets.get',
    ]);
  });

  test('reports only the name of a renamed schema', async () => {
    const old = read('dns-v1.json');
    const next = old
      .replaceAll('"$ref": "DnsKey"', '"$ref": "ZoneKey"')
      .replace('    "DnsKey": {', '    "ZoneKey": {')
      .replace('"id": "DnsKey",', '"id": "ZoneKey",');
    expect(await listChanges(old, next)).toEqual(['major schema-renamed DnsKey']);
  });

  test('infers an output-only field from "Output only." in its description', async () => {
    const changes = await listChangesAfterEdit('run-v1.json', ({ schemas }) => {
      schemas['ObjectMeta']!.properties['generation']!['description'] = 'Output only. A number.';
    });
    expect(changes.some((change) => change.endsWith('documentation-changed ObjectMeta.generation'))).toBe(true);
    expect(changes.filter((change) => change.includes('read-only-changed'))).toHaveLength(1);
  });
});
