/** The entity tags of resources. */
import { hashHex } from './hashes.js';
import { getTextMember, type Json } from './json.js';

export function serializeBody(body: Json, pretty: boolean): string {
  return pretty ? `${JSON.stringify(body, null, 2)}\n` : JSON.stringify(body);
}

/** Returns the entity tags of a resource: those of both layouts, and the one that its field `etag` shows. */
export function computeEtags(body: Json): readonly string[] {
  return [...[true, false].map((pretty) => `"${hashHex(serializeBody(body, pretty))}"`), ...getBodyEtag(body)];
}

/** Clients send the field `etag` of a resource as an entity tag. */
export function getBodyEtag(body: Json): readonly string[] {
  const etag = getTextMember(body, 'etag');
  return etag === undefined ? [] : [etag];
}

/** Returns whether a list of entity tags contains the tag. Weak tags match like strong ones, and a tag without quotes like one in quotes. */
export function isEtagMatch(tags: string, etag: string): boolean {
  return tags.split(',').some((tag) => tag.trim() === '*' || unquoteEtag(tag.trim()) === unquoteEtag(etag));
}

function unquoteEtag(tag: string): string {
  return tag.replace(/^(?:W\/)?"(.*)"$/, '$1');
}
