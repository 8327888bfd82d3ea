/** Determines whether a method requires a request body, and the type of the body. */
import type { Lookup } from '../model/schema-lookup.js';
import type { Api, Field, Method } from '../model/model.js';
import { isRequiredBy } from './type-forms.js';
import { getLookup } from './cached-lookup.js';
import { toStringLiteral } from '../lib/literals.js';
import { acceptsMedia } from './media-descriptors.js';
import type { Names } from './names.js';
import { listRequiredEtags } from './required-etags.js';
import { formatType } from './type-text.js';

const bodyActions: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'batch']);

/** `none`: the method takes no body. `optional`: a call can omit it. `required`: a call must have it. */
export function getBodyRequirement(method: Method, api: Api): 'none' | 'optional' | 'required' {
  if (method.request === undefined) return 'none';
  // Media can replace the body, or need no body.
  if (acceptsMedia(method, api)) return 'optional';
  const required = getLookup(api)
    .object(method.request)
    ?.fields.some((field) => isRequiredBy(field, method.id));
  const writes = method.httpMethod === 'PUT' || method.httpMethod === 'PATCH' || bodyActions.has(method.action.kind);
  return writes || required === true ? 'required' : 'optional';
}

/** `whole`: the body must have all required fields. `partial`: it can omit fields. `mergePatch`: it can omit fields, and `null` removes a field. */
export function getBodyForm(method: Method): 'whole' | 'partial' | 'mergePatch' {
  if (method.rules.some(({ rule }) => rule.kind === 'update' && rule.merge === true)) return 'mergePatch';
  return method.httpMethod === 'PATCH' || method.action.kind === 'patch' ? 'partial' : 'whole';
}

/** Lists the fields that this method requires in the body, in addition to the required fields of the schema. */
export function listRequiredFields({ id, request }: Method, lookup: Lookup): readonly string[] {
  return (lookup.object(request)?.fields ?? []).flatMap(({ name, requiredBy }) => (requiredBy?.includes(id) === true ? [name] : []));
}

/** Lists the required fields that prevent lost updates. A partial body must have them, too. */
function listVersionFields(method: Method, api: Api): readonly Field[] {
  const type = getLookup(api).object(method.request);
  const etags = new Set(listRequiredEtags(type?.rules ?? []));
  return (type?.fields ?? []).filter((field) => field.required && !field.readOnly && etags.has(field.name));
}

/** Formats the TypeScript type of `requestBody`. */
export function formatBodyType(method: Method, api: Api, names: Names): string {
  if (method.request === undefined) return 'undefined';
  const text = formatType(method.request, { names, form: 'input' });
  const form = getBodyForm(method);
  const required = (getLookup(api).object(method.request)?.fields ?? []).some((field) => field.required && !field.readOnly);
  const requiredFields = formatPick(text, listRequiredFields(method, getLookup(api)));
  const requiredType = requiredFields === undefined ? '' : ` & Required<${requiredFields}>`;
  if (form === 'whole' || (form === 'partial' && !required)) return `RequestBody<${text}${requiredType}>`;
  const versionType = formatPick(
    text,
    listVersionFields(method, api).map(({ name }) => name),
  );
  const intersections = `${versionType === undefined ? '' : ` & ${versionType}`}${requiredType}`;
  return form === 'mergePatch' ? `MergePatch<${text}>${intersections}` : `RequestBody<Partial<${text}>${intersections}>`;
}

function formatPick(text: string, fields: readonly string[]): string | undefined {
  return fields.length === 0 ? undefined : `Pick<${text}, ${fields.map(toStringLiteral).join(' | ')}>`;
}
