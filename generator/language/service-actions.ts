/** The actions of service modules: behavior of methods that is particular to one service. */
import { getObject, mapMembers, type Json, type JsonObject } from '../lib/json.js';
import type { Action } from '../../runtime/rule.js';
import type { ServiceAction } from '../../runtime/service-actions.js';
import * as schema from './json-schema.js';
import * as parameter from './parameters.js';
import { createModuleParameters, ruleModules } from './service.js';
import type { Use } from './uses.js';

type ActionModuleName = ServiceAction['module'];

interface ActionModule<M extends ActionModuleName = ActionModuleName> {
  readonly description: string;
  readonly httpMethods: readonly string[];
  readonly needsBody?: true;
  readonly options: Readonly<
    Record<keyof NonNullable<Extract<ServiceAction, { readonly module: M }>['options']>, parameter.RequiredParameter>
  >;
  /** The query parameters that the module reads. */
  readonly parameters?: readonly string[];
  /** Whether the module reads the parameters of a page. */
  readonly hasPages?: true;
  /** The fields of the request body that the module reads. */
  readonly fields?: readonly string[] | 'all';
  /** Whether the mock doesn't store the resource: any name is that of a resource. */
  readonly acceptsAnyName?: true;
}

export const readMethods = ['GET', 'HEAD', 'POST'];
export const writeMethods = ['POST', 'PUT', 'PATCH'];
export const deleteMethods = ['DELETE', 'POST'];

const eventParameters = ['serviceFilter.service', 'serviceFilter.version', 'serviceFilter.resourceType', 'groupId', 'timeRange.period'];

const listOrigin = parameter.object('The origin of a list.', {
  from: parameter.field('The field of the policy.', { in: 'member', of: 'policies' }),
  as: parameter.text('The member that wraps each entry.'),
});

const modules: { readonly [M in ActionModuleName]: ActionModule<M> } = {
  'osconfig/effective-policy': {
    description: 'Merges the policies of a project and its ancestors that apply to the resource.',
    httpMethods: readMethods,
    options: {
      policies: parameter.list(
        'The path templates of the policies: of projects, and of each kind of ancestor.',
        parameter.pathTemplate('A path template of policies.'),
      ),
      lists: parameter.map(schema.map('Fields of the response.', listOrigin.schema), listOrigin, { in: 'response' }),
    },
    fields: ['osShortName', 'osVersion', 'osArchitecture'],
    acceptsAnyName: true,
  },
  'compute/guest-attributes': {
    description: 'Returns the guest attributes of an instance that `queryPath` or `variableKey` selects.',
    httpMethods: readMethods,
    options: {
      field: parameter.text('The field of the resource that lists the entries, each with `namespace`, `key` and `value`.'),
    },
    parameters: ['queryPath', 'variableKey'],
  },
  'compute/usable-subnetworks': {
    description: 'Lists the subnetworks of the project in all regions, each as what a user of it needs.',
    httpMethods: readMethods,
    options: { subnetworks: parameter.pathTemplate('The path template of the subnetworks.') },
    hasPages: true,
    acceptsAnyName: true,
  },
  'errorreporting/report-event': {
    description: 'Adds an error event to its group and to the log of the project.',
    httpMethods: writeMethods,
    needsBody: true,
    options: {},
    fields: 'all',
    acceptsAnyName: true,
  },
  'errorreporting/list-events': {
    description: 'Lists error events, latest first.',
    httpMethods: readMethods,
    options: {},
    parameters: eventParameters,
    hasPages: true,
    acceptsAnyName: true,
  },
  'errorreporting/delete-events': {
    description: 'Deletes all error events of a project or location.',
    httpMethods: deleteMethods,
    options: {},
    acceptsAnyName: true,
  },
  'errorreporting/list-group-stats': {
    description: 'Lists the groups of error events with their statistics.',
    httpMethods: readMethods,
    options: {},
    parameters: [...eventParameters, 'timedCountDuration', 'alignment', 'alignmentTime', 'order'],
    hasPages: true,
    acceptsAnyName: true,
  },
};

/** Returns the service that a module belongs to: `dns` for `dns/record-data`. */
export const getServiceName = (module: string): string => module.slice(0, module.indexOf('/'));

/** The services with modules, sorted. The runtime has an entry point for each. */
export const serviceNames: readonly string[] = [
  ...new Set([...Object.keys(ruleModules), ...Object.keys(modules)].map(getServiceName)),
].sort();

/** Returns the definition of the module that an action names, if any. */
export function findActionModule(action: { readonly module?: unknown }): ActionModule | undefined {
  return Object.entries(modules).find(([name]) => name === action.module)?.[1];
}

const { parameters, allOf } = createModuleParameters(modules);
const modulesWithOptions = Object.entries(modules).flatMap(([name, { options }]) => (Object.keys(options).length > 0 ? name : []));

export const serviceAction = {
  parameters: { module: parameters.module, options: parameter.optional(parameters.options) },
  allOf: [
    ...allOf,
    { if: { properties: { module: { enum: modulesWithOptions } }, required: ['module'] }, then: { required: ['options'] } },
  ],
};

/** Lists the path templates that an action names. */
export function listActionPaths(action: Action): readonly string[] {
  if (action.kind === 'notImplemented') return [];
  if (action.kind === 'createFrom') return [action.resource, action.creates];
  if (action.kind === 'batch') return [action.resource, action.members];
  if (action.kind === 'service') return [action.resource, ...listPathUses(action).map(({ path }) => path)];
  return [action.resource];
}

/** Changes the path templates in the options of an action. */
export function mapOptionPaths(action: ServiceAction, change: (template: string) => string): ServiceAction {
  const names = new Set(listPathUses(action).map(({ pointer: [name] }) => name));
  if (names.size === 0) return action;
  const changeAll = (value: Json): Json =>
    typeof value === 'string' ? change(value) : Array.isArray(value) ? value.map(changeAll) : value;
  const options = mapMembers(getOptions(action), (value, name) => (names.has(name) ? changeAll(value) : value));
  return { ...action, options } as unknown as ServiceAction;
}

function listPathUses(action: ServiceAction): readonly Use[] {
  return parameter.listUses(findActionModule(action)?.options ?? {}, getOptions(action)).filter((use) => use.in === 'path');
}

const getOptions = (action: ServiceAction): JsonObject => getObject(action as unknown as JsonObject, 'options') ?? {};
