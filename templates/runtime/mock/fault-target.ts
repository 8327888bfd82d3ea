/** Checks that a fault can match a request: its method exists, its path leads to a method, and the two go together. */
import { parseTemplate, listTemplateSteps, type Template } from '../path-template.js';
import { findNearest } from '../suggest.js';
import type { FaultRule } from './mock-types.js';
import { getRule, type Method } from './world/method.js';
import type { World } from './world/world.js';

/** Why no request can ever match the fault, with a suggestion; `undefined` if one can. */
export function findTargetError({ method, path }: Pick<FaultRule, 'method' | 'path'>, world: World): string | undefined {
  if (method !== undefined && discoveryMethods.some((id) => matchesPattern(method, id))) return undefined;
  const named = method === undefined ? world.routed : world.routed.filter(({ id }) => matchesPattern(method, id));
  if (method !== undefined && named.length === 0) {
    return `method ${JSON.stringify(method)} matches no method${suggestMethod(method, world)}`;
  }
  if (path === undefined || isReachable(world, path, named)) return undefined;
  if (!isReachable(world, path, world.routed)) {
    const known = suggestPath(path, world, named);
    return `path ${JSON.stringify(path)} matches no method${known === undefined ? describeExpectedPath(named) : `; did you mean "${known}"?`}`;
  }
  const others = world.routed.filter((each) => isReachable(world, path, [each])).map(({ id }) => id);
  const other = others.find((id) => getLastPart(id) === getLastPart(String(method))) ?? others[0];
  const instead = other === undefined ? '' : `; did you mean the method "${other}"?`;
  return `method ${JSON.stringify(method)} and path ${JSON.stringify(path)} contradict each other${describeExpectedPath(named)}${instead}`;
}

/** Why the effects of a fault apply to none of its requests; `undefined` if they apply to some. */
export function findEffectError({ method, path, operation, unreachable }: FaultRule, world: World): string | undefined {
  const matching = world.routed.filter(
    (each) => (method === undefined || matchesPattern(method, each.id)) && (path === undefined || isReachable(world, path, [each])),
  );
  if (operation && !matching.some(startsOperation))
    return 'operation has no effect: no matching method starts an operation; expected status or reason';
  if (unreachable && !matching.some(({ behavior }) => behavior.action.kind === 'list'))
    return 'unreachable has no effect: no matching method lists resources; expected status or reason';
  return undefined;
}

function startsOperation(method: Method): boolean {
  const { operation, httpMethod } = method.behavior.method;
  return getRule(method, 'operation') !== undefined || (operation !== undefined && httpMethod !== 'GET');
}

/** Methods that every mock serves beside those of its APIs. */
const discoveryMethods = ['discovery.apis.list', 'discovery.apis.getRest'];

/** Whether a pattern, a prefix if it ends in `*`, matches a text. */
export function matchesPattern(pattern: string, text: string): boolean {
  return pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : text === pattern;
}

const getLastPart = (id: string): string | undefined => id.split('.').at(-1);

function suggestMethod(pattern: string, world: World): string {
  const ids = world.routed.map(({ id }) => id);
  const prefixes = ids.flatMap((id) =>
    id
      .split('.')
      .slice(1)
      .map((_, index) => `${id.split('.', index + 1).join('.')}.*`),
  );
  const known = findNearest(pattern, pattern.endsWith('*') ? new Set(prefixes) : ids);
  return known === undefined ? `; expected a method id such as "${ids[0]}"` : `; did you mean "${known}"?`;
}

function describeExpectedPath([first]: readonly Method[]): string {
  return first === undefined ? '' : `; expected a path such as "/${first.behavior.method.path}" of ${first.id}`;
}

/** Whether the path (a prefix, if it ends in `*`) is that of a request for one of the methods. */
function isReachable(world: World, path: string, methods: readonly Method[]): boolean {
  if (path === '*') return methods.length > 0;
  const ids = new Set(methods.map(({ id }) => id));
  const isFound = (text: string, verb: string): boolean => ids.has(findMethod(world, text, verb)?.id ?? '');
  if (!path.endsWith('*')) return [...new Set(methods.map(getHttpMethod))].some((verb) => isFound(path, verb));
  const prefix = path.slice(0, -1);
  return methods.some((method) =>
    listTemplates(world, method).some((template) =>
      listExamplePaths(parseTemplate(template), prefix).some((example) => isFound(example, getHttpMethod(method))),
    ),
  );
}

const getHttpMethod = ({ behavior }: Method): string => behavior.method.httpMethod;

/** The method that answers at a path, media included. A malformed percent-encoding leads nowhere. */
function findMethod({ router, uploads, media }: World, path: string, verb: string): Method | undefined {
  if (!path.startsWith('/') || /[?#]/.test(path)) return undefined;
  const at = (routes: World['router'], text: string): Method | undefined => {
    const found = routes.find(text, verb);
    return found.kind === 'match' ? found.value : undefined;
  };
  try {
    const own = at(router, path);
    if (!media) return own;
    if (path.startsWith('/download/') && !own) return at(router, path.slice('/download'.length));
    return at(uploads, path.replace(/^\/resumable\//, '/')) ?? own;
  } catch {
    return undefined;
  }
}

/** Templates of the paths at which a method answers. */
function listTemplates({ media }: World, { behavior }: Method): readonly string[] {
  const { path, upload } = behavior.method;
  const own = [path, ...(behavior.flatPath === undefined ? [] : [behavior.flatPath])];
  if (!media) return own;
  const uploads = upload ? [upload.path ?? `upload/${path}`] : [];
  return [...own, ...own.map((each) => `download/${each}`), ...uploads, ...uploads.map((each) => `resumable/${each.replace(/^\//, '')}`)];
}

/** Paths of a template that begin with a prefix, if there are any; others, too. */
function listExamplePaths(template: Template, prefix: string): readonly string[] {
  const given = prefix.split('/').slice(1);
  if (!prefix.startsWith('/')) return prefix === '' ? [`/${createSampleSegments(template, 1).join('/')}`] : [];
  const steps = listTemplateSteps(template).length;
  const many = listTemplateSteps(template).findIndex(({ kind }) => kind === 'many');
  // A run of segments is as long as it takes for the prefix to end in it, or in one of the segments behind it.
  const lengths = many < 0 ? [1] : Array.from({ length: steps - many }, (_, behind) => Math.max(1, given.length - many - behind));
  return [...new Set(lengths)].flatMap((length) => {
    const sample = createSampleSegments(template, length);
    const at = given.length - 1;
    const last = sample[at];
    if (last === undefined) return [];
    const rest = sample.slice(given.length).map((segment) => `/${segment}`);
    // The prefix may end anywhere in its last segment.
    return Array.from({ length: last.length + 1 }, (_, from) => `${prefix}${last.slice(from)}${rest.join('')}`);
  });
}

/** Segments of a path of the template, with a run of so many where it allows for one of any length. */
function createSampleSegments({ segments, verb }: Template, run: number, variable = 'x'): readonly string[] {
  const sample = segments.flatMap((segment) => {
    const [part] = segment;
    if (segment.length !== 1 || part === undefined || typeof part === 'string') {
      return [segment.map((each) => (typeof each === 'string' ? each : 'x')).join('')];
    }
    return (part.pattern ?? ['*']).flatMap((text) =>
      text === '**' ? Array.from({ length: run }, () => variable) : [text === '*' ? variable : text],
    );
  });
  return verb === undefined ? sample : [...sample.slice(0, -1), `${sample.at(-1) ?? ''}:${verb}`];
}

/** The path nearest to one that leads nowhere: one of a method, with what the given path has in the places of its variables. */
function suggestPath(path: string, world: World, methods: readonly Method[]): string | undefined {
  if (isReachable(world, `/${path}`, methods)) return `/${path}`;
  const isPrefix = path.endsWith('*');
  const given = (isPrefix ? path.slice(0, -1) : path).replace(/^\//, '').split('/');
  const { length } = given;
  const candidates = methods.flatMap(({ template }) => {
    const sample = createSampleSegments(template, 1, '');
    if (isPrefix ? sample.length < length : Math.abs(sample.length - length) > 1) return [];
    const filled = sample.map((segment, index) => {
      if (segment !== '') return segment;
      const before = given.indexOf(sample[index - 1] ?? '');
      return (sample.length === length || isPrefix ? given[index] : before < 0 ? undefined : given[before + 1]) || '-';
    });
    return [`/${isPrefix ? `${filled.slice(0, length).join('/')}*` : filled.join('/')}`];
  });
  return findNearest(path, new Set(candidates.filter((candidate) => candidate !== path && isReachable(world, candidate, methods))));
}
