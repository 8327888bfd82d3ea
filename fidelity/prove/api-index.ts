/** Finds resources and methods of an API. */
import type { Action } from '../../runtime/rule.js';
import type { Api, Method, Resource } from '../../generator/model/model.js';
import { getLookup, type Lookup } from '../../generator/model/schema-lookup.js';
import { SchemaUses } from './field-paths.js';

export class ApiIndex {
  readonly lookup: Lookup;
  readonly schemaUses: SchemaUses;

  constructor(readonly api: Api) {
    this.lookup = getLookup(api);
    this.schemaUses = new SchemaUses(api);
  }

  getResource(path: string | undefined): Resource | undefined {
    if (path === undefined) return undefined;
    return this.lookup.resource(path) ?? this.api.operationResources.find((resource) => resource.path === path);
  }

  /** The scopes and permissions of all methods. */
  get fullGrant(): { readonly scopes: readonly string[]; readonly permissions: readonly string[] } {
    const { methods } = this.api;
    return {
      scopes: [...new Set(methods.flatMap(({ scopes }) => scopes))],
      permissions: [...new Set(methods.flatMap(({ permissions }) => permissions.map(({ permission }) => permission)))],
    };
  }

  /** Returns the resource that a method acts on: the new one if it creates one. */
  getTarget({ action }: Method): Resource | undefined {
    if (action.kind === 'createFrom') return this.getResource(action.creates);
    return 'resource' in action ? this.getResource(action.resource) : undefined;
  }

  findMethod(resource: Resource, kind: Action['kind']): Method | undefined {
    return this.listMethods(resource).find(({ action }) => action.kind === kind);
  }

  /** Lists the methods that act on a resource, or create it. */
  listMethods({ path }: Resource): readonly Method[] {
    return this.api.methods.filter(
      ({ action }) => ('resource' in action && action.resource === path) || (action.kind === 'createFrom' && action.creates === path),
    );
  }

  /** Finds the method that creates a resource, preferably without another resource as its source. */
  findCreation(resource: Resource): Method | undefined {
    const methods = this.listMethods(resource);
    return (
      methods.find(({ action }) => action.kind === 'create') ??
      methods.find(({ action }) => action.kind === 'createFrom' && action.creates === resource.path && action.from !== undefined) ??
      methods.find(({ action }) => action.kind === 'createFrom' && action.creates === resource.path) ??
      methods.find(({ action }) => action.kind === 'batch')
    );
  }
}
