import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig, resolveConfig } from '../../../generator/config/config.js';
import { formatDiagnostic } from '../../../generator/lib/diagnostics.js';
import { packageRoot } from '../../../generator/lib/root.js';
import { readSpecification } from '../../../generator/read/index.js';

const schema = JSON.parse(readFileSync(join(packageRoot, 'generator/config/config.schema.json'), 'utf8')) as object;
const matchesSchema = new Ajv2020({ strict: true }).compile(schema);
const readText = (text: string): ReturnType<typeof readConfig> => readConfig({ path: 'conf/discogen.config.yaml', text });
const conformsToSchema = (text: string): boolean => matchesSchema(readSpecification({ path: 'c.yaml', text }).specification?.value);

test('applies defaults and resolves paths relative to the file', () => {
  const text = 'specs: [{ name: a, file: ../specs/a.yaml, overlays: [over.yaml] }]\n';
  expect(readText(text).value).toMatchObject({
    sources: [{ name: 'a', file: 'specs/a.yaml', overlays: ['conf/over.yaml'] }],
    out: 'conf/generated',
    scope: '@discogen',
    version: '0.1.0',
    variables: {},
    only: [],
    methods: [],
    enums: 'open',
    limits: {},
    ownsOutputFolder: true,
  });
  expect(conformsToSchema(text)).toBe(true);
});

test('reads every option', () => {
  const text = `specs: [{ name: a, file: /abs/a.json, enums: open }]
out: ../out
scope: "@acme"
version: 1.2.3-rc.1
variables: { base_url: https://x }
overlays: false
only: [types, client]
methods: [a.things.*, a.*.list]
enums: closed
limits: { size: 1000, depth: 10, elements: 99 }
package:
  repository: https://github.com/acme/apis
  author: Acme <apis@acme.example.com>
  homepage: https://apis.acme.example.com
  bugs: https://github.com/acme/apis/issues
  license: MIT
  licenseFile: LICENSE
`;
  expect(readText(text)).toMatchObject({
    diagnostics: [],
    value: {
      sources: [{ file: '/abs/a.json', enums: 'open' }],
      out: 'out',
      scope: '@acme',
      version: '1.2.3-rc.1',
      variables: { base_url: 'https://x' },
      only: ['types', 'client'],
      methods: ['a.things.*', 'a.*.list'],
      enums: 'closed',
      limits: { size: 1000, depth: 10, elements: 99 },
      metadata: {
        repository: 'https://github.com/acme/apis',
        author: 'Acme <apis@acme.example.com>',
        homepage: 'https://apis.acme.example.com',
        bugs: 'https://github.com/acme/apis/issues',
        license: 'MIT',
        licenseFile: 'conf/LICENSE',
      },
    },
  });
  expect(conformsToSchema(text)).toBe(true);
});

test('drops the overlays with overlays: false', () => {
  expect(readText('specs: [{ name: a, file: a.yaml, overlays: [o.yaml] }]\noverlays: false\n').value?.sources).toEqual([
    { name: 'a', file: 'conf/a.yaml', overlays: [] },
  ]);
});

test('leaves out service modules with services: false', () => {
  expect(readText('specs: [{ name: a, file: a.json }]\nservices: false\n').value?.sources).toEqual([
    { name: 'a', file: 'conf/a.json', overlays: [], services: false },
  ]);
});

test('rejects an option that names an unknown part, unless it can be an emitter', () => {
  expect(() => resolveConfig({ files: ['a.yaml'], only: ['types', 'clients'] }, undefined)).toThrow(
    '--only must be one or more of types, client, validators, mock, docs, pages, separated by commas (received "types,clients")',
  );
  const text = 'specs: [{ name: a, file: a.yaml }]\nemitters: [tools/a.js]\nonly: [a]\n';
  expect(resolveConfig({ only: ['b'] }, { path: 'conf/c.yaml', text })).toMatchObject({
    only: ['b'],
    emitters: [{ path: 'conf/tools/a.js', at: { file: 'conf/c.yaml', line: 2, column: 12 } }],
  });
  expect(conformsToSchema(text)).toBe(true);
});

describe('reports errors with positions, and the JSON Schema rejects the same values', () => {
  const spec = 'specs: [{ name: a, file: a.yaml }]\n';
  test.each([
    ['{}', '1:1: error missing-key a config needs the key "specs"'],
    ['specs: []\n', '1:8: error wrong-count specs must have at least one entry'],
    ['specs: 1\n', '1:8: error wrong-type specs must be a list (received the number 1)'],
    ['specs: [1]\n', '1:9: error wrong-type an entry of specs must be a mapping (received the number 1)'],
    ['specs: [{ name: a }]\n', '1:9: error missing-key an entry of specs needs the key "file"'],
    ['specs: [{ name: a, file: "" }]\n', '1:26: error wrong-form specs[0].file must be a non-empty string (received "")'],
    [
      'specs: [{ name: "a/b", file: a }]\n',
      '1:17: error wrong-form specs[0].name must be letters, digits, ".", "_", or "-", beginning with a letter (received "a/b")',
    ],
    [`${spec}ouT: x\n`, '2:1: error unknown-key unknown key "ouT" in a config; did you mean "out"?'],
    [`${spec}out: [x]\n`, '2:6: error wrong-type out must be a non-empty string (received a list)'],
    [`${spec}scope: acme\n`, '2:8: error wrong-form scope must be an npm scope such as @acme (received "acme")'],
    [`${spec}version: "1"\n`, '2:10: error wrong-form version must be a version such as 1.2.3 (received "1")'],
    [
      `${spec}package: { repository: acme/apis }\n`,
      '2:24: error wrong-form package.repository must be an address such as https://github.com/acme/apis (received "acme/apis")',
    ],
    [`${spec}package: { author: " x" }\n`, '2:20: error wrong-form package.author must be a line of text (received " x")'],
    [`${spec}package: { license: MIT }\n`, '2:10: error missing-key package with the license MIT needs the key "licenseFile"'],
    [`${spec}variables: { a: 1 }\n`, '2:17: error wrong-type variables.a must be a string (received the number 1)'],
    [`${spec}variables: x\n`, '2:12: error wrong-type variables must be a mapping (received a string)'],
    [`${spec}overlays: "no"\n`, '2:11: error wrong-type overlays must be true or false (received a string)'],
    [
      `${spec}only: [clients]\n`,
      '2:8: error wrong-value only[0] must be one of "types", "client", "validators", "mock", "docs", "pages" (received "clients")',
    ],
    [`${spec}only: []\n`, '2:7: error wrong-count only must have at least one entry'],
    [`${spec}limits: { depth: 0 }\n`, '2:18: error wrong-type limits.depth must be an integer of 1 or more (received the number 0)'],
    [`${spec}limits: { width: 1 }\n`, '2:11: error unknown-key unknown key "width" in limits'],
  ])('%j', (text, expected) => {
    const { value, diagnostics } = readText(text);
    expect(diagnostics.map(formatDiagnostic).map((line) => line.replace('conf/discogen.config.yaml:', ''))).toContain(expected);
    expect(value).toBeUndefined();
    expect(conformsToSchema(text)).toBe(false);
  });

  test('reports a repeated name, which JSON Schema cannot reject', () => {
    expect(readText('specs: [{ name: a, file: a }, { name: a, file: b }]\n').diagnostics.map(formatDiagnostic)).toEqual([
      'conf/discogen.config.yaml:1:39: error duplicate-name the name "a" occurs more than once in specs',
    ]);
  });
  test('reports unreadable YAML', () => {
    expect(readText('specs: [\n').value).toBeUndefined();
  });
});
