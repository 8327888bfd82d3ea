/** The errors of the seed files of `discogen mock`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runInProcess } from '../../support/discogen.js';
import { smallSpecification } from '../../support/small-specification.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'discogen-mock-seeds-'));
  writeFileSync(join(folder, 'tiny.yaml'), smallSpecification());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the errors without the hint at the documentation. */
async function listErrors(...seeds: readonly string[]): Promise<readonly string[]> {
  const options = seeds.flatMap((text, index) => {
    writeFileSync(join(folder, `${index}.seed`), text);
    return ['--seed', `${index}.seed`];
  });
  const { status, stdout, stderr } = await runInProcess(['mock', 'tiny.yaml', '--port', '0', ...options], folder);
  expect([status, stdout]).toEqual([2, '']);
  return stderr
    .trim()
    .replaceAll(/ \(see .*?\)$/gm, '')
    .split('\n');
}

test('the errors of all kinds are reported in one run, each at its position', async () => {
  const yaml = 'resources:\n  /tiny/v1/things/a: { name: a, nte: x }\n  /tiny/v1/things/b: { note: 5 }\n  /nowhere/x: {}\ntokns: {}\n';
  const json = '{\n  "resources": {\n    "/tiny/v1/things/c": {\n      "nam": "c"\n    }\n  }\n}';
  expect(await listErrors(yaml, json)).toEqual([
    "0.seed:2:33: error invalid-seed resources./tiny/v1/things/a: Unknown field 'nte'; did you mean 'note'?",
    "0.seed:3:30: error invalid-seed resources./tiny/v1/things/b: Invalid value for 'note': must be a string (received a number)",
    '0.seed:4:3: error invalid-seed resources./nowhere/x: no resource has this path',
    '0.seed:5:1: error invalid-seed tokns: unknown member; did you mean "tokens"?',
    "1.seed:4:7: error invalid-seed resources./tiny/v1/things/c: Unknown field 'nam'; did you mean 'name'?",
    'discogen: the seed 0.seed and 1.seed is invalid',
  ]);
});

test('all files that cannot be read as YAML are reported', async () => {
  const errors = await listErrors('a: [', '- 1\n');
  expect(errors.map((line) => line.split(' ', 3).join(' '))).toEqual([
    expect.stringMatching(/^0\.seed:\d+:\d+: error syntax$/),
    '1.seed:1:1: error not-a-mapping',
    'discogen: the seed',
  ]);
});
