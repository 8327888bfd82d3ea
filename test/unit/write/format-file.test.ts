/** Formatted output equals the output of prettier. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isLoaded, loadApi } from '../../../generator/pipeline/load-api.js';
import { formatFile } from '../../../generator/write/format-file.js';
import { nodeFileSystem } from '../../../generator/lib/file-system.js';
import type { Api } from '../../../generator/model/model.js';
import { resolveApi, emitFiles } from '../../support/packages.js';
import { formatWithPrettier, joinUnions } from '../../support/prettier.js';
import { isCompleteRun } from '../../support/quick-run.js';

const root = join(import.meta.dirname, '../../..');

const listValues = (count: number): string => Array.from({ length: count }, (_, index) => `VALUE_NUMBER_${index}`).join(', ');

const specification = `
schemas:
  Thing:
    id: Thing
    type: object
    description: A thing. It has a description that is long enough to be broken over several lines, since nobody reads long lines with pleasure.
    properties:
      name: { type: string, readOnly: true, description: Its name. }
      "dotted.name": { type: string }
      "1st": { type: string }
      short: { type: string, enum: [A, B] }
      middling: { type: string, enum: [${listValues(7)}] }
      long: { type: string, enum: [${listValues(20)}] }
      list: { type: array, items: { type: string, enum: [${listValues(20)}] } }
      map: { type: object, additionalProperties: { type: string } }
      mapOfLong: { type: object, additionalProperties: { type: string, enum: [${listValues(20)}] } }
      quoted: { type: string, enum: ["it's", 'a "word"', "a\\\\b", "ü"] }
      other: { $ref: Empty }
  Empty: { id: Empty, type: object }
  Words: { id: Words, type: array, items: { type: array, items: { type: string } } }
  AVeryLongNameOfASchemaThatNobodyWouldWantToWriteTwiceInOneLineOfCodeButSomebodyDid: { id: AVeryLongNameOfASchemaThatNobodyWouldWantToWriteTwiceInOneLineOfCodeButSomebodyDid, type: object }
resources:
  things:
    methods:
      get: { id: demo.things.get, httpMethod: GET, path: "things/{thing}", parameters: { thing: { type: string, location: path, required: true } }, response: { $ref: Thing } }
      list: { id: demo.things.list, httpMethod: GET, path: things, parameters: { pageToken: { type: string, location: query } }, response: { $ref: AVeryLongNameOfASchemaThatNobodyWouldWantToWriteTwiceInOneLineOfCodeButSomebodyDid } }
`;

async function expectPrettierFormat(api: Api): Promise<void> {
  for (const file of emitFiles(api).filter(({ format }) => format === 'prettier')) {
    const text = await formatFile(file);
    expect(file.path.endsWith('.md') ? text : joinUnions(text), file.path).toBe(await formatWithPrettier(file));
  }
}

function loadFile(file: string, overlays: readonly string[] = []): Api {
  const loaded = loadApi({ file, overlays }, { variables: {}, methods: [], limits: {} }, { files: nodeFileSystem, cwd: root });
  if (!isLoaded(loaded)) throw new Error(`${file} has errors`);
  return loaded.resolved.api;
}

describe('formats every file of a package like prettier', () => {
  test('for long names, long unions, and names that need quotes', () => expectPrettierFormat(resolveApi(specification)));

  // Prettier takes long: `npm run test:docs` compares all four, and 20 published documents.
  const names = ['osconfig.v1beta', 'errorreporting.v1beta1', ...(isCompleteRun ? ['dns.v1', 'compute.v1'] : [])];
  test.each(names)('for %s', (name) => expectPrettierFormat(loadFile(`specs/${name}.yaml`, [`specs/overlays/${name}.yaml`])));
});

const corpus = join(root, '../shared/corpus');
const documents = existsSync(corpus) ? readdirSync(corpus).filter((name) => name.endsWith('.json')) : [];

describe.skipIf(documents.length === 0)(
  'formats the packages of published documents like prettier (skipped without ../shared/corpus)',
  () => {
    const count = isCompleteRun ? 20 : 2;
    const size = (name: string): number => statSync(join(corpus, name)).size;
    const sample = documents.toSorted((a, b) => size(a) - size(b)).slice(0, count);
    test.each(sample)('%s', (name) => expectPrettierFormat(loadFile(join(corpus, name))));
  },
);

test('reports a syntax error as an internal error that names the file', async () => {
  await expect(formatFile({ path: 'src/a.ts', text: 'export const = 1;', format: 'prettier' })).rejects.toThrow(
    'src/a.ts has a syntax error',
  );
});
