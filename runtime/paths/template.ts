/**
 * Path templates, which the client expands and the mock matches:
 *
 * `dns/v1/projects/{project}` · `v1/{name=projects/*\/groups/*}:cancel` · `v1/{name=**}` · `a-{x}.{y}`
 */
import { describeValue } from '../error-text.js';
import { DiscogenError } from '../errors.js';

export interface TemplateVariable {
  /** The name on the wire: `project`, `group.name`. */
  readonly name: string;
  /**
   * The segments of its pattern: `*` matches one segment, `**` matches any number of segments (at least one if it is the whole pattern),
   * and other text matches itself. A variable without a pattern is part of one segment, and `/` in its value is encoded.
   */
  readonly pattern?: readonly string[];
}

/** A segment of a template: literal text and variables. A variable with a pattern is the whole segment and may match several segments of a path. */
export type Segment = readonly (string | TemplateVariable)[];

export interface PathTemplate {
  readonly segments: readonly Segment[];
  /** One for each segment of a path. */
  readonly steps: readonly PathStep[];
  /** The custom verb after the last colon: `getIamPolicy`. */
  readonly verb?: string;
}

interface Wildcard {
  /** The name of its variable. If the variable has several segments, a name made of the segment before it: `projectsId`. */
  readonly variable: string;
  /** Whether its variable has several segments. */
  readonly inPattern?: true;
}

/** The condition on one segment of a path. A variable with a pattern has one step for each segment of the pattern. */
export type PathStep =
  | { readonly kind: 'literal'; readonly text: string }
  /** Literal text and variables in one segment: the texts before, between, and after the variables, which can be empty. */
  | ({ readonly kind: 'mixed'; readonly texts: readonly string[] } & Wildcard)
  | ({ readonly kind: 'one' } & Wildcard)
  /** Any number of segments; none only if `optional` is set. */
  | ({ readonly kind: 'many'; readonly optional?: true } & Wildcard);

const templateCache: Map<string, PathTemplate> = /* @__PURE__ */ new Map();

/** Parses a template. Throws `DiscogenError` if its braces aren't paired. */
export function parseTemplate(source: string): PathTemplate {
  let template = templateCache.get(source);
  if (!template) templateCache.set(source, (template = parseSource(source)));
  return template;
}

function parseSource(source: string): PathTemplate {
  const verb = /:([^/{}:*]+)$/.exec(source)?.[1];
  const body = source.slice(0, verb === undefined ? undefined : -verb.length - 1).replace(/^\/|\/$/g, '');
  const pieces = body.match(/(?:\{[^{}]+\}|[^/{}])+/g) ?? [];
  if (pieces.join('/') !== body)
    throw new DiscogenError(`path template: segments must not be empty and braces must be paired (received ${describeValue(source)})`);
  const segments = pieces.map((piece) =>
    piece
      .split(/(\{[^{}]+\})/)
      .filter(Boolean)
      .map(parsePart),
  );
  return { segments, steps: segments.flatMap(toSteps), ...(verb !== undefined && { verb }) };
}

function parsePart(text: string): string | TemplateVariable {
  const [, name, pattern] = /^\{([^=]+)=?(.+)?\}$/.exec(text) ?? [];
  if (name === undefined) return text;
  return pattern === undefined ? { name } : { name, pattern: pattern.split('/') };
}

/** The number of steps of a segment. */
export function countSteps([part]: Segment): number {
  return (typeof part === 'object' && part.pattern?.length) || 1;
}

function toSteps(segment: Segment): readonly PathStep[] {
  const [part] = segment;
  if (segment.length !== 1 || part === undefined) return [{ kind: 'mixed', texts: listTexts(segment), variable: joinNames(segment) }];
  if (typeof part === 'string') return [{ kind: 'literal', text: part }];
  const { name, pattern = ['*'] } = part;
  return pattern.map((text, at): PathStep => {
    if (!/^\*\*?$/.test(text)) return { kind: 'literal', text };
    const wildcard: Wildcard = pattern.length === 1 ? { variable: name } : { variable: createName(pattern[at - 1]), inPattern: true };
    return text === '*' ? { kind: 'one', ...wildcard } : { kind: 'many', ...wildcard, ...(at > 0 && { optional: true }) };
  });
}

/** `projectsId` for `projects`. */
function createName(literal = 'resource'): string {
  return `${literal}Id`.replace(/^\*+/, 'resource');
}

function joinNames(segment: Segment): string {
  return segment.map((part) => (typeof part === 'string' ? part.replace(/[^\w.]+/g, '') : part.name)).join('');
}

/** Returns the literal texts before, between, and after the variables of a segment. */
export function listTexts(segment: Segment): readonly string[] {
  const texts = [''];
  for (const part of segment) {
    if (typeof part === 'string') texts[texts.length - 1] += part;
    else texts.push('');
  }
  return texts;
}
