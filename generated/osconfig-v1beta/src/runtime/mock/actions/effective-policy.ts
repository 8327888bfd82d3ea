import { planResponse, notImplementedError, resourcePlace, type CallContext } from '../call.js';
import { isList, isObject, getMember, getMemberAt, getTextMember, type Json, type JsonObject } from '../json.js';
import { listMembers } from '../rules/siblings.js';
import { createPlace, type Place, type Resource } from '../world/resource.js';
import type { ActionByKind, PlanAction } from './action.js';

/** Merges the policies assigned to the ancestry of what the path names; each entry is tagged with the policy it comes from. */
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

/** Of the nearest owner first; the policies of one owner by name. */
function listAssignedPolicies(call: CallContext, action: ActionByKind<'effectivePolicy'>): readonly JsonObject[] {
  const found: JsonObject[] = [];
  for (const place of listPolicyPlaces(call, action)) {
    for (const { place: at, entity } of listMembers(call.state, place)) {
      const name = at.segments.slice(-4).join('/');
      if (isAssigned(call, entity.body))
        found.push({ ...entity.body, name: getTextMember(entity.body, 'name')?.includes('/') ? (entity.body['name'] as Json) : name });
    }
  }
  return found;
}

/** The collections of policies of the project and of its ancestors. */
function listPolicyPlaces(call: CallContext, action: ActionByKind<'effectivePolicy'>): readonly Place[] {
  const { world } = call.state;
  const api = resourcePlace(call).resource.api;
  const own = world.resource(api, action.policies);
  const segments = own && getOwnerSegments(own, resourcePlace(call).segments);
  if (!own || !segments) throw notImplementedError(call.method);
  const at = segments.indexOf('projects');
  const owner = segments.slice(at, at + 2).join('/');
  const row = call.state.row('ancestors', owner);
  const ancestors = isList(row) ? row.filter((each) => typeof each === 'string') : [];
  const places = [createPlace(own, [...segments, '-'])];
  for (const ancestor of ancestors) {
    const path = [...segments.slice(0, at), ...ancestor.split('/'), ...segments.slice(at + 2), '-'];
    const place = world.place(`/${path.map(encodeURIComponent).join('/')}`);
    if (place) places.push(place);
  }
  return places;
}

/** The collection of policies of the project to which a path leads: what follows each literal there follows it here. */
function getOwnerSegments({ steps }: Resource, target: readonly string[]): readonly string[] | undefined {
  const found: string[] = [];
  for (const step of steps.slice(0, -1)) {
    const text = 'literal' in step ? step.literal : target[target.indexOf(found.at(-1) ?? '') + 1];
    if (text === undefined) return undefined;
    found.push(text);
  }
  return found;
}

/** Whether the policy's assignment selects the instance that the path names and the operating system that the body describes. */
function isAssigned(call: CallContext, policy: JsonObject): boolean {
  const { segments } = resourcePlace(call);
  const zone = segments[segments.indexOf('zones') + 1] ?? '';
  const instance = segments.at(-1) ?? '';
  const texts = (name: string): readonly string[] => {
    const value = getMemberAt(policy, `assignment.${name}`);
    return isList(value) ? value.filter((each) => typeof each === 'string') : [];
  };
  const anyOf = (wanted: readonly string[], fits: (text: string) => boolean): boolean => wanted.length === 0 || wanted.some(fits);
  const labels = getMemberAt(policy, 'assignment.groupLabels');
  return (
    anyOf(texts('zones'), (text) => text === zone || text.endsWith(`/${zone}`)) &&
    anyOf(texts('instanceNamePrefixes'), (text) => instance.startsWith(text)) &&
    anyOf(texts('instances'), (text) => text === instance || text.endsWith(`zones/${zone}/instances/${instance}`)) &&
    // Labels of instances are not known to the lookup.
    !(isList(labels) && labels.length > 0) &&
    matchesSystem(getMemberAt(policy, 'assignment.osTypes'), call.body)
  );
}

const systemFields = ['osShortName', 'osVersion', 'osArchitecture'] as const;

/** One of the systems must fit in all that it names; a version may end in `*`. */
function matchesSystem(systems: Json | undefined, body: JsonObject): boolean {
  if (!isList(systems) || systems.length === 0) return true;
  return systems.some(
    (system) =>
      isObject(system) &&
      systemFields.every((name) => {
        const wanted = getTextMember(system, name);
        const given = getTextMember(body, name);
        if (wanted === undefined || wanted === '' || wanted === '*') return true;
        return wanted.endsWith('*') ? given?.startsWith(wanted.slice(0, -1)) === true : given?.toLowerCase() === wanted.toLowerCase();
      }),
  );
}
