/** The reference of the specification language is complete, and its examples are valid. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { getCodePage, listDiagnosticDefinitions } from '../../../generator/lib/diagnostics.js';
import { lintFiles } from '../../../generator/pipeline/lint-files.js';
import { packageRoot } from '../../../generator/lib/root.js';
import { getKindPage, validationPage } from '../../../generator/language/find-rule-page.js';
import { methodRuleKinds, ruleKinds, schemaRuleKinds } from '../../../generator/language/index.js';
import type { JsonSchema } from '../../../generator/language/json-schema.js';
import { createLanguageSchema } from '../../../generator/check/schema/index.js';
import type { RuleKind } from '../../../runtime/rule.js';
import { serviceManifests } from '../../../services/index.js';

const readPage = (name: string): string => readFileSync(new URL(`../../../docs/reference/${name}.md`, import.meta.url), 'utf8');
const diagnostics = readPage('diagnostics');
const reference = readPage('specification') + readPage('rules');
/** The pages of service modules have the examples of the rule kind `service`. */
const servicePages = Object.keys(serviceManifests)
  .map((name) => readPage(`../services/${name}`))
  .join('\n');
const language = createLanguageSchema('specification');
const listYamlBlocks = (text: string): readonly string[] => [...text.matchAll(/```yaml[^\n]*\n([^]*?)```/g)].map((match) => match[1] ?? '');
const [exampleSpecification = '', exampleOverlay = ''] = listYamlBlocks(readPage('specification'));

interface Section {
  readonly kind: string;
  readonly text: string;
}

/** Lists the sections of the rule kinds below a heading. */
function listSections(heading: string): readonly Section[] {
  const [, textAfterHeading = ''] = readPage('rules').split(`\n## ${heading}\n`);
  const [part = ''] = textAfterHeading.split('\n## ');
  return [...part.matchAll(/^### `(\w+)`\n([^]*?)(?=^### |(?![^]))/gm)].map(([, kind = '', text = '']) => ({ kind, text }));
}

test('has an example specification and overlay without diagnostics, separately and together', () => {
  const texts: Readonly<Record<string, string>> = { 'shop.v1.yaml': exampleSpecification, 'overlays/shop.v1.yaml': exampleOverlay };
  expect(lintFiles(Object.keys(texts), (path) => ({ text: texts[path] ?? '' })).diagnostics).toEqual([]);
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

  test('has a section for each kind', () => {
    expect(sections.map(({ kind }) => kind)).toEqual(Object.keys(kinds));
  });

  test.each(sections)('$kind has valid examples and documents its keys', ({ kind, text }) => {
    const examples = kind === 'service' ? servicePages : text;
    const blocks = listYamlBlocks(examples).map((block) => parse(block) as { readonly kind: string }[] | object);
    const rules = blocks.flatMap((block) => (Array.isArray(block) ? (block as { readonly kind: string }[]) : []));
    expect(rules.length).toBeGreaterThan(0);
    for (const rule of rules) {
      expect(rule.kind).toBe(kind);
      expect(validate(rule), JSON.stringify(validate.errors)).toBe(true);
    }
    const keys = Object.keys(ruleKinds[kind as RuleKind].parameters);
    expect(keys.filter((key) => !text.includes(`\`${key}\``))).toEqual([]);
  });
});

test('documents each key of a document, a method, a parameter, and a field', () => {
  const { definitions = {} } = language;
  const definitionsWithKeys = [
    language,
    definitions['element'],
    definitions['parameter'],
    definitions['body'],
    definitions['method'],
    definitions['collection'],
  ] as JsonSchema[];
  const keys = new Set(definitionsWithKeys.flatMap(({ properties }) => Object.keys(properties ?? {})));
  expect([...keys].filter((key) => !new RegExp(`\`(?:[a-z.]*\\.)?${key.replace('$', '\\$')}(?:\\.[a-z0-9.]+)?\``).test(reference))).toEqual(
    [],
  );
});

test('documents each kind of action', () => {
  const kinds = language.definitions?.['action']?.properties?.['kind']?.enum ?? [];
  expect(kinds.filter((kind) => !reference.includes(`\`${String(kind)}\``))).toEqual([]);
});

test('has a section for each diagnostic, with its severity and its message', () => {
  const sections = [...diagnostics.matchAll(/^### (.*)\n\n(Error|Warning): `(.*)`\n\n\S/gm)].map((match) => match.slice(1));
  const title = { error: 'Error', warning: 'Warning' };
  expect(sections).toEqual(listDiagnosticDefinitions().map(({ code, severity, template }) => [code, title[severity], template]));
});

describe('has the sections that diagnostics name', () => {
  test.each([
    ['codes', listDiagnosticDefinitions().map(({ code }) => getCodePage(code))],
    ['kinds of rules', Object.keys(ruleKinds).map(getKindPage)],
    ['expressions', [validationPage]],
  ])('%s', (_, pages) => {
    expect(pages.filter((address) => !hasSection(address))).toEqual([]);
  });
});

function hasSection(address: string): boolean {
  const [path = '', anchor] = address.split('#');
  const headings = readFileSync(join(packageRoot, path), 'utf8').match(/^#+ .*$/gm) ?? [];
  return headings.some((heading) => toAnchor(heading) === anchor);
}

/** The anchor that GitHub and the site derive from a heading. */
const toAnchor = (heading: string): string =>
  heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s+/g, '-');

test('has a scenario for each diagnostic', () => {
  const codes = listDiagnosticDefinitions().map(({ code }) => code as string);
  const folder = new URL('../../scenarios/lint/', import.meta.url);
  const scenarios = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
  const testedElsewhere = [
    'lint',
    'not-an-overlay',
    'overlay-mismatch',
    'unreadable-file',
    'too-large',
    'too-deep',
    'too-many',
    'too-many-methods',
    'too-many-schemas',
    'deep-references',
    'path-too-long',
    'text-too-long',
    'pattern-too-long',
    'enum-too-large',
  ];
  // Diagnostics of a config, and of several packages.
  testedElsewhere.push(
    'duplicate-name',
    'invalid-service',
    'other-service',
    'duplicate-folder',
    'unsafe-folder',
    'obstructed-folder',
    'unknown-variable',
    'invalid-variable',
    'unmatched-methods',
    'stale-lock',
    'invalid-module',
    'unknown-part',
    'failed-emitter',
  );
  // Diagnostics of a seed.
  testedElsewhere.push('invalid-seed');
  // Diagnostics of a recording, and of accepted differences.
  testedElsewhere.push(
    'unknown-recording',
    'invalid-recording',
    'failed-format',
    'no-recordings',
    'skipped-definition',
    'skipped-files',
    'too-many-exchanges',
    'body-too-large',
    'invalid-body',
    'skipped-exchange',
    'incomplete-recording',
    'unused-acceptance',
    'contradicted-entry',
  );
  expect(
    codes.filter(
      (code) =>
        !testedElsewhere.includes(code) && !scenarios.some((text) => new RegExp(`^# *\\^1? (?:error|warning) ${code} `, 'm').test(text)),
    ),
  ).toEqual([]);
});
