/** Compares the fields of objects. */
import { quote } from '../diagnostics.js';
import type { Field, ObjectType, ModelElement } from '../model/model.js';
import { createChildSite, type ChangeKind, type Direction, type Effect, type ChangeText, sentOnly, type Site } from './changes.js';
import type { Comparison, Pair } from './comparison.js';
import { formatValue } from './comparison.js';
import { matchMembers, getMemberSignature, type NamedMember } from './match-members.js';
import { compareTypes } from './compare-types.js';

export function compareFields(comparison: Comparison, types: Pair<ObjectType>, site: Site): void {
  const { changes } = comparison;
  const { kept, renamed, removed, added } = matchMembers(toNamedFields(types.old), toNamedFields(types.new));
  for (const field of removed)
    changes.add(
      'field-removed',
      { ...createSite(site, field.name), new: site.new },
      { message: 'the field was removed', effect: 'removes' },
    );
  for (const field of added) reportAdded(comparison, field, site);
  for (const fields of renamed)
    changes.add('field-renamed', createPairSite(site, fields), {
      message: `the field was renamed to ${quote(fields.new.name)}`,
      effect: 'removes',
      reason: 'the old name no longer exists',
    });
  for (const fields of [...kept, ...renamed]) compareField(comparison, fields, createPairSite(site, fields));
}

const toNamedFields = ({ fields }: ObjectType): NamedMember<Field>[] =>
  fields.map((field) => ({ name: field.name, value: field, signature: getMemberSignature(field) }));

const createSite = (site: Site, name: string): Site => createChildSite(site, ['properties', name], `${site.subject}.${name}`);
const createPairSite = (site: Site, fields: Pair<Field>): Site => ({
  ...createSite(site, fields.old.name),
  new: createSite(site, fields.new.name).new,
});

function reportAdded({ changes }: Comparison, field: Field, site: Site): void {
  const place = { ...createSite(site, field.name), old: site.old };
  if (site.direction.sent && (isRequiredInRequest(field) || getRequiringMethods(field).size > 0))
    changes.add('field-added', place, {
      message: 'a new required field',
      effect: 'replaces',
      reason: 'requests without it are rejected',
    });
  else
    changes.add('field-added', place, { message: field.readOnly ? 'a new field, which the server sets' : 'a new field', effect: 'adds' });
}

const isRequiredInRequest = (field: Field): boolean => field.required && !field.readOnly;

function compareField(comparison: Comparison, fields: Pair<Field>, owner: Site): void {
  const direction: Direction = {
    sent: owner.direction.sent && !fields.old.readOnly,
    received: owner.direction.received && !fields.old.writeOnly,
  };
  // A field that was output only and no longer is was never sent, so only responses matter.
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
  const received = site.direction.received && old.required !== next.required;
  if (!sent && !received) return;
  const now = sent ? isRequiredInRequest(next) : next.required;
  changes.add('required-changed', createChildSite({ ...site, direction: { sent, received } }, ['required']), {
    message: now ? 'is now required' : 'is now optional',
    effect: now ? 'tightens' : 'loosens',
  });
}

/** Returns the methods that require a field, if only some do. */
const getRequiringMethods = ({ readOnly, requiredBy }: Field): ReadonlySet<string> => new Set(readOnly ? [] : requiredBy);

/** Compares methods that exist in both versions. Field-level requirements are compared separately. */
function compareRequiringMethods(comparison: Comparison, { old, new: next }: Pair<Field>, site: Site): void {
  if (!site.direction.sent || old.readOnly || next.readOnly) return;
  const known = new Set(comparison.new.api.methods.map(({ id }) => id));
  const methods = comparison.old.api.methods.map(({ id }) => id).filter((id) => known.has(id));
  const [before, after] = [getRequiringMethods(old), getRequiringMethods(next)];
  const report = (ids: readonly string[], { message, effect }: ChangeText): void => {
    if (ids.length === 0) return;
    const place = createChildSite({ ...site, direction: sentOnly }, ['annotations', 'required']);
    comparison.changes.add('required-changed', place, { message: `${message} in requests of ${ids.map(quote).join(', ')}`, effect });
  };
  const tightened = methods.filter((id) => after.has(id) && !before.has(id) && !old.required);
  const loosened = methods.filter((id) => before.has(id) && !after.has(id) && !next.required);
  report(tightened, { message: 'is now required', effect: 'tightens' });
  report(loosened, { message: 'is now optional', effect: 'loosens' });
}

interface Flag {
  readonly kind: ChangeKind;
  readonly key: string;
  readonly of: (field: Field) => boolean;
  readonly on: string;
  readonly off: string;
  readonly gained: Effect;
  readonly lost: Effect;
  /** The direction in which the flag matters. */
  readonly way: keyof Direction;
}

const flags: readonly Flag[] = [
  {
    kind: 'read-only-changed',
    key: 'readOnly',
    of: ({ readOnly }) => readOnly,
    on: 'is now output-only',
    off: 'can now be set',
    gained: 'narrows',
    lost: 'adds',
    way: 'sent',
  },
  {
    kind: 'write-only-changed',
    key: 'x-writeOnly',
    of: ({ writeOnly }) => writeOnly,
    on: 'is now write-only',
    off: 'is now returned',
    gained: 'removes',
    lost: 'adds',
    way: 'received',
  },
  {
    kind: 'immutable-changed',
    key: 'x-immutable',
    of: ({ immutable }) => immutable,
    on: 'is now immutable',
    off: 'can now be changed',
    gained: 'narrows',
    lost: 'widens',
    way: 'sent',
  },
  {
    kind: 'patchable-changed',
    key: 'x-patchable',
    of: ({ patchable }) => patchable,
    on: 'can now be changed by a patch',
    off: 'can no longer be changed by a patch',
    gained: 'widens',
    lost: 'narrows',
    way: 'sent',
  },
  {
    kind: 'omit-empty-changed',
    key: 'x-omitEmpty',
    of: ({ omitEmpty }) => omitEmpty,
    on: 'is now omitted from responses if empty',
    off: 'is now returned even if empty',
    gained: 'widens',
    lost: 'narrows',
    way: 'received',
  },
];

function compareFlag({ changes }: Comparison, flag: Flag, { old, new: next, site }: Pair<Field> & { readonly site: Site }): void {
  const now = flag.of(next);
  if (flag.of(old) === now) return;
  const matters = site.direction[flag.way];
  const direction = flag.way === 'sent' ? sentOnly : { sent: false, received: true };
  changes.add(flag.kind, createChildSite({ ...site, direction }, [flag.key]), {
    message: now ? flag.on : flag.off,
    effect: matters ? (now ? flag.gained : flag.lost) : 'explains',
  });
}

/** Compares defaults, also of parameters. */
export function compareDefault({ changes }: Comparison, { old, new: next }: Pair<Pick<Field, 'default'>>, site: Site): void {
  if (JSON.stringify(old.default) === JSON.stringify(next.default)) return;
  const place = createChildSite(site, ['default']);
  if (old.default === undefined)
    changes.add('default-changed', place, {
      message: `the default is ${formatValue(next.default ?? null)} (previously none)`,
      effect: 'adds',
    });
  else if (next.default === undefined && site.direction.received)
    changes.add('default-changed', place, {
      message: `the default was ${formatValue(old.default)} (now none)`,
      effect: 'explains',
      reason: 'the meaning of an absent value is no longer documented',
    });
  else
    changes.add('default-changed', place, {
      message: `the default was ${formatValue(old.default)}${next.default === undefined ? ' (now none)' : `, is ${formatValue(next.default)}`}`,
      effect: 'replaces',
      reason: 'an absent value has another meaning',
    });
}

/** Compares deprecation and description of any element. */
export function compareDocumentation(
  { changes }: Pick<Comparison, 'changes'>,
  { old, new: next }: Pair<Pick<ModelElement, 'deprecated' | 'description'>>,
  site: Site,
): void {
  if (old.deprecated !== next.deprecated)
    changes.add(next.deprecated ? 'deprecated' : 'not-deprecated', createChildSite(site, ['deprecated']), {
      message: next.deprecated ? 'is now deprecated' : 'is no longer deprecated',
      effect: next.deprecated ? 'adds' : 'explains',
      ...(next.deprecated ? { reason: 'it still works' } : {}),
    });
  if ((old.description ?? '') !== (next.description ?? ''))
    changes.add('documentation-changed', createChildSite(site, ['description']), {
      message: 'the description changed',
      effect: 'explains',
    });
}
