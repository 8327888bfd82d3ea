/** Request bodies: whether one must be there, and its type. */
import type { Lookup } from '../model/schema-lookup.js';
import type { Api, Field, Method } from '../model/model.js';
import { isRequiredBy } from './type-forms.js';
import { getLookup } from './cached-lookup.js';
import { toStringLiteral } from './literals.js';
import { acceptsMedia } from './media-descriptors.js';
import type { Names } from './names.js';
import { listRequiredEtags } from './required-etags.js';
import { formatType } from './type-text.js';

const bodyActions: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'batch']);

/** `none`; `optional`: a call without one is complete; `required`: it makes no sense without one. */
export function bodyRequirement(method: Method, api: Api): 'none' | 'optional' | 'required' {
  if (method.request === undefined) return 'none';
  // Media may stand in its place, or need nothing beside them.
  if (acceptsMedia(method, api)) return 'optional';
  const required = getLookup(api)
    .object(method.request)
    ?.fields.some((field) => isRequiredBy(field, method.id));
  const writes = method.httpMethod === 'PUT' || method.httpMethod === 'PATCH' || bodyActions.has(method.action.kind);
  return writes || required === true ? 'required' : 'optional';
}

/** How much of a body must be there: all, some fields, or some with `null` to remove one. */
export function getBodyForm(method: Method): 'whole' | 'partial' | 'mergePatch' {
  if (method.rules.some(({ rule }) => rule.kind === 'update' && rule.merge === true)) return 'mergePatch';
  return method.httpMethod === 'PATCH' || method.action.kind === 'patch' ? 'partial' : 'whole';
}

/** Fields that the bodies of this method must hold, those of other methods need not. */
export function listRequiredFields({ id, request }: Method, lookup: Lookup): readonly string[] {
  return (lookup.object(request)?.fields ?? []).flatMap(({ name, requiredBy }) => (requiredBy?.includes(id) === true ? [name] : []));
}

/** Fields that even a partial body must hold: required ones that guard an update against a lost one. */
function guardsOf(method: Method, api: Api): readonly Field[] {
  const type = getLookup(api).object(method.request);
  const guarding = new Set(listRequiredEtags(type?.rules ?? []));
  return (type?.fields ?? []).filter((field) => field.required && !field.readOnly && guarding.has(field.name));
}

/** TypeScript type of `requestBody`. */
export function bodyTypeText(method: Method, api: Api, names: Names): string {
  if (method.request === undefined) return 'undefined';
  const text = formatType(method.request, { names, form: 'input' });
  const form = getBodyForm(method);
  const required = (getLookup(api).object(method.request)?.fields ?? []).some((field) => field.required && !field.readOnly);
  const asked = picked(text, listRequiredFields(method, getLookup(api)));
  const demanded = asked === undefined ? '' : ` & Required<${asked}>`;
  if (form === 'whole' || (form === 'partial' && !required)) return `RequestBody<${text}${demanded}>`;
  const guards = picked(
    text,
    guardsOf(method, api).map(({ name }) => name),
  );
  const more = `${guards === undefined ? '' : ` & ${guards}`}${demanded}`;
  return form === 'mergePatch' ? `MergePatch<${text}>${more}` : `RequestBody<Partial<${text}>${more}>`;
}

function picked(text: string, fields: readonly string[]): string | undefined {
  return fields.length === 0 ? undefined : `Pick<${text}, ${fields.map(toStringLiteral).join(' | ')}>`;
}
