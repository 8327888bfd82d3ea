/** Built-in routes and resources: the operations in selfLinks. */
import type { ApiBehavior, MethodBehavior, ResourceBehavior } from '../../runtime/behavior.js';

export function createBuiltInResources({ operationType, operationResources = [] }: ApiBehavior): readonly ResourceBehavior[] {
  return operationResources.map((resource) =>
    operationType !== undefined && resource.operation === 'status' ? { ...resource, schema: operationType } : resource,
  );
}

export function createBuiltInMethods({ name, operationResources = [] }: ApiBehavior): readonly MethodBehavior[] {
  return operationResources.map(({ path }): MethodBehavior => ({
    method: { id: `${name}.operations.get`, httpMethod: 'GET', path },
    action: { kind: 'get', resource: path },
  }));
}
