/** Infers what a published document doesn't state about deletions: soft deletions, deletions of empty resources only, and what they return. */
import { toSingular } from '../../lib/singular.js';
import { joinTrailingName } from '../../lib/path-steps.js';
import { formatShapeKey } from '../../../templates/runtime/paths/shape.js';
import { parseTemplate } from '../../../templates/runtime/paths/template.js';
import type { Lookup } from '../schema-lookup.js';
import type { Api, Method } from '../model.js';
import { findDeletedState } from './custom-methods.js';
import type { Action } from '../../../templates/runtime/rule.js';
import { hasStandardOperations } from './errors.js';
import { getOperationRule } from './rules.js';

const softDeletionNote =
  "The API can undelete the resource, and its document doesn't specify a deleted resource in the meantime (AIP-164).";
const formatStateNote = (state: string): string => `Assumption: the resource remains in the state ${state}, until it is undeleted.`;
const removalNote = 'Assumption: the deletion removes the resource, because its schema has no field that marks it as deleted.';

/** Fields that mark a deleted resource. */
const deletionFields = /^(?:state|status|lifecycleState|deleted|(?:delete|deletion|expire|purge)Time)$/;

/**
 * Infers the deletion of a resource with an `undelete` method (`things/{thing}:undelete`, `things/{thing}/undelete`). It sets the state of the
 * resource, if one of its states says that it is deleted. If only another field can mark it as deleted, the deletion stays unimplemented:
 * whether the other methods still find it, and for how long, differs between services.
 */
export function inferSoftDeletions(methods: readonly Method[], lookup: Lookup): readonly Method[] {
  const restorable = new Set(
    methods.filter(({ httpMethod }) => httpMethod === 'POST').map(({ route }) => formatMember(route.replace(/[:/]undelete$/, ''), route)),
  );
  return methods.map((method) => {
    if (method.action.kind !== 'delete' || isStated(method) || !restorable.has(formatMember(method.action.resource))) return method;
    const { resource } = method.action;
    const get = methods.find(({ action }) => action.kind === 'get' && formatMember(action.resource) === formatMember(resource));
    const type = lookup.object(get?.response);
    const isRemoved = type !== undefined && type.fields.length > 0 && !type.fields.some(({ name }) => deletionFields.test(name));
    if (isRemoved) return { ...method, supportNote: removalNote };
    const state = type && findDeletedState(type, lookup);
    if (state) return { ...method, action: { ...method.action, state }, supportNote: formatStateNote(state.value) };
    return { ...method, action: { kind: 'notImplemented' }, supportNote: softDeletionNote };
  });
}

/** Infers that a list omits deleted resources, unless its parameter `showDeleted` is true (AIP-164). */
export function inferDeletedState({ action, parameters }: Method, methods: readonly Method[]): Method['deletedState'] {
  if (action.kind !== 'list') return undefined;
  const isShown = parameters.find(({ name, location, type }) => name === 'showDeleted' && location === 'query' && type.kind === 'boolean');
  const deletion = methods.find((method) => method.action.kind === 'delete' && method.action.resource === action.resource)?.action;
  return isShown && deletion?.kind === 'delete' && deletion.state ? { ...deletion.state, parameter: isShown.name } : undefined;
}

function formatMember(path: string, otherThan?: string): string | undefined {
  return path === otherThan ? undefined : formatShapeKey(joinTrailingName(parseTemplate(path).steps));
}

function isStated({ actionSource, rules }: Method): boolean {
  return actionSource !== undefined || rules.length > 0;
}

/**
 * Whether the description of a deletion states that the resource must be empty, in one of these forms: `Deletes an empty folder`,
 * `called on an empty folder`, `fails if the folder is not empty` (or `non-empty`). The noun is that of the collection, because other
 * phrases with `empty` describe responses and parameters.
 *
 * @param collection The collection of the method: `folders`, `responsePolicies`.
 */
function isEmptinessRequired(description: string | undefined, collection: string): boolean {
  const noun = toSingular(collection).replaceAll(/[A-Z]/g, ' $&').toLowerCase();
  const text = (description ?? '').toLowerCase();
  const phrases = ['deletes an empty #', 'called on an empty #', 'fails if the # is not empty', 'fails if the # is non-empty'];
  return noun !== '' && phrases.some((phrase) => text.includes(phrase.replace('#', () => noun)));
}

/**
 * The boolean parameter of a deletion that also deletes child resources (AIP-135). Other parameters with this name ignore safety checks, so
 * the description of a published one must state that the deletion "only works if" there are none.
 */
function findForceParameter({ parameters }: Method, isPublished: boolean): string | undefined {
  const force = parameters.find(({ name, location, type }) => name === 'force' && location === 'query' && type.kind === 'boolean');
  const isStated = !isPublished || /\bonly works? if\b/i.test(force?.description ?? '');
  return isStated ? force?.name : undefined;
}

/** The child collections that must be empty before a deletion, unless a parameter is true. */
interface EmptyDeletion {
  readonly members: readonly string[];
  readonly unless?: string;
}

/** Adds the child collections that must be empty to the resources whose deletion requires it, and notes the assumption at the deletion. */
export function inferEmptyDeletions(
  { methods, resources, isPublished }: Pick<Api, 'methods' | 'resources' | 'isPublished'>,
  lookup: Lookup,
): Pick<Api, 'methods' | 'resources'> {
  const deletions = new Map(
    methods.flatMap((method): readonly (readonly [string, EmptyDeletion])[] => {
      const { action, collections, description } = method;
      if (action.kind !== 'delete' || method.actionSource !== undefined) return [];
      const unless = findForceParameter(method, isPublished);
      const isLimited = method.rules.length === 0 && isEmptinessRequired(description, collections.at(-1) ?? '');
      const members = isLimited || unless !== undefined ? listChildren(action.resource, { methods, resources }, lookup) : [];
      return members.length > 0 ? [[action.resource, { members, ...(unless !== undefined && { unless }) }]] : [];
    }),
  );
  return {
    methods: methods.map((method) => {
      const deletion = method.action.kind === 'delete' ? deletions.get(method.action.resource) : undefined;
      return deletion && isPublished ? { ...method, supportNote: formatEmptyNote(deletion.members) } : method;
    }),
    resources: resources.map((resource) => {
      const { members = [], unless } = deletions.get(resource.path) ?? {};
      const rules = members.map(
        (path) => ({ kind: 'deleteRequiresEmpty', members: path, ...(unless !== undefined && { unless }) }) as const,
      );
      return rules.length > 0 ? { ...resource, inferredRules: rules } : resource;
    }),
  };
}

function formatEmptyNote(members: readonly string[]): string {
  const names = members.map((path) => path.split('/').findLast((segment) => !segment.startsWith('{')) ?? path);
  return `Assumption: the resource is empty if these collections are: ${names.join(', ')}.`;
}

/**
 * Lists the collections directly below a resource whose members can be created and listed, except those that a field of the resource also
 * contains (`acl`), because they are part of the resource. Lists none if the schema states them.
 */
function listChildren(path: string, { methods, resources }: Pick<Api, 'methods' | 'resources'>, lookup: Lookup): readonly string[] {
  const type = lookup.object(lookup.resource(path)?.schema);
  if (type?.rules.some(({ rule }) => rule.kind === 'deleteRequiresEmpty')) return [];
  const parts = (type?.fields ?? []).flatMap((field) =>
    field.type.kind === 'array' && field.type.items.kind === 'ref' ? [field.type.items.schema] : [],
  );
  const isUsed = (kind: 'create' | 'list', member: string): boolean =>
    methods.some(({ action }) => action.kind === kind && action.resource === member);
  return resources
    .filter(({ parent, path: child, idParameters, schema }) => {
      const isDirect = child.split('/').length === path.split('/').length + 1 + idParameters.length;
      const isPart = schema !== undefined && parts.includes(schema);
      return parent === path && isDirect && !isPart && isUsed('create', child) && isUsed('list', child);
    })
    .map(({ path: child }) => child);
}

/**
 * Infers that the operation of a deletion returns the deleted resource: from a rule, or else from an `etag` that the method of a published
 * document takes (AIP-154). Deletions of services that share one implementation of operations return nothing.
 */
export function inferReturnedDeletion({ action, operation, parameters, rules }: Method, api: Api, lookup: Lookup): Action {
  if (action.kind !== 'delete' || action.state || operation !== 'longrunning') return action;
  const stated = getOperationRule(rules)?.response;
  const schema = lookup.resource(action.resource)?.schema;
  if (stated !== undefined) {
    const name = stated?.slice(stated.lastIndexOf('.') + 1) ?? '';
    return name !== '' && schema?.endsWith(name) ? { ...action, returnsResource: true } : action;
  }
  const takesEtag = parameters.some(({ name, location }) => name === 'etag' && location === 'query');
  const returnsResource = api.isPublished && schema !== undefined && takesEtag && !hasStandardOperations(api, lookup);
  return returnsResource ? { ...action, returnsResource } : action;
}
