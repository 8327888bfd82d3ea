/** The direct formatter returns the same text as prettier. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFormatted, splitStatements, breakLongLines } from '../../../generator/write/declarations.js';
import { formatFile, formatText } from '../../../generator/write/format-file.js';
import { resolveApi, emitFiles } from '../../support/packages.js';

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

describe('formats every file of a package like prettier', () => {
  const files = emitFiles(resolveApi(specification)).filter(({ format }) => format === 'prettier');
  test.each(files.map((file) => [file.path, file] as const))('%s', async (path, file) => {
    expect(await formatFile(file)).toBe(await formatText(file.text, path));
  });
});

describe('statements', () => {
  test('are split together with their comments', () => {
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
  ])('%s: is already formatted: %s', (line, expected) => {
    expect(isFormatted(`export interface A {\n${line}\n}`)).toBe(expected);
  });

  const createNames = (minWords: number, maxWords: number): fc.Arbitrary<string> =>
    fc
      .tuple(fc.constantFrom('A', 'b_', '$'), fc.integer({ min: minWords, max: maxWords }))
      .map(([first, wordCount]) => first + 'Word'.repeat(wordCount));
  const type = createNames(1, 20);
  const literals = fc.array(
    createNames(0, 20).map((text) => `'${text.replace('_', '-')}'`),
    { minLength: 2, maxLength: 8 },
  );
  const union = literals.map((members) => members.join(' | '));
  const wrapInInterface = (line: fc.Arbitrary<string>): fc.Arbitrary<string> => line.map((text) => `export interface A {\n  ${text}\n}`);
  const call = fc.oneof(
    type.map((paramsType) => `Call<Masked<${paramsType}, Mask>>`),
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
    ['a union', wrapInInterface(union.map((text) => `readonly a?: ${text};`))],
    ['a list of a union', wrapInInterface(union.map((text) => `a: (${text})[];`))],
    ['a map of a union', wrapInInterface(union.map((text) => `'a-b'?: { [key: string]: ${text} };`))],
    ['a type of literals', union.map((text) => `export type A = ${text};`)],
    [
      'imported names',
      literals.map((texts) => `import type { ${texts.map((text) => `A${text.replace(/\W/g, '')}`).join(', ')} } from './a.js';`),
    ],
    [
      'a method',
      wrapInInterface(
        fc
          .tuple(type, type, call)
          .map(
            ([paramsType, mask, returnType]) =>
              `list<const Mask extends Fields<${mask}> = '*'>(params: ${paramsType} & FieldsParameter<${mask}, Mask>, options?: ListOptions): ${returnType};`,
          ),
      ),
    ],
    [
      'a required body',
      wrapInInterface(
        fc
          .tuple(createNames(1, 5), createNames(1, 5))
          .map(([body, field]) => `requestBody?: ${body} & Required<Pick<${body}, '${field}' | 'a'>>;`),
      ),
    ],
    [
      'a method constant',
      fc
        .tuple(type, type, type)
        .map(
          ([name, paramsType, item]) =>
            `export const ${name}: ListMethod<${paramsType}, [key: string, value: ${item}], ${item}[], never> = /* @__PURE__ */ define(d.${name}, withMask);`,
        ),
    ],
    [
      'a validator',
      fc
        .tuple(createNames(1, 40), createNames(1, 40))
        .map(
          ([name, paramsType]) =>
            `export const ${name}: Validator<t.${paramsType}> = /* @__PURE__ */ createRequestValidator(compiled.${name}, 'whole');`,
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
  ])('break like prettier: %s', async (_, statement) => {
    await fc.assert(
      fc.asyncProperty(statement, async (text) => {
        const formatted = breakLongLines(text);
        fc.pre(isFormatted(formatted));
        expect(`${formatted}\n`).toBe(await formatText(text, 'a.ts'));
      }),
    );
  });
});
