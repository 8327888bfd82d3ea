/** The effective policy of an instance: what the policies of its project and the ancestors of the project assign to it. */
import {
  createPlace,
  getMember,
  getMemberAt,
  getTextMember,
  isList,
  isObject,
  listMembers,
  listStrings,
  type CompiledResource,
  type Json,
  type JsonObject,
  type Place,
  type ServiceCall,
  type ServiceHandler,
} from '../../mock/service.js';
import type { EffectivePolicyAction } from './rules.js';

type PolicyCall = ServiceCall<EffectivePolicyAction>;

/** Merges the policies that apply to the resource in the path. Each entry names the policy that it comes from. */
export const lookUpEffectivePolicy: ServiceHandler<EffectivePolicyAction> = (call, next) => {
  const places = listPolicyPlaces(call);
  if (!places) return next();
  const policies = listAssignedPolicies(call, places);
  const lists = Object.entries(call.action.options.lists).map(([name, { from, as }]) => {
    const entries = policies.flatMap((policy) => {
      const own = getMember(policy, from);
      return isList(own) ? own.map((entry) => ({ source: getTextMember(policy, 'name') ?? '', [as]: entry })) : [];
    });
    return [name, entries] as const;
  });
  return Object.fromEntries(lists.filter(([, entries]) => entries.length > 0));
};

/** Lists the policies of the nearest owner first, and those of one owner by name. */
function listAssignedPolicies(call: PolicyCall, places: readonly Place[]): readonly JsonObject[] {
  return places.flatMap((place) =>
    [...listMembers(call.stored, place)].flatMap(({ place: { segments }, entity: { body } }) => {
      const name = getTextMember(body, 'name');
      if (!isAssigned(call, body)) return [];
      return { ...body, name: name?.includes('/') ? name : segments.slice(-4).join('/') };
    }),
  );
}

/** Returns the policy collections of the project and its ancestors, or `undefined` if the path names no project. */
function listPolicyPlaces({ stored, place, action }: PolicyCall): readonly Place[] | undefined {
  const { catalog } = stored;
  const policyResource = catalog.findResource(place.resource.api, action.options.policies[0] ?? '');
  const segments = policyResource && getOwnerSegments(policyResource, place.segments);
  if (!policyResource || !segments) return undefined;
  const at = segments.indexOf('projects');
  const owner = segments.slice(at, at + 2).join('/');
  const ancestorPlaces = listStrings(stored.getRow('ancestors', owner)).flatMap((ancestor) => {
    const path = [...segments.slice(0, at), ...ancestor.split('/'), ...segments.slice(at + 2), '-'];
    return catalog.findPlace(`/${path.map(encodeURIComponent).join('/')}`, policyResource.api) ?? [];
  });
  return [createPlace(policyResource, [...segments, '-']), ...ancestorPlaces];
}

/** Returns the policy collection of the project in a path. Variables take the segments that follow the same literals in that path. */
function getOwnerSegments({ steps }: CompiledResource, target: readonly string[]): readonly string[] | undefined {
  const segments: string[] = [];
  for (const step of steps.slice(0, -1)) {
    const text = 'literal' in step ? step.literal : target[target.indexOf(segments.at(-1) ?? '') + 1];
    if (text === undefined) return undefined;
    segments.push(text);
  }
  return segments;
}

/** Returns whether the policy's assignment selects the instance in the path and the operating system in the body. */
function isAssigned({ place: { segments }, requestBody }: PolicyCall, policy: JsonObject): boolean {
  const zone = segments[segments.indexOf('zones') + 1] ?? '';
  const instance = segments.at(-1) ?? '';
  const readStrings = (name: string): readonly string[] => listStrings(getMemberAt(policy, `assignment.${name}`));
  const isEmptyOrSome = (allowed: readonly string[], matches: (text: string) => boolean): boolean =>
    allowed.length === 0 || allowed.some(matches);
  const labels = getMemberAt(policy, 'assignment.groupLabels');
  return (
    isEmptyOrSome(readStrings('zones'), (text) => text === zone || text.endsWith(`/${zone}`)) &&
    isEmptyOrSome(readStrings('instanceNamePrefixes'), (text) => instance.startsWith(text)) &&
    isEmptyOrSome(readStrings('instances'), (text) => text === instance || text.endsWith(`zones/${zone}/instances/${instance}`)) &&
    // The lookup doesn't know the labels of instances.
    !(isList(labels) && labels.length > 0) &&
    isSystemMatch(getMemberAt(policy, 'assignment.osTypes'), requestBody)
  );
}

const systemFields = ['osShortName', 'osVersion', 'osArchitecture'] as const;

/** Returns whether a system matches the body in all the fields that it sets. A version may end in `*`. */
function isSystemMatch(systems: Json | undefined, body: JsonObject | undefined): boolean {
  if (!isList(systems) || systems.length === 0) return true;
  return systems.some(
    (system) =>
      isObject(system) &&
      systemFields.every((name) => {
        const pattern = getTextMember(system, name);
        const value = getTextMember(body, name);
        if (pattern === undefined || pattern === '' || pattern === '*') return true;
        return pattern.endsWith('*') ? value?.startsWith(pattern.slice(0, -1)) === true : value?.toLowerCase() === pattern.toLowerCase();
      }),
  );
}
