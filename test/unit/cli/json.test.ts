/** The output of `--json` conforms to the published schema. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommandLine } from '../../../generator/cli/cli.js';
import { changeKinds } from '../../../generator/diff/changes.js';
import { memoizeByText } from '../../../generator/lib/memoize.js';
import { packageRoot } from '../../../generator/lib/root.js';
import { type MemoryEffects, memoryEffects } from '../../support/memory-files.js';
import { createMemoryRegistry } from '../../support/memory-registry.js';
import { buildConfig, smallSpecification } from '../../support/small-specification.js';

const invalidSpecification = smallSpecification().replace('$ref: Thing', '$ref: Thong');
const createProject = (text = smallSpecification()): MemoryEffects =>
  memoryEffects({ 'discogen.config.yaml': buildConfig(['tiny']), 'specs/tiny.yaml': text });
/** Pins the file of another API, which `update --force` replaces. */
const createLockedProject = (): MemoryEffects =>
  memoryEffects({
    'discogen.config.yaml': buildConfig(['tiny'], 'only: [types]\n'),
    'specs/tiny.yaml': smallSpecification(),
    'discogen.lock': `version: 1
files:
  - { file: specs/tiny.yaml, address: 'discogen:specs/osconfig.v1beta.yaml', revision: 0.0.1, sha256: ${'a'.repeat(64)} }
  - { file: specs/gone.yaml, address: 'https://example.com/', sha256: ${'b'.repeat(64)} }
`,
  });

const createMockResponses = (): MemoryEffects => ({
  ...memoryEffects(),
  httpGet: async (url) => ({ status: 200, text: url.endsWith('/apis') ? '{"apis":[{"name":"dns","version":"v1"}]}' : '{}' }),
});

const compileSchema = memoizeByText((command) => {
  const schema = JSON.parse(readFileSync(join(packageRoot, `generator/cli/${command}.schema.json`), 'utf8')) as object;
  return new Ajv2020({ strict: true, allErrors: true }).compile(schema);
});

function validateOutput(command: string, output: string): unknown {
  const validate = compileSchema(command);
  validate(JSON.parse(output));
  return validate.errors ?? [];
}

test.each([
  ['generate', 'generate', createProject()],
  ['generate', 'generate --check', createProject()],
  ['generate', 'generate', createProject(invalidSpecification)],
  ['generate', 'generate --frob', createProject()],
  ['generate', 'generate', memoryEffects({ 'discogen.config.yaml': 'x: 1\n' })],
  ['lint', 'lint specs/tiny.yaml --rules', createProject()],
  ['lint', 'lint specs/tiny.yaml', createProject(invalidSpecification)],
  ['lint', 'lint nowhere.yaml', createProject()],
  ['lint', 'lint', createProject()],
  ['diff', 'diff specs/tiny.yaml specs/tiny.yaml', createProject()],
  [
    'diff',
    'diff old.yaml new.yaml',
    memoryEffects({ 'old.yaml': smallSpecification(), 'new.yaml': smallSpecification({ field: 'remark' }) }),
  ],
  ['diff', 'diff tiny specs/tiny.yaml', createProject(invalidSpecification)],
  ['diff', 'diff tiny nowhere', createProject()],
  ['release', 'release --plan', createMemoryRegistry(createProject()).effects],
  ['release', 'release --plan', createProject(invalidSpecification)],
  ['release', 'release', createProject()],
  ['mock', 'mock --port x', createProject()],
  ['init', 'init --api osconfig:v1beta', memoryEffects({ 'package.json': '{}' })],
  ['init', 'init --api tiny.yaml', memoryEffects({ 'package.json': '{}', 'tiny.yaml': invalidSpecification })],
  ['init', 'init', memoryEffects({ 'package.json': '{}' })],
  ['add', 'add osconfig:v1beta --dry-run', createProject()],
  ['add', 'add specs/other.yaml', memoryEffects({ 'specs/other.yaml': invalidSpecification })],
  ['add', 'add pubsub:v1', createProject()],
  ['add', 'add tiny', createProject()],
  ['update', 'update', createProject()],
  ['update', 'update none', createProject()],
  ['update', 'update', createLockedProject()],
  ['update', 'update --force --dry-run', createLockedProject()],
  ['update', 'update --force', createLockedProject()],
  ['mock-env', 'mock env', createMockResponses()],
  ['mock-env', 'mock env --url x', createProject()],
])('%s: conforms to the schema for "discogen %s --json"', async (command, line, effects) => {
  await runCommandLine([...line.split(' '), '--json'], { ...effects, version: '' });
  expect(validateOutput(command, effects.printed.stdout)).toEqual([]);
});

test('lists all kinds of changes in the schema', () => {
  const schema = JSON.parse(readFileSync(join(packageRoot, 'generator/cli/diff.schema.json'), 'utf8')) as {
    readonly $defs: { readonly change: { readonly properties: { readonly kind: { readonly enum: readonly string[] } } } };
  };
  expect(schema.$defs.change.properties.kind.enum).toEqual(Object.keys(changeKinds));
});
