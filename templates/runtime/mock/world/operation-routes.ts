/** Built-in routes and resources: the operations in selfLinks. */
import type { ApiBehavior, MethodBehavior, ResourceBehavior } from '../../behavior.js';

export function createBuiltInResources({ operation, operationResources = [] }: ApiBehavior): readonly ResourceBehavior[] {
  return operationResources.map((resource) =>
    operation && resource.operation === 'status' ? { ...resource, fields: operation } : resource,
  );
}

export function createBuiltInMethods({ name, operationResources = [] }: ApiBehavior): readonly MethodBehavior[] {
  return operationResources.map(({ path }): MethodBehavior => ({
    method: { id: `${name}.operations.get`, httpMethod: 'GET', path },
    action: { kind: 'get', resource: path },
  }));
}
