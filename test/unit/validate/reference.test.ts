/** The language reference is complete, and its examples are valid. */
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { listDiagnosticDefinitions } from '../../../generator/diagnostics.js';
import { lint } from '../../../generator/lint-files.js';
import { methodRuleKinds, ruleKinds, schemaRuleKinds } from '../../../generator/rules/index.js';
import type { JsonSchema } from '../../../generator/rules/parameter-schemas.js';
import { createLanguageSchema } from '../../../generator/validate/schema/index.js';
import type { RuleKind } from '../../../templates/runtime/rule.js';

const page = (name: string): string => readFileSync(new URL(`../../../docs/reference/${name}.md`, import.meta.url), 'utf8');
const diagnostics = page('diagnostics');
const reference = page('specification') + page('rules');
const language = createLanguageSchema('specification');
const listYamlBlocks = (text: string): readonly string[] => [...text.matchAll(/```yaml[^\n]*\n([^]*?)```/g)].map((match) => match[1] ?? '');
const [glance = '', overlay = ''] = listYamlBlocks(page('specification'));

interface Section {
  readonly kind: string;
  readonly text: string;
}

/** The sections of the kinds below a heading of the page on rules. */
function listSections(heading: string): readonly Section[] {
  const [, below = ''] = page('rules').split(`\n## ${heading}\n`);
  const [part = ''] = below.split('\n## ');
  return [...part.matchAll(/^### `(\w+)`\n([^]*?)(?=^### |(?![^]))/gm)].map(([, kind = '', text = '']) => ({ kind, text }));
}

test('its specification and its overlay have no diagnostics, alone and together', () => {
  const texts: Readonly<Record<string, string>> = { 'shop.v1.yaml': glance, 'overlays/shop.v1.yaml': overlay };
  expect(lint(Object.keys(texts), (path) => ({ text: texts[path] ?? '' })).diagnostics).toEqual([]);
});

test('the language has at most 25 kinds of rules', () => {
  expect(schemaRuleKinds.length + methodRuleKinds.length).toBeLessThanOrEqual(25);
});

describe.each([
  ['schemaRule', listSections('Rules of objects'), schemaRuleKinds],
  ['methodRule', listSections('Rules of methods'), methodRuleKinds],
] as const)('%s', (definition, sections, kinds) => {
  const validate = new Ajv({ strict: false }).compile({
    ...language,
    $ref: `#/definitions/${definition}`,
    properties: undefined,
    required: undefined,
    additionalProperties: undefined,
  });

  test('each kind has a section', () => {
    expect(sections.map(({ kind }) => kind)).toEqual(kinds);
  });

  test.each(sections)('$kind has examples that are right, and names its keys', ({ kind, text }) => {
    const rules = listYamlBlocks(text).flatMap((block) => parse(block) as { readonly kind: string }[]);
    expect(rules.length).toBeGreaterThan(0);
    for (const rule of rules) {
      expect(rule.kind).toBe(kind);
      expect(validate(rule), JSON.stringify(validate.errors)).toBe(true);
    }
    const keys = Object.keys(ruleKinds[kind as RuleKind].schema.properties);
    expect(keys.filter((key) => !text.includes(`\`${key}\``))).toEqual([]);
  });
});

test('documents each key of a document, a method, a parameter, and a field', () => {
  const { definitions = {} } = language;
  const shapes = [
    language,
    definitions['element'],
    definitions['parameter'],
    definitions['body'],
    definitions['method'],
    definitions['collection'],
  ] as JsonSchema[];
  const keys = new Set(shapes.flatMap(({ properties }) => Object.keys(properties ?? {})));
  expect([...keys].filter((key) => !new RegExp(`\`(?:[a-z.]*\\.)?${key.replace('$', '\\$')}(?:\\.[a-z0-9.]+)?\``).test(reference))).toEqual(
    [],
  );
});

test('documents each kind of action', () => {
  const kinds = language.definitions?.['action']?.properties?.['kind']?.enum ?? [];
  expect(kinds.filter((kind) => !reference.includes(`\`${String(kind)}\``))).toEqual([]);
});

test('lists the diagnostics of the generator', () => {
  const rows = listDiagnosticDefinitions().map(({ code, severity, template: form }) => [`\`${code}\``, severity, form]);
  const [, , ...lines] = diagnostics.match(/^\|.*\|$/gm) ?? [];
  const cells = lines.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  );
  expect(cells).toEqual(rows);
});

test('each listed diagnostic occurs in a scenario', () => {
  const listed = listDiagnosticDefinitions().map(({ code }) => code as string);
  const folder = new URL('../../scenarios/lint/', import.meta.url);
  const scenarios = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
  const elsewhere = [
    'lint',
    'not-an-overlay',
    'overlay-mismatch',
    'unreadable-file',
    'too-large',
    'too-deep',
    'too-many',
    'text-too-long',
    'pattern-too-long',
    'enum-too-large',
  ];
  // Diagnostics of a config and between packages.
  elsewhere.push(
    'repeated-name',
    'same-folder',
    'unsafe-folder',
    'obstructed-folder',
    'unknown-variable',
    'bad-variable',
    'unmatched-methods',
  );
  // Diagnostics of a seed.
  elsewhere.push('seed-fault');
  expect(
    listed.filter(
      (code) => !elsewhere.includes(code) && !scenarios.some((text) => new RegExp(`^# *\\^1? (?:error|warning) ${code} `, 'm').test(text)),
    ),
  ).toEqual([]);
});
