/** The methods of secrets: their etags, their expiration, and their default order. */
import {
  compareText,
  formatInstant,
  getTextMember,
  parseInstant,
  type HandlerCall,
  type Handlers,
  type JsonObject,
  type ServiceDefinition,
} from '../../mock/service.js';
import { readSeconds } from '../durations.js';
import { getField, getTextField } from '../requests.js';
import { requireEtag } from './etags.js';
import { listPayloadKeys } from './payloads.js';

type Next = () => Promise<unknown>;

/** Orders by the time of creation, newest first. Versions of the same time are ordered by their numbers. */
export function compareNewestFirst(one: JsonObject, other: JsonObject): number {
  const [first, second] = [one, other].map((resource) => parseInstant(getTextMember(resource, 'createTime')) ?? 0);
  const [name, otherName] = [one, other].map((resource) => getTextMember(resource, 'name') ?? '');
  const [number, otherNumber] = [name, otherName].map((text) => Number(text?.slice(text.lastIndexOf('/') + 1)));
  return (second as number) - (first as number) || (otherNumber as number) - (number as number) || compareText(name ?? '', otherName ?? '');
}

/** Deletes the secret when it expires. `ttl` of a request sets the time. */
function applyExpiration(call: HandlerCall, path: string, result: JsonObject): JsonObject {
  const ttl = readSeconds(getTextField(call, 'ttl'));
  const { ttl: _, ...rest } = call.state.get(path) ?? result;
  const secret = ttl === undefined ? rest : call.state.put(path, { ...rest, expireTime: formatInstant(call.now + ttl * 1000) });
  const expireTime = getTextMember(secret, 'expireTime');
  const at = parseInstant(expireTime);
  if (expireTime !== undefined && at !== undefined)
    call.state.schedule(path, { at, fields: null, when: { field: 'expireTime', value: expireTime } });
  return secret;
}

async function createSecret(call: HandlerCall, next: Next): Promise<JsonObject> {
  const created = (await next()) as JsonObject;
  return applyExpiration(call, `/v1/${getTextMember(created, 'name') ?? ''}`, created);
}

async function patchSecret(call: HandlerCall, next: Next): Promise<JsonObject> {
  const path = call.path ?? '';
  requireEtag(call, call.state.get(path), getField(call, 'etag'));
  return applyExpiration(call, path, (await next()) as JsonObject);
}

async function deleteSecret(call: HandlerCall, next: Next): Promise<unknown> {
  requireEtag(call, call.state.get(call.path ?? ''), getField(call, 'etag'));
  const keys = listPayloadKeys(call, call.path ?? '');
  const result = await next();
  for (const key of keys) call.rows().delete(key);
  return result;
}

export const secretHandlers: Handlers = { create: createSecret, patch: patchSecret, delete: deleteSecret };

export const secretParameters: NonNullable<ServiceDefinition['parameters']> = { delete: { etag: true } };
