/** Infers facts about the path of a method from its route. */
import type { Method, MethodFacts } from '../model.js';

/** `…/operations/{operation}/wait`, `v1/{name=operations/**}:wait` */
const WAIT_ROUTE = /operations\/(?:\{[^}]+\}|\*+\})[/:]wait$/;

export function inferPath(
  method: Method,
  servicePath: string,
): Pick<MethodFacts, 'waits' | 'validatesPath' | 'segmentPath' | 'shorterRoutes'> {
  const { route, httpMethod } = method;
  return {
    waits: httpMethod === 'POST' && WAIT_ROUTE.test(route),
    // Firestore's documentation also allows names without the segments that a final `**` stands for, so the service validates them.
    validatesPath: route.includes('=') && !route.includes('/*/**'),
    ...inferSegmentPath(method, servicePath),
    shorterRoutes: listShorterRoutes(method),
  };
}

/** Returns the flat path of a path whose pattern has no fixed number of segments. */
function inferSegmentPath({ route, flatPath }: Method, servicePath: string): Pick<MethodFacts, 'segmentPath'> {
  const isPlain = flatPath !== undefined && /^(?:[^{}+]|\{[A-Za-z_]\w*\})+$/.test(flatPath);
  return isPlain && route.includes('**') ? { segmentPath: `${servicePath}${flatPath.replace(/^\/+/, '')}` } : {};
}

function listShorterRoutes({ route, parameters }: Method): readonly string[] {
  return parameters.flatMap(({ name, shorterForms = [] }) =>
    shorterForms.map((form) =>
      route.replaceAll(/\{([^{}=]+)=[^{}]*\}/g, (written, variable) => (variable === name ? `{${name}=${form}}` : written)),
    ),
  );
}
