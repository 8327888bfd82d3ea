import {
  createAlreadyExistsError,
  createRequiredFieldError,
  getOperationDelay,
  requireExisting,
  requireResource,
  getTextParameter,
  type EngineCall,
  type ActionByKind,
  type PlanAction,
} from '../call.js';
import { isInt64Format } from '../../../runtime/proto-number.js';
import { omitServerFields } from '../server-fields.js';
import { getMemberAt, getTextMember, withMember, type Json, type JsonObject } from '../../lib/json.js';
import { createLink, toLinkedPath } from '../../catalog/links.js';
import { createInvalidFieldError } from '../resource-change.js';
import { requireFieldOfTarget } from '../rule-kinds/required-if-resource-has.js';
import type { Effect } from '../../state/apply-effects.js';
import type { Member } from '../../state/entity.js';
import { getRule } from '../../catalog/method.js';
import { createPlace, decodeName, toCanonicalPath, type CompiledResource, type Place } from '../../catalog/resource.js';
import { getField } from '../../catalog/field-tables.js';
import { requireMutable } from '../rule-kinds/states.js';
import { planCreation } from './create.js';
import { requireCollection } from './new-place.js';

/** Creates a resource from the resource in the path, or from one that the body links to. */
export const createFromResource: PlanAction<'createFrom'> = async (call, action) => {
  const place = chooseCreatedPlace(call, action);
  const source = findSource(call, action);
  const linked = findLinkedSources(call, action, place);
  // Reported before what the source requires.
  if (call.state.locate(place)) throw createAlreadyExistsError(call, place);
  if (source) requireMutable(source.place, source.entity.body);
  const rule = getRule(call.method, 'requiredIfResourceHas');
  if (rule && source) {
    const { resource } = place;
    await requireFieldOfTarget(rule, { sent: omitServerFields(resource, call.body), target: source.entity.body, fields: resource.fields });
  }
  const copied = [...linked, { copies: action.copies, source }].reduce(
    (body, copySource) => copyFields(call, { ...copySource, place, body }),
    omitServerFields(place.resource, call.body),
  );
  const { passes, target } = action;
  const body = passes ? withMember(copied, passes.field, getFirstState(call, passes)) : copied;
  const plan = await planCreation(call, { place, body });
  return {
    ...plan,
    ...(passes && { effects: [], onAcceptance: [...plan.effects, ...planLaterStates(call, place, passes)] }),
    ...(target === 'source' && source && { target: { place: source.place, body: source.entity.body } }),
  };
};

/**
 * Returns the source: the resource in the path, or the one that the body links to. Returns `undefined` if the link is empty. Throws 404.
 */
function findSource(call: EngineCall, { from }: ActionByKind<'createFrom'>): Member | undefined {
  return from === undefined ? requireExisting(call) : findLinkedMember(call, from, requireResource(call));
}

/** Returns the resource that a field of the body links to. Throws 400 if it has another type, and 404 if it doesn't exist. */
function findLinkedMember(call: EngineCall, field: string, expectedResource: CompiledResource | undefined): Member | undefined {
  const { api } = call.method;
  const link = toLinkedPath(getMemberAt(call.body, field), api, call.segments);
  if (typeof link !== 'string' || link === '') return undefined;
  const path = toCanonicalPath([...call.segments.slice(0, api.nameStart), ...link.split('/').map(decodeName)]);
  const place = call.state.catalog.findPlace(`/${path}`, api);
  if (!place || place.resource !== expectedResource)
    throw createInvalidFieldError(field, `'${link}' isn't a link to a resource of the expected type`, 'createFrom');
  return requireExisting(call, place);
}

function chooseCreatedPlace(call: EngineCall, action: ActionByKind<'createFrom'>): Place {
  const { resource, collection } = requireCollection(call, action.creates);
  const field = resource.behavior.idFields[0] ?? 'name';
  const name = getTextMember(call.body, field) ?? getTextParameter(call, call.method.behavior.idParameters?.[0]?.[0] ?? '');
  if (name === undefined || name === '') throw createRequiredFieldError(field, 'name');
  return createPlace(resource, [...collection, name]);
}

interface CopySource {
  /** Maps fields of the new resource to fields of the source. The source field `selfLink` is the address of the source. */
  readonly copies: ActionByKind<'createFrom'>['copies'];
  readonly source: Member | undefined;
}

/** Returns the resources that the body links to. Throws 400 if one has another type, and 404 if one doesn't exist. */
function findLinkedSources(call: EngineCall, { links = {} }: ActionByKind<'createFrom'>, place: Place): readonly CopySource[] {
  return Object.entries(links).map(([field, { resource, copies }]) => {
    const linkedResource = call.state.catalog.findResource(place.resource.api, resource);
    return { copies, source: findLinkedMember(call, field, linkedResource) };
  });
}

interface CopyRequest extends CopySource {
  readonly place: Place;
  readonly body: JsonObject;
}

function copyFields(call: EngineCall, { copies, source, place, body }: CopyRequest): JsonObject {
  if (!source) return body;
  return Object.entries(copies).reduce((copied, [field, sourceField]) => {
    const value =
      sourceField === 'selfLink' ? createLink(call.origin, source.place.segments) : getMemberAt(source.entity.body, sourceField);
    return value === undefined ? copied : withMember(copied, field, convertInteger(getField(place.resource.fields, field)?.format, value));
  }, body);
}

/** The JSON format of a 64-bit integer is a string. */
function convertInteger(format: string | undefined, value: Json): Json {
  return typeof value === 'number' && isInt64Format(format) ? String(value) : value;
}

type StateSequence = NonNullable<ActionByKind<'createFrom'>['passes']>;

/** Without an operation delay, the resource starts in the last state. */
function getFirstState(call: EngineCall, { values }: StateSequence): string {
  return (getOperationDelay(call) > 0 ? values[0] : values.at(-1)) ?? '';
}

/** A resource with a state sequence exists from acceptance, and reaches its last state when the operation completes. */
function planLaterStates(call: EngineCall, { path }: Place, { field, values }: StateSequence): readonly Effect[] {
  const delay = getOperationDelay(call);
  const laterStates = delay > 0 ? values.slice(1) : [];
  return laterStates.map((state, index) => ({
    kind: 'later',
    after: (delay * (index + 1)) / laterStates.length,
    effects: [{ kind: 'set', path, fields: { [field]: state } }],
  }));
}
