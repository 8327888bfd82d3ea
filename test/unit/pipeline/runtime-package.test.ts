/** `generate` with the runtime as a package of its own. */
import { expect, test } from 'vitest';
import type { GenerateOptions } from '../../../generator/config/generate-options.js';
import type { GenerateResult } from '../../../generator/pipeline/run-context.js';
import { runGenerate } from '../../../generator/pipeline/run-generate.js';
import { type MemoryEffects, memoryEffects } from '../../support/memory-files.js';
import { buildConfig, smallSpecification } from '../../support/small-specification.js';

async function generate(effects: MemoryEffects, options: GenerateOptions = {}): Promise<GenerateResult> {
  effects.files.touched.length = 0;
  return runGenerate(options, effects);
}

async function generateWithRuntime(): Promise<MemoryEffects> {
  const effects = memoryEffects({
    'discogen.config.yaml': buildConfig(['tiny', 'other'], 'runtime: package\n'),
    'specs/tiny.yaml': smallSpecification(),
    'specs/other.yaml': smallSpecification({ name: 'other' }),
  });
  await generate(effects);
  return effects;
}

/** Lists the files that a run wrote or removed, except the cache. */
const listTouchedFiles = ({ files }: MemoryEffects): readonly string[] => files.touched.filter((path) => !path.includes('/.cache/'));

const listRuntimeFolders = ({ files }: MemoryEffects): readonly string[] => [
  ...new Set(Object.keys(files.snapshot()).flatMap((path) => /^.*\/runtime(?=\/)/.exec(path)?.[0] ?? [])),
];

test('is generated once, and the packages depend on it', async () => {
  const effects = await generateWithRuntime();
  expect(listRuntimeFolders(effects)).toEqual(['/project/made/runtime']);
  const read = (path: string): string => effects.files.snapshot()[`/project/made/${path}`] ?? '';
  expect(JSON.parse(read('tiny-v1/package.json'))).toMatchObject({ dependencies: { '@discogen/runtime': '^0.1.0' } });
  expect(JSON.parse(read('runtime/package.json'))).toMatchObject({ name: '@discogen/runtime', version: '0.1.0' });
  expect(read('tiny-v1/src/compiled.js')).toContain(" from '@discogen/runtime/validate';");
  expect(read('tiny-v1/dist/index.js')).toContain('from "@discogen/runtime/client"');
});

test('is up to date for --check until it changes', async () => {
  const effects = await generateWithRuntime();
  expect(await generate(effects, { check: true })).toMatchObject({ status: 'done' });
  expect(listTouchedFiles(effects)).toEqual([]);
  effects.files.edit('/project/made/runtime/README.md', 'mine');
  const { status, packages } = await generate(effects, { check: true });
  expect([status, packages.flatMap(({ changes }) => changes)]).toEqual([
    'stale',
    [{ path: 'made/runtime/README.md', difference: 'changed' }],
  ]);
  effects.files.remove('/project/made/runtime/dist/client.js');
  await generate(effects);
  expect([...listTouchedFiles(effects)].sort()).toEqual(['/project/made/runtime/README.md', '/project/made/runtime/dist/client.js']);
});

test('is removed if the option selects the other kind', async () => {
  const effects = await generateWithRuntime();
  await generate(effects, { runtime: 'inline' });
  expect(listRuntimeFolders(effects)).not.toContain('/project/made/runtime');
  expect(effects.files.snapshot()).toHaveProperty(['/project/made/tiny-v1/runtime/client.js']);
});

test.each([
  ['inline', '../runtime/re2.js', ['tiny-v1/runtime/re2.js']],
  ['package', '@discogen/runtime/re2', ['runtime/dist/re2.js']],
] as const)('%s: only the packages that need the RE2 engine load it', async (runtime, module, engines) => {
  const effects = memoryEffects({
    'discogen.config.yaml': buildConfig(['tiny', 'other'], `runtime: ${runtime}\n`),
    'specs/tiny.yaml': smallSpecification().replace('Its name. }', "Its name., pattern: '(a+)+' }"),
    'specs/other.yaml': smallSpecification({ name: 'other' }),
  });
  await generate(effects);
  const files = effects.files.snapshot();
  expect(files['/project/made/tiny-v1/src/compiled.js']).toContain(`import { re2 } from '${module}';`);
  expect(files['/project/made/other-v1/src/compiled.js']).not.toContain('re2');
  expect(Object.keys(files).filter((path) => path.endsWith('/re2.js'))).toEqual(engines.map((path) => `/project/made/${path}`));
  const notices = files[runtime === 'inline' ? '/project/made/tiny-v1/THIRD_PARTY_NOTICES' : '/project/made/runtime/THIRD_PARTY_NOTICES'];
  expect(notices).toContain('Copyright (c) 2023 Oleksii Vasyliev');
});
