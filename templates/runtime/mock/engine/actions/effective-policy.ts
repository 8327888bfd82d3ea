import {
  planResponse,
  createNotImplementedError,
  getResourcePlace,
  type CallContext,
  type ActionByKind,
  type PlanAction,
} from '../call.js';
import { isList, isObject, getMember, getMemberAt, getTextMember, type Json, type JsonObject } from '../../lib/json.js';
import { listMembers } from '../../state/list-members.js';
import { createPlace, type Place, type Resource } from '../../world/resource.js';

/** Merges the policies that apply to the resource in the path. Each entry names the policy that it comes from. */
export const lookUpEffectivePolicy: PlanAction<'effectivePolicy'> = (call, action) => {
  const lists = new Map<string, Json[]>(Object.keys(action.lists).map((name) => [name, []]));
  for (const policy of listAssignedPolicies(call, action)) {
    for (const [name, { from, as }] of Object.entries(action.lists)) {
      const entries = getMember(policy, from);
      for (const entry of isList(entries) ? entries : [])
        lists.get(name)?.push({ source: getTextMember(policy, 'name') ?? '', [as]: entry });
    }
  }
  return planResponse(Object.fromEntries([...lists].filter(([, entries]) => entries.length > 0)));
};

/** Lists the policies of the nearest owner first, and those of one owner by name. */
function listAssignedPolicies(call: CallContext, action: ActionByKind<'effectivePolicy'>): readonly JsonObject[] {
  const policies: JsonObject[] = [];
  for (const place of listPolicyPlaces(call, action)) {
    for (const { place: memberPlace, entity } of listMembers(call.state, place)) {
      const name = memberPlace.segments.slice(-4).join('/');
      if (isAssigned(call, entity.body))
        policies.push({ ...entity.body, name: getTextMember(entity.body, 'name')?.includes('/') ? (entity.body['name'] as Json) : name });
    }
  }
  return policies;
}

/** Returns the policy collections of the project and its ancestors. */
function listPolicyPlaces(call: CallContext, action: ActionByKind<'effectivePolicy'>): readonly Place[] {
  const { world } = call.state;
  const api = getResourcePlace(call).resource.api;
  const policyResource = world.findResource(api, action.policies);
  const segments = policyResource && getOwnerSegments(policyResource, getResourcePlace(call).segments);
  if (!policyResource || !segments) throw createNotImplementedError(call.method);
  const at = segments.indexOf('projects');
  const owner = segments.slice(at, at + 2).join('/');
  const ancestorRow = call.state.getRow('ancestors', owner);
  const ancestors = isList(ancestorRow) ? ancestorRow.filter((ancestor) => typeof ancestor === 'string') : [];
  const places = [createPlace(policyResource, [...segments, '-'])];
  for (const ancestor of ancestors) {
    const path = [...segments.slice(0, at), ...ancestor.split('/'), ...segments.slice(at + 2), '-'];
    const place = world.findPlace(`/${path.map(encodeURIComponent).join('/')}`);
    if (place) places.push(place);
  }
  return places;
}

/** Returns the policy collection of the project in a path. Variables take the segments that follow the same literals in that path. */
function getOwnerSegments({ steps }: Resource, target: readonly string[]): readonly string[] | undefined {
  const segments: string[] = [];
  for (const step of steps.slice(0, -1)) {
    const text = 'literal' in step ? step.literal : target[target.indexOf(segments.at(-1) ?? '') + 1];
    if (text === undefined) return undefined;
    segments.push(text);
  }
  return segments;
}

/** Returns whether the policy's assignment selects the instance in the path and the operating system in the body. */
function isAssigned(call: CallContext, policy: JsonObject): boolean {
  const { segments } = getResourcePlace(call);
  const zone = segments[segments.indexOf('zones') + 1] ?? '';
  const instance = segments.at(-1) ?? '';
  const readStrings = (name: string): readonly string[] => {
    const value = getMemberAt(policy, `assignment.${name}`);
    return isList(value) ? value.filter((each) => typeof each === 'string') : [];
  };
  const isEmptyOrSome = (allowed: readonly string[], matches: (text: string) => boolean): boolean =>
    allowed.length === 0 || allowed.some(matches);
  const labels = getMemberAt(policy, 'assignment.groupLabels');
  return (
    isEmptyOrSome(readStrings('zones'), (text) => text === zone || text.endsWith(`/${zone}`)) &&
    isEmptyOrSome(readStrings('instanceNamePrefixes'), (text) => instance.startsWith(text)) &&
    isEmptyOrSome(readStrings('instances'), (text) => text === instance || text.endsWith(`zones/${zone}/instances/${instance}`)) &&
    // The lookup doesn't know the labels of instances.
    !(isList(labels) && labels.length > 0) &&
    matchesSystem(getMemberAt(policy, 'assignment.osTypes'), call.body)
  );
}

const systemFields = ['osShortName', 'osVersion', 'osArchitecture'] as const;

/** Returns whether a system matches the body in all the fields that it sets. A version may end in `*`. */
function matchesSystem(systems: Json | undefined, body: JsonObject): boolean {
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
