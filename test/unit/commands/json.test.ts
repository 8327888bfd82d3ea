/** The output of `--json` matches the published schema. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommandLine } from '../../../generator/commands/cli.js';
import { changeKinds } from '../../../generator/diff/changes.js';
import { packageRoot } from '../../../generator/root.js';
import { type MemoryEffects, memoryEffects } from '../../support/memory-files.js';
import { buildConfig, smallSpecification } from '../../support/small-specification.js';

const broken = smallSpecification().replace('$ref: Thing', '$ref: Thong');
const project = (text = smallSpecification()): MemoryEffects =>
  memoryEffects({ 'discogen.config.yaml': buildConfig(['tiny']), 'specs/tiny.yaml': text });

function faults(command: string, printed: string): unknown {
  const schema = JSON.parse(readFileSync(join(packageRoot, `generator/commands/${command}.schema.json`), 'utf8')) as object;
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
  validate(JSON.parse(printed));
  return validate.errors ?? [];
}

test.each([
  ['generate', 'generate', project()],
  ['generate', 'generate --check', project()],
  ['generate', 'generate', project(broken)],
  ['generate', 'generate --frob', project()],
  ['generate', 'generate', memoryEffects({ 'discogen.config.yaml': 'x: 1\n' })],
  ['lint', 'lint specs/tiny.yaml --rules', project()],
  ['lint', 'lint specs/tiny.yaml', project(broken)],
  ['lint', 'lint nowhere.yaml', project()],
  ['lint', 'lint', project()],
  ['diff', 'diff specs/tiny.yaml specs/tiny.yaml', project()],
  [
    'diff',
    'diff old.yaml new.yaml',
    memoryEffects({ 'old.yaml': smallSpecification(), 'new.yaml': smallSpecification({ field: 'remark' }) }),
  ],
  ['diff', 'diff tiny specs/tiny.yaml', project(broken)],
  ['diff', 'diff tiny nowhere', project()],
  ['mock', 'mock --port x', project()],
])('%s: discogen %s --json', async (command, line, effects) => {
  await runCommandLine([...line.split(' '), '--json'], { ...effects, version: '' });
  expect(faults(command, effects.printed.stdout)).toEqual([]);
});

test('the schema lists all kinds of changes', () => {
  const schema = JSON.parse(readFileSync(join(packageRoot, 'generator/commands/diff.schema.json'), 'utf8')) as {
    readonly $defs: { readonly change: { readonly properties: { readonly kind: { readonly enum: readonly string[] } } } };
  };
  expect(schema.$defs.change.properties.kind.enum).toEqual(Object.keys(changeKinds));
});
