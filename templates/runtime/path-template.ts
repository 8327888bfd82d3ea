/**
 * Path templates, which the client expands and the mock matches:
 *
 * `dns/v1/projects/{project}` · `v1/{name=projects/*\/groups/*}:cancel` · `v1/{name=**}` · `a-{x}.{y}`
 */
import { describeValue } from './error-text.js';
import { DiscogenError, ParameterError } from './errors.js';

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

export interface Template {
  readonly segments: readonly Segment[];
  /** The custom verb after the last colon: `getIamPolicy`. */
  readonly verb?: string;
}

/** The condition on one segment of a path. A variable with a pattern has one step for each segment of the pattern. */
export type TemplateStep =
  | { readonly kind: 'literal'; readonly text: string }
  /** Literal text and variables in one segment: the texts before, between, and after the variables, which can be empty. */
  | { readonly kind: 'mixed'; readonly texts: readonly string[] }
  | { readonly kind: 'one' }
  /** Any number of segments; none only if `optional` is set. */
  | { readonly kind: 'many'; readonly optional?: true };

const variableForm = /\{([^=}]+)=?([^}]*)\}/;
/** The segment `.` or `..`, also before a custom verb. */
const dotSegment = /(^|\/)\.\.?([/:]|$)/;

/** A cache of split templates, limited by the number of methods. */
const templatePieces = /* @__PURE__ */ Object.create(null) as Record<string, readonly string[]>;

const templateCache: Map<string, Template> = /* @__PURE__ */ new Map();

/** Parses a template. Throws `DiscogenError` if its braces aren't paired. */
export function parseTemplate(source: string): Template {
  let template = templateCache.get(source);
  if (!template) templateCache.set(source, (template = parseSource(source)));
  return template;
}

/**
 * Expands a template to a percent-encoded path without a leading slash. A variable without a pattern encodes everything except unreserved
 * characters. One with a pattern keeps `/`; `validatePathParameters` checks that the value matches.
 *
 * @param caller The method ID for messages.
 * @throws ParameterError If a value is missing or empty, or the path would contain the segment `.` or `..`.
 */
export function expandPath(template: string, params: Readonly<Record<string, unknown>>, caller?: string): string {
  const pieces = splitTemplate(template);
  let path = pieces[0] as string;
  for (let at = 1; at < pieces.length; at += 3) {
    const parameter = pieces[at] as string;
    const value = params[parameter];
    const text = encodeParameter(parameter, value, caller);
    path += (pieces[at + 1] ? text.replaceAll('%2F', '/') : text) + (pieces[at + 2] as string);
    if (!text || dotSegment.test(path))
      throw new ParameterError(parameter, 'non-empty text without the path segments "." and ".."', describeValue(value), caller);
  }
  return path;
}

/** Throws `ParameterError` for a value that doesn't match the pattern of its variable. */
export function validatePathParameters(template: string, params: Readonly<Record<string, unknown>>, caller?: string): void {
  const pieces = splitTemplate(template);
  for (let at = 1; at < pieces.length; at += 3) {
    const parameter = pieces[at] as string;
    const pattern = pieces[at + 1];
    const value = params[parameter];
    if (pattern && !toPatternExpression(pattern).test(`/${String(value)}`))
      throw new ParameterError(parameter, `of the form ${pattern}`, describeValue(value), caller);
  }
}

export function getVariableNames(template: string): string[] {
  return splitTemplate(template).filter((_, at) => at % 3 === 1);
}

/** Splits a template: literal text, the name and the pattern of a variable, literal text, … */
function splitTemplate(template: string): readonly string[] {
  return (templatePieces[template] ??= template.split(variableForm));
}

/** Percent-encodes everything except unreserved characters (RFC 3986). Throws `URIError` for a lone surrogate. */
export function percentEncode(text: string): string {
  return /^[\w.~-]*$/.test(text)
    ? text
    : encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%2${'1789A'["!'()*".indexOf(character)]}`);
}

/** Percent-encodes a value for a path or query. Throws `ParameterError` if it can't be encoded. */
export function encodeParameter(parameter: string, value: unknown, caller?: string): string {
  try {
    if (/^(st|b)/.test(typeof value) || Number.isFinite(value)) return percentEncode(String(value));
  } catch {
    // A lone surrogate, which a URL can't contain.
  }
  const expected = value === undefined ? 'set' : 'well-formed text, a number, or a boolean';
  throw new ParameterError(parameter, expected, describeValue(value), caller);
}

/** Returns the steps of a template. */
export function listTemplateSteps({ segments }: Template): readonly TemplateStep[] {
  return segments.flatMap(toSteps);
}

/**
 * Matches a percent-encoded path without a query, with or without a leading slash. Returns the decoded values of the variables, or
 * `undefined` if the path doesn't match. The object has no prototype. In a variable with a pattern `%2F` isn't decoded, because a slash
 * would change its meaning.
 */
export function matchPath(template: Template | string, path: string): Record<string, string> | undefined {
  const parsed = typeof template === 'string' ? parseTemplate(template) : template;
  const ending = parsed.verb === undefined ? '' : `:${parsed.verb}`;
  const bare = path.startsWith('/') ? path.slice(1) : path;
  if (!bare.endsWith(ending)) return undefined;
  const segments = bare.slice(0, bare.length - ending.length).split('/');
  const matches = matchSteps(listTemplateSteps(parsed), segments);
  return matches && collectValues(parsed, matches);
}

function parseSource(source: string): Template {
  const verb = /:([^/{}:*]+)$/.exec(source)?.[1];
  const body = source.slice(0, verb === undefined ? undefined : -verb.length - 1).replace(/^\//, '');
  const pieces = body.match(/(?:\{[^{}]+\}|[^/{}])+/g) ?? [];
  if (pieces.join('/') !== body)
    throw new DiscogenError(`path template: segments must not be empty and braces must be paired (received ${describeValue(source)})`);
  const segments = pieces.map((piece) =>
    piece
      .split(/(\{[^{}]+\})/)
      .filter(Boolean)
      .map(parsePart),
  );
  return { segments, ...(verb !== undefined && { verb }) };
}

function parsePart(text: string): string | TemplateVariable {
  const [, name, pattern] = /^\{([^=]+)=?(.+)?\}$/.exec(text) ?? [];
  if (name === undefined) return text;
  return pattern === undefined ? { name } : { name, pattern: pattern.split('/') };
}

/** Returns the expression that a value with a leading slash must match. As in Google's path templates, `**` also matches nothing after a slash. */
function toPatternExpression(pattern: string): RegExp {
  const source = `/${pattern}`.replace(/\W/g, '\\$&').replaceAll('\\/\\*\\*', '(/[^/]+)*').replaceAll('\\*', '[^/]+');
  return new RegExp(`^${source}$`);
}

function toSteps(segment: Segment): readonly TemplateStep[] {
  const [part] = segment;
  if (segment.length !== 1 || part === undefined) return [{ kind: 'mixed', texts: listTexts(segment) }];
  if (typeof part === 'string') return [{ kind: 'literal', text: part }];
  return (part.pattern ?? ['*']).map((text, at): TemplateStep => {
    if (text === '*') return { kind: 'one' };
    return text === '**' ? { kind: 'many', ...(at > 0 && { optional: true }) } : { kind: 'literal', text };
  });
}

function listTexts(segment: Segment): readonly string[] {
  const texts = [''];
  for (const part of segment) {
    if (typeof part === 'string') texts[texts.length - 1] += part;
    else texts.push('');
  }
  return texts;
}

/**
 * Returns the values of the variables of a segment with literal text, each as short as possible, or `undefined` if the text doesn't match.
 * Takes linear time: if the rest matches after a later occurrence of a text, it also matches after the first one.
 */
export function matchMixedSegment(texts: readonly string[], text: string): readonly string[] | undefined {
  const [first = '', ...others] = texts;
  const last = others.pop() ?? '';
  const end = text.length - last.length;
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  const values: string[] = [];
  let from = first.length;
  for (const other of others) {
    const at = text.indexOf(other, from + 1);
    if (at < 0) return undefined;
    values.push(text.slice(from, at));
    from = at + other.length;
  }
  return from < end ? [...values, text.slice(from, end)] : undefined;
}

/**
 * Returns the segments that each step matches, or `undefined` if they don't match. A step of kind `many` matches as few as possible: the
 * steps between it and the next one match at the first possible position. If the rest matches after a later one, it also matches after that.
 */
function matchSteps(steps: readonly TemplateStep[], segments: readonly string[]): readonly (readonly string[])[] | undefined {
  const matches: (readonly string[])[] = [];
  let at = 0;
  let next = 0;
  while (next < steps.length) {
    const step = steps[next] as TemplateStep;
    if (step.kind !== 'many') {
      if (at >= segments.length || !isStepMatch(step, segments[at] as string)) return undefined;
      matches.push([segments[at] as string]);
      at += 1;
      next += 1;
      continue;
    }
    const following = steps.findIndex(({ kind }, index) => index > next && kind === 'many');
    const run = steps.slice(next + 1, following < 0 ? undefined : following);
    const start = at + (step.optional ? 0 : 1);
    const from = following < 0 ? Math.max(start, segments.length - run.length) : start;
    const found = findRun(run, segments, from);
    if (found === undefined || !segments.slice(at, found).every(Boolean)) return undefined;
    matches.push(segments.slice(at, found), ...run.map((_, index) => [segments[found + index] as string]));
    at = found + run.length;
    next += run.length + 1;
  }
  return at === segments.length ? matches : undefined;
}

/** Returns the first position from `from` where all steps match. */
function findRun(run: readonly TemplateStep[], segments: readonly string[], from: number): number | undefined {
  for (let at = from; at + run.length <= segments.length; at += 1)
    if (run.every((step, index) => isStepMatch(step, segments[at + index] as string))) return at;
  return undefined;
}

function isStepMatch(step: TemplateStep, text: string): boolean {
  if (step.kind === 'literal') return text === step.text || percentDecode(text) === step.text;
  if (step.kind === 'mixed') return matchMixedSegment(step.texts, text) !== undefined;
  return text !== '';
}

function collectValues(template: Template, matches: readonly (readonly string[])[]): Record<string, string> | undefined {
  const values: Record<string, string> = Object.create(null) as Record<string, string>;
  let at = 0;
  for (const segment of template.segments) {
    const { length } = toSteps(segment);
    const texts = matches.slice(at, at + length).flat();
    at += length;
    for (const [name, value] of parseSegmentValues(segment, texts)) {
      if (value === undefined || (values[name] ?? value) !== value) return undefined;
      values[name] = value;
    }
  }
  return values;
}

/** Returns the names and decoded values of the variables of a segment. A value is `undefined` if it can't be decoded. */
function parseSegmentValues(segment: Segment, texts: readonly string[]): readonly (readonly [string, string | undefined])[] {
  const variables = segment.filter((part) => typeof part !== 'string');
  if (segment.length > 1) {
    const values = matchMixedSegment(listTexts(segment), texts.join('/')) ?? [];
    return variables.map(({ name }, index) => [name, percentDecode(values[index] ?? '')]);
  }
  return variables.map(({ name, pattern }) => [name, percentDecode(pattern ? texts.join('/').replace(/%2f/gi, '%252F') : texts.join('/'))]);
}

function percentDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
