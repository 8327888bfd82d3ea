/** Compares parameters of a method, or common ones. */
import { quote } from '../lib/diagnostics.js';
import type { Parameter, Type } from '../model/model.js';
import { createChildSite, sentOnly, type Site } from './changes.js';
import type { Comparison, Pair } from './comparison.js';
import { compareDefault, compareDocumentation } from './compare-documentation.js';
import { matchMembers, getMemberSignature, type NamedMember } from './match-members.js';
import { compareTypes } from './compare-types.js';

/** `samePath`: the paths differ only in the names of variables, which can then be matched by position. */
export function compareParameters(
  comparison: Comparison,
  parameters: Pair<readonly Parameter[]>,
  { samePath, ...site }: Site & { readonly samePath: boolean },
): void {
  const { changes } = comparison;
  const { kept, renamed, removed, added } = matchMembers(
    toNamedParameters(parameters.old, samePath),
    toNamedParameters(parameters.new, samePath),
  );
  for (const { name } of removed)
    changes.add(
      'parameter-removed',
      { ...createSite(site, name), new: site.new },
      { message: 'the parameter was removed', effect: 'removes' },
    );
  for (const parameter of added) reportAdded(comparison, parameter, site);
  for (const pair of renamed)
    changes.add('parameter-renamed', createPairSite(site, pair), {
      message: `the parameter was renamed to ${quote(pair.new.name)}`,
      effect: 'removes',
      reason: 'the old name no longer exists',
    });
  for (const pair of [...kept, ...renamed]) compareParameter(comparison, pair, createPairSite(site, pair));
}

function toNamedParameters(parameters: readonly Parameter[], samePath: boolean): NamedMember<Parameter>[] {
  return parameters.map((parameter, index) => ({
    name: parameter.name,
    value: parameter,
    signature: samePath && parameter.location === 'path' ? `path ${index}` : getMemberSignature(parameter),
  }));
}

const createSite = (site: Site, name: string): Site => createChildSite(site, ['parameters', name], `${site.subject}(${name})`);
const createPairSite = (site: Site, { old, new: next }: Pair<Parameter>): Site => ({
  ...createSite(site, old.name),
  new: createSite(site, next.name).new,
});
const isRequired = ({ location, required }: Parameter): boolean => location === 'path' || required;

function reportAdded({ changes }: Comparison, parameter: Parameter, site: Site): void {
  const parameterSite = { ...createSite(site, parameter.name), old: site.old };
  if (isRequired(parameter))
    changes.add('parameter-added', parameterSite, {
      message: 'the parameter was added and is required',
      effect: 'replaces',
      reason: 'calls without it are rejected',
    });
  else changes.add('parameter-added', parameterSite, { message: 'the parameter was added', effect: 'adds' });
}

function compareParameter(comparison: Comparison, { old, new: next }: Pair<Parameter>, parentSite: Site): void {
  const { changes } = comparison;
  const site = { ...parentSite, direction: sentOnly };
  if (old.location !== next.location)
    changes.add('location-changed', createChildSite(site, ['location']), {
      message: `moved from the ${old.location} to the ${next.location}`,
      effect: 'replaces',
    });
  if (isRequired(old) !== isRequired(next))
    changes.add('required-changed', createChildSite(site, ['required']), {
      message: isRequired(next) ? 'is now required' : 'is now optional',
      effect: isRequired(next) ? 'tightens' : 'loosens',
    });
  compareDefault(comparison, { old, new: next }, site);
  compareDocumentation(comparison, { old, new: next }, site);
  compareTypes(comparison, { old: getValueType(old), new: getValueType(next) }, site);
}

/** Matches patterns that only repeat the number of segments of the path. */
const plainPattern = /^\^?(?:[\w-]+|\[\^\/\][+*]|\.[+*])(?:\/(?:[\w-]+|\[\^\/\][+*]|\.[+*]))*\$?$/;

/** The type that a caller passes: a list for a repeated parameter. */
function getValueType({ location, repeated, type }: Parameter): Type {
  if (location === 'path' && type.kind === 'string' && type.pattern !== undefined && plainPattern.test(type.pattern)) {
    const { pattern: _, ...rest } = type;
    return rest;
  }
  return repeated && type.kind !== 'array' ? { kind: 'array', items: type } : type;
}
