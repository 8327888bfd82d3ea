/** Infers facts about the path of a method from its route. */
import { isVersion } from '../../lib/path-steps.js';
import { parseTemplate } from '../../../templates/runtime/paths/template.js';
import type { Api, Method, InferredMethodFacts } from '../model.js';

/** `…/operations/{operation}/wait`, `v1/{name=operations/**}:wait` */
const waitRoute = /operations\/(?:\{[^}]+\}|\*+\})[/:]wait$/;

export function inferPath(
  method: Method,
  servicePath: string,
): Pick<InferredMethodFacts, 'waits' | 'validatesPath' | 'segmentPath' | 'shorterRoutes'> {
  const { route, httpMethod } = method;
  return {
    waits: httpMethod === 'POST' && waitRoute.test(route),
    // Firestore's documentation also allows names without the segments that a final `**` stands for, so the service validates them.
    validatesPath: route.includes('=') && !route.includes('/*/**'),
    ...inferSegmentPath(method, servicePath),
    shorterRoutes: listShorterRoutes(method),
  };
}

/** Returns the flat path of a path whose pattern has no fixed number of segments. */
function inferSegmentPath({ route, flatPath }: Method, servicePath: string): Pick<InferredMethodFacts, 'segmentPath'> {
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

/** Infers where resource names begin in paths: after the version, or else after the service path. The value of most methods decides. */
export function inferNameStart({ methods, servicePath }: Api): Pick<Api, 'namesFrom' | 'projectCollection'> {
  const paths = methods.map(({ route }) => parseTemplate(route).steps);
  const counts = new Map<number, number>();
  for (const steps of paths) {
    const literals = steps.slice(
      0,
      steps.findIndex(({ kind }) => kind !== 'literal'),
    );
    const start = literals.findIndex(isVersion) + 1 || servicePath.split('/').length - 1;
    counts.set(start, (counts.get(start) ?? 0) + 1);
  }
  const [namesFrom] = [...counts].sort(([a, one], [b, other]) => other - one || a - b)[0] ?? [0];
  const hasProjects = paths.some((steps) => {
    const step = steps[namesFrom];
    return step?.kind === 'literal' && step.text === 'projects' && steps[namesFrom + 1]?.kind !== 'literal';
  });
  return { namesFrom, ...(hasProjects && { projectCollection: 'projects' }) };
}
