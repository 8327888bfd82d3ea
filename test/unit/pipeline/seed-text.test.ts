import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createSeedText, writeSeedFile, type SeedFormat, type SeedSource } from '../../../generator/pipeline/seed-text.js';
import type { SeedDocument } from '../../../mock/index.js';
import { memoryFiles } from '../../support/memory-files.js';

const path = '/dns/v1/projects/p/managedZones/z';
const seed: SeedDocument = {
  resources: { [path]: { name: 'z', description: "it's on\nand off: #1", labels: { on: 'yes', n: '1' }, ttl: 300 } },
};

function createSource(apis: readonly string[] = ['dns']): SeedSource {
  const counts = { implemented: 0, convention: 0, handler: 0, notImplemented: 0 };
  return {
    exportSeed: async () => seed,
    support: async () => ({ apis: apis.map((name) => ({ name, version: 'v1', counts, methods: [] })) }),
  };
}

test('writes YAML that readers of YAML 1.1 and 1.2 understand alike, and JSON', async () => {
  const text = await createSeedText(createSource(), {});
  expect(['1.1', '1.2'].map((version) => parse(text, { version: version as '1.1' | '1.2' }))).toEqual([seed, seed]);
  expect(JSON.parse(await createSeedText(createSource(), { format: 'json' }))).toEqual(seed);
});

test('writes a module that calls defineSeed of the package', async () => {
  expect(await createSeedText(createSource(), { format: 'ts' })).toBe(
    `import { defineSeed } from '@discogen/dns-v1/mock';

export const seed = defineSeed({
  resources: {
    '${path}': { name: 'z', description: "it's on\\nand off: #1", labels: { on: 'yes', n: '1' }, ttl: 300 },
  },
});
`,
  );
  const withPackage = await createSeedText(createSource(['dns', 'compute']), { format: 'ts', package: '@acme/cloud' });
  expect(withPackage).toMatch(/^import \{ defineSeed \} from '@acme\/cloud\/mock';/);
  const { exportSeed } = createSource();
  const sources = [createSource(['dns', 'compute']), { exportSeed }];
  for (const source of sources)
    expect(await createSeedText(source, { format: 'ts' })).toMatch(
      /^import type \{ SeedDocument \} from 'discogen\/mock';\n\nexport const seed: SeedDocument = \{/,
    );
});

test('passes the options of the export on', async () => {
  const received: unknown[] = [];
  const source: SeedSource = { exportSeed: async (options) => (received.push(options), seed) };
  await createSeedText(source, { only: [path], outputOnly: true, format: 'json' });
  expect(received).toEqual([{ only: [path], outputOnly: true }]);
});

test('selects the format by the extension of the file', async () => {
  const files = memoryFiles();
  const effects = { files, cwd: '/project' };
  for (const file of ['a.yaml', 'seeds/b.json', 'c.mts']) await writeSeedFile(createSource(), file, { options: {}, effects });
  await writeSeedFile(createSource(), 'd.txt', { options: { format: 'json' }, effects });
  const texts = files.snapshot();
  expect(Object.keys(texts)).toEqual(['/project/a.yaml', '/project/c.mts', '/project/d.txt', '/project/seeds/b.json']);
  expect(texts['/project/d.txt']).toBe(texts['/project/seeds/b.json']);
  await expect(writeSeedFile(createSource(), 'e.txt', { options: {}, effects })).rejects.toThrow(
    'e.txt: expected a file name that ends in .yaml, .yml, .json, .ts, or .mts',
  );
  await expect(createSeedText(createSource(), { format: 'xml' as SeedFormat })).rejects.toThrow(
    "format must be yaml, json, or ts (received 'xml')",
  );
});
