import { alreadyExists, existing, filling, resourceOf, textParameter, type Call, type Plan } from '../call.js';
import { notImplemented } from '../call.js';
import { hashKeys } from '../encryption-key.js';
import { fillNew, given } from '../fill.js';
import { memberAt, textMember, withMember, type Json, type JsonObject } from '../json.js';
import { linkTo } from '../links.js';
import { invalidField, nothing } from '../rules/change.js';
import { complete } from '../rules/complete.js';
import { linkedPath } from '../rules/linked-path.js';
import { requireUsable } from '../rules/locked-while.js';
import { requireForTarget } from '../rules/required-if-target.js';
import { judgeResource } from '../rules/index.js';
import { requireValidChange } from '../rules/validations.js';
import type { Effect } from '../state/effects.js';
import type { Member } from '../state/state.js';
import { expandByNames, namesOf, ruleOf } from '../world/method.js';
import { placeOf, type Place, type Resource } from '../world/resource.js';
import { Refusal } from '../errors.js';
import { fieldOf } from '../shape.js';
import { quotaOf } from '../quota.js';
import type { ActionOf, Perform } from './action.js';

/** Creates a resource from the one that the path names. */
export const createFrom: Perform<'createFrom'> = async (call, action) => {
  const place = placeOfCreated(call, action);
  const source = sourceOf(call, action);
  const linked = linkedBy(call, action, place);
  if (call.state.locate(place)) throw alreadyExists(place);
  if (source) requireUsable(source.place, source.entity.body);
  const rule = ruleOf(call.method, 'requiredIfTarget');
  if (rule && source) {
    const { resource } = place;
    await requireForTarget(rule, { sent: given(resource, call.body), target: source.entity.body, fields: resource.fields });
  }
  const passes = action.passes ?? passesOf(place);
  const made = await created(call, { place, sources: [...linked, { copies: action.copies, source }] });
  const next = passes ? withMember(made, passes.field, startOf(call, passes)) : made;
  const { next: body } = await complete({ call, place, before: nothing, sent: call.body, next, also: [] });
  judgeResource({ place, next: body });
  requireValidChange(place.resource, { next: body });
  return plan(call, { place, body, passes, ...(action.target === 'source' && source && { source }) });
};

/** The resource that the path names, or the body links to; `undefined` where it links to none. Throws 404. */
function sourceOf(call: Call, { from }: ActionOf<'createFrom'>): Member | undefined {
  return from === undefined ? existing(call) : linkedFrom(call, from, resourceOf(call));
}

/** The resource to which a field of the body links. Throws 400 where it is of another kind, 404 where it is not there. */
function linkedFrom(call: Call, from: string, kind: Resource | undefined): Member | undefined {
  const link = linkedPath(memberAt(call.body, from), call.segments);
  if (typeof link !== 'string' || link === '') return undefined;
  const base = call.segments.slice(0, Math.max(0, call.segments.indexOf('projects')));
  const place = call.state.world.place(`/${[...base, link].join('/')}`);
  if (!place || place.resource !== kind) throw invalidField(from, `'${link}' is no link to such a resource`, 'createFrom');
  return existing(call, place);
}

function placeOfCreated(call: Call, action: ActionOf<'createFrom'>): Place {
  const resource = call.state.world.resource(resourceOf(call).api, action.creates);
  const collection = resource && expandByNames(resource.steps.slice(0, -resource.idCount), namesOf(call.method, call.segments));
  if (!resource || !collection) throw notImplemented(call.method);
  const field = resource.behaviour.idFields[0] ?? 'name';
  const name = textMember(call.body, field) ?? textParameter(call, `${resource.behaviour.idParameters[0] ?? ''}Id`);
  if (name === undefined || name === '')
    throw new Refusal('required', { message: `Required value '${field}' is missing.`, location: field, rule: 'name' });
  return placeOf(resource, [...collection, name]);
}

interface Source {
  /** Names of fields of the source by those of the new resource; `selfLink` is its address. */
  readonly copies: ActionOf<'createFrom'>['copies'];
  readonly source: Member | undefined;
}

/** What fields of the body link to. Throws 400 where one is of another kind, 404 where one is not there. */
function linkedBy(call: Call, { links = {} }: ActionOf<'createFrom'>, place: Place): readonly Source[] {
  return Object.entries(links).map(([field, { resource, copies }]) => {
    const kind = call.state.world.resource(place.resource.api, resource);
    return { copies, source: linkedFrom(call, field, kind) };
  });
}

interface Creation {
  readonly place: Place;
  readonly sources: readonly Source[];
}

async function created(call: Call, { place, sources }: Creation): Promise<JsonObject> {
  let body = await hashKeys(place.resource.fields, given(place.resource, call.body));
  for (const each of sources) body = withCopies(call, { ...each, place, body });
  return fillNew(place, body, filling(call));
}

interface Copying extends Source {
  readonly place: Place;
  readonly body: JsonObject;
}

function withCopies(call: Call, { copies, source, place, body }: Copying): JsonObject {
  if (!source) return body;
  return Object.entries(copies).reduce((copied, [field, from]) => {
    const value = from === 'selfLink' ? linkTo(call.origin, source.place.segments) : memberAt(source.entity.body, from);
    return value === undefined ? copied : withMember(copied, field, written(fieldOf(place.resource.fields, field)?.format, value));
  }, body);
}

/** 64-bit integers are text, however the source holds them. */
function written(format: string | undefined, value: Json): Json {
  return typeof value === 'number' && (format === 'int64' || format === 'uint64') ? String(value) : value;
}

type Passes = NonNullable<ActionOf<'createFrom'>['passes']>;

interface Created {
  readonly place: Place;
  readonly body: JsonObject;
  readonly passes: Passes | undefined;
  /** Of the resource that the operation calls its target, where that is the source. */
  readonly source?: Member;
}

/** The states that a new resource passes through where the action does not tell: the moves of an output-only field, from the one that no move leads to. */
function passesOf({ resource }: Place): Passes | undefined {
  for (const rule of resource.rules) {
    if (rule.kind !== 'states' || !rule.moves?.length || !fieldOf(resource.fields, rule.field)?.readOnly) continue;
    const next = new Map(rule.moves.map(({ from, to }) => [from, to]));
    const reached = new Set(next.values());
    const start = [...next.keys()].find((state) => !reached.has(state));
    const values: string[] = [];
    for (let state = start; state !== undefined && !values.includes(state); state = next.get(state)) values.push(state);
    if (values.length > 1) return { field: rule.field, values };
  }
  return undefined;
}

/** Without a delay the last one is reached at once. */
function startOf({ session }: Call, { values }: Passes): string {
  return (session.settings.operationDelay > 0 ? values[0] : values.at(-1)) ?? '';
}

/** With states to pass through, the resource is there from the start; else when the operation is done. */
function plan(call: Call, { place, body, passes, source }: Created): Plan {
  const quota = quotaOf(call, place);
  const target = source ? { place: source.place, body: source.entity.body } : { place, body };
  const answer = { place };
  const usage = quota?.raise ?? [];
  const failure = quota?.failure ? { failure: quota.failure } : {};
  if (!passes) return { effects: [{ kind: 'put', path: place.path, body, version: 0 }, ...usage], answer, target, ...failure };
  const rest = passes.values.slice(1);
  const delay = call.session.settings.operationDelay;
  const states = rest.map((state, index): Effect => ({
    kind: 'later',
    after: (delay * (index + 1)) / rest.length,
    effects: [{ kind: 'set', path: place.path, fields: { [passes.field]: state } }],
  }));
  const onAcceptance: Effect[] = [{ kind: 'put', path: place.path, body }, ...usage, ...(delay > 0 ? states : [])];
  return { effects: [], onAcceptance, answer, target, ...failure };
}
