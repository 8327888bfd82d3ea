/** What the mock supports of each API. */
import type { ApiSupport, MethodSupport, MockSupport, SupportLevel } from './types.js';
import type { Method } from './world/method.js';
import type { World } from './world/world.js';

export function supportOf({ apis, methods }: World): MockSupport {
  return {
    apis: apis.map((api) => {
      const own = methods.filter((method) => method.api === api).map(methodSupport);
      return { name: api.name, version: api.version, counts: countLevels(own), methods: own };
    }),
  };
}

function methodSupport({ id, behaviour }: Method): MethodSupport {
  return { id, support: levelOf(behaviour), ignored: behaviour.ignored ?? [] };
}

/** A method with a handler counts as `handler`, whatever its action is: that comes first here. */
function levelOf({ action, byConvention }: Method['behaviour']): SupportLevel {
  if (action.kind === 'notImplemented') return 'notImplemented';
  return byConvention ? 'convention' : 'implemented';
}

function countLevels(methods: readonly MethodSupport[]): ApiSupport['counts'] {
  const counts: Record<SupportLevel, number> = { implemented: 0, convention: 0, handler: 0, notImplemented: 0 };
  for (const { support } of methods) counts[support] += 1;
  return counts;
}
