/** The output of `--json` conforms to the published schema. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommandLine } from '../../../generator/cli/cli.js';
import { changeKinds } from '../../../generator/diff/changes.js';
import { packageRoot } from '../../../generator/lib/root.js';
import { type MemoryEffects, memoryEffects } from '../../support/memory-files.js';
import { createMemoryRegistry } from '../../support/memory-registry.js';
import { buildConfig, smallSpecification } from '../../support/small-specification.js';

const invalidSpecification = smallSpecification().replace('$ref: Thing', '$ref: Thong');
const createProject = (text = smallSpecification()): MemoryEffects =>
  memoryEffects({ 'discogen.config.yaml': buildConfig(['tiny']), 'specs/tiny.yaml': text });

function validateOutput(command: string, output: string): unknown {
  const schema = JSON.parse(readFileSync(join(packageRoot, `generator/cli/${command}.schema.json`), 'utf8')) as object;
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
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
