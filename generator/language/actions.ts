/** The kinds of actions of the mock: their parameters, and the methods that they fit. */
import { getText, type JsonObject } from '../lib/json.js';
import { listNameParts } from '../../runtime/paths/name-template.js';
import * as schema from './json-schema.js';
import * as parameter from './parameters.js';
import { deleteMethods, findActionManifest, readMethods, serviceAction, writeMethods } from './service-actions.js';
import type { Use } from './uses.js';

interface ActionDefinition {
  readonly parameters: parameter.Parameters;
  /** Further conditions on the action. */
  readonly allOf?: readonly schema.JsonSchema[];
  /** The HTTP methods that the action supports. Absent if it supports all. */
  readonly httpMethods?: readonly string[];
  readonly needsBody?: true;
  /** Whether it acts on a collection, so that the path doesn't name a resource. */
  readonly onCollection?: true;
}

const resource = parameter.pathTemplate(
  'The path template of the target resource. For `create` and `list`: of one resource in the collection.',
);
const members = parameter.pathTemplate('A path template of resources.');
const texts = (description: string): parameter.RequiredParameter =>
  parameter.plain(schema.nonEmptyList(description, { type: 'string', minLength: 1 }));

const copies = parameter.map(
  schema.map('Maps fields of the new resource to the fields of the source that they copy.', { type: 'string' }),
  {
    schema: {},
    listUses: (path, { pointer, owner }) =>
      typeof path === 'string' && path !== 'selfLink' ? [{ path, in: 'member', of: getText(owner, 'resource') ?? '', pointer }] : [],
  },
  { in: 'member', of: 'creates' },
);

const newName: parameter.RequiredParameter = {
  schema: {
    type: 'string',
    minLength: 1,
    description:
      'The ID of the new resource. `{name}` stands for a variable of the path of the resource, for a parameter, or for a field of the request body, and `{name:encoded}` for its percent-encoded value. With `{name?}`, the server generates the ID if the request lacks the value.',
  },
  listUses: (value, { pointer, owner }) =>
    listNameParts(String(value)).flatMap((path) =>
      getText(owner, 'resource')?.includes(`{${path}}`) ? [] : [{ path, in: 'parameterOrBody' as const, pointer, placeholder: path }],
    ),
};

const link = parameter.object('The linked resource.', { resource: parameter.pathTemplate('The path template.'), copies });
export const actionKinds: Readonly<Record<string, ActionDefinition>> = {
  get: { parameters: { resource }, httpMethods: readMethods },
  list: { parameters: { resource }, httpMethods: readMethods, onCollection: true },
  create: { parameters: { resource, name: parameter.optional(newName) }, httpMethods: writeMethods, onCollection: true },
  patch: { parameters: { resource }, httpMethods: writeMethods, needsBody: true },
  update: { parameters: { resource }, httpMethods: writeMethods, needsBody: true },
  delete: { parameters: { resource }, httpMethods: deleteMethods },
  getIamPolicy: { parameters: { resource }, httpMethods: readMethods },
  setIamPolicy: { parameters: { resource }, httpMethods: writeMethods, needsBody: true },
  testIamPermissions: { parameters: { resource }, httpMethods: readMethods },
  setFields: {
    parameters: {
      resource,
      fields: parameter.fields('The fields to replace.', { in: 'request' }, texts('The fields to replace.').schema),
      fingerprint: parameter.optional(parameter.field('The fingerprint of the fields.', { in: 'request' })),
    },
    httpMethods: writeMethods,
    needsBody: true,
  },
  createFrom: {
    parameters: {
      resource,
      creates: members,
      copies,
      passes: parameter.optional(
        parameter.object('The states of a field during the operation: the first when the operation starts, the last when it is done.', {
          field: parameter.field('The field with the state.', { in: 'member', of: 'creates', comparedWith: ['values'] }),
          values: texts('The states, in order.'),
        }),
      ),
      from: parameter.optional(
        parameter.field('The field of the body that links to the source, if the path does not name it.', { in: 'request' }),
      ),
      links: parameter.optional(
        parameter.map(schema.map('Fields of the body that link to other resources.', link.schema), link, { in: 'request' }),
      ),
      target: parameter.optional(
        parameter.plain({ const: 'source', description: 'The target of the operation, if it is not the new resource.' }),
      ),
    },
    httpMethods: writeMethods,
  },
  waitForField: {
    parameters: {
      resource,
      field: parameter.field('The field to watch.', { in: 'member', of: 'resource', comparedWith: ['values'] }),
      values: texts('The final values.'),
      seconds: parameter.plain(schema.count('The maximum duration in seconds.')),
    },
    httpMethods: readMethods,
  },
  batch: {
    parameters: {
      resource,
      members,
      additions: parameter.field('The field with the additions.', { in: 'request' }),
      deletions: parameter.field('The field with the deletions.', { in: 'request' }),
    },
    httpMethods: writeMethods,
    needsBody: true,
    onCollection: true,
  },
  callEach: {
    parameters: {
      resource,
      method: parameter.field('The standard method to call, such as `shop.shelves.create`.', { in: 'method' }),
      elements: parameter.field('The query parameter or the field of the body with the names or the requests.', { in: 'parameterOrBody' }),
      body: parameter.optional(parameter.text('The field of a request with the resource.')),
      items: parameter.optional(parameter.field('The field of the response with the resources.', { in: 'response' })),
    },
    onCollection: true,
  },
  service: {
    parameters: { ...serviceAction.parameters, resource },
    allOf: serviceAction.allOf,
  },
  notImplemented: { parameters: {} },
};

const allParameters: parameter.Parameters = Object.assign({}, ...Object.values(actionKinds).map(({ parameters }) => parameters));

/** Returns the definition of the action's kind or, for `service`, of its module. */
export function findActionDefinition(action: JsonObject): Omit<ActionDefinition, 'parameters'> | undefined {
  const kind = getText(action, 'kind') ?? '';
  return kind === 'service' ? findActionManifest(action) : Object.hasOwn(actionKinds, kind) ? actionKinds[kind] : undefined;
}

/** Lists what an action names. Includes keys of other kinds, because the kind can be the mistake. */
export function listActionUses(action: JsonObject): readonly Use[] {
  const kind = getText(action, 'kind') ?? '';
  const own = Object.hasOwn(actionKinds, kind) ? actionKinds[kind]?.parameters : undefined;
  return parameter.listUses({ ...allParameters, ...own }, action);
}
