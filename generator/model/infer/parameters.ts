/**
 * Infers facts about parameters from their names and descriptions: which ones name what a method creates, which rules they imply, which ones
 * ask to validate a request without executing it (AIP-163), and which ones the mock ignores. A parameter or body field has an effect if a
 * rule names it (`fields` of the rule kind) or if the action reads it. The mock reports the use of all others.
 */
import { toSingular } from '../../lib/singular.js';
import { listNameParts } from '../../../runtime/paths/name-template.js';
import { parseTemplate, type PathStep } from '../../../runtime/paths/template.js';
import { getItemsField, type Lookup } from '../schema-lookup.js';
import type { Field, Method, Parameter, Type } from '../model.js';
import type { Action, MethodRule, Rule } from '../../../runtime/rule.js';
import { hasTrailingLiteral, toCollectionSteps } from '../../language/path-steps.js';
import { listVariableRanges, type VariableRange } from '../../../runtime/paths/shape.js';
import { listRuleFields, listRuleParameters } from '../../language/index.js';
import { findActionManifest, listActionPaths } from '../../language/service-actions.js';
import type { FieldUse } from '../../language/uses.js';
import { errorFormatParameter, systemParameters } from '../../language/system-parameters.js';

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

/** A request that repeats a request ID returns the first response (AIP-155). An operation returns the request ID. */
export function inferRequestIdRule({ operation, requestId }: Method): MethodRule | undefined {
  if (requestId === undefined) return undefined;
  return { kind: 'requestId', parameter: requestId.name, ...(operation !== undefined && { echo: 'clientOperationId' }) };
}

/** Infers that a list filters names by `prefix`, and groups them by `delimiter` if the response has `prefixes`. */
export function inferPrefixRule(method: Method, lookup: Lookup): MethodRule | undefined {
  const { action, parameters, response } = method;
  const hasTextParameter = (name: string): boolean => parameters.some((each) => each.name === name && each.type.kind === 'string');
  const items = lookup.resolve(lookup.field(response, getItemsField(method))?.type);
  const hasNames = items?.kind === 'array' && lookup.field(items.items, 'name') !== undefined;
  if (action.kind !== 'list' || !hasTextParameter('prefix') || !hasNames) return undefined;
  const hasPrefixes = hasTextParameter('delimiter') && lookup.resolve(lookup.field(response, 'prefixes')?.type)?.kind === 'array';
  return { kind: 'prefix', parameter: 'prefix', ...(hasPrefixes && { delimiter: { parameter: 'delimiter', prefixes: 'prefixes' } }) };
}

const allowMissingActions: ReadonlySet<string> = new Set(['patch', 'update', 'delete']);

/**
 * The descriptions of updates that create a missing resource: Firestore, Logging. Most updates that do so have the parameter `allowMissing`. A
 * condition other than that the resource doesn't exist doesn't match.
 */
export const insertDescriptions: readonly RegExp[] = [
  /^(?:updates? or (?:inserts?|creates?)|(?:inserts?|creates?) or (?:updates?|replaces?)|upserts?)\b/i,
  /(?:^|[.;] )(?:if|when) (?:the|an?) [\w ]{1,40} (?:does not|doesn't) (?:already )?exist, (?:it|an? [\w ]{1,40}) (?:is|will be) created\b/i,
  /\bcreates? (?:it|an? [\w ]{1,40}|the [\w ]{1,40}) if (?:it|one|the [\w ]{1,40}) (?:does not|doesn't) (?:already )?exist\b/i,
];

/**
 * Infers that an update or a deletion of a missing resource succeeds: by the parameter `allowMissing` (AIP-134, AIP-135), or because an update
 * inserts, too.
 */
export function inferAllowMissingRule({ parameters, action, description = '' }: Method): MethodRule | undefined {
  if (!allowMissingActions.has(action.kind)) return undefined;
  if (parameters.some(({ name, type }) => name === 'allowMissing' && type.kind === 'boolean'))
    return { kind: 'allowMissing', parameter: 'allowMissing' };
  const inserts = action.kind !== 'delete' && insertDescriptions.some((pattern) => pattern.test(description));
  return inserts ? { kind: 'allowMissing' } : undefined;
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
function isValidationFlag({ name, description = '' }: Pick<Parameter | Field, 'name' | 'description'>, isOwn: boolean): boolean {
  const meaning = validateOnlyNames.get(normalizeName(name));
  if (meaning === undefined) return false;
  return meaning === 'anywhere' || (meaning === 'inRequests' && isOwn) || noEffect.test(description);
}

/** Returns the names of parameters, and of body fields (`requestBody.x.y`), in the order of the specification. */
export function findValidateOnly(method: Method, commonParameters: readonly Parameter[], lookup: Lookup): readonly string[] {
  const query = [...method.parameters, ...commonParameters].filter(
    (parameter) => parameter.location === 'query' && isValidationFlag(parameter, true),
  );
  return [...query.map(({ name }) => name), ...listBodyFields(method, lookup).map((path) => `requestBody.${path}`)];
}

/** Lists the fields of the body and of the objects in it. */
function listBodyFields({ request, response, action }: Method, lookup: Lookup): readonly string[] {
  const resourceType = findResourceType(action, lookup);
  const results = [resourceType, lookup.object(response)];
  const isResource = resourceType !== undefined && resourceType === lookup.object(request);
  return listFields(request, lookup).flatMap((field) => {
    if (isValidationFlag(field, !isResource)) {
      // A result that repeats the field of its request exists: it records that it is a dry run.
      const isRecorded = !isResource && results.some((result) => result?.fields.some(({ name }) => name === field.name));
      return isRecorded ? [] : [field.name];
    }
    const inner = listFields(field.type, lookup).filter((each) => isValidationFlag(each, false));
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

interface Context {
  readonly method: Method;
  readonly lookup: Lookup;
  /** The stated and the inferred rules. */
  readonly rules: readonly MethodRule[];
}

/** Lists the query parameters that an action reads, in addition to those that rules name. */
function listActionParameters(action: Action, context: Context): readonly string[] {
  const { method } = context;
  switch (action.kind) {
    case 'list':
      return [
        ...listPageParameters(method),
        ...method.fieldFilters,
        ...[method.allScopes, method.deletedItems?.parameter].filter((name) => name !== undefined),
      ];
    case 'create':
      return [...method.idParameters.flat(), ...listNameParts(action.name ?? '')];
    case 'createFrom':
      return method.idParameters.flat();
    case 'patch':
    case 'update':
      return [...listMemberParameter(action), ...listResourceRules(action.resource, context).flatMap(listRuleParameters)];
    case 'delete':
      return [
        ...listMemberParameter(action),
        ...(action.onlyIf ? [action.onlyIf.parameter] : []),
        ...listResourceRules(action.resource, context).flatMap((rule) =>
          rule.kind === 'deleteRequiresEmpty' || (rule.kind === 'etag' && rule.match === 'optional') ? listRuleParameters(rule) : [],
        ),
      ];
    case 'transition':
    case 'undelete':
      return listOptionalEtags(action.resource, context);
    case 'removeElements':
    case 'getElement':
    case 'patchElement':
      return action.key === undefined ? [] : [action.key];
    case 'getIamPolicy':
      return ['options.requestedPolicyVersion', 'optionsRequestedPolicyVersion'];
    case 'testIamPermissions':
      return ['permissions'];
    case 'callEach':
      return [action.elements];
    case 'service': {
      const { parameters = [], hasPages = false } = findActionManifest(action) ?? {};
      return hasPages ? [...parameters, ...listPageParameters(method)] : parameters;
    }
    default:
      return [];
  }
}

/** Returns the body fields that an action reads with all their members, in addition to those that rules name. */
function listActionFields(action: Action, context: Context): readonly string[] | ResourceBody {
  const { list, pageSize } = context.method;
  switch (action.kind) {
    case 'list':
      return list?.in === 'body' ? [list.pageToken, ...(pageSize === undefined ? [] : [pageSize])] : [];
    case 'create':
      return { resource: action.resource, extraFields: listNameParts(action.name ?? '') };
    case 'patch':
    case 'update':
      return { resource: action.resource };
    case 'createFrom':
      return {
        resource: action.creates,
        extraFields: [...(action.from === undefined ? [] : [action.from]), ...Object.keys(action.links ?? {})],
      };
    case 'batch':
      return { resource: action.resource, extraFields: [action.additions, action.deletions] };
    case 'callEach':
      return ['parent', action.elements];
    case 'transition':
    case 'undelete':
      return listOptionalEtags(action.resource, context);
    case 'setIamPolicy':
      return action.isBare ? listAllFields(context) : ['policy', 'updateMask'];
    case 'testIamPermissions':
      return ['permissions'];
    case 'waitForField':
      return action.timeout === undefined ? [] : [action.timeout];
    case 'addElements':
      return action.from === undefined ? listAllFields(context) : [action.from];
    case 'removeElements':
      return action.from === undefined ? [] : [action.from];
    case 'patchElement':
      return listAllFields(context);
    case 'setFields':
      if (action.isBare) return listAllFields(context);
      return [...action.fields, ...(action.fingerprint === undefined ? [] : [action.fingerprint])];
    case 'service': {
      const { fields = [] } = findActionManifest(action) ?? {};
      return fields === 'all' ? listAllFields(context) : fields;
    }
    default:
      return [];
  }
}

function listAllFields({ method, lookup }: Context): readonly string[] {
  return (lookup.object(method.request)?.fields ?? []).map(({ name }) => name);
}

/** A body that the mock stores as a resource or a part of it. All stored fields have an effect. */
interface ResourceBody {
  readonly resource: string;
  /** Fields that the action reads but doesn't store. */
  readonly extraFields?: readonly string[];
}

/**
 * Lists the parameters and the body fields (`requestBody.x`) that the mock ignores in requests of a method, sorted.
 * The list is empty for an unimplemented method: the mock rejects its requests.
 */
export function findIgnoredParameters(method: Method, commonParameters: readonly Parameter[], lookup: Lookup): readonly string[] {
  if (method.action.kind === 'notImplemented') return [];
  const rules = [...method.rules.map(({ rule }) => rule), ...method.inferredRules];
  const context: Context = { method, lookup, rules };
  const read = new Set([
    ...rules.flatMap(listRuleParameters),
    ...listActionParameters(method.action, context),
    ...listRequestParameters(context),
    ...method.validateOnly.map((name) => name.replace(/^requestBody\./, '')),
  ]);
  const query = [...method.parameters, ...commonParameters].filter(
    ({ name, location }) => location === 'query' && !systemParameters.has(name.replace(/^\$/, '')) && name !== errorFormatParameter,
  );
  const ignored = query.flatMap(({ name }) => (read.has(name) ? [] : [name]));
  return [...new Set([...ignored, ...listIgnoredPathVariables(method), ...listIgnoredFields(context, read)])].sort();
}

/** Lists the paths that rules name in the given places. */
function listPathsNamedByRules(rules: readonly Rule[], places: readonly FieldUse['in'][]): readonly string[] {
  return rules.flatMap((rule) => listRuleFields(rule).flatMap(({ path, in: place }) => (places.includes(place) ? [path] : [])));
}

/** Lists the request ID, the preconditions, the masks, and the ID of the change record. */
function listRequestParameters({ method, rules }: Context): readonly string[] {
  const preconditions = (method.preconditions ?? []).map(({ parameter }) => parameter);
  const requestIds = rules.flatMap((rule) => (rule.kind === 'requestId' ? rule.parameter : []));
  const mask = ['patch', 'update'].includes(method.action.kind) ? method.updateMask?.name : undefined;
  return [
    ...requestIds,
    ...preconditions,
    ...[mask, method.readMask, method.changeRecord?.idParameter].filter((name) => name !== undefined),
  ];
}

function listPageParameters({ list, pageSize }: Method): readonly string[] {
  return list?.in === 'body' ? [] : [...(pageSize === undefined ? [] : [pageSize]), list?.pageToken ?? 'pageToken'];
}

/** The parameter with the ID of the resource, if the path is the path of its collection. */
function listMemberParameter({ id }: { readonly id?: string }): readonly string[] {
  return id === undefined ? [] : [id];
}

/** Returns `undefined` if the schema of the resource is open. */
function findResourceFields(template: string, lookup: Lookup): readonly Field[] | undefined {
  const object = lookup.object(lookup.resource(template)?.schema);
  return object === undefined || object.additional !== undefined || object.fields.length === 0 ? undefined : object.fields;
}

function listResourceRules(template: string, { lookup }: Context): readonly Rule[] {
  const resource = lookup.resource(template);
  const stated = (lookup.object(resource?.schema)?.rules ?? []).map(({ rule }) => rule);
  return [...stated, ...(resource?.inferredRules ?? [])];
}

/** Lists the etags that a request can contain. */
function listOptionalEtags(template: string, context: Context): readonly string[] {
  return listResourceRules(template, context).flatMap((rule) => (rule.kind === 'etag' && rule.match === 'optional' ? rule.field : []));
}

/** Lists path variables that don't identify the target of the action, such as a parent in a list of all resources. */
function listIgnoredPathVariables({ action, route }: Method): readonly string[] {
  const template = parseTemplate(route);
  const { steps } = template;
  const isCollection = collectionActions.has(action.kind) && hasTrailingLiteral(steps);
  const scopes = action.kind === 'list' ? (action.of ?? []) : [];
  const targets = [...listActionPaths(action), ...scopes].map((template) => {
    const target = parseTemplate(template).steps;
    return isCollection ? toCollectionSteps(target) : target;
  });
  const isRead = ({ name, from, to }: VariableRange): boolean =>
    steps.slice(0, to).some((step) => step.kind === 'many') ||
    steps.slice(from, to).every(({ kind }) => kind === 'literal') ||
    targets.some((target) => listVariableNames(target).includes(name) || target.slice(from, to).some(({ kind }) => kind !== 'literal'));
  return listVariableRanges(template).flatMap((variable) => (isRead(variable) ? [] : [variable.name]));
}

function listVariableNames(steps: readonly PathStep[]): readonly string[] {
  return steps.flatMap((step) => (step.kind === 'literal' ? [] : [step.variable]));
}

/** Actions whose path is a collection if it ends in a literal. */
const collectionActions: ReadonlySet<string> = new Set(['list', 'create', 'batch', 'callEach']);

/** Lists the unread body fields. Excludes output-only fields, which servers ignore. `parameters` has the names that the method reads elsewhere. */
function listIgnoredFields(context: Context, parameters: ReadonlySet<string>): readonly string[] {
  const { method, lookup, rules } = context;
  const { httpBody } = method;
  // Raw content has no fields.
  if (httpBody === 'request' || httpBody === 'both') return [];
  const read = listPathsReadByAction(context);
  if (read === undefined) return [];
  const paths = new Set([...read, ...listPathsNamedByRules(rules, ['request']), ...parameters]);
  return listUnreadFields({ type: method.request, prefix: '', paths, lookup }).map((path) => `requestBody.${path}`);
}

/** Returns `undefined` if the mock stores the body in a resource with an open schema, because the resource keeps all fields. */
function listPathsReadByAction(context: Context): readonly string[] | undefined {
  const { method, lookup } = context;
  const found = listActionFields(method.action, context);
  if (!('resource' in found)) return found;
  if (method.requestWrap !== undefined) return [method.requestWrap];
  const stored = findResourceFields(found.resource, lookup);
  return stored && [...stored.map(({ name }) => name), ...(found.extraFields ?? [])];
}

interface UnreadPosition {
  readonly type: Type | undefined;
  /** The prefix of the field paths: empty, or ends in a dot. */
  readonly prefix: string;
  /** The paths of the fields that the method reads. */
  readonly paths: ReadonlySet<string>;
  readonly lookup: Lookup;
}

/** Lists the paths of unread fields. If a method reads a part of a field, the rest is listed field by field, also inside lists. */
function listUnreadFields({ type, prefix, paths, lookup }: UnreadPosition): readonly string[] {
  const resolved = lookup.resolve(type);
  const object = lookup.object(resolved?.kind === 'array' ? resolved.items : resolved);
  return (object?.fields ?? []).flatMap((field) => {
    const path = prefix + field.name;
    if (field.readOnly || paths.has(path)) return [];
    const isReadInPart = [...paths].some((each) => each.startsWith(`${path}.`));
    return isReadInPart ? listUnreadFields({ type: field.type, prefix: `${path}.`, paths, lookup }) : [path];
  });
}
