/** Built-in routes and resources: the operations in selfLinks. */
import type { ApiBehavior, MethodBehavior, ResourceBehavior } from '../../behavior.js';
import type { OperationRule } from '../../rule.js';

const scopes: Readonly<Record<OperationRule['scope'], string>> = {
  global: 'global',
  region: 'regions/{region}',
  zone: 'zones/{zone}',
};

/** Returns the path templates of the operations of each scope that the API's methods use. */
function listOperationPaths(api: ApiBehavior, style?: 'longrunning'): readonly string[] {
  const paths = new Set<string>();
  for (const { method, rules } of api.methods) {
    if (style !== undefined && method.operation !== style) continue;
    for (const rule of rules ?? []) {
      const base = /^((?:[^{]*\/)?)projects\/\{/.exec(method.path)?.[1];
      if (rule.kind === 'operation' && base !== undefined)
        paths.add(`${base}projects/{project}/${scopes[rule.scope]}/operations/{operation}`);
    }
  }
  return [...paths];
}

export function createBuiltInResources(api: ApiBehavior): readonly ResourceBehavior[] {
  const longRunning = new Set(listOperationPaths(api, 'longrunning'));
  return listOperationPaths(api).map((path): ResourceBehavior => ({
    path,
    idParameters: ['operation'],
    idFields: ['name'],
    // The names of AIP-151 operations are paths.
    ...(longRunning.has(path)
      ? { isOperation: true, fullNameFrom: path.split('/').indexOf('projects') }
      : api.operation && { fields: api.operation, ...('id' in api.operation && { numericId: true as const }) }),
  }));
}

export function createBuiltInMethods(api: ApiBehavior): readonly MethodBehavior[] {
  return listOperationPaths(api).map((path): MethodBehavior => ({
    method: { id: `${api.name}.operations.get`, httpMethod: 'GET', path },
    action: { kind: 'get', resource: path },
  }));
}
