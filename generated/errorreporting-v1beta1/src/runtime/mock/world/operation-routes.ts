/** What the mock answers beyond the methods that a specification names: the paths of operations' selfLinks, and where policies of ancestors are kept. */
import type { ApiBehavior, MethodBehavior, ResourceBehavior } from '../../descriptor.js';
import type { OperationRule } from '../../rule.js';

const scopes: Readonly<Record<OperationRule['scope'], string>> = {
  global: 'global',
  region: 'regions/{region}',
  zone: 'zones/{zone}',
};

/** Templates of the operations' paths of each scope that the API's methods use. */
function listOperationPaths(api: ApiBehavior, style?: 'longrunning'): readonly string[] {
  const found = new Set<string>();
  for (const { method, rules } of api.methods) {
    if (style !== undefined && method.operation !== style) continue;
    for (const rule of rules ?? []) {
      const base = /^((?:[^{]*\/)?)projects\/\{/.exec(method.path)?.[1];
      if (rule.kind === 'operation' && base !== undefined)
        found.add(`${base}projects/{project}/${scopes[rule.scope]}/operations/{operation}`);
    }
  }
  return [...found];
}

export function createBuiltInResources(api: ApiBehavior): readonly ResourceBehavior[] {
  const longRunning = new Set(listOperationPaths(api, 'longrunning'));
  const operations = listOperationPaths(api).map((path): ResourceBehavior => ({
    path,
    idParameters: ['operation'],
    idFields: ['name'],
    // Those of AIP-151 are named by their paths.
    ...(longRunning.has(path) ? { fullNameFrom: path.split('/').indexOf('projects') } : api.operation && { fields: api.operation }),
  }));
  return [...operations, ...createPolicyResources(api)];
}

/** Policies that are inherited stand at the ancestors' own paths. */
function createPolicyResources(api: ApiBehavior): readonly ResourceBehavior[] {
  return api.methods.flatMap(({ action }) => {
    if (action.kind !== 'effectivePolicy') return [];
    const target: ResourceBehavior = {
      path: action.resource,
      idParameters: [getLastVariable(action.resource)],
      idFields: ['name'],
      implicit: true,
    };
    const policies = ['projects/{project}', 'folders/{folder}', 'organizations/{organization}'].map((owner): ResourceBehavior => ({
      path: action.policies.replace(/projects\/\{[^{}]+\}/, owner),
      idParameters: [getLastVariable(action.policies)],
      idFields: ['name'],
    }));
    return [target, ...policies];
  });
}

function getLastVariable(path: string): string {
  return /\{([^{}]+)\}$/.exec(path)?.[1] ?? 'name';
}

export function createBuiltInMethods(api: ApiBehavior): readonly MethodBehavior[] {
  return listOperationPaths(api).map((path): MethodBehavior => ({
    method: { id: `${api.name}.operations.get`, httpMethod: 'GET', path },
    action: { kind: 'get', resource: path },
  }));
}
