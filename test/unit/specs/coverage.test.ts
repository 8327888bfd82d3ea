/**
 * `test/documents.coverage.yaml` maps every statement of the documents to a place in a specification. These tests check that the places
 * exist, that the table covers the specifications, and that it covers the documents.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { listReferences } from './document-references.js';
import { isObject, type Json } from '../../../generator/lib/json.js';
import { listElements, resolvePointer, listSources } from './specification-elements.js';

const root = new URL('../../../', import.meta.url);
const specifications = ['dns.v1', 'compute.v1', 'osconfig.v1beta', 'errorreporting.v1beta1'].map((name) => `specs/${name}.yaml`);
/** The document IDs in the specifications, by title. */
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
const listTargets = ({ at }: Entry): readonly string[] => (at === undefined ? [] : [at].flat());
const allTargets = entries.flatMap(listTargets);

/** Returns whether the reference of an entry is a part or one of its numbered statements. */
function isCovering(ref: string, part: string): boolean {
  if (ref === part) return true;
  const paragraph = part.endsWith(')') && ref.startsWith(`${part.slice(0, -1)}.`);
  return paragraph || (ref.startsWith(part) && /^ \(\d+\)$/.test(ref.slice(part.length)));
}

describe('the table', () => {
  test('has a distinct reference and either targets or a reason in each entry', () => {
    const refs = entries.map(({ ref }) => ref);
    expect(refs.filter((ref, index) => refs.indexOf(ref) !== index)).toEqual([]);
    expect(entries.filter((entry) => listTargets(entry).length > 0 === (entry.why !== undefined))).toEqual([]);
  });

  test('has only targets that exist', () => {
    const danglingTargets = allTargets.filter((target) => {
      const [path = '', pointer = ''] = target.split('#');
      const value = values.get(path);
      return value === undefined || resolvePointer(value, pointer) === undefined;
    });
    expect(danglingTargets).toEqual([]);
  });

  test.each(specifications)('covers every method, property, rule, note, and undocumented topic of %s', (path) => {
    const elements = listElements(values.get(path) ?? null).map((pointer) => `${path}#${pointer}`);
    const isCovered = (element: string): boolean => allTargets.some((target) => target === element || target.startsWith(`${element}/`));
    expect(elements.length).toBeGreaterThan(0);
    expect(elements.filter((element) => !isCovered(element))).toEqual([]);
  });

  test.each(specifications)('contains every document part that %s names as a source', (path) => {
    const uncoveredSources = listSources(values.get(path) ?? null).filter((source) => !entries.some(({ ref }) => isCovering(ref, source)));
    expect([...new Set(uncoveredSources)]).toEqual([]);
  });
});

const documents = new URL('../shared/documents/', root);
if (!existsSync(documents)) console.warn('Skipped: ../shared/documents is not here, so the table is not compared with the documents.');

describe.skipIf(!existsSync(documents))('the documents', () => {
  const texts = existsSync(documents) ? readdirSync(documents).sort() : [];

  test.each(texts)('have an entry for every section, row, and paragraph of %s', (name) => {
    const text = readFileSync(new URL(name, documents), 'utf8');
    const id = documentIds.get(listReferences('', text).title) ?? 'unknown';
    const parts = listReferences(id, text).references;
    expect(parts.filter((part) => !entries.some(({ ref }) => isCovering(ref, part)))).toEqual([]);
    const ownEntries = entries.filter(({ ref }) => ref.startsWith(`${id}: `));
    expect(ownEntries.filter(({ ref }) => !parts.some((part) => isCovering(ref, part)))).toEqual([]);
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
    expect(listReferences('a', text)).toEqual({
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
  ])('with an entry for %s cover %s: %s', (ref, part, expected) => {
    expect(isCovering(ref, part)).toBe(expected);
  });
});
