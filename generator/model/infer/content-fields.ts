/** Infers the fields of resources that describe media content. */
import type { ContentValue } from '../../../templates/runtime/behavior.js';
import type { Lookup } from '../schema-lookup.js';
import type { Resource } from '../model.js';

/** The usual names of the fields, those of media types in the order of their precedence. */
const contentFields: Readonly<Record<string, ContentValue>> = {
  size: 'size',
  fileSize: 'size',
  md5Hash: 'md5',
  md5Checksum: 'md5Hex',
  crc32c: 'crc32c',
  contentType: 'type',
  mimeType: 'type',
  contentEncoding: 'encoding',
};

const scalarKinds: ReadonlySet<string | undefined> = new Set(['string', 'integer', 'number']);

/** Adds the fields that describe content to a resource of an API with media. */
export function inferContentFields(resource: Resource, lookup: Lookup): Resource {
  const found = Object.entries(contentFields).filter(([name]) =>
    scalarKinds.has(lookup.resolve(lookup.field(resource.schema, name)?.type)?.kind),
  );
  return found.length === 0 ? resource : { ...resource, contentFields: Object.fromEntries(found) };
}
