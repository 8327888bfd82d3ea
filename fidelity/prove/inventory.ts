/** Lists the resources of projects, so that a run can show that it left none behind. */
import { getAt, getText, isObject, type Json } from '../../generator/lib/json.js';
import type { Method } from '../../generator/model/model.js';
import { getItemsField } from '../../generator/model/schema-lookup.js';
import type { ActualResponse } from '../verify/exchange-result.js';
import type { ApiIndex } from './api-index.js';
import type { Guard } from './guard.js';
import { getBody, isAccepted } from './reference-mock.js';
import { buildCallPath } from './route.js';
import { toHttpCall } from './scenario.js';
import type { TargetCall } from './target.js';
import { getLocation, isProjectVariable } from './scenario-builder.js';

export interface InventoryOptions {
  readonly index: ApiIndex;
  readonly guard: Guard;
  readonly send: (call: TargetCall) => Promise<ActualResponse>;
  readonly projects: readonly string[];
}

/** The maximum number of pages of a list. */
const maxPages = 20;

/** Returns the names of all resources that lists below the projects return. Omits operations and records of changes. */
export async function takeInventory(options: InventoryOptions): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const project of options.projects)
    for (const method of options.index.api.methods)
      if (isTopLevelList(method, options.index)) for (const name of await listNames(method, project, options)) found.add(name);
  return found;
}

/** Whether the path of a list has only variables for projects and locations. */
function isTopLevelList(method: Method, index: ApiIndex): boolean {
  const resource = index.getTarget(method);
  if (method.action.kind !== 'list' || resource === undefined || resource.implicit || resource.operation !== undefined) return false;
  const parent = index.getResource(resource.parent);
  return parent === undefined || parent.implicit;
}

async function listNames(method: Method, project: string, { guard, send }: InventoryOptions): Promise<readonly string[]> {
  const names: string[] = [];
  const path = buildCallPath(method, undefined, (name) => (isProjectVariable(name) ? project : (getLocation(name) ?? '')));
  let token: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const query = token === undefined || method.list === undefined ? {} : { [method.list.pageToken]: token };
    const call = toHttpCall({ method, path, query }, () => undefined);
    if (guard.explainRejection(call, method) !== undefined) return names;
    const reply = await send(call);
    if (!isAccepted(reply)) return names;
    const body = getBody(reply) ?? {};
    names.push(...listItemNames(getAt(body, [getItemsField(method)]), path));
    token = getText(body, method.list?.nextPageToken ?? 'nextPageToken');
    if (token === undefined || token === '') break;
  }
  return names;
}

function listItemNames(items: Json | undefined, path: string): readonly string[] {
  if (Array.isArray(items))
    return (items as readonly Json[]).flatMap((item) => {
      const name = getText(item, 'selfLink') ?? getText(item, 'name') ?? getText(item, 'id');
      return name === undefined ? [] : [name.includes('/') ? name : `${path}/${name}`];
    });
  return isObject(items)
    ? Object.values(items).flatMap((scope) => (isObject(scope) ? Object.values(scope).flatMap((each) => listItemNames(each, path)) : []))
    : [];
}
