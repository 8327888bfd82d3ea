/** Finds the path of a resource that a call creates. */
import { getAt, type Json } from '../../generator/lib/json.js';
import type { Resource } from '../../generator/model/model.js';
import { createReference, isReference } from './references.js';
import type { CallTemplate } from './scenario.js';

/** Builds paths below the resources of a scenario. */
interface PathContext {
  readonly buildPath: (resource: Resource, ids: Readonly<Record<string, string>>) => string;
}

/** The resource in the body of a call. */
export const getResourceBody = ({ method, body }: CallTemplate): Json => {
  const content = body ?? {};
  return method.requestWrap === undefined ? content : (getAt(content, [method.requestWrap]) ?? {});
};

/** A call of the scenario. */
export interface SentCall {
  readonly call: CallTemplate;
  readonly step: number;
}

/** Returns the path of a new resource. Takes its ID from the request, or refers to the ID in the response. */
export function findCreatedPath(builder: PathContext, resource: Resource, { call, step }: SentCall): string {
  const { method, query } = call;
  const body = getResourceBody(call);
  const ids = resource.idParameters.map((name, at) => {
    const field = resource.idFields[at] ?? name;
    const inQuery = (method.idParameters[at] ?? []).map((parameter) => query[parameter]).find((value) => value !== undefined);
    const known = inQuery ?? getAt(body, field.split('.'));
    if (typeof known === 'string') return [name, resource.fullNameFrom === undefined ? known : (known.split('/').at(-1) ?? '')] as const;
    return [name, createReference(step, field.split('.'))] as const;
  });
  const generated = ids.find(([, id]) => isReference(id));
  // The response has the name with the collections, not only the ID.
  if (generated !== undefined && resource.fullNameFrom !== undefined)
    return [...resource.path.split('/').slice(0, resource.fullNameFrom), generated[1]].join('/');
  return builder.buildPath(resource, Object.fromEntries(ids));
}
