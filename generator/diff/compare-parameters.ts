/** Compares parameters of a method, or common ones. */
import type { Parameter, Type } from '../model/model.js';
import { createChildSite, type ChangeText, describeRequirement, requestOnly, type Site } from './changes.js';
import type { Comparison, Pair } from './comparison.js';
import { compareDefault, compareDocumentation } from './compare-documentation.js';
import { compareMembers, matchMembers, getMemberSignature, type NamedMember } from './match-members.js';
import { compareTypes } from './compare-types.js';

/** `samePath`: the paths differ only in the names of variables, which can then be matched by position. */
export function compareParameters(
  comparison: Comparison,
  parameters: Pair<readonly Parameter[]>,
  { samePath, ...site }: Site & { readonly samePath: boolean },
): void {
  const matched = matchMembers({ old: toNamedParameters(parameters.old, samePath), new: toNamedParameters(parameters.new, samePath) });
  compareMembers(comparison.changes, matched, {
    noun: 'parameter',
    owner: site,
    createSite: ({ name }) => createChildSite(site, ['parameters', name], `${site.subject}(${name})`),
    describeAdded: (parameter) => (isRequired(parameter) ? requiredAddition : {}),
    renameReason: 'the old name no longer exists',
    compare: (pair, parameterSite) => compareParameter(comparison, pair, parameterSite),
  });
}

const requiredAddition: ChangeText = {
  message: 'the parameter was added and is required',
  effect: 'replaces',
  reason: 'calls without it are rejected',
};

function toNamedParameters(parameters: readonly Parameter[], samePath: boolean): NamedMember<Parameter>[] {
  return parameters.map((parameter, index) => ({
    name: parameter.name,
    value: parameter,
    signature: samePath && parameter.location === 'path' ? `path ${index}` : getMemberSignature(parameter),
  }));
}

const isRequired = ({ location, required }: Parameter): boolean => location === 'path' || required;

function compareParameter(comparison: Comparison, { old, new: next }: Pair<Parameter>, parentSite: Site): void {
  const { changes } = comparison;
  const site = { ...parentSite, direction: requestOnly };
  if (old.location !== next.location)
    changes.add('location-changed', createChildSite(site, ['location']), {
      message: `moved from the ${old.location} to the ${next.location}`,
      effect: 'replaces',
    });
  if (isRequired(old) !== isRequired(next))
    changes.add('required-changed', createChildSite(site, ['required']), describeRequirement(isRequired(next)));
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
  return repeated ? { kind: 'array', items: type } : type;
}
