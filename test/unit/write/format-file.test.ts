/** Directly formatted output equals the output of prettier. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFormatted, splitStatements, breakLongLines } from '../../../generator/write/declarations.js';
import { formatFile, formatText } from '../../../generator/write/format-file.js';
import { resolveApi, emitFiles } from '../../support/packages.js';

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

describe('every file of a package is formatted like prettier', () => {
  const files = emitFiles(resolveApi(specification)).filter(({ format }) => format === 'prettier');
  test.each(files.map((file) => [file.path, file] as const))('%s', async (path, file) => {
    expect(await formatFile(file)).toBe(await formatText(file.text, path));
  });
});

describe('statements', () => {
  test('are split with their comments', () => {
    const text = `// Header.\n\nimport { a } from './a.js';\n/** One; */\nexport interface A {\n  a: string;\n\n  b: string;\n}\n\n\nexport const b: B = 1;\n`;
    expect(splitStatements(text)).toEqual([
      { text: '// Header.', hasBlankLineBefore: false },
      { text: `import { a } from './a.js';`, hasBlankLineBefore: true },
      { text: '/** One; */\nexport interface A {\n  a: string;\n\n  b: string;\n}', hasBlankLineBefore: false },
      { text: 'export const b: B = 1;', hasBlankLineBefore: true },
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

  const names = (least: number, most: number): fc.Arbitrary<string> =>
    fc.tuple(fc.constantFrom('A', 'b_', '$'), fc.integer({ min: least, max: most })).map(([first, more]) => first + 'Word'.repeat(more));
  const type = names(1, 20);
  const literals = fc.array(
    names(0, 20).map((text) => `'${text.replace('_', '-')}'`),
    { minLength: 2, maxLength: 8 },
  );
  const union = literals.map((members) => members.join(' | '));
  const inInterface = (line: fc.Arbitrary<string>): fc.Arbitrary<string> => line.map((text) => `export interface A {\n  ${text}\n}`);
  const call = fc.oneof(
    type.map((of) => `Call<Masked<${of}, Mask>>`),
    fc.constant('MediaCall'),
    fc
      .tuple(type, type)
      .map(([item, page]) => `PagedCall<MaskedItem<[key: string, value: ${item}], Mask, never>, MaskedPage<${page}, Mask>>`),
  );
  const members = fc.letrec<{ tree: string; members: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      type.map((name) => `m.${name}`),
      tie('members').map((text) => `{ ${text} }`),
    ),
    members: fc
      .uniqueArray(fc.tuple(fc.constantFrom('a', 'bc', `'d-e'`, 'def'), tie('tree')), {
        minLength: 1,
        maxLength: 4,
        selector: ([key]) => key,
      })
      .map((pairs) => pairs.map((pair) => pair.join(': ')).join(', ')),
  })).members;

  test.each<[string, fc.Arbitrary<string>]>([
    ['a union', inInterface(union.map((text) => `readonly a?: ${text};`))],
    ['a list of a union', inInterface(union.map((text) => `a: (${text})[];`))],
    ['a map of a union', inInterface(union.map((text) => `'a-b'?: { [key: string]: ${text} };`))],
    ['a type of literals', union.map((text) => `export type A = ${text};`)],
    [
      'imported names',
      literals.map((texts) => `import type { ${texts.map((text) => `A${text.replace(/\W/g, '')}`).join(', ')} } from './a.js';`),
    ],
    [
      'a method',
      inInterface(
        fc
          .tuple(type, type, call)
          .map(
            ([of, mask, answer]) =>
              `list<const Mask extends Fields<${mask}> = '*'>(params: ${of} & FieldsParameter<${mask}, Mask>, options?: ListOptions): ${answer};`,
          ),
      ),
    ],
    [
      'a required body',
      inInterface(
        fc.tuple(names(1, 5), names(1, 5)).map(([body, field]) => `requestBody?: ${body} & Required<Pick<${body}, '${field}' | 'a'>>;`),
      ),
    ],
    [
      'a method constant',
      fc
        .tuple(type, type, type)
        .map(
          ([name, of, item]) =>
            `export const ${name}: ListMethod<${of}, [key: string, value: ${item}], ${item}[], never> = /* @__PURE__ */ define(d.${name}, withMask);`,
        ),
    ],
    [
      'a validator',
      fc
        .tuple(names(1, 40), names(1, 40))
        .map(
          ([name, of]) => `export const ${name}: Validator<t.${of}> = /* @__PURE__ */ createRequestValidator(compiled.${name}, 'whole');`,
        ),
    ],
    [
      'validators',
      fc
        .array(fc.tuple(type, type), { minLength: 1, maxLength: 5 })
        .map(
          (pairs) =>
            `export const all: Validation = /* @__PURE__ */ createValidation({ ${pairs.map(([a, b], at) => `'a.b${at}': [${a}, ${b}]`).join(', ')} });`,
        ),
    ],
    [
      'a tree of functions',
      members.map(
        (text) =>
          `export function create(options: Options<Place> = {}): A {\n  return bind<A>(createTransport(api, selectEndpoint(endpoints, options)), { ${text} });\n}`,
      ),
    ],
  ])('%s breaks like prettier', async (_, statement) => {
    await fc.assert(
      fc.asyncProperty(statement, async (text) => {
        const found = breakLongLines(text);
        fc.pre(isFormatted(found));
        expect(`${found}\n`).toBe(await formatText(text, 'a.ts'));
      }),
    );
  });
});
