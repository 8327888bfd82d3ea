/** Compares types: kinds, references, and content. */
import { quote } from '../diagnostics.js';
import type { ObjectType, Type } from '../model/model.js';
import { createChildSite, type Effect, type Site } from './changes.js';
import type { Comparison, Pair } from './comparison.js';
import { compareKeys, compareNumbers, compareStrings } from './compare-facets.js';
import { compareFields } from './compare-fields.js';
import { compareRules } from './compare-rules.js';
import { compareValidations } from './validations.js';

/** Reports how the new type differs from the old one. */
export function compareTypes(comparison: Comparison, types: Pair<Type>, site: Site): void {
  const { old, new: next } = types;
  if (old.kind === 'ref' || next.kind === 'ref') compareReferences(comparison, types, site);
  else if (old.kind === 'string' && next.kind === 'string') compareStrings(comparison, { old, new: next }, site);
  else if (isNumeric(old) && isNumeric(next) && old.kind === next.kind) compareNumbers(comparison, { old, new: next }, site);
  else if (old.kind === 'array' && next.kind === 'array')
    compareTypes(comparison, { old: old.items, new: next.items }, createChildSite(site, ['items'], `${site.subject}[]`));
  else if (old.kind === 'map' && next.kind === 'map') {
    compareKeys(comparison, { old, new: next }, site);
    compareTypes(comparison, { old: old.values, new: next.values }, createChildSite(site, ['additionalProperties'], `${site.subject}{}`));
  } else if (old.kind === 'object' && next.kind === 'object') compareObjects(comparison, { old, new: next }, site);
  else if (old.kind !== next.kind) reportKinds(comparison, types, site);
}

const isNumeric = (type: Type): type is Extract<Type, { kind: 'integer' | 'number' }> => type.kind === 'integer' || type.kind === 'number';

function compareObjects(comparison: Comparison, types: Pair<ObjectType>, site: Site): void {
  compareFields(comparison, types, site);
  compareAdditional(comparison, { old: types.old.additional, new: types.new.additional }, site);
  compareRules(comparison, { old: types.old.rules, new: types.new.rules }, site);
  compareValidations(comparison, types, site);
}

function compareAdditional(comparison: Comparison, { old, new: next }: Pair<Type | undefined>, site: Site): void {
  if (old !== undefined && next !== undefined) {
    compareTypes(comparison, { old, new: next }, createChildSite(site, ['additionalProperties'], `${site.subject}{}`));
  } else if (next !== undefined) {
    comparison.changes.add('fields-opened', site, { message: 'unlisted fields are now accepted', effect: 'widens' });
  } else if (old !== undefined) {
    comparison.changes.add('fields-closed', site, { message: 'unlisted fields are no longer accepted', effect: 'replaces' });
  }
}

/** References to the same or a renamed schema are equal. Changes in the schema are reported there. */
function compareReferences(comparison: Comparison, types: Pair<Type>, site: Site): void {
  const { old, new: next } = types;
  const names = { old: old.kind === 'ref' ? old.schema : undefined, new: next.kind === 'ref' ? next.schema : undefined };
  if (names.old !== undefined && (comparison.renamedSchemas.get(names.old) ?? names.old) === names.new) return;
  const resolved = { old: comparison.old.lookup.resolve(old), new: comparison.new.lookup.resolve(next) };
  if (resolved.old === undefined || resolved.new === undefined || resolved.old.kind !== resolved.new.kind) {
    reportKinds(comparison, types, site);
    return;
  }
  const describeReference = (name: string | undefined): string => (name === undefined ? 'an inline type' : quote(name));
  comparison.changes.add('reference-changed', createChildSite(site, ['$ref']), {
    message: `the type changed from ${describeReference(names.old)} to ${describeReference(names.new)}`,
    effect: 'explains',
    reason: 'changes of the content are listed separately',
  });
  const key = JSON.stringify([names, site.direction]);
  if (names.old !== undefined && names.new !== undefined) {
    if (comparison.compared.has(key)) return;
    comparison.compared.add(key);
  }
  const toSchemaPointer = (pointer: Site['old'], name: string | undefined): Site['old'] =>
    name === undefined ? pointer : ['schemas', name];
  const resolvedSite = { ...site, old: toSchemaPointer(site.old, names.old), new: toSchemaPointer(site.new, names.new) };
  compareTypes(comparison, { old: resolved.old, new: resolved.new }, resolvedSite);
}

function reportKinds(comparison: Comparison, types: Pair<Type>, site: Site): void {
  const before = describeType(types.old);
  const after = describeType(types.new);
  const effect = getEffect({
    old: comparison.old.lookup.resolve(types.old)?.kind ?? 'any',
    new: comparison.new.lookup.resolve(types.new)?.kind ?? 'any',
  });
  const key = types.old.kind === 'ref' || types.new.kind === 'ref' ? [] : ['type'];
  comparison.changes.add('type-changed', createChildSite(site, key), { message: `the type changed from ${before} to ${after}`, effect });
}

function getEffect({ old, new: next }: Pair<Type['kind']>): Effect {
  if (old === next) return 'explains';
  if (old === 'any' || (old === 'number' && next === 'integer')) return 'tightens';
  if (next === 'any' || (old === 'integer' && next === 'number')) return 'loosens';
  return 'replaces';
}

const typeNames: Readonly<Record<Exclude<Type['kind'], 'ref'>, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
  any: 'any value',
  array: 'a list',
  map: 'a map',
  object: 'an object',
};

function describeType(type: Type): string {
  return type.kind === 'ref' ? quote(type.schema) : typeNames[type.kind];
}
