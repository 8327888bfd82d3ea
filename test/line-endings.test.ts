/** Files with the line endings of Windows have the same meaning as files that end lines with LF. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lintFiles } from '../generator/pipeline/lint-files.js';
import { readSeeds } from '../generator/pipeline/read-seed.js';
import { runGenerate } from '../generator/pipeline/run-generate.js';
import { packageRoot } from '../generator/lib/root.js';
import { type MemoryEffects, memoryEffects } from './support/memory-files.js';

const config = `specs:
  - name: errorreporting
    file: specs/errorreporting.v1beta1.yaml
    overlays: [specs/overlays/errorreporting.v1beta1.yaml]
only: [validators, docs]
variables:
  error_reporting_url: https://reports.example.com/
`;
const read = (path: string): string => readFileSync(join(packageRoot, path), 'utf8');
const withCrlf = (text: string): string => text.replaceAll('\n', '\r\n');

const createProject = (convert: (text: string) => string): MemoryEffects =>
  memoryEffects({
    'discogen.config.yaml': convert(config),
    'specs/errorreporting.v1beta1.yaml': convert(read('specs/errorreporting.v1beta1.yaml')),
    'specs/overlays/errorreporting.v1beta1.yaml': convert(read('specs/overlays/errorreporting.v1beta1.yaml')),
    'seed.yaml': convert(
      'resources:\n  /dns/v1/projects/p/managedZones/z:\n    name: z\n    dnsName: example.com.\n    description: |\n      One\n      two\n',
    ),
  });

async function generate(effects: MemoryEffects): Promise<Readonly<Record<string, string>>> {
  const { status, diagnostics } = await runGenerate({}, effects);
  expect({ status, diagnostics }).toEqual({ status: 'done', diagnostics: [] });
  const files = Object.entries(effects.files.snapshot());
  return Object.fromEntries(files.filter(([path]) => path.startsWith('/project/generated/') && !path.includes('/.cache/')));
}

test('specifications, overlays, and configs with CRLF generate the same bytes', async () => {
  const effects = createProject((text) => text);
  const output = await generate(effects);
  expect(Object.keys(output).length).toBeGreaterThan(15);
  expect(await generate(createProject(withCrlf))).toEqual(output);

  for (const [path, text] of Object.entries(output)) if (!path.includes('/dist/')) effects.files.edit(path, withCrlf(text));
  expect(await runGenerate({ check: true }, effects)).toMatchObject({ status: 'done', changes: [] });
});

test('diagnostics of files with CRLF have the same positions', () => {
  const text = [
    'name: tiny',
    'version: v1',
    'description: |-',
    '  Several',
    '  lines with a {variable}.',
    'schema: {}',
    'schemas:',
    '  Thing:',
    '    type: strin',
    '    description: >-',
    '      Folded',
    '      text.',
    '    properties:',
    '      name: { type: string, pattern: "(" }',
    '',
  ].join('\n');
  const list = (text: string): unknown => lintFiles(['tiny.yaml'], () => ({ text })).diagnostics;
  expect(list(text)).toHaveLength(4);
  expect(list(withCrlf(text))).toEqual(list(text));
});

test('a seed with CRLF has the same resources', async () => {
  const read = async (project: ReturnType<typeof createProject>): Promise<unknown> =>
    (await readSeeds(['seed.yaml'], project)).map(({ document }) => document);
  const documents = await read(createProject((text) => text));
  expect(documents).toMatchObject([{ resources: { '/dns/v1/projects/p/managedZones/z': { name: 'z' } } }]);
  expect(await read(createProject(withCrlf))).toEqual(documents);
});
