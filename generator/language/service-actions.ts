/** The actions of service modules: behavior of methods that is particular to one service. */
import { getObject, mapMembers, type Json, type JsonObject } from '../lib/json.js';
import type { Action } from '../../runtime/rule.js';
import type { ServiceAction } from '../../runtime/services.js';
import type { ActionManifest } from '../../services/manifest.js';
import * as parameter from './parameters.js';
import { collectManifests, createOptionParameters, createModuleParameters } from './service.js';
import type { Use } from './uses.js';

export const readMethods = ['GET', 'HEAD', 'POST'];
export const writeMethods = ['POST', 'PUT', 'PATCH'];
export const deleteMethods = ['DELETE', 'POST'];

const httpMethods = { read: readMethods, write: writeMethods, delete: deleteMethods };

/** The manifest of an action, with the HTTP methods that fit. */
export interface ServiceActionManifest extends ActionManifest {
  readonly httpMethods: readonly string[];
}

const manifests = new Map(
  [...collectManifests(({ actions }) => actions)].map(
    ([name, manifest]) => [name, { ...manifest, httpMethods: httpMethods[manifest.access] }] as const,
  ),
);

/** Returns the manifest of the service module's action that an action names, if any. */
export function findActionManifest({ module }: { readonly module?: unknown }): ServiceActionManifest | undefined {
  return typeof module === 'string' ? manifests.get(module) : undefined;
}

const { parameters, allOf } = createModuleParameters(manifests);
const namesWithOptions = [...manifests].flatMap(([name, { options }]) => (Object.keys(options).length > 0 ? name : []));

export const serviceAction = {
  parameters: { module: parameters.module, options: parameter.optional(parameters.options) },
  allOf: [...allOf, { if: { properties: { module: { enum: namesWithOptions } }, required: ['module'] }, then: { required: ['options'] } }],
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
  return { ...action, options };
}

function listPathUses(action: ServiceAction): readonly Use[] {
  return parameter
    .listUses(createOptionParameters(findActionManifest(action)?.options ?? {}), getOptions(action))
    .filter((use) => use.in === 'path');
}

const getOptions = (action: ServiceAction): JsonObject => getObject(action as unknown as JsonObject, 'options') ?? {};
