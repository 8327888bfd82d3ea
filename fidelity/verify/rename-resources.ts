/**
 * Gives the resources of a scenario new names, so that it can be replayed on a server that other people use: the recorded projects become projects
 * for tests, and each resource that the scenario creates gets a name that no resource has had.
 */
import { isObject, mapMembers, type Json, type JsonObject } from '../../generator/lib/json.js';
import { getLookup } from '../../generator/model/schema-lookup.js';
import type { Exchange, RecordedBody, RecordedHeaders } from '../recordings/exchange.js';
import type { MatchedCall } from '../recordings/match-exchange.js';
import { findWrite } from './list-writes.js';
import { getCallPath } from './locate-resources.js';
import { isNumberName } from './placeholders.js';
import { findRequestedId } from './resource-path.js';

export interface RenameOptions {
  readonly findCall: (exchange: Exchange) => MatchedCall | undefined;
  /** The new names of the projects, in the order in which the recording changes something in them. Further projects keep their names. */
  readonly projects: readonly string[];
  /** Returns a text of lower-case letters and digits that makes a name unique. */
  readonly createSuffix: () => string;
}

/** Returns the exchanges with new names, in requests and in responses alike. */
export function renameResources(exchanges: readonly Exchange[], options: RenameOptions): readonly Exchange[] {
  const names = new Map([...findProjects(exchanges, options), ...findCreatedIds(exchanges, options)]);
  if (names.size === 0) return exchanges;
  const parts = [...names.keys()].sort((one, other) => other.length - one.length).map((name) => name.replace(/\W/g, String.raw`\$&`));
  const pattern = new RegExp(`(?<![\\w-])(?:${parts.join('|')})(?![\\w-])`, 'g');
  const rename = (text: string): string => text.replace(pattern, (name) => names.get(name) ?? name);
  return exchanges.map((exchange) => renameExchange(exchange, rename));
}

/** Returns the new names of the projects in the paths and the queries of requests. The number of a project isn't its name. */
function findProjects(exchanges: readonly Exchange[], { projects, findCall }: RenameOptions): ReadonlyMap<string, string> {
  const isChange = ({ request }: Exchange): boolean => request.method !== 'GET' && request.method !== 'HEAD';
  const ordered = [...exchanges.filter(isChange), ...exchanges.filter((exchange) => !isChange(exchange))];
  const found = new Set(ordered.flatMap((exchange) => findProject(exchange, findCall(exchange)) ?? []).filter((name) => !isNumber(name)));
  return new Map([...found].slice(0, projects.length).map((name, index) => [name, projects[index] ?? name]));
}

function findProject(exchange: Exchange, call: MatchedCall | undefined): string | undefined {
  if (call === undefined) return undefined;
  const segments = getCallPath(exchange, call).split('/');
  const at = segments.indexOf('projects');
  const name = at < 0 ? call.queryParameters.get('project')?.[0] : segments[at + 1];
  return name === '' || name === '-' ? undefined : name;
}

const isNumber = (name: string): boolean => /^\d+$/.test(name) || isNumberName(name.replace(/^\$\{(\w+)\}$/, '$1'));

/** Returns new names for the IDs that requests give to new resources. What is below a new resource keeps its name. */
function findCreatedIds(exchanges: readonly Exchange[], { findCall, createSuffix }: RenameOptions): ReadonlyMap<string, string> {
  const created: string[] = [];
  const ids = new Map<string, string>();
  for (const exchange of exchanges) {
    const call = findCall(exchange);
    const { response } = exchange;
    if (call === undefined || response === undefined || response.status >= 400) continue;
    const write = findWrite({ ...exchange, response }, call);
    if (write?.kind !== 'created' || write.path.includes('#') || created.some((path) => write.path.startsWith(`${path}/`))) continue;
    const id = findRequestedId(call.method, exchange.request, getLookup(call.api)) ?? findIdInPath(exchange, call, write.path);
    created.push(write.path);
    if (id !== undefined && !ids.has(id)) ids.set(id, createName(id, createSuffix()));
  }
  return ids;
}

/** A request can name a new resource in its path: `PUT v1/projects/p/topics/t`. */
function findIdInPath(exchange: Exchange, call: MatchedCall, path: string): string | undefined {
  return getCallPath(exchange, call) === path ? path.slice(path.lastIndexOf('/') + 1) : undefined;
}

/** Services limit the lengths of names. The suffix consists of characters that all names can contain. */
function createName(id: string, suffix: string): string {
  const [, text = id, end = ''] = /^(.*[\w}])([^\w}]+)$/s.exec(id) ?? [];
  return `${text.includes('$') ? text : text.slice(0, maxLength)}${suffix}${end}`;
}

/** The maximum length of the recorded part of a new name. */
const maxLength = 40;

function renameExchange(exchange: Exchange, rename: (text: string) => string): Exchange {
  const { request, response } = exchange;
  return {
    ...exchange,
    request: {
      ...request,
      url: renameUrl(request.url, rename),
      headers: renameHeaders(request.headers, rename),
      ...renameBody(request, rename),
    },
    ...(response && { response: { ...response, headers: renameHeaders(response.headers, rename), ...renameBody(response, rename) } }),
  };
}

/** A name can be the same text as the host. */
function renameUrl(url: string, rename: (text: string) => string): string {
  const [, origin = '', path = ''] = /^([a-z]+:\/\/[^/]*)?(.*)$/is.exec(url) ?? [];
  return (
    origin +
    path
      .split(/([/?&=:])/)
      .map((part) => renameEncoded(part, rename))
      .join('')
  );
}

function renameEncoded(part: string, rename: (text: string) => string): string {
  try {
    const text = decodeURIComponent(part);
    const renamed = rename(text);
    return renamed === text ? part : part === text ? renamed : encodeURIComponent(renamed);
  } catch {
    return part;
  }
}

const renameHeaders = (headers: RecordedHeaders, rename: (text: string) => string): RecordedHeaders =>
  headers.map(([name, value]) => [name, rename(value)]);

function renameBody({ body }: { readonly body?: RecordedBody }, rename: (text: string) => string): { readonly body?: RecordedBody } {
  switch (body?.kind) {
    case 'json':
      return { body: { ...body, value: renameValue(body.value, rename), text: rename(body.text) } };
    case 'text':
      return { body: { ...body, text: rename(body.text) } };
    default:
      return body === undefined ? {} : { body };
  }
}

function renameValue(value: Json, rename: (text: string) => string): Json {
  if (typeof value === 'string') return rename(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => renameValue(item, rename));
  return isObject(value) ? renameMembers(value, rename) : value;
}

function renameMembers(value: JsonObject, rename: (text: string) => string): JsonObject {
  const members = mapMembers(value, (member) => renameValue(member, rename));
  const isSame = Object.keys(members).every((key) => rename(key) === key);
  return isSame ? members : Object.fromEntries(Object.entries(members).map(([key, member]) => [rename(key), member]));
}
