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
  const fieldSite = { ...createSite(site, field.name), old: site.old };
  if (site.direction.sent && (isRequiredInRequest(field) || getRequiringMethods(field).size > 0))
    changes.add('field-added', fieldSite, {
      message: 'the field was added and is required',
      effect: 'replaces',
      reason: 'requests without it are rejected',
    });
  else
    changes.add('field-added', fieldSite, {
      message: field.readOnly ? 'the output-only field was added' : 'the field was added',
      effect: 'adds',
    });
}

const isRequiredInRequest = (field: Field): boolean => field.required && !field.readOnly;

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
  const received = site.direction.received && old.required !== next.required;
  if (!sent && !received) return;
  const isNowSet = sent ? isRequiredInRequest(next) : next.required;
  changes.add('required-changed', createChildSite({ ...site, direction: { sent, received } }, ['required']), {
    message: isNowSet ? 'is now required' : 'is now optional',
    effect: isNowSet ? 'tightens' : 'loosens',
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
    const fieldSite = createChildSite({ ...site, direction: sentOnly }, ['annotations', 'required']);
    comparison.changes.add('required-changed', fieldSite, { message: `${message} in requests of ${ids.map(quote).join(', ')}`, effect });
  };
  const tightened = methods.filter((id) => after.has(id) && !before.has(id) && !old.required);
  const loosened = methods.filter((id) => before.has(id) && !after.has(id) && !next.required);
  report(tightened, { message: 'is now required', effect: 'tightens' });
  report(loosened, { message: 'is now optional', effect: 'loosens' });
}

interface Flag {
  readonly kind: ChangeKind;
  readonly key: string;
  readonly hasFlag: (field: Field) => boolean;
  readonly addedMessage: string;
  readonly removedMessage: string;
  readonly addedEffect: Effect;
  readonly removedEffect: Effect;
  /** The direction in which the flag matters. */
  readonly direction: keyof Direction;
}

const flags: readonly Flag[] = [
  {
    kind: 'read-only-changed',
    key: 'readOnly',
    hasFlag: ({ readOnly }) => readOnly,
    addedMessage: 'is now output only',
    removedMessage: 'is no longer output only',
    addedEffect: 'narrows',
    removedEffect: 'adds',
    direction: 'sent',
  },
  {
    kind: 'write-only-changed',
    key: 'x-writeOnly',
    hasFlag: ({ writeOnly }) => writeOnly,
    addedMessage: 'is now input only',
    removedMessage: 'is no longer input only',
    addedEffect: 'removes',
    removedEffect: 'adds',
    direction: 'received',
  },
  {
    kind: 'immutable-changed',
    key: 'x-immutable',
    hasFlag: ({ immutable }) => immutable,
    addedMessage: 'is now immutable',
    removedMessage: 'is no longer immutable',
    addedEffect: 'narrows',
    removedEffect: 'widens',
    direction: 'sent',
  },
  {
    kind: 'patchable-changed',
    key: 'x-patchable',
    hasFlag: ({ patchable }) => patchable,
    addedMessage: 'a patch now updates it',
    removedMessage: 'a patch no longer updates it',
    addedEffect: 'widens',
    removedEffect: 'narrows',
    direction: 'sent',
  },
  {
    kind: 'omit-empty-changed',
    key: 'x-omitEmpty',
    hasFlag: ({ omitEmpty }) => omitEmpty,
    addedMessage: 'is now omitted from responses if empty',
    removedMessage: 'is no longer omitted from responses if empty',
    addedEffect: 'widens',
    removedEffect: 'narrows',
    direction: 'received',
  },
];

function compareFlag({ changes }: Comparison, flag: Flag, { old, new: next, site }: Pair<Field> & { readonly site: Site }): void {
  const isNowSet = flag.hasFlag(next);
  if (flag.hasFlag(old) === isNowSet) return;
  const matters = site.direction[flag.direction];
  const direction = flag.direction === 'sent' ? sentOnly : { sent: false, received: true };
  changes.add(flag.kind, createChildSite({ ...site, direction }, [flag.key]), {
    message: isNowSet ? flag.addedMessage : flag.removedMessage,
    effect: matters ? (isNowSet ? flag.addedEffect : flag.removedEffect) : 'explains',
  });
}

/** Compares defaults, also of parameters. */
export function compareDefault({ changes }: Comparison, { old, new: next }: Pair<Pick<Field, 'default'>>, site: Site): void {
  if (JSON.stringify(old.default) === JSON.stringify(next.default)) return;
  const fieldSite = createChildSite(site, ['default']);
  if (old.default === undefined)
    changes.add('default-changed', fieldSite, {
      message: `the default was added: ${formatValue(next.default ?? null)}`,
      effect: 'adds',
    });
  else if (next.default === undefined && site.direction.received)
    changes.add('default-changed', fieldSite, {
      message: `the default was removed: ${formatValue(old.default)}`,
      effect: 'explains',
      reason: 'the effect of omitting the field is no longer documented',
    });
  else
    changes.add('default-changed', fieldSite, {
      message:
        next.default === undefined
          ? `the default was removed: ${formatValue(old.default)}`
          : `the default changed from ${formatValue(old.default)} to ${formatValue(next.default)}`,
      effect: 'replaces',
      reason: 'requests that omit the value change their meaning',
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
