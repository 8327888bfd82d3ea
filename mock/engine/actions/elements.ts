/** The actions that read and change the elements of a list field of a resource. */
import { getParameter, planResponse, requireExisting, requireResource, type EngineCall, type PlanAction } from '../call.js';
import { omitServerFields } from '../server-fields.js';
import { HttpError } from '../../lib/http-error.js';
import {
  applyMergePatch,
  getMember,
  isEqual,
  isList,
  isObject,
  withMember,
  withoutMember,
  type Json,
  type JsonObject,
} from '../../lib/json.js';
import { formatPlace, renderResource } from '../../catalog/links.js';
import type { Member } from '../../state/entity.js';
import { planChange } from './plan-change.js';

/** Appends the elements that the list doesn't have. */
export const addElements: PlanAction<'addElements'> = (call, { field, from }) => {
  const member = requireExisting(call);
  const present = getElements(member.entity.body, field);
  const sent = omitServerMembers(call, field, from === undefined ? [call.body] : getElements(call.body, from));
  const added = sent.filter((element) => !present.some((other) => isEqual(other, element)));
  return planElements(call, member, { field, elements: [...present, ...added] });
};

/** Removes the elements of the body, or the one that the parameter identifies. */
export const removeElements: PlanAction<'removeElements'> = (call, { field, from, key }) => {
  const member = requireExisting(call);
  const present = getElements(member.entity.body, field);
  const removed =
    key === undefined ? getElements(call.body, from ?? field) : [present[requireElement(call, present, { member, field, key })] ?? null];
  const elements = present.filter((element) => !removed.some((other) => isEqual(other, element)));
  return planElements(call, member, { field, elements });
};

export const patchElement: PlanAction<'patchElement'> = (call, { field, key }) => {
  const member = requireExisting(call);
  const present = getElements(member.entity.body, field);
  const index = requireElement(call, present, { member, field, key });
  const [changes] = omitServerMembers(call, field, [call.body]);
  const elements = present.map((element, at) =>
    at === index && isObject(element) && isObject(changes) ? applyMergePatch(element, changes) : element,
  );
  return planElements(call, member, { field, elements });
};

export const getElement: PlanAction<'getElement'> = (call, { field, key }) => {
  const member = requireExisting(call);
  const elements = getElements(renderResource(member.place, member.entity.body, call.origin), field);
  const element = elements[requireElement(call, elements, { member, field, key })];
  return planResponse(isObject(element) ? element : {});
};

function getElements(body: JsonObject, field: string): readonly Json[] {
  const list = getMember(body, field);
  return isList(list) ? list : [];
}

interface ElementSearch {
  readonly member: Member;
  readonly field: string;
  readonly key: string;
}

/** Returns the index of the element that the parameter identifies. Throws 400 without one. */
function requireElement(call: EngineCall, elements: readonly Json[], { member, field, key }: ElementSearch): number {
  const value = getParameter(call, key);
  const index = value === undefined ? -1 : elements.findIndex((element) => String(getMember(element, key)) === String(value));
  if (index >= 0) return index;
  const problem = value === undefined ? 'is required' : `'${String(value)}' is invalid`;
  const message = `The parameter '${key}' ${problem}: it must identify one of the ${field} of '${formatPlace(member.place)}'.`;
  throw new HttpError(value === undefined ? 'required' : 'invalid', { message, location: key, locationType: 'parameter', rule: 'exists' });
}

/** Omits the members of elements that only the server sets. */
function omitServerMembers(call: EngineCall, field: string, elements: readonly Json[]): readonly Json[] {
  return getElements(omitServerFields(requireResource(call), { [field]: elements }), field);
}

/** Plans a change of the list. A resource without elements doesn't have it. */
function planElements(
  call: EngineCall,
  member: Member,
  { field, elements }: { readonly field: string; readonly elements: readonly Json[] },
): ReturnType<typeof planChange> {
  const { body } = member.entity;
  return planChange({ call, member, next: elements.length === 0 ? withoutMember(body, field) : withMember(body, field, elements) });
}
