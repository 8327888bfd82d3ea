/** Lists objects with their versions, for what the lists of the mock don't do: noncurrent versions, and lists of the XML API. */
import { compareText, getTextMember, toBase64, type JsonObject } from '../../mock/service.js';
import { getBucketPath, requireBucket, type StorageCall } from './call.js';
import { listNoncurrentResources } from './objects.js';

export interface ListQuery {
  readonly prefix?: string | undefined;
  readonly delimiter?: string | undefined;
  /** Only names that are not before it. */
  readonly startOffset?: string | undefined;
  /** Only names before it. */
  readonly endOffset?: string | undefined;
  readonly matchGlob?: string | undefined;
  /** With noncurrent versions. */
  readonly versions?: boolean;
  /** Objects whose names end at the first delimiter are also items. */
  readonly includeTrailingDelimiter?: boolean;
  readonly maxResults?: number | undefined;
  /** Only what comes after this position. */
  readonly after?: string | undefined;
}

export interface ObjectPage {
  readonly items: readonly JsonObject[];
  readonly prefixes: readonly string[];
  /** The position of the last element, if there is more. */
  readonly next?: string;
}

const maxPage = 1000;

/** Positions sort like names, and the versions of an object by their generations. */
const getPosition = (object: JsonObject): string =>
  `${getTextMember(object, 'name') ?? ''}\u0000${(getTextMember(object, 'generation') ?? '').padStart(20, '0')}`;

/** Throws 404 for an unknown bucket. */
export function listObjects(call: StorageCall, bucket: string, query: ListQuery): ObjectPage {
  requireBucket(call, bucket);
  const { prefix = '', delimiter = '', startOffset = '', endOffset, matchGlob, after, maxResults = maxPage } = query;
  const matches = matchGlob === undefined ? undefined : compileGlob(matchGlob);
  const isListed = (name: string): boolean =>
    name.startsWith(prefix) &&
    compareText(name, startOffset) >= 0 &&
    (endOffset === undefined || compareText(name, endOffset) < 0) &&
    (matches?.test(name) ?? true);
  const live = call.state.list(`${getBucketPath(bucket)}/o`);
  const all = [...live, ...(query.versions === true ? listNoncurrentResources(call, bucket) : [])];
  const elements = new Map<string, JsonObject | string>();
  for (const object of all) {
    const name = getTextMember(object, 'name') ?? '';
    if (!isListed(name)) continue;
    const end = delimiter === '' ? -1 : name.indexOf(delimiter, prefix.length);
    const group = end < 0 ? undefined : name.slice(0, end + delimiter.length);
    if (group !== undefined) elements.set(group, group);
    if (group === undefined || (query.includeTrailingDelimiter === true && group === name)) elements.set(getPosition(object), object);
  }
  const sorted = [...elements]
    .sort(([one], [other]) => compareText(one, other))
    .filter(([at]) => after === undefined || compareText(at, after) > 0);
  const page = sorted.slice(0, Math.min(Math.max(maxResults, 1), maxPage));
  const last = page.at(-1)?.[0];
  return {
    items: page.flatMap(([, element]) => (typeof element === 'string' ? [] : [element])),
    prefixes: page.flatMap(([, element]) => (typeof element === 'string' ? [element] : [])),
    ...(page.length < sorted.length && last !== undefined && { next: last }),
  };
}

/** Tokens are opaque to clients. */
export const encodePosition = (position: string): string => toBase64(new TextEncoder().encode(position));

/** Throws 400. */
export function decodePosition(call: StorageCall, token: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(token), (character) => character.charCodeAt(0)));
  } catch {
    return call.reject('invalid', 'Invalid Value');
  }
}

/** Compiles a glob: `*` and `?` don't match slashes, `**` does, `[a-z]` is a set, and `{a,b}` are alternatives. */
export function compileGlob(glob: string): RegExp {
  let depth = 0;
  const source = glob.replace(/\*\*|\*|\?|\[!?[^\]]+\]|\\.|[{},]|[^]/gu, (token) => {
    if (token === '**') return '[^]*';
    if (token === '*') return '[^/]*';
    if (token === '?') return '[^/]';
    if (token.startsWith('[') && token.length > 1) return compileSet(token.slice(1, -1));
    if (token === '{') return ((depth += 1), '(?:');
    if (token === '}' && depth > 0) return ((depth -= 1), ')');
    if (token === ',' && depth > 0) return '|';
    return escapePattern(token.length > 1 && token.startsWith('\\') ? token.slice(1) : token);
  });
  return new RegExp(`^${source}${')'.repeat(depth)}$`, 'u');
}

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

function compileSet(members: string): string {
  const isNegated = members.startsWith('!');
  const escaped = members.slice(isNegated ? 1 : 0).replace(/[\\^[\]]/g, '\\$&');
  return `[${isNegated ? '^/' : ''}${escaped}]`;
}
