/** Finds the route of a path: a trie by segments in which literals win over variables, and `:verb` over a plain end. */
import { parseTemplate, listTemplateSteps, type TemplateStep } from '../path-template.js';
import { decodeSegment } from './world/resource.js';

interface End<T> {
  readonly value: T;
  readonly accepts?: (segments: readonly string[]) => boolean;
}

/** By verb (empty: none), then by HTTP method; the first that accepts a path takes it. */
type Ends<T> = Map<string, Map<string, End<T>[]>>;

interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  readonly mixed: { readonly expression: RegExp; readonly node: Node<T> }[];
  one?: Node<T>;
  many?: Node<T>;
  readonly ends: Ends<T>;
  /** Used where `ends` has nothing: routes whose `**` stands for no segment here, and routes added as fallbacks. */
  readonly fallbackEnds: Ends<T>;
}

function createNode<T>(): Node<T> {
  return { literals: new Map(), mixed: [], ends: new Map(), fallbackEnds: new Map() };
}

export interface RouteMatch<T> {
  readonly kind: 'match';
  readonly value: T;
  /** Decoded once; the verb is off. */
  readonly segments: readonly string[];
}
export type RouteResult<T> =
  | RouteMatch<T>
  | { readonly kind: 'wrongMethod'; readonly allowed: readonly string[] }
  | { readonly kind: 'none' };

export interface Route {
  readonly template: string;
  readonly method: string;
  /** Every other route wins over it. */
  readonly isFallback?: boolean;
  /** What the template cannot say: whether a path that fits it is one of this route. */
  readonly accepts?: ((segments: readonly string[]) => boolean) | undefined;
}

export class Router<T> {
  readonly #root: Node<T> = createNode();

  /** Answers the value that already has this route, if any, and then leaves it. */
  add(route: Route, value: T): T | undefined {
    const template = parseTemplate(route.template);
    const steps = listTemplateSteps(template);
    const { method, accepts } = route;
    const end = { verb: template.verb ?? '', method, value, ...(accepts && { accepts }) };
    const shorter = steps.filter((step) => step.kind !== 'many' || step.optional !== true);
    if (shorter.length < steps.length) addEnd(this.#nodeAt(shorter).fallbackEnds, end);
    const node = this.#nodeAt(steps);
    return addEnd(route.isFallback ? node.fallbackEnds : node.ends, end);
  }

  #nodeAt(steps: readonly TemplateStep[]): Node<T> {
    return steps.reduce(getChild<T>, this.#root);
  }

  /** `path` begins with a slash and is percent-encoded; throws URIError where that is malformed. */
  find(path: string, method: string): RouteResult<T> {
    const raw = path.slice(1).split('/');
    const last = raw.at(-1) ?? '';
    const colon = last.lastIndexOf(':');
    const plain = path.includes('%') ? raw.map(decodeSegment) : raw;
    const queries: RouteQuery[] = [{ segments: plain, verb: '', method, allowed: [] }];
    if (colon > 0) {
      const segments = [...plain.slice(0, -1), decodeSegment(last.slice(0, colon))];
      queries.unshift({ segments, verb: decodeSegment(last.slice(colon + 1)), method, allowed: [] });
    }
    for (const wanted of queries) {
      const value = search(this.#root, wanted, 0);
      if (value !== undefined) return { kind: 'match', value, segments: wanted.segments };
      // A verb that the path takes is no part of a name, whatever the method.
      if (wanted.allowed.length > 0) return { kind: 'wrongMethod', allowed: [...new Set(wanted.allowed)].sort() };
    }
    return { kind: 'none' };
  }
}

/** Answers the value that is there already, if any, and then leaves it. */
function addEnd<T>(ends: Ends<T>, { verb, method, ...end }: End<T> & { readonly verb: string; readonly method: string }): T | undefined {
  let byMethod = ends.get(verb);
  if (!byMethod) ends.set(verb, (byMethod = new Map()));
  const present = byMethod.get(method) ?? [];
  if (present.every(({ accepts }) => accepts)) byMethod.set(method, [...present, end]);
  return present[0]?.value;
}

function getChild<T>(node: Node<T>, step: TemplateStep): Node<T> {
  switch (step.kind) {
    case 'literal': {
      let next = node.literals.get(step.text);
      if (!next) node.literals.set(step.text, (next = createNode()));
      return next;
    }
    case 'mixed': {
      const present = node.mixed.find(({ expression }) => expression.source === step.expression.source);
      if (present) return present.node;
      const next = createNode<T>();
      node.mixed.push({ expression: step.expression, node: next });
      return next;
    }
    case 'one':
      return (node.one ??= createNode());
    case 'many':
      return (node.many ??= createNode());
  }
}

interface RouteQuery {
  readonly segments: readonly string[];
  readonly verb: string;
  readonly method: string;
  /** Methods that the path takes, where it does not take the wanted one. */
  readonly allowed: string[];
}

function search<T>(node: Node<T>, wanted: RouteQuery, at: number): T | undefined {
  if (at === wanted.segments.length) return findEnd(node, wanted);
  const segment = wanted.segments[at] as string;
  const literal = node.literals.get(segment);
  const byLiteral = literal && search(literal, wanted, at + 1);
  if (byLiteral !== undefined || segment === '') return byLiteral;
  for (const { expression, node: next } of node.mixed) {
    const found = expression.test(segment) ? search(next, wanted, at + 1) : undefined;
    if (found !== undefined) return found;
  }
  const byOne = node.one && search(node.one, wanted, at + 1);
  if (byOne !== undefined || !node.many) return byOne;
  return searchMany(node.many, wanted, at);
}

/** The longest run of segments first; what says how it goes on (`{parent=**}/things`) wins over a run to the end. */
function searchMany<T>(node: Node<T>, wanted: RouteQuery, at: number): T | undefined {
  const empty = wanted.segments.indexOf('', at);
  const last = wanted.segments.length;
  for (let end = empty < 0 ? last - 1 : empty; end > at; end--) {
    const found = search(node, wanted, end);
    if (found !== undefined) return found;
  }
  return empty < 0 ? search(node, wanted, last) : undefined;
}

function findEnd<T>(node: Node<T>, wanted: RouteQuery): T | undefined {
  const ends = [node.ends.get(wanted.verb), node.fallbackEnds.get(wanted.verb)];
  const candidates = ends.flatMap((byMethod) => byMethod?.get(wanted.method) ?? []);
  const found = candidates.find(({ accepts }) => accepts?.(wanted.segments) ?? true);
  if (found === undefined)
    for (const byMethod of ends) wanted.allowed.push(...[...(byMethod?.keys() ?? [])].filter((method) => method !== wanted.method));
  return found?.value;
}
