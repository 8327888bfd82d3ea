/**
 * Infers batch methods (AIP-231, AIP-233, AIP-234, AIP-235): `things:batchGet`, `batchCreate`, `batchUpdate`, and `batchDelete`, whose requests
 * and responses have the form of the AIPs.
 */
import { formatShapeKey } from '../../../templates/runtime/paths/shape.js';
import { parseTemplate, type PathStep } from '../../../templates/runtime/paths/template.js';
import { toCollectionSteps } from '../../lib/path-steps.js';
import type { Action } from '../../../templates/runtime/rule.js';
import { getSchemaId, type Lookup } from '../schema-lookup.js';
import type { Field, Method, Type } from '../model.js';

/** The actions of the standard method that a batch method calls. */
const batchVerbs: ReadonlyMap<string, readonly Action['kind'][]> = new Map([
  ['batchGet', ['get']], // Service Usage
  ['batchCreate', ['create']], // Container Analysis, Dialogflow, Vertex AI
  ['batchUpdate', ['patch', 'update']], // Apigee, Migration Center
  ['batchDelete', ['delete']], // Dialogflow, Migration Center, Vertex AI
] as const);

/** Completes the batch methods of collections with a standard method. */
export function inferBatchMethods(methods: readonly Method[], lookup: Lookup): readonly Method[] {
  return methods.map((method) => {
    const action =
      method.action.kind === 'notImplemented' && method.actionSource === undefined ? inferBatch(method, methods, lookup) : undefined;
    return action ? { ...method, action } : method;
  });
}

function inferBatch(method: Method, methods: readonly Method[], lookup: Lookup): Action | undefined {
  const { steps, verb = '' } = parseTemplate(method.route);
  const kinds = batchVerbs.get(verb) ?? [];
  const standard = methods.find(({ action }) => kinds.includes(action.kind) && 'resource' in action && isMember(action.resource, steps));
  if (!standard || !('resource' in standard.action)) return undefined;
  const schema = getSchemaId(verb === 'batchGet' ? standard.response : standard.request);
  const elements = findElements(method, { verb, schema, lookup });
  const items = findItems(method.response, schema, lookup);
  const isKnownResponse = items !== undefined || method.operation !== undefined || verb === 'batchDelete';
  if (!elements || !isKnownResponse) return undefined;
  return {
    kind: 'callEach',
    resource: standard.action.resource,
    method: standard.id,
    ...elements,
    ...(items !== undefined && { items }),
  };
}

function isMember(resource: string, collection: readonly PathStep[]): boolean {
  return formatShapeKey(toCollectionSteps(parseTemplate(resource).steps)) === formatShapeKey(collection);
}

interface BatchForm {
  readonly verb: string;
  readonly schema: string | undefined;
  readonly lookup: Lookup;
}

/** Finds the names to read or delete, or the list of requests, each with a field that holds the resource. */
function findElements({ httpMethod, parameters, request }: Method, { verb, schema, lookup }: BatchForm): Elements | undefined {
  const fields = lookup.object(request)?.fields ?? [];
  if (verb === 'batchGet') {
    const names = parameters.find(({ name, location, repeated }) => name === 'names' && location === 'query' && repeated);
    return httpMethod === 'GET' && names ? { elements: 'names' } : undefined;
  }
  if (httpMethod !== 'POST') return undefined;
  const requests = fields.find(({ name }) => name === 'requests');
  const inner = lookup.object(requests && getItems(requests, lookup))?.fields ?? [];
  if (verb === 'batchDelete') {
    const names = fields.find(({ name }) => name === 'names');
    if (names && lookup.resolve(getItems(names, lookup))?.kind === 'string') return { elements: 'names' };
    return inner.some(({ name, type }) => name === 'name' && type.kind === 'string') ? { elements: 'requests' } : undefined;
  }
  const bodies = inner.filter(({ type }) => schema !== undefined && getSchemaId(type) === schema);
  return bodies[0] && bodies.length === 1 ? { elements: 'requests', body: bodies[0].name } : undefined;
}

type Elements = Pick<Extract<Action, { readonly kind: 'callEach' }>, 'elements' | 'body'>;

function getItems({ type }: Field, lookup: Lookup): Type | undefined {
  const list = lookup.resolve(type);
  return list?.kind === 'array' ? list.items : undefined;
}

/** Finds the field of the response with the resources. */
function findItems(response: Type | undefined, schema: string | undefined, lookup: Lookup): string | undefined {
  const lists = (lookup.object(response)?.fields ?? []).filter(
    (field) => schema !== undefined && getSchemaId(getItems(field, lookup)) === schema,
  );
  return lists.length === 1 ? lists[0]?.name : undefined;
}
