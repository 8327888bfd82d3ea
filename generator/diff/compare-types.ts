/** Compares types: kinds, references, content, and the fields of objects. */
import { quote } from '../lib/diagnostics.js';
import type { ObjectType, Type, Field } from '../model/model.js';
import { isNeeded } from '../model/schema-lookup.js';
import {
  createChildSite,
  describeRequirement,
  type ChangeEffect,
  type Site,
  type ChangeKind,
  type Direction,
  type ChangeText,
  requestOnly,
  responseOnly,
} from './changes.js';
import type { Comparison, Pair } from './comparison.js';
import { compareKeys, compareNumbers, compareStrings } from './compare-facets.js';
import { compareRules, compareValidations } from './compare-rules.js';
import { compareMembers, matchMembers, getMemberSignature, type NamedMember } from './match-members.js';
import { compareDefault, compareDocumentation } from './compare-documentation.js';

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

function getEffect({ old, new: next }: Pair<Type['kind']>): ChangeEffect {
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

function compareFields(comparison: Comparison, types: Pair<ObjectType>, site: Site): void {
  const matched = matchMembers({ old: toNamedFields(types.old), new: toNamedFields(types.new) });
  compareMembers(comparison.changes, matched, {
    noun: 'field',
    owner: site,
    createSite: ({ name }) => createChildSite(site, ['properties', name], `${site.subject}.${name}`),
    describeAdded: (field) => describeAddedField(field, site),
    renameReason: 'the old name no longer exists',
    compare: (fields, fieldSite) => compareField(comparison, fields, fieldSite),
  });
}

const toNamedFields = ({ fields }: ObjectType): NamedMember<Field>[] =>
  fields.map((field) => ({ name: field.name, value: field, signature: getMemberSignature(field) }));

function describeAddedField(field: Field, { direction }: Site): Partial<ChangeText> {
  if (direction.sent && (isRequiredInRequest(field) || getRequiringMethods(field).size > 0))
    return { message: 'the field was added and is required', effect: 'replaces', reason: 'requests without it are rejected' };
  return field.readOnly ? { message: 'the output-only field was added' } : {};
}

const isRequiredInRequest = (field: Field): boolean => isNeeded(field) && !field.readOnly;

function compareField(comparison: Comparison, fields: Pair<Field>, owner: Site): void {
  const direction: Direction = {
    sent: owner.direction.sent && !fields.old.readOnly,
    received: owner.direction.received && !fields.old.writeOnly,
  };
  // No existing request contains a field that was output only in the old version.
  const site = { ...owner, direction: direction.sent || direction.received ? direction : owner.direction };
  compareRequired(comparison, fields, owner);
  compareRequiringMethods(comparison, fields, owner);
  for (const flag of flags) compareFlag(comparison, flag, { ...fields, site: owner });
  compareDefault(comparison, fields, site);
  compareDocumentation(comparison, fields, site);
  compareTypes(comparison, { old: fields.old.type, new: fields.new.type }, site);
}

/** Compares whether requests require the field and whether responses always contain it. */
function compareRequired({ changes }: Comparison, { old, new: next }: Pair<Field>, site: Site): void {
  const sent = site.direction.sent && isRequiredInRequest(old) !== isRequiredInRequest(next);
  const received = site.direction.received && isNeeded(old) !== isNeeded(next);
  if (!sent && !received) return;
  const isNowSet = sent ? isRequiredInRequest(next) : isNeeded(next);
  const requiredSite = createChildSite({ ...site, direction: { sent, received } }, ['required']);
  changes.add('required-changed', requiredSite, describeRequirement(isNowSet));
}

/** Returns the methods that require a field, if only some do. */
const getRequiringMethods = ({ readOnly, requiredBy, expectedBy }: Field): ReadonlySet<string> =>
  new Set(readOnly ? [] : [...(requiredBy ?? []), ...(expectedBy ?? [])]);

/** Compares methods that exist in both versions. Field-level requirements are compared separately. */
function compareRequiringMethods(comparison: Comparison, { old, new: next }: Pair<Field>, site: Site): void {
  if (!site.direction.sent || old.readOnly || next.readOnly) return;
  const known = new Set(comparison.new.api.methods.map(({ id }) => id));
  const methods = comparison.old.api.methods.map(({ id }) => id).filter((id) => known.has(id));
  const [before, after] = [getRequiringMethods(old), getRequiringMethods(next)];
  const report = (ids: readonly string[], { message, effect }: ChangeText): void => {
    if (ids.length === 0) return;
    const fieldSite = createChildSite({ ...site, direction: requestOnly }, ['annotations', 'required']);
    comparison.changes.add('required-changed', fieldSite, { message: `${message} in requests of ${ids.map(quote).join(', ')}`, effect });
  };
  const tightened = methods.filter((id) => after.has(id) && !before.has(id) && !isNeeded(old));
  const loosened = methods.filter((id) => before.has(id) && !after.has(id) && !isNeeded(next));
  report(tightened, describeRequirement(true));
  report(loosened, describeRequirement(false));
}

interface Flag {
  readonly kind: ChangeKind;
  readonly key: string;
  readonly hasFlag: (field: Field) => boolean;
  readonly added: ChangeText;
  readonly removed: ChangeText;
  /** The direction in which the flag matters. */
  readonly direction: keyof Direction;
}

const flags: readonly Flag[] = [
  {
    kind: 'read-only-changed',
    key: 'readOnly',
    hasFlag: ({ readOnly }) => readOnly,
    added: { message: 'is now output only', effect: 'narrows' },
    removed: { message: 'is no longer output only', effect: 'adds' },
    direction: 'sent',
  },
  {
    kind: 'write-only-changed',
    key: 'x-writeOnly',
    hasFlag: ({ writeOnly }) => writeOnly,
    added: { message: 'is now input only', effect: 'removes' },
    removed: { message: 'is no longer input only', effect: 'adds' },
    direction: 'received',
  },
  {
    kind: 'immutable-changed',
    key: 'x-immutable',
    hasFlag: ({ immutable }) => immutable,
    added: { message: 'is now immutable', effect: 'narrows' },
    removed: { message: 'is no longer immutable', effect: 'widens' },
    direction: 'sent',
  },
  {
    kind: 'patchable-changed',
    key: 'x-patchable',
    hasFlag: ({ patchable }) => patchable,
    added: { message: 'a patch now updates it', effect: 'widens' },
    removed: { message: 'a patch no longer updates it', effect: 'narrows' },
    direction: 'sent',
  },
  {
    kind: 'oneof-changed',
    key: 'x-oneof',
    hasFlag: ({ oneof }) => oneof !== undefined,
    added: { message: 'now excludes the other fields of its group', effect: 'narrows' },
    removed: { message: 'no longer excludes other fields', effect: 'widens' },
    direction: 'sent',
  },
  {
    kind: 'omit-empty-changed',
    key: 'x-omitEmpty',
    hasFlag: ({ omitEmpty }) => omitEmpty,
    added: { message: 'is now omitted from responses if empty', effect: 'widens' },
    removed: { message: 'is no longer omitted from responses if empty', effect: 'narrows' },
    direction: 'received',
  },
];

function compareFlag({ changes }: Comparison, flag: Flag, { old, new: next, site }: Pair<Field> & { readonly site: Site }): void {
  const isNowSet = flag.hasFlag(next);
  if (flag.hasFlag(old) === isNowSet) return;
  const direction = flag.direction === 'sent' ? requestOnly : responseOnly;
  const text = isNowSet ? flag.added : flag.removed;
  const matters = site.direction[flag.direction];
  changes.add(flag.kind, createChildSite({ ...site, direction }, [flag.key]), matters ? text : { ...text, effect: 'explains' });
}
