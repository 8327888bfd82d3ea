/**
 * Finds the parameters and body fields that the mock ignores. A parameter or field has an effect if a rule names it (`fields` of the
 * rule kind) or if the action reads it. The mock reports the use of all others.
 */
import type { Action, MethodRule, Rule } from '../../../templates/runtime/rule.js';
import type { Lookup } from '../schema-lookup.js';
import type { Field, Method, Parameter, Type } from '../model.js';
import { hasTrailingLiteral, toCollectionSteps } from '../../lib/path-steps.js';
import { type VariableRange, listVariableRanges } from '../../../templates/runtime/paths/shape.js';
import { type PathStep, parseTemplate } from '../../../templates/runtime/paths/template.js';
import { listRuleFields, listRuleParameters } from '../../rules/index.js';
import { listTemplates } from './resources.js';
import { findActionModule } from '../../rules/service-actions.js';
import type { FieldUse } from '../../rules/uses.js';
import { systemParameters } from '../../lib/system-parameters.js';

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
      return [...method.idParameters.flat(), ...listNameParts(action)];
    case 'createFrom':
      return method.idParameters.flat();
    case 'patch':
    case 'update':
      return [...listMemberParameter(action), ...listResourceRules(action.resource, context).flatMap(listRuleParameters)];
    case 'delete':
      return [
        ...listMemberParameter(action),
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
    case 'testIamPermissions':
      return ['permissions'];
    case 'callEach':
      return [action.elements];
    case 'service': {
      const { parameters = [], hasPages = false } = findActionModule(action) ?? {};
      return hasPages ? [...parameters, ...listPageParameters(method)] : parameters;
    }
    default:
      return [];
  }
}

/** Lists the variables in the stated ID of a new resource. */
function listNameParts({ name = '' }: { readonly name?: string }): readonly string[] {
  return [...name.matchAll(/\{(\w+)\}/g)].map(([, part = '']) => part);
}

/** Returns the body fields that an action reads with all their members, in addition to those that rules name. */
function listActionFields(action: Action, context: Context): readonly string[] | StoredBody {
  const { list, pageSize } = context.method;
  switch (action.kind) {
    case 'list':
      return list?.in === 'body' ? [list.pageToken, ...(pageSize === undefined ? [] : [pageSize])] : [];
    case 'create':
      return { resource: action.resource, extraFields: listNameParts(action) };
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
      const { fields = [] } = findActionModule(action) ?? {};
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
interface StoredBody {
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
    ({ name, location }) => location === 'query' && !systemParameters.has(name.replace(/^\$/, '')) && name !== '$.xgafv',
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
  const targets = [...listTemplates(action), ...scopes].map((template) => {
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
