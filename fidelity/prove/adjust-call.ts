/** Changes a call, one value at a time as the errors of the mock say, until the mock accepts it. */
import { isObject, type Json, type Pointer } from '../../generator/lib/json.js';
import type { Method, Type } from '../../generator/model/model.js';
import { setAt } from './field-paths.js';
import { isAccepted, listErrors, type ReplyError } from './reference-mock.js';
import type { CallTemplate } from './scenario.js';
import type { ScenarioBuilder } from './scenario-builder.js';
import { listCandidates } from './values.js';

export interface AdjustOptions {
  /** The pointers in the body to values that must not change. */
  readonly frozen: readonly Pointer[];
  /** Creates the resource to which a field links, and returns its path. */
  readonly ensureLink?: (link: { readonly field: string }) => Promise<string | undefined>;
}

/** `reason`: why the mock rejects the call. Absent if it accepts it. */
export interface AdjustedCall {
  readonly call: CallTemplate;
  readonly reason?: string;
}

/** The maximum number of changes. */
const maxChanges = 40;

/** Texts for values that their type doesn't describe, such as types of DNS records and their data. */
const commonHints: readonly Json[] = ['A', '192.0.2.1', 'example.com.'];

export async function adjustCall(
  builder: ScenarioBuilder,
  initial: CallTemplate,
  { frozen, ensureLink }: AdjustOptions,
): Promise<AdjustedCall> {
  const used = new Map<string, number>();
  const isFrozen = (pointer: Pointer): boolean =>
    frozen.some((each) => each.every((key, at) => key === pointer[at]) && each.length <= pointer.length);
  let call = initial;
  let message = '';
  for (let change = 0; change < maxChanges; change += 1) {
    const reply = await builder.try(call);
    if (isAccepted(reply)) return { call };
    if (reply.status >= 500) return { call, reason: listErrors(reply)[0]?.message ?? '' };
    const errors = listErrors(reply);
    message = errors[0]?.message ?? String(reply.status);
    const next =
      (await createLinkedResource(call, errors[0], { reply: reply.status, ensureLink, used, isFrozen })) ??
      changeValue(builder, call, { errors, used, isFrozen });
    if (next === undefined) return { call, reason: message };
    call = next;
  }
  return { call, reason: message };
}

interface ChangeContext {
  readonly used: Map<string, number>;
  readonly isFrozen: (pointer: Pointer) => boolean;
}

/** Creates the resource to which a field of the body links. */
async function createLinkedResource(
  call: CallTemplate,
  error: ReplyError | undefined,
  { reply, ensureLink, used, isFrozen }: ChangeContext & { readonly reply: number; readonly ensureLink: AdjustOptions['ensureLink'] },
): Promise<CallTemplate | undefined> {
  if (reply !== 404 || ensureLink === undefined || !isObject(call.body)) return undefined;
  for (const [field, value] of Object.entries(call.body)) {
    const isCandidate =
      typeof value === 'string' &&
      !used.has(`link ${field}`) &&
      !isFrozen([field]) &&
      (error?.location === field || error?.message.includes(value));
    if (!isCandidate) continue;
    used.set(`link ${field}`, 1);
    const path = await ensureLink({ field });
    if (path !== undefined) return { ...call, body: setAt(call.body, [field], path) };
  }
  return undefined;
}

function changeValue(
  builder: ScenarioBuilder,
  call: CallTemplate,
  { errors, used, isFrozen }: ChangeContext & { readonly errors: readonly ReplyError[] },
): CallTemplate | undefined {
  for (const { location, message } of errors) {
    const parameter = call.method.parameters.find(({ name, location: place }) => name === location && place === 'query');
    const pointer = parseLocation(location);
    if (pointer.length === 0 || isFrozen(pointer)) continue;
    const type = parameter?.type ?? findTypeAt(builder, call.method, pointer);
    const candidates = listCandidates(type, builder.index.lookup, isDomain(type, builder) ? listDomains(builder, call) : commonHints);
    const at = used.get(location) ?? 0;
    const value = candidates[at];
    used.set(location, at + 1);
    if (value === undefined || (message === '' && at > 5)) continue;
    if (parameter !== undefined) return { ...call, query: { ...call.query, [location]: value } };
    return { ...call, body: setAt(call.body ?? {}, pointer, value) };
  }
  return undefined;
}

function isDomain(type: Type | undefined, { index }: ScenarioBuilder): boolean {
  const resolved = index.lookup.resolve(type);
  return resolved?.kind === 'string' && resolved.format === 'domain-name';
}

/** Names below the domains of the resources that the scenario has. */
function listDomains(builder: ScenarioBuilder, { path }: CallTemplate): readonly string[] {
  const domains = builder.index.api.resources.flatMap((resource) => {
    const instance = builder.getInstance(resource);
    return instance !== undefined && path.startsWith(instance.path) && isObject(instance.body) ? Object.values(instance.body) : [];
  });
  return domains.flatMap((value) => (typeof value === 'string' && value.endsWith('.') ? [`${builder.createName()}.${value}`] : []));
}

/** Parses the location of an error: `secondaryIpRanges[0].rangeName`. */
export function parseLocation(location: string): Pointer {
  return [...location.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) => (index === undefined ? (name ?? '') : Number(index)));
}

export function findTypeAt(builder: ScenarioBuilder, { request }: Method, pointer: Pointer): Type | undefined {
  const { lookup } = builder.index;
  return pointer.reduce<Type | undefined>((type, key) => {
    const resolved = lookup.resolve(type);
    if (resolved?.kind === 'array') return resolved.items;
    if (resolved?.kind === 'map') return resolved.values;
    return resolved?.kind === 'object' ? (resolved.fields.find(({ name }) => name === key)?.type ?? resolved.additional) : undefined;
  }, request);
}
