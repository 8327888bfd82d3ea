/** Infers facts about parameters from their names and descriptions, and which ones ask to validate a request without executing it (AIP-163). */
import { toSingular } from '../../lib/singular.js';
import { parseTemplate } from '../../../templates/runtime/paths/template.js';
import type { Lookup } from '../schema-lookup.js';
import type { Field, Method, Parameter, Type } from '../model.js';

export function findQueryParameter({ parameters }: Pick<Method, 'parameters'>, name: string): Parameter | undefined {
  return parameters.find((parameter) => parameter.name === name && parameter.location === 'query');
}

/** Whether a query parameter is the field mask of the response. An update mask has its own format. */
export function isMask(name: string, type: Type): boolean {
  return name === 'fields' && type.kind === 'string' && type.enum === undefined && type.format === undefined;
}

const readActions: ReadonlySet<string> = new Set(['get', 'list', 'callEach']);

/** Finds the parameter that selects the fields of the resource, or of each item, in the response of a read (AIP-157). */
export function findReadMask(method: Method): string | undefined {
  const parameter = findQueryParameter(method, 'readMask');
  const isFieldMask = parameter?.type.kind === 'string' && parameter.type.format === 'google-fieldmask';
  return isFieldMask && method.httpMethod === 'GET' && readActions.has(method.action.kind) ? parameter.name : undefined;
}

/** Finds templates such as `databases/{database_id}/documents` in the description that the route itself doesn't match. */
export function findShorterForms(template: string, description: string | undefined): readonly string[] {
  const segments = template.split('/');
  if (description === undefined || segments.length < 2 || segments.at(-1) !== '**') return [];
  const named = [...description.matchAll(/`([^`\s]{1,500})`/g)].map(([, form = '']) => form.split('/'));
  const forms = named.filter(
    (form) =>
      form.length < segments.length - 1 &&
      form.every((part, at) => (segments[at] === '*' ? /^\{\w+\}$/.test(part) : part === segments[at])),
  );
  return [...new Set(forms.map((form) => segments.slice(0, form.length).join('/')))];
}

/** A path variable such as `group.name` sets `name` of a body that is the group. */
export function findBodyField(variable: string): string | undefined {
  const dot = variable.indexOf('.');
  return dot < 0 ? undefined : variable.slice(dot + 1);
}

/** Infers the parameters that name what a method creates: the stated parameter, else `managedZoneId` for `{managedZone}` and its like. A creation at the path of the resource names it there. */
export function inferIdParameters({ action, parameters, route }: Method, lookup: Lookup): Method['idParameters'] {
  if (action.kind !== 'create' && action.kind !== 'createFrom') return [];
  const path = action.kind === 'create' ? action.resource : action.creates;
  const { idParameters = [], idFields = [] } = lookup.resource(path) ?? {};
  if (action.kind === 'create' && action.id !== undefined) return [action.id, ...idParameters.slice(1)].map(() => [action.id ?? '']);
  const query = new Set(parameters.flatMap(({ name, location }) => (location === 'query' ? [name] : [])));
  if (action.kind === 'createFrom') return [idParameters.slice(0, 1).flatMap((name) => (query.has(`${name}Id`) ? [`${name}Id`] : []))];
  if (parseTemplate(route).steps.length === parseTemplate(path).steps.length) return [];
  return idParameters.map((parameter, index) => {
    const names = [`${parameter.replace(/sId$|Id$/, '')}Id`, parameter, 'id', idFields[index] ?? 'id'];
    return [...new Set(names)].filter((name) => query.has(name));
  });
}

/** Finds the best id parameter for a collection: `instanceId` or `sqlInstanceId` for `instances`, `accountId` for `serviceAccounts`. */
export function findIdName(names: readonly string[], collection: string): string | undefined {
  // The singular of `-ves` is `-ve` (`moves`) or `-f` (`shelves`).
  const singulars = [toSingular(collection), ...(collection.endsWith('ves') ? [`${collection.slice(0, -3)}f`] : [])];
  const idNames = singulars.map((each) => `${each}Id`.toLowerCase());
  const ids = names.filter((name) => /.Id$/.test(name)).map((name) => ({ name, text: name.toLowerCase() }));
  const found =
    ids.find(({ text }) => idNames.includes(text)) ??
    ids.find(({ text }) => idNames.some((idName) => text.endsWith(idName) || idName.endsWith(text)));
  return found?.name;
}

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
