/**
 * `test/documents.coverage.yaml` maps every statement of the documents to a place in a specification. These tests check that the places
 * exist, that the table covers the specifications, and that it covers the documents.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { referencesOf } from './document-references.js';
import { listElements, isObject, type Json, resolvePointer, sourcesOf } from './specification-elements.js';

const root = new URL('../../../', import.meta.url);
const specifications = ['dns.v1', 'compute.v1', 'osconfig.v1beta', 'errorreporting.v1beta1'].map((name) => `specs/${name}.yaml`);
/** Ids that the specifications give the documents, by title. */
const documentIds = new Map<string, string>();

const readYaml = (path: string): Json => parse(readFileSync(new URL(path, root), 'utf8')) as Json;
const values = new Map(specifications.map((path) => [path, readYaml(path)]));
for (const value of values.values()) {
  const documents = isObject(value) ? value['x-documents'] : undefined;
  for (const [id, document] of Object.entries(isObject(documents) ? documents : {})) {
    if (isObject(document)) documentIds.set(String(document['title']), id);
  }
}

interface Entry {
  readonly ref: string;
  readonly at?: string | readonly string[];
  readonly why?: string;
}
const entries = readYaml('test/documents.coverage.yaml') as unknown as readonly Entry[];
const targets = ({ at }: Entry): readonly string[] => (at === undefined ? [] : [at].flat());
const allTargets = entries.flatMap(targets);

/** Whether an entry covers a part: by its name or by one of its numbered statements. */
function covers(ref: string, part: string): boolean {
  if (ref === part) return true;
  const paragraph = part.endsWith(')') && ref.startsWith(`${part.slice(0, -1)}.`);
  return paragraph || (ref.startsWith(part) && /^ \(\d+\)$/.test(ref.slice(part.length)));
}

describe('the table', () => {
  test('each entry has its own reference, and targets or a reason', () => {
    const refs = entries.map(({ ref }) => ref);
    expect(refs.filter((ref, index) => refs.indexOf(ref) !== index)).toEqual([]);
    expect(entries.filter((entry) => targets(entry).length > 0 === (entry.why !== undefined))).toEqual([]);
  });

  test('every target exists', () => {
    const dangling = allTargets.filter((target) => {
      const [path = '', pointer = ''] = target.split('#');
      const value = values.get(path);
      return value === undefined || resolvePointer(value, pointer) === undefined;
    });
    expect(dangling).toEqual([]);
  });

  test.each(specifications)('covers every method, property, rule, note, and open topic of %s', (path) => {
    const elements = listElements(values.get(path) ?? null).map((pointer) => `${path}#${pointer}`);
    const reached = (element: string): boolean => allTargets.some((target) => target === element || target.startsWith(`${element}/`));
    expect(elements.length).toBeGreaterThan(0);
    expect(elements.filter((element) => !reached(element))).toEqual([]);
  });

  test.each(specifications)('contains every document part that %s names as a source', (path) => {
    const unknown = sourcesOf(values.get(path) ?? null).filter((source) => !entries.some(({ ref }) => covers(ref, source)));
    expect([...new Set(unknown)]).toEqual([]);
  });
});

const documents = new URL('../shared/documents/', root);
if (!existsSync(documents)) console.warn('Skipped: ../shared/documents is not here, so the table is not held against the documents.');

describe.skipIf(!existsSync(documents))('the documents', () => {
  const texts = existsSync(documents) ? readdirSync(documents).sort() : [];

  test.each(texts)('every section, row, and paragraph of %s has an entry', (name) => {
    const text = readFileSync(new URL(name, documents), 'utf8');
    const id = documentIds.get(referencesOf('', text).title) ?? 'unknown';
    const parts = referencesOf(id, text).references;
    expect(parts.filter((part) => !entries.some(({ ref }) => covers(ref, part)))).toEqual([]);
    const own = entries.filter(({ ref }) => ref.startsWith(`${id}: `));
    expect(own.filter(({ ref }) => !parts.some((part) => covers(ref, part)))).toEqual([]);
  });
});

describe('references of a document', () => {
  const text = `# A service

First paragraph.

## Resources

Common rules:
- name: a rule
- Another rule.

### Thing (with a note)

| Field | Type |
|---|---|
| id, size[] | string |

Where from:

| Collection | Method |
|---|---|
| things | get |

## Errors

1. One.
`;

  test('are sections, rows by first cell, routes by collection and method, and numbered paragraphs and list items', () => {
    expect(referencesOf('a', text)).toEqual({
      title: 'A service',
      references: [
        'a: A service',
        'a: A service (1)',
        'a: Resources',
        'a: Resources > Common rules',
        'a: Resources > Common rules > name',
        'a: Resources > Common rules (2)',
        'a: Resources > Thing',
        'a: Resources > Thing > id',
        'a: Resources > Thing > size',
        'a: Resources > Thing > things.get',
        'a: Errors',
        'a: Errors (1)',
      ],
    });
  });

  test.each([
    ['a: Errors (2)', 'a: Errors (2)', true],
    ['a: Errors (2.1)', 'a: Errors (2)', true],
    ['a: Errors (21)', 'a: Errors (2)', false],
    ['a: Thing > role (2)', 'a: Thing > role', true],
    ['a: Thing > roles', 'a: Thing > role', false],
  ])('an entry for %s covers %s: %s', (ref, part, expected) => {
    expect(covers(ref, part)).toBe(expected);
  });
});
