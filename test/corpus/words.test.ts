/**
 * Each word that inference recognizes is used by several APIs: it occurs in at least three published documents. The tables justify the words
 * that don't. Requires ../shared/corpus and ../shared/recorded; skipped without them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isObject } from '../../generator/lib/json.js';
import { createVerbs } from '../../generator/model/infer/actions.js';
import {
  creatingStates,
  finalStates,
  endedStates,
  lifecycleStates,
  readyStates,
  stateFields,
  stateMembers,
  createTimes,
  linkFields,
  uniqueIds,
  updateTimes,
} from '../../generator/model/infer/fields.js';
import { alternativeFields, standardMetadataFields } from '../../generator/model/infer/responses.js';
import { placeFields } from '../../generator/model/infer/names.js';
import { operationVerbs } from '../../generator/model/infer/operations.js';
import { irregularVerbs, settingVerbs } from '../../generator/model/infer/custom-methods.js';
import { normalizeName, validateOnlyNames } from '../../generator/model/infer/parameters.js';
import { selectingWords, shapingWords, splitWords } from '../../generator/model/infer/selectors.js';
import { root } from '../packages/support.js';

type Kind = 'field' | 'normalizedField' | 'parameter' | 'method' | 'collection' | 'value';

interface Table {
  readonly kind: Kind | 'wordsOfParameter';
  readonly words: Iterable<string>;
  /** The words in fewer than three documents, which the comment of the table justifies. */
  readonly rare?: readonly string[];
}

const verbs = [...irregularVerbs.values()];
const rareSelectingWords = [
  'selector',
  'prefix',
  'delimiter',
  'mine',
  'my',
  'child',
  'derived',
  'indirect',
  'before',
  'after',
  'time range',
  'offset',
  '=token',
  '=continue',
  'sortby',
  'version id',
  'versions',
  'generation',
  'transaction',
  'fingerprint',
  'create mask',
  'clear mask',
  'update mode',
  '=paths',
];

const tables: Readonly<Record<string, Table>> = {
  createVerbs: { kind: 'method', words: createVerbs },
  irregularVerbs: { kind: 'method', words: irregularVerbs.keys(), rare: ['activate', 'deactivate'] },
  settingVerbs: { kind: 'method', words: settingVerbs },
  'the states of irregularVerbs': {
    kind: 'value',
    words: verbs.flatMap(({ to, opposite = [], without = [] }) => [...to, ...opposite, ...without]),
  },
  'the flags of irregularVerbs': { kind: 'field', words: verbs.flatMap(({ flag }) => flag?.field ?? []) },
  operationVerbs: { kind: 'value', words: operationVerbs.values() },
  stateFields: { kind: 'field', words: stateFields },
  stateMembers: { kind: 'field', words: stateMembers },
  readyStates: { kind: 'value', words: readyStates },
  creatingStates: { kind: 'value', words: creatingStates },
  lifecycleStates: { kind: 'value', words: lifecycleStates },
  endedStates: { kind: 'value', words: endedStates, rare: ['DESTROYED'] },
  finalStates: { kind: 'value', words: finalStates },
  createTimes: { kind: 'field', words: createTimes, rare: ['creationTimestamp', 'createdTime', 'timeCreated'] },
  updateTimes: { kind: 'field', words: updateTimes, rare: ['lastModifyTime', 'updatedAt', 'lastModifiedAt', 'modifiedTime'] },
  uniqueIds: { kind: 'field', words: uniqueIds },
  linkFields: { kind: 'field', words: linkFields.keys() },
  'the collections of linkFields': {
    kind: 'collection',
    words: [...linkFields.values()].filter((link) => link !== 'self'),
    rare: ['regions'],
  },
  placeFields: { kind: 'field', words: Object.values(placeFields).flat() },
  'the collections of placeFields': { kind: 'collection', words: Object.keys(placeFields) },
  standardMetadataFields: { kind: 'field', words: standardMetadataFields },
  alternativeFields: { kind: 'field', words: alternativeFields },
  selectingWords: { kind: 'wordsOfParameter', words: selectingWords.keys(), rare: rareSelectingWords },
  shapingWords: {
    kind: 'wordsOfParameter',
    words: shapingWords,
    rare: ['part', 'expand', 'num', 'rows', 'length', 'width', 'height', 'attendees', 'domain admin', 'refresh', 'truncate'],
  },
  validateOnlyNames: {
    kind: 'normalizedField',
    words: validateOnlyNames.keys(),
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
        if (key === 'parameters') add('parameter', splitWords(name).join(' '));
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

    /** Counts the documents with a parameter whose name has the words, or consists of them (`=`). */
    function countParametersWith(words: string): number {
      const has = (name: string): boolean => (words.startsWith('=') ? name === words.slice(1) : ` ${name} `.includes(` ${words} `));
      const keys = [...documents.keys()].filter((key) => key.startsWith('parameter ') && has(key.slice('parameter '.length)));
      return new Set(keys.flatMap((key) => [...(documents.get(key) ?? [])])).size;
    }

    test.each(Object.entries(tables))('%s', (_, { kind, words, rare = [] }) => {
      const all = [...words];
      expect(all.length).toBeGreaterThan(0);
      const count = kind === 'wordsOfParameter' ? countParametersWith : (word: string) => documents.get(`${kind} ${word}`)?.size ?? 0;
      expect(all.filter((word) => count(word) < 3)).toEqual(rare);
    });
  },
);
