/** Hostile descriptions: Discovery documents and YAML specifications. */
import fc from 'fast-check';
import { repair } from './repair.js';
import { longLength, identity, name, pattern, text } from './texts.js';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Creates an object with any member names, including `__proto__`. */
function toObject<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  const result: Record<string, T> = {};
  for (const [key, value] of entries) Object.defineProperty(result, key, { value, enumerable: true, writable: true, configurable: true });
  return result;
}

const createMap = (value: fc.Arbitrary<Json>, maxLength: number): fc.Arbitrary<Json> =>
  fc.array(fc.tuple(name, value), { maxLength }).map(toObject);

/** Creates objects with the required members and any combination of the others. */
const pickMembers = (shape: Record<string, fc.Arbitrary<Json>>, requiredKeys: readonly string[] = []): fc.Arbitrary<Json> =>
  fc.record(shape, { requiredKeys: [...requiredKeys] }) as fc.Arbitrary<Json>;

const numericText = fc.oneof(fc.integer().map(String), fc.constantFrom('0', '-1', '1e400', 'NaN', '0x10', '', '9007199254740993'), text);
const largeText: fc.Arbitrary<Json> = fc.constantFrom<Json>(
  'x'.repeat(longLength),
  '*/'.repeat(longLength / 2),
  '\n'.repeat(longLength),
  '`${'.repeat(longLength / 3),
);
const longText = fc.oneof({ arbitrary: text, weight: 40 }, { arbitrary: largeText as fc.Arbitrary<string>, weight: 1 });

function stringFacets(): Record<string, fc.Arbitrary<Json>> {
  const values = fc.array(text, { maxLength: 4 });
  return {
    description: longText,
    default: text,
    pattern,
    format: fc.oneof(fc.constantFrom('int64', 'uint64', 'byte', 'date-time', 'google-fieldmask'), text),
    enum: fc.oneof(
      { arbitrary: values, weight: 20 },
      { arbitrary: fc.constant(Array.from({ length: longLength / 10 }, (_, i) => `V${i}`)), weight: 1 },
    ),
    enumDescriptions: values,
    deprecated: fc.boolean(),
    readOnly: fc.boolean(),
  };
}

const extensionFacets: Record<string, fc.Arbitrary<Json>> = {
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

const createElement = (facets: Record<string, fc.Arbitrary<Json>>): fc.Arbitrary<Json> =>
  fc.letrec<{ any: Json; string: Json; number: Json; reference: Json; object: Json; array: Json; map: Json }>((tie) => ({
    string: pickMembers({ type: fc.constant('string'), ...facets }, ['type']),
    number: pickMembers(
      {
        type: fc.constantFrom('integer', 'number'),
        format: fc.constantFrom('int32', 'double'),
        minimum: numericText,
        maximum: numericText,
        default: numericText,
        description: longText,
      },
      ['type'],
    ),
    reference: pickMembers({ $ref: fc.oneof(fc.constantFrom('Thing', 'thing', '__proto__', 'constructor'), name), description: longText }, [
      '$ref',
    ]),
    object: pickMembers({ type: fc.constant('object'), id: name, description: longText, properties: createMap(tie('any'), 4) }, [
      'type',
      'properties',
    ]),
    array: pickMembers({ type: fc.constant('array'), items: tie('any'), description: longText }, ['type', 'items']),
    map: pickMembers({ type: fc.constant('object'), additionalProperties: tie('any') }, ['type', 'additionalProperties']),
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
const deepNesting: fc.Arbitrary<Json> = fc.constantFrom('@@150@@', '@@10000@@');

export function printJson(value: Json): string {
  return JSON.stringify(value).replace(/"@@(\d+)@@"/g, (_, levels: string) => {
    const half = Number(levels) / 2;
    return `${'{"type":"array","items":{"type":"object","properties":{"a":'.repeat(half)}{"type":"string"}${'}}}'.repeat(half)}`;
  });
}

function schemas(facets: Record<string, fc.Arbitrary<Json>>): fc.Arbitrary<Json> {
  const anySchema = createElement(facets);
  const thing = pickMembers({ type: fc.constant('object'), description: longText, properties: createMap(anySchema, 5) }, [
    'type',
    'properties',
  ]);
  return fc
    .tuple(
      thing,
      fc.array(fc.tuple(name, fc.oneof({ arbitrary: anySchema, weight: 30 }, { arbitrary: deepNesting, weight: 1 })), { maxLength: 3 }),
    )
    .map(([first, others]) => toObject<Json>([['Thing', first], ...others]));
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

function method(facets: Record<string, fc.Arbitrary<Json>>, extraMembers: Record<string, fc.Arbitrary<Json>>): fc.Arbitrary<Json> {
  const query = pickMembers(
    {
      type: fc.constantFrom('string', 'integer', 'boolean'),
      location: fc.constant('query'),
      repeated: fc.boolean(),
      required: fc.boolean(),
      ...facets,
    },
    ['type', 'location'],
  );
  const pathParameter = pickMembers(
    { type: fc.constant('string'), location: fc.constant('path'), required: fc.constant(true), pattern, description: longText },
    ['type', 'location', 'required'],
  );
  const parameters = fc
    .tuple(pathParameter, fc.array(fc.tuple(name, query), { maxLength: 3 }))
    .map(([first, others]) => toObject<Json>([...others.filter(([key]) => key !== 'thing'), ['thing', first]]));
  return pickMembers(
    {
      httpMethod: fc.oneof(
        { arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'), weight: 20 },
        { arbitrary: text, weight: 1 },
      ),
      path,
      description: longText,
      parameters,
      request: fc.constant({ $ref: 'Thing' }),
      response: fc.constant({ $ref: 'Thing' }),
      scopes: fc.array(text, { maxLength: 2 }),
      flatPath: path,
      parameterOrder: fc.array(name, { maxLength: 2 }),
      ...extraMembers,
    },
    ['httpMethod', 'path', 'parameters'],
  );
}

export interface Dialect {
  readonly facets: Record<string, fc.Arbitrary<Json>>;
  readonly methodMembers: Record<string, fc.Arbitrary<Json>>;
  readonly documentMembers: Record<string, fc.Arbitrary<Json>>;
}

const scopeDescriptions = text.map((description): Json => ({ description }));

export function document({ facets, methodMembers, documentMembers }: Dialect): fc.Arbitrary<Json> {
  const methods = createMap(method(facets, methodMembers), 3);
  const resources = fc
    .array(fc.tuple(name, methods), { maxLength: 2 })
    .map((entries) => toObject(entries.map(([key, inner]): [string, Json] => [key, { methods: inner }])));
  return pickMembers(
    {
      name: identity,
      version: identity,
      title: text,
      description: longText,
      canonicalName: text,
      documentationLink: text,
      rootUrl: fc.oneof(fc.constant('https://shop.example.com/'), text),
      servicePath: fc.oneof(fc.constantFrom('shop/v1/', ''), text),
      batchPath: text,
      auth: createMap(scopeDescriptions, 2).map((scopes): Json => ({ oauth2: { scopes } })),
      parameters: createMap(
        pickMembers({ type: fc.constant('string'), location: fc.constant('query'), ...facets }, ['type', 'location']),
        2,
      ),
      schemas: schemas(facets),
      resources,
      methods,
      ...documentMembers,
    },
    ['name', 'version', 'schemas', 'resources', 'rootUrl', 'servicePath'],
  );
}

/** The format of published Discovery documents. */
const discoveryDocument = document({ facets: stringFacets(), methodMembers: { id: name }, documentMembers: {} }).map((value): Json =>
  toObject<Json>([['kind', 'discovery#restDescription'], ...Object.entries(value as Record<string, Json>)]),
);

/** Repairs nine of ten documents, because an early error hides later ones. */
export function repairMost(value: fc.Arbitrary<Json>, isSpecification: boolean): fc.Arbitrary<Json> {
  return fc.tuple(value, fc.integer({ min: 0, max: 9 })).map(([generated, dice]) => {
    const copy = structuredClone(generated);
    if (dice > 0) repair(copy, isSpecification);
    return copy;
  });
}

/** The specification language, which rejects unknown keys. */
export const specificationLanguage: Dialect = {
  facets: { ...stringFacets(), ...extensionFacets },
  methodMembers: { 'x-permissions': fc.array(text, { maxLength: 2 }), 'x-source': text },
  documentMembers: {
    'x-source': fc.constant('doc: All'),
    'x-documents': createMap(
      text.map((title): Json => ({ title })),
      2,
    ),
    'x-variables': createMap(scopeDescriptions, 2),
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
    repairMost(document(specificationLanguage), true),
    fc.integer({ min: 0, max: 9 }).chain((dice) => (dice > 7 ? fc.constantFrom(...snippets) : fc.constant(''))),
  )
  .map(([value, snippet]): Input => {
    const lines = Object.entries(value as Record<string, Json>).map(([key, inner]) => `${JSON.stringify(key)}: ${printJson(inner)}\n`);
    return { path: 'specs/shop.yaml', text: lines.join('') + snippet };
  });

/** A JSON text keeps `__proto__` as a key. */
const json = repairMost(discoveryDocument, false).map((value): Input => ({ path: 'specs/shop.json', text: printJson(value) }));

/** A truncated text, or one that ends in hostile text. */
const damaged = fc
  .tuple(fc.oneof(yaml, json), fc.nat(), text)
  .map(([input, at, insertion]): Input => ({ ...input, text: input.text.slice(0, at % (input.text.length + 1)) + insertion }));

export const documents: fc.Arbitrary<Input> = fc.oneof(
  { arbitrary: json, weight: 8 },
  { arbitrary: yaml, weight: 8 },
  { arbitrary: damaged, weight: 1 },
);
