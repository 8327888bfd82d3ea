/**
 * Finds the parameters and body fields that ask to validate a request without executing it: `validateOnly` of AIP-163, and the other
 * spellings of published documents.
 */
import type { Field, Method, Parameter, Type } from '../model.js';
import type { Lookup } from '../schema-lookup.js';

/**
 * Where a name, without case and separators, has this meaning: anywhere, in parameters and fields that belong to the request and not to its
 * resource, or only where its description states that nothing happens.
 */
type Meaning = 'anywhere' | 'inRequests' | 'ifDescribed';

/**
 * The names that ask for validation. Most of them occur in fewer than three of the documents that discogen is tested with. They are here
 * because a request that isn't recognized changes resources that its client only wants to check. A vague name also needs a description.
 */
export const validateOnlyNames: ReadonlyMap<string, Meaning> = new Map([
  ['validateonly', 'anywhere'], // AIP-163: Cloud Run, Resource Manager, Spanner
  ['validationonly', 'anywhere'],
  ['onlyvalidate', 'anywhere'],
  ['dryrun', 'inRequests'], // BigQuery, Cloud Run (v1), Database Migration
  ['dryrunonly', 'inRequests'],
  ['isdryrun', 'inRequests'],
  ['checkonly', 'ifDescribed'],
  ['noop', 'ifDescribed'],
  ['preview', 'ifDescribed'],
  ['simulate', 'ifDescribed'],
  ['testonly', 'ifDescribed'],
  ['validate', 'ifDescribed'], // Apigee
]);

/** `won't be persisted`, `without creating any resources`, `only validates the request`. */
const noEffect =
  /(?:\bnot|n't|\bwithout|\bnever)\b(?: \w+){0,3} (?:appl|chang|commit|creat|delet|execut|import|modif|perform|persist|post|run|sav|updat|writ)|\bonly\b(?: \w+){0,3} validat|\bvalidat\w*(?: \w+){0,3} only\b/i;

/** Removes the case and the separators of a name. */
export function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

/** `isOwn`: whether it belongs to the request, and not to the resource in it. */
function asksForValidation({ name, description = '' }: Pick<Parameter | Field, 'name' | 'description'>, isOwn: boolean): boolean {
  const meaning = validateOnlyNames.get(normalizeName(name));
  if (meaning === undefined) return false;
  return meaning === 'anywhere' || (meaning === 'inRequests' && isOwn) || noEffect.test(description);
}

/** Returns the names of parameters, and of body fields (`requestBody.x.y`), in the order of the specification. */
export function findValidateOnly(method: Method, commonParameters: readonly Parameter[], lookup: Lookup): readonly string[] {
  const query = [...method.parameters, ...commonParameters].filter(
    (parameter) => parameter.location === 'query' && asksForValidation(parameter, true),
  );
  return [...query.map(({ name }) => name), ...listBodyFields(method, lookup).map((path) => `requestBody.${path}`)];
}

/** Lists the fields of the body and of the objects in it. */
function listBodyFields({ request, response, action }: Method, lookup: Lookup): readonly string[] {
  const resourceType = findResourceType(action, lookup);
  const results = [resourceType, lookup.object(response)];
  const isResource = resourceType !== undefined && resourceType === lookup.object(request);
  return listFields(request, lookup).flatMap((field) => {
    if (asksForValidation(field, !isResource)) {
      // A result that repeats the field of its request exists: it records that it is a dry run.
      const isRecorded = !isResource && results.some((result) => result?.fields.some(({ name }) => name === field.name));
      return isRecorded ? [] : [field.name];
    }
    const inner = listFields(field.type, lookup).filter((each) => asksForValidation(each, false));
    return inner.map(({ name }) => `${field.name}.${name}`);
  });
}

function listFields(type: Type | undefined, lookup: Lookup): readonly Field[] {
  return (lookup.object(type)?.fields ?? []).filter(({ readOnly }) => !readOnly);
}

function findResourceType(action: Method['action'], lookup: Lookup): ReturnType<Lookup['object']> {
  const path = action.kind === 'createFrom' ? action.creates : 'resource' in action ? action.resource : undefined;
  return path === undefined ? undefined : lookup.object(lookup.resource(path)?.schema);
}
