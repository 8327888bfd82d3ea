/** What is printed formatted is what prettier would make of it. */
import { describe, expect, test } from 'vitest';
import { isFormatted, statementsOf, withBrokenLines } from '../../../generator/write/declarations.js';
import { formatFile, formatWhole } from '../../../generator/write/format.js';
import { apiOf, emitted } from '../../support/packages.js';

const long = (count: number): string => Array.from({ length: count }, (_, index) => `VALUE_NUMBER_${index}`).join(', ');

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
      middling: { type: string, enum: [${long(7)}] }
      long: { type: string, enum: [${long(20)}] }
      list: { type: array, items: { type: string, enum: [${long(20)}] } }
      map: { type: object, additionalProperties: { type: string } }
      mapOfLong: { type: object, additionalProperties: { type: string, enum: [${long(20)}] } }
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

describe('every file of a package is as prettier would have it', () => {
  const files = emitted(apiOf(specification)).filter(({ format }) => format === 'prettier');
  test.each(files.map((file) => [file.path, file] as const))('%s', async (path, file) => {
    expect(await formatFile(file)).toBe(await formatWhole(file.text, path));
  });
});

describe('statements', () => {
  test('begin where one ends, with their comments', () => {
    const text = `// Header.\n\nimport { a } from './a.js';\n/** One; */\nexport interface A {\n  a: string;\n\n  b: string;\n}\n\n\nexport const b: B = 1;\n`;
    expect(statementsOf(text)).toEqual([
      { text: '// Header.', apart: false },
      { text: `import { a } from './a.js';`, apart: true },
      { text: '/** One; */\nexport interface A {\n  a: string;\n\n  b: string;\n}', apart: false },
      { text: 'export const b: B = 1;', apart: true },
    ]);
  });

  test.each([
    ['  name?: string;', true],
    [`  'a.b': 'A' | 'B';`, true],
    [`  'plain': string;`, false],
    [`  "a.b": string;`, false],
    ['  name?:  string;', false],
    [`  name: 'it\\'s';`, false],
    ['  /** A comment: `${x}` "as" it is */', true],
    ['  /** With a space at its end */ ', false],
    ['    name?: string;', false],
    ['export function f(): void {', false],
  ])('%s: %s', (line, expected) => {
    expect(isFormatted(`export interface A {\n${line}\n}`)).toBe(expected);
  });

  test('break where prettier breaks them', async () => {
    const union = `export interface A {\n  a: ${long(20)
      .split(', ')
      .map((value) => `'${value}'`)
      .join(' | ')};\n}`;
    const names = `import type { ${long(20)} } from './types.js';`;
    for (const text of [union, names]) expect(`${withBrokenLines(text)}\n`).toBe(await formatWhole(text, 'a.ts'));
  });
});
