/**
 * Each word that inference recognizes is used by several APIs: it occurs in at least three published documents. The tables justify the words
 * that don't. Requires ../shared/corpus and ../shared/recorded; skipped without them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isObject } from '../../generator/lib/json.js';
import { CREATE_VERBS } from '../../generator/model/infer/actions.js';
import {
  CREATING_STATES,
  FINAL_STATES,
  LIFECYCLE_STATES,
  READY_STATES,
  STATE_FIELDS,
  STATE_MEMBERS,
} from '../../generator/model/infer/creation-states.js';
import { STANDARD_METADATA_FIELDS } from '../../generator/model/infer/errors.js';
import { CREATE_TIMES, LINKS, UNIQUE_IDS, UPDATE_TIMES } from '../../generator/model/infer/fields.js';
import { PLACE_FIELDS } from '../../generator/model/infer/names.js';
import { OPERATION_VERBS } from '../../generator/model/infer/operation.js';
import { IRREGULAR_VERBS } from '../../generator/model/infer/states.js';
import { normalizeName, VALIDATE_ONLY_NAMES } from '../../generator/model/infer/validate-only.js';
import { root } from '../packages/support.js';

type Kind = 'field' | 'normalizedField' | 'method' | 'collection' | 'value';

interface Table {
  readonly kind: Kind;
  readonly words: Iterable<string>;
  /** The words in fewer than three documents, which the comment of the table justifies. */
  readonly rare?: readonly string[];
}

const verbs = [...IRREGULAR_VERBS.values()];
const tables: Readonly<Record<string, Table>> = {
  CREATE_VERBS: { kind: 'method', words: CREATE_VERBS },
  IRREGULAR_VERBS: { kind: 'method', words: IRREGULAR_VERBS.keys() },
  'the states of IRREGULAR_VERBS': {
    kind: 'value',
    words: verbs.flatMap(({ to, opposite = [], without = [] }) => [...to, ...opposite, ...without]),
  },
  'the flags of IRREGULAR_VERBS': { kind: 'field', words: verbs.flatMap(({ flag }) => flag?.field ?? []) },
  OPERATION_VERBS: { kind: 'value', words: OPERATION_VERBS.values() },
  STATE_FIELDS: { kind: 'field', words: STATE_FIELDS },
  STATE_MEMBERS: { kind: 'field', words: STATE_MEMBERS },
  READY_STATES: { kind: 'value', words: READY_STATES },
  CREATING_STATES: { kind: 'value', words: CREATING_STATES },
  LIFECYCLE_STATES: { kind: 'value', words: LIFECYCLE_STATES },
  FINAL_STATES: { kind: 'value', words: FINAL_STATES },
  CREATE_TIMES: { kind: 'field', words: CREATE_TIMES, rare: ['creationTimestamp', 'createdTime', 'timeCreated'] },
  UPDATE_TIMES: { kind: 'field', words: UPDATE_TIMES, rare: ['lastModifyTime', 'updatedAt', 'lastModifiedAt', 'modifiedTime'] },
  UNIQUE_IDS: { kind: 'field', words: UNIQUE_IDS },
  LINKS: { kind: 'field', words: LINKS.keys() },
  'the collections of LINKS': { kind: 'collection', words: [...LINKS.values()].filter((link) => link !== 'self'), rare: ['regions'] },
  PLACE_FIELDS: { kind: 'field', words: Object.values(PLACE_FIELDS).flat() },
  'the collections of PLACE_FIELDS': { kind: 'collection', words: Object.keys(PLACE_FIELDS) },
  STANDARD_METADATA_FIELDS: { kind: 'field', words: STANDARD_METADATA_FIELDS },
  VALIDATE_ONLY_NAMES: {
    kind: 'normalizedField',
    words: VALIDATE_ONLY_NAMES.keys(),
    rare: ['validationonly', 'onlyvalidate', 'dryrunonly', 'isdryrun', 'checkonly', 'noop', 'preview', 'simulate', 'testonly', 'validate'],
  },
};

const folders = ['../shared/corpus', '../shared/recorded/documents'].map((folder) => join(root, folder));
const isAvailable = folders.every((folder) => existsSync(folder));

/** Calls `add` with the names of fields, parameters, and methods, the collections of paths, and the values of enums. */
function collectWords(value: unknown, add: (kind: Kind, word: string) => void): void {
  if (!isObject(value)) return;
  for (const [key, member] of Object.entries(value)) {
    if ((key === 'properties' || key === 'parameters') && isObject(member))
      for (const name of Object.keys(member)) {
        add('field', name);
        add('normalizedField', normalizeName(name));
      }
    if (key === 'methods' && isObject(member)) for (const name of Object.keys(member)) add('method', name);
    if ((key === 'path' || key === 'flatPath') && typeof member === 'string')
      for (const segment of member.split('/')) add('collection', segment);
    if (key === 'enum' && Array.isArray(member)) for (const each of member) add('value', String(each));
    collectWords(member, add);
  }
}

/** Returns the documents that contain each word. Several versions of an API are several documents. */
function readDocuments(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const folder of folders) {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
      const document = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { readonly id: string };
      collectWords(document, (kind, word) => {
        const key = `${kind} ${word}`;
        found.set(key, (found.get(key) ?? new Set()).add(document.id));
      });
    }
  }
  return found;
}

describe.skipIf(!isAvailable)(
  'words in at least three published documents (skipped without ../shared/corpus and ../shared/recorded)',
  () => {
    const documents = isAvailable ? readDocuments() : new Map<string, ReadonlySet<string>>();

    test.each(Object.entries(tables))('%s', (_, { kind, words, rare = [] }) => {
      const all = [...words];
      expect(all.length).toBeGreaterThan(0);
      expect(all.filter((word) => (documents.get(`${kind} ${word}`)?.size ?? 0) < 3)).toEqual(rare);
    });
  },
);
