/** Creates the support report of a mock. */
import type { ApiSupport, MethodSupport, MockSupport, SupportLevel } from '../../types/support.js';
import type { CompiledMethod } from '../../catalog/method.js';
import type { SessionRegistry } from '../../engine/session-registry.js';

export function describeSupport({ catalog: { apis, methods }, handlers }: Pick<SessionRegistry, 'catalog' | 'handlers'>): MockSupport {
  return {
    apis: apis.map((api) => {
      const apiMethods = methods
        .filter((method) => method.api === api)
        .map((method) => describeMethod(method, handlers.find(method.id) !== undefined));
      const { name, version, evidence } = api;
      return {
        name,
        version,
        counts: countLevels(apiMethods),
        ...(evidence && { evidence: { isOutdated: evidence.isOutdated ?? false } }),
        methods: apiMethods,
      };
    }),
  };
}

/** A handler can read any part of the request, so nothing counts as ignored. */
function describeMethod({ id, behavior, api, serviceParameters = {} }: CompiledMethod, isHandled: boolean): MethodSupport {
  if (isHandled) return { id, support: 'handler', ignored: [], selecting: [] };
  const { ignored = [], selectors = {}, supportNote } = behavior;
  const evidence = api.evidence && Object.hasOwn(api.evidence.methods, id) ? api.evidence.methods[id] : undefined;
  return {
    id,
    support: getSupportLevel(behavior),
    ignored: ignored.filter((name) => !Object.hasOwn(serviceParameters, name)),
    selecting: Object.keys(selectors).filter((name) => !Object.hasOwn(serviceParameters, name)),
    ...(supportNote !== undefined && { note: supportNote }),
    ...(evidence && { evidence }),
  };
}

function getSupportLevel({ action, byConvention }: CompiledMethod['behavior']): SupportLevel {
  if (action.kind === 'notImplemented') return 'notImplemented';
  return byConvention ? 'convention' : 'implemented';
}

function countLevels(methods: readonly MethodSupport[]): ApiSupport['counts'] {
  const counts: Record<SupportLevel, number> = { implemented: 0, convention: 0, handler: 0, notImplemented: 0 };
  for (const { support } of methods) counts[support] += 1;
  return counts;
}
