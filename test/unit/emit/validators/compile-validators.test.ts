/** The compiled module contains only safe code, returns the same errors as ajv, and treats specification text as data. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { createNames } from '../../../../generator/emit/names.js';
import { compileValidators } from '../../../../generator/emit/validators/compile-validators.js';
import { formatText } from '../../../../generator/write/format-file.js';
import { resolveApi } from '../../../support/packages.js';
import { listKeywords, collectErrors, load, root, writeValidators, type ValidatorModule } from './support.js';
import { anyCharacter } from '../../../support/any-character.js';

const specifications = ['dns.v1', 'compute.v1', 'osconfig.v1beta', 'errorreporting.v1beta1'].map((name) =>
  join(root, 'specs', `${name}.yaml`),
);
const published = join(root, '../shared/corpus/compute-v1.json');
const hasPublished = existsSync(published);

function compileFile(path: string): string {
  const api = resolveApi(readFileSync(path, 'utf8'));
  return compileValidators(api, createNames(api)).text;
}

describe('the module', () => {
  const expectSafeCode = (text: string): void => {
    expect(text).not.toMatch(/\brequire\s*\(|\beval\b|\bnew Function\b/);
    expect([...text.matchAll(/^import .* from '(.*)';$/gm)].every(([, from]) => from?.startsWith('../runtime/'))).toBe(true);
  };

  const texts = new Map<string, string>();
  beforeAll(() => {
    for (const path of specifications) texts.set(path, compileFile(path));
  });

  test.each(specifications)('imports only the runtime and evaluates no code: %s', (path) => expectSafeCode(texts.get(path) ?? ''));

  test('is deterministic', () => {
    const [path = ''] = specifications;
    expect(compileFile(path)).toBe(texts.get(path));
  });

  test('stays within its size limit', () => {
    const limits = [62_000, 134_000, 10_000, 19_000];
    const lengths = [...texts.values()].map(({ length }) => length);
    expect(lengths.filter((length, at) => length > (limits[at] ?? 0))).toEqual([]);
  });

  test.skipIf(!hasPublished)('stays small for a large document (skipped without ../shared)', () => {
    const text = compileFile(published);
    expectSafeCode(text);
    expect(text.length).toBeLessThan(2_750_000);
  });

  test('runs in plain Node', async () => {
    const module = pathToFileURL(await writeValidators(resolveApi(readFileSync(specifications[1] ?? '', 'utf8')))).href;
    const script = `const v = await import(${JSON.stringify(module)}); console.log(v.validateSubnetwork({ name: 'a' }), v.validateSubnetwork({ name: 1 }), v.validateSubnetwork.errors.length)`;
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--disallow-code-generation-from-strings', '--input-type=module', '-e', script],
      { encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    expect(stdout.trim()).toBe('true false 1');
  });
});

/** Returns the lines of one text that another one lacks. */
function listOtherLines(text: string, other: string): string[] {
  const counts = new Map<string, number>();
  for (const line of other.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1);
  return text.split('\n').filter((line) => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count <= 0;
  });
}

describe('a change of one field', () => {
  const text = readFileSync(specifications[1] ?? '', 'utf8');
  const compile = async (specification: string): Promise<string> => {
    const api = resolveApi(specification);
    return formatText(compileValidators(api, createNames(api)).text, 'compiled.js');
  };
  const field = '      reservedInternalRange: { type: string, x-format: url,';
  let before = '';
  beforeAll(async () => void (before = await compile(text)));

  test.each<[string, RegExp, string, number]>([
    ['changes a constraint', /reservedInternalRange/, field.replace('x-format: url', 'x-maxLength: 63'), 9],
    ['adds a field', /placementPolicy/, `      placementPolicy: { type: string, pattern: 'a+', description: A policy. }\n${field}`, 8],
    ['renames a field', /(?:reservedInternal|added)Range/, field.replace('reservedInternal', 'added'), 4],
  ])('%s in lines about this field only', async (_title, name, replacement, limit) => {
    const after = await compile(text.replace(field, () => replacement));
    const changed = [...listOtherLines(after, before), ...listOtherLines(before, after)];
    expect(changed.filter((line) => name.test(line)).length).toBeGreaterThan(0);
    expect(changed.length).toBeLessThanOrEqual(limit);
  });
});

const schemas = `
schemas:
  Thing:
    type: object
    properties:
      text: { type: string }
      short: { type: string, x-minLength: 2, x-maxLength: 3 }
      choice: { type: string, enum: [A, B] }
      pattern: { type: string, pattern: '[a-c]+' }
      whole: { type: integer, minimum: '-1', maximum: '5' }
      number: { type: number, maximum: '1.5' }
      flag: { type: boolean }
      texts: { type: array, items: { type: string, enum: [A, B] } }
      lists: { type: array, items: { type: array, items: { type: integer } } }
      map: { type: object, additionalProperties: { type: string, x-maxLength: 2 } }
      things: { type: array, items: { $ref: Thing } }
      byName: { type: object, additionalProperties: { $ref: Thing } }
      inner: { type: object, properties: { text: { type: string }, deep: { type: object, properties: { flag: { type: boolean, annotations: { required: [x] } } } } } }
      any: { type: any }
`;

const thing = {
  $id: 'Thing',
  type: 'object',
  properties: {
    text: { type: 'string' },
    short: { type: 'string', minLength: 2, maxLength: 3 },
    choice: { type: 'string', enum: ['A', 'B'] },
    pattern: { type: 'string', pattern: '^[a-c]+$' },
    whole: { type: 'integer', minimum: -1, maximum: 5 },
    number: { type: 'number', maximum: 1.5 },
    flag: { type: 'boolean' },
    texts: { type: 'array', items: { type: 'string', enum: ['A', 'B'] } },
    lists: { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
    map: { type: 'object', additionalProperties: { type: 'string', maxLength: 2 } },
    things: { type: 'array', items: { $ref: 'Thing' } },
    byName: { type: 'object', additionalProperties: { $ref: 'Thing' } },
    inner: {
      type: 'object',
      properties: { text: { type: 'string' }, deep: { type: 'object', properties: { flag: { type: 'boolean' } }, required: ['flag'] } },
    },
    any: {},
  },
};

describe('compared with ajv', () => {
  let validators: ValidatorModule;
  const ajv = new Ajv({ allErrors: true }).compile(thing);
  beforeAll(async () => {
    validators = await load(schemas);
  });

  const scalar = fc.oneof(
    fc.constantFrom<unknown>('', 'A', 'B', 'abc', 'abcd', 'é', '😀😀', null, true, false, 0, -1, -2, 5, 6, 1.5, 1.6, [], {}),
    fc.string({ maxLength: 5, unit: anyCharacter }),
    fc.double(),
    fc.integer(),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      scalar,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'a/b', '~', 'text', 'whole', 'constructor', 'x'), tie('value'), { maxKeys: 3 }),
      fc.record(Object.fromEntries(Object.keys(thing.properties).map((name) => [name, tie('value')])), { requiredKeys: [] }),
    ),
  }));

  test('returns the same errors at the same paths', () => {
    // For a value of the wrong type, ajv also reports enum and range errors, which the compiled validators don't.
    const listErrors = (errors: readonly { instancePath: string; keyword: string }[] | null | undefined): string[] => {
      const lines = new Set((errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`));
      return [...lines].filter((line) => !lines.has(line.replace(/ (?:enum|minimum|maximum)$/, ' type')) || line.endsWith(' type')).sort();
    };
    fc.assert(
      fc.property(value, (input) => {
        const valid = ajv(input);
        expect(validators.validateThing?.(input)).toBe(valid);
        expect(listErrors(validators.validateThing?.errors)).toEqual(listErrors(ajv.errors));
      }),
      { numRuns: 250 },
    );
  });

  test('uses JSON pointers into the value', () => {
    const input = { byName: { 'a/b': { things: [{}, { 'x~': 1, inner: { deep: {} } }] } }, map: { '~k': 'abc' } };
    expect(listKeywords(validators.validateThing, input)).toEqual(['/map/~0k maxLength', '/byName/a~1b/things/1/inner/deep required']);
    expect(validators.validateThing?.errors?.[0]?.schemaPath).toBe('#/properties/map/additionalProperties/maxLength');
  });
});

describe('hostile descriptions', () => {
  const text = '\'"`]/*;${process.exit(3)}*/\u2028</script>\\';
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'a-b', "it's", '`${1}`', 'a/b~c', '\u2028'];

  test('treats names and texts as data', async () => {
    const field = (name: string): [string, unknown] => [name, { type: 'string', enum: [text, 'ok'], description: text }];
    const validators = await load(
      JSON.stringify({
        schemas: {
          Odd: {
            type: 'object',
            properties: {
              ...Object.fromEntries(names.map(field)),
              matched: { type: 'string', pattern: '[/*\'"`\u2028]+</script>' },
              fixed: { type: 'string', 'x-const': text },
            },
          },
        },
      }).replace('"properties":{', '"properties":{"__proto__":{"type":"string","enum":["ok"]},'),
    );
    expect(collectErrors(validators.validateOdd, {})).toEqual([]);
    expect(collectErrors(validators.validateOdd, Object.fromEntries(names.map((name) => [name, 'ok'])))).toEqual([]);
    expect(collectErrors(validators.validateOdd, { fixed: text, matched: '/\u2028</script>' })).toEqual([]);
    expect(listKeywords(validators.validateOdd, JSON.parse('{"__proto__":1,"constructor":2,"a/b~c":3}')).sort()).toEqual([
      '/__proto__ type',
      '/a~1b~0c type',
      '/constructor type',
    ]);
  });

  test('validates hostile values safely', async () => {
    const validators = await load(schemas);
    const polluted = JSON.parse('{"__proto__":{"flag":1},"inner":{"__proto__":{"text":2}},"map":{"__proto__":"abc"}}') as unknown;
    expect(listKeywords(validators.validateThing, polluted)).toEqual(['/map/__proto__ maxLength']);
    expect(({} as { flag?: unknown }).flag).toBeUndefined();
  });
});

test('distinguishes many fields by name and position', async () => {
  const names = [...Array.from({ length: 70 }, (_, at) => `field${at}`), '7', '__proto__', '0', 'constructor', ...'abc'];
  const fields = names.map((name, at) => [name, { type: at % 3 === 0 ? 'boolean' : 'string', readOnly: at % 5 === 0 }] as const);
  const properties = `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${JSON.stringify(field)}`).join()}}`;
  const { validateMany } = await load(`{"schemas":{"Many":{"type":"object","properties":${properties}}}}`);
  const createInvalid = (invalidNames: readonly string[]): unknown =>
    JSON.parse(`{${invalidNames.map((name) => `${JSON.stringify(name)}:5`).join()}}`);
  fc.assert(
    fc.property(fc.subarray(names), (invalidNames) => {
      expect(listKeywords(validateMany, createInvalid(invalidNames)).sort()).toEqual(invalidNames.map((name) => `/${name} type`).sort());
    }),
  );
});

test.each([
  [7, ['type']],
  ['', ['minLength', 'pattern', 'format']],
  ['1', ['minLength', 'pattern']],
  ['ab', ['minLength', 'format']],
  ['12345', ['maxLength', 'pattern']],
  ['abc', ['format']],
  ['123', ['pattern']],
])('reports every error of one field: %j', async (code, keywords) => {
  const field = "{ type: string, format: int64, pattern: '[a-z]+', x-minLength: 3, x-maxLength: 4 }";
  const { validateThing } = await load(`{ schemas: { Thing: { type: object, properties: { code: ${field} } } } }`);
  expect(listKeywords(validateThing, { code })).toEqual(keywords.map((keyword) => `/code ${keyword}`));
});

test("accepts any message that the specification doesn't describe", async () => {
  const validators = await load(`
resources:
  things:
    methods:
      go: { id: demo.things.go, path: 'v1/things/{thing}:go', httpMethod: POST, parameters: { thing: { type: string, location: path, required: true } }, x-undocumented: [parameters, request, response] }
`);
  expect(collectErrors(validators.validateThingsGoRequest, { thing: 't', other: 1, requestBody: [1] })).toEqual([]);
  expect(collectErrors(validators.validateThingsGoResponse, 7)).toEqual([]);
});

test('validates path parameters by the segments of their route', async () => {
  const validators = await load(`
resources:
  things:
    methods:
      get: { id: demo.things.get, path: 'v1/{name=projects/*/things/**}', httpMethod: GET, parameters: { name: { type: string, location: path, required: true } } }
`);
  expect(collectErrors(validators.validateThingsGetRequest, { name: 'projects/p/things/a/b' })).toEqual([]);
  expect(listKeywords(validators.validateThingsGetRequest, { name: 'projects/p' })).toEqual(['/name pattern']);
  expect(listKeywords(validators.validateThingsGetRequest, {})).toEqual([' required']);
  expect(listKeywords(validators.validateThingsGetRequest, { name: 'projects/p/things/a', requestBody: {} })).toEqual([
    ' additionalProperties',
  ]);
});
