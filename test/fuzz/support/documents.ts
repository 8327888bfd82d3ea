/** Hostile descriptions: Discovery documents and YAML specifications. */
import fc from 'fast-check';
import { repair } from './repair.js';
import { bulk, identity, name, pattern, text } from './texts.js';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** An object with any member names, including `__proto__`. */
function members<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  const result: Record<string, T> = {};
  for (const [key, value] of entries) Object.defineProperty(result, key, { value, enumerable: true, writable: true, configurable: true });
  return result;
}

const mapOf = (value: fc.Arbitrary<Json>, most: number): fc.Arbitrary<Json> =>
  fc.array(fc.tuple(name, value), { maxLength: most }).map(members);

/** Some of the members, in any combination. */
const some = (shape: Record<string, fc.Arbitrary<Json>>, always: readonly string[] = []): fc.Arbitrary<Json> =>
  fc.record(shape, { requiredKeys: [...always] }) as fc.Arbitrary<Json>;

const numeral = fc.oneof(fc.integer().map(String), fc.constantFrom('0', '-1', '1e400', 'NaN', '0x10', '', '9007199254740993'), text);
const large: fc.Arbitrary<Json> = fc.constantFrom<Json>('x'.repeat(bulk), '*/'.repeat(bulk / 2), '\n'.repeat(bulk), '`${'.repeat(bulk / 3));
const words = fc.oneof({ arbitrary: text, weight: 40 }, { arbitrary: large as fc.Arbitrary<string>, weight: 1 });

function stringFacets(): Record<string, fc.Arbitrary<Json>> {
  const values = fc.array(text, { maxLength: 4 });
  return {
    description: words,
    default: text,
    pattern,
    format: fc.oneof(fc.constantFrom('int64', 'uint64', 'byte', 'date-time', 'google-fieldmask'), text),
    enum: fc.oneof(
      { arbitrary: values, weight: 20 },
      { arbitrary: fc.constant(Array.from({ length: bulk / 10 }, (_, i) => `V${i}`)), weight: 1 },
    ),
    enumDescriptions: values,
    deprecated: fc.boolean(),
    readOnly: fc.boolean(),
  };
}

const own: Record<string, fc.Arbitrary<Json>> = {
  'x-const': text,
  'x-notIn': fc.array(text, { maxLength: 3 }),
  'x-minLength': fc.integer({ min: -1, max: 9 }),
  'x-maxLength': fc.integer({ min: 0, max: 99 }),
  'x-immutable': fc.boolean(),
  'x-source': fc.oneof(
    text,
    text.map((reference) => ({ assumption: reference })),
  ),
};

const element = (facets: Record<string, fc.Arbitrary<Json>>): fc.Arbitrary<Json> =>
  fc.letrec<{ any: Json; string: Json; number: Json; reference: Json; object: Json; array: Json; map: Json }>((tie) => ({
    string: some({ type: fc.constant('string'), ...facets }, ['type']),
    number: some(
      {
        type: fc.constantFrom('integer', 'number'),
        format: fc.constantFrom('int32', 'double'),
        minimum: numeral,
        maximum: numeral,
        default: numeral,
        description: words,
      },
      ['type'],
    ),
    reference: some({ $ref: fc.oneof(fc.constantFrom('Thing', 'thing', '__proto__', 'constructor'), name), description: words }, ['$ref']),
    object: some({ type: fc.constant('object'), id: name, description: words, properties: mapOf(tie('any'), 4) }, ['type', 'properties']),
    array: some({ type: fc.constant('array'), items: tie('any'), description: words }, ['type', 'items']),
    map: some({ type: fc.constant('object'), additionalProperties: tie('any') }, ['type', 'additionalProperties']),
    any: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'element' },
      tie('string'),
      tie('number'),
      tie('reference'),
      fc.constant<Json>({ type: 'any' }),
      tie('object'),
      tie('array'),
      tie('map'),
    ),
  })).any;

/** Represents nesting deeper than `JSON.stringify` supports. */
const abyss: fc.Arbitrary<Json> = fc.constantFrom('@@150@@', '@@10000@@');

export function printed(value: Json): string {
  return JSON.stringify(value).replace(/"@@(\d+)@@"/g, (_, levels: string) => {
    const half = Number(levels) / 2;
    return `${'{"type":"array","items":{"type":"object","properties":{"a":'.repeat(half)}{"type":"string"}${'}}}'.repeat(half)}`;
  });
}

function schemas(facets: Record<string, fc.Arbitrary<Json>>): fc.Arbitrary<Json> {
  const one = element(facets);
  const thing = some({ type: fc.constant('object'), description: words, properties: mapOf(one, 5) }, ['type', 'properties']);
  return fc
    .tuple(thing, fc.array(fc.tuple(name, fc.oneof({ arbitrary: one, weight: 30 }, { arbitrary: abyss, weight: 1 })), { maxLength: 3 }))
    .map(([first, others]) => members<Json>([['Thing', first], ...others]));
}

const path = fc.oneof(
  {
    arbitrary: fc.constantFrom(
      'things/{thing}',
      'things',
      'v1/{+thing}',
      'v1/{+thing}:check',
      '{thing}/x/{thing2}',
      'a/{thing=projects/*/things/*}',
    ),
    weight: 12,
  },
  {
    arbitrary: fc.oneof(
      text,
      fc.constantFrom('../{thing}', '//x', 'a/{__proto__}', '{thing', '{+thing}/../..', 'https://evil.example.com/{thing}'),
    ),
    weight: 1,
  },
);

function method(facets: Record<string, fc.Arbitrary<Json>>, more: Record<string, fc.Arbitrary<Json>>): fc.Arbitrary<Json> {
  const query = some(
    {
      type: fc.constantFrom('string', 'integer', 'boolean'),
      location: fc.constant('query'),
      repeated: fc.boolean(),
      required: fc.boolean(),
      ...facets,
    },
    ['type', 'location'],
  );
  const inPath = some(
    { type: fc.constant('string'), location: fc.constant('path'), required: fc.constant(true), pattern, description: words },
    ['type', 'location', 'required'],
  );
  const parameters = fc
    .tuple(inPath, fc.array(fc.tuple(name, query), { maxLength: 3 }))
    .map(([first, others]) => members<Json>([...others.filter(([key]) => key !== 'thing'), ['thing', first]]));
  return some(
    {
      httpMethod: fc.oneof(
        { arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'), weight: 20 },
        { arbitrary: text, weight: 1 },
      ),
      path,
      description: words,
      parameters,
      request: fc.constant({ $ref: 'Thing' }),
      response: fc.constant({ $ref: 'Thing' }),
      scopes: fc.array(text, { maxLength: 2 }),
      flatPath: path,
      parameterOrder: fc.array(name, { maxLength: 2 }),
      ...more,
    },
    ['httpMethod', 'path', 'parameters'],
  );
}

export interface Dialect {
  readonly facets: Record<string, fc.Arbitrary<Json>>;
  readonly ofMethods: Record<string, fc.Arbitrary<Json>>;
  readonly ofDocument: Record<string, fc.Arbitrary<Json>>;
}

const described = text.map((description): Json => ({ description }));

export function document({ facets, ofMethods, ofDocument }: Dialect): fc.Arbitrary<Json> {
  const methods = mapOf(method(facets, ofMethods), 3);
  const resources = fc
    .array(fc.tuple(name, methods), { maxLength: 2 })
    .map((entries) => members(entries.map(([key, inner]): [string, Json] => [key, { methods: inner }])));
  return some(
    {
      name: identity,
      version: identity,
      title: text,
      description: words,
      canonicalName: text,
      documentationLink: text,
      rootUrl: fc.oneof(fc.constant('https://shop.example.com/'), text),
      servicePath: fc.oneof(fc.constantFrom('shop/v1/', ''), text),
      batchPath: text,
      auth: mapOf(described, 2).map((scopes): Json => ({ oauth2: { scopes } })),
      parameters: mapOf(some({ type: fc.constant('string'), location: fc.constant('query'), ...facets }, ['type', 'location']), 2),
      schemas: schemas(facets),
      resources,
      methods,
      ...ofDocument,
    },
    ['name', 'version', 'schemas', 'resources', 'rootUrl', 'servicePath'],
  );
}

/** As in published documents. */
const published = document({ facets: stringFacets(), ofMethods: { id: name }, ofDocument: {} }).map((value): Json =>
  members<Json>([['kind', 'discovery#restDescription'], ...Object.entries(value as Record<string, Json>)]),
);

/** Mostly repaired, because each error hides the others. */
export function repaired(value: fc.Arbitrary<Json>, language: boolean): fc.Arbitrary<Json> {
  return fc.tuple(value, fc.integer({ min: 0, max: 9 })).map(([made, dice]) => {
    const copy = structuredClone(made);
    if (dice > 0) repair(copy, language);
    return copy;
  });
}

/** The specification language, which rejects unknown keys. */
export const ours: Dialect = {
  facets: { ...stringFacets(), ...own },
  ofMethods: { 'x-permissions': fc.array(text, { maxLength: 2 }), 'x-source': text },
  ofDocument: {
    'x-source': fc.constant('doc: All'),
    'x-documents': mapOf(
      text.map((title): Json => ({ title })),
      2,
    ),
    'x-variables': mapOf(described, 2),
    'x-notes': fc.array(fc.record({ topic: text, text, source: text }), { maxLength: 2 }),
    'x-undocumented': fc.array(fc.record({ topic: text, source: text }), { maxLength: 2 }),
  },
};

/** YAML features that the language lacks, inserted at any place. */
const snippets: readonly string[] = [
  'bomb: &a [x, x]\nbomb2: &b [*a, *a]\nbomb3: [*b, *b, *b]\n',
  'again: &again { it: *again }\n',
  '<<: { name: merged }\n',
  'x: !!js/function "function () { globalThis.pwned = 1 }"\n',
  'x: !<tag:yaml.org,2002:js/undefined> ""\n',
  'name: twice\nname: thrice\n',
  '? [complex, key]\n: value\n',
  '%TAG ! tag:evil.example.com,2002:\n',
  '---\nname: second\n',
  '\tx: y\n',
  'x: "\\x"\n',
  'x: |\n    a\n  b\n',
  `${'- '.repeat(10_000)}x\n`,
  `x: ${'{a: '.repeat(10_000)}\n`,
  `x: ${'['.repeat(10_000)}\n`,
  '__proto__: { polluted: true }\n',
  'constructor: { prototype: { polluted: true } }\n',
  '\u0000\n',
];

export interface Input {
  readonly path: string;
  readonly text: string;
  readonly overlay?: { readonly path: string; readonly text: string };
}

const yaml = fc
  .tuple(
    repaired(document(ours), true),
    fc.integer({ min: 0, max: 9 }).chain((dice) => (dice > 7 ? fc.constantFrom(...snippets) : fc.constant(''))),
  )
  .map(([value, snippet]): Input => {
    const lines = Object.entries(value as Record<string, Json>).map(([key, inner]) => `${JSON.stringify(key)}: ${printed(inner)}\n`);
    return { path: 'specs/shop.yaml', text: lines.join('') + snippet };
  });

/** A JSON text keeps `__proto__` as a key. */
const json = repaired(published, false).map((value): Input => ({ path: 'specs/shop.json', text: printed(value) }));

/** A truncated text, or one with an insertion. */
const broken = fc
  .tuple(fc.oneof(yaml, json), fc.nat(), text)
  .map(([input, at, put]): Input => ({ ...input, text: input.text.slice(0, at % (input.text.length + 1)) + put }));

export const documents: fc.Arbitrary<Input> = fc.oneof(
  { arbitrary: json, weight: 8 },
  { arbitrary: yaml, weight: 8 },
  { arbitrary: broken, weight: 1 },
);
