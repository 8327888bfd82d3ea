/**
 * Path templates: parsed once per text, expanded by the client, matched by the mock.
 *
 * `dns/v1/projects/{project}` · `v1/{name=projects/*\/groups/*}:cancel` · `v1/{name=**}` · `a-{x}.{y}`
 */
import { DiscogenError, ParameterError, describeValue } from './errors.js';

/** A variable of a template. */
export interface TemplateVariable {
  /** As on the wire: `project`, `group.name`. */
  readonly name: string;
  /** Segments of its pattern: `*` one segment, `**` zero or more after another segment and one or more alone, else literal text. Absent: part of one segment, `/` in a value is encoded. */
  readonly pattern?: readonly string[];
}

/** What stands between two slashes of a template: literal text and variables in turn. A variable with a pattern stands alone and spans several segments of a path. */
export type Segment = readonly (string | TemplateVariable)[];

export interface Template {
  readonly source: string;
  readonly segments: readonly Segment[];
  /** What follows the last colon: `getIamPolicy`. */
  readonly verb?: string;
  readonly variables: readonly TemplateVariable[];
}

/** One segment of a path as a template sees it, patterns laid out: what a router sorts by. */
export type TemplateStep =
  | { readonly kind: 'literal'; readonly text: string }
  /** Literal text around variables, in one segment. */
  | { readonly kind: 'mixed'; readonly expression: RegExp }
  | { readonly kind: 'one' }
  /** `optional`: no segment at all is a match, too. */
  | { readonly kind: 'many'; readonly optional?: true };

const variableForm = /\{([^=}]+)=?([^}]*)\}/;
/** `.` or `..` as a segment, before a verb too. */
const dots = /(^|\/)\.\.?([/:]|$)/;

/** Templates taken apart, by their texts: literal text, the name and the pattern of a variable, literal text, … There are as many as an API has methods. */
const takenApart = /* @__PURE__ */ Object.create(null) as Record<string, readonly string[]>;

const templates: Map<string, Template> = /* @__PURE__ */ new Map();

/** Parses a template, once per text. Throws where braces do not pair up. */
export function parseTemplate(source: string): Template {
  let template = templates.get(source);
  if (!template) templates.set(source, (template = parse(source)));
  return template;
}

/**
 * The path that a template gives with these values, percent-encoded, without a leading slash. A plain variable encodes everything but
 * unreserved characters; one with a pattern keeps `/`, and whether it has that form is for `validatePathParameters`. Missing and empty values and
 * the segments `.` and `..` are a `ParameterError`; `where` (a method id) begins its message.
 */
export function expandPath(template: string, params: Readonly<Record<string, unknown>>, where?: string): string {
  const pieces = piecesOf(template);
  let path = pieces[0] as string;
  for (let at = 1; at < pieces.length; at += 3) {
    const parameter = pieces[at] as string;
    const value = params[parameter];
    const text = encodeParameter(parameter, value, where);
    path += (pieces[at + 1] ? text.replaceAll('%2F', '/') : text) + (pieces[at + 2] as string);
    if (!text || dots.test(path)) throw new ParameterError(parameter, 'non-empty text, without "." and ".."', describeValue(value), where);
  }
  return path;
}

/** Refuses, with a `ParameterError`, what has not the form of its variable in the template. */
export function validatePathParameters(template: string, params: Readonly<Record<string, unknown>>, where?: string): void {
  const pieces = piecesOf(template);
  for (let at = 1; at < pieces.length; at += 3) {
    const parameter = pieces[at] as string;
    const pattern = pieces[at + 1];
    const value = params[parameter];
    if (pattern && !patternExpression(pattern).test(`/${String(value)}`))
      throw new ParameterError(parameter, `of the form ${pattern}`, describeValue(value), where);
  }
}

/** Names of a template's variables. */
export function getVariableNames(template: string): string[] {
  return piecesOf(template).filter((_, at) => at % 3 === 1);
}

/** Literal text, the name and the pattern of a variable, literal text, … */
function piecesOf(template: string): readonly string[] {
  return (takenApart[template] ??= template.split(variableForm));
}

/** Percent-encodes everything but unreserved characters (RFC 3986). Throws URIError on a lone surrogate. */
export function percentEncode(text: string): string {
  return /^[\w.~-]*$/.test(text)
    ? text
    : encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%2${'1789A'["!'()*".indexOf(character)]}`);
}

/** Encodes a value that can stand in a path or query, naming the parameter where that cannot be done. */
export function encodeParameter(parameter: string, value: unknown, where?: string): string {
  try {
    if (/^(st|b)/.test(typeof value) || Number.isFinite(value)) return percentEncode(String(value));
  } catch {
    // A lone surrogate, which no address can hold.
  }
  const expected = value === undefined ? 'given' : 'well-formed text, a number or a boolean';
  throw new ParameterError(parameter, expected, describeValue(value), where);
}

/** The path segments that a template asks for, patterns laid out. */
export function listTemplateSteps(template: Template): readonly TemplateStep[] {
  let found = steps.get(template);
  if (!found) steps.set(template, (found = template.segments.flatMap(segmentSteps)));
  return found;
}

/**
 * The variables' values, decoded, where the path (percent-encoded, with or without a leading slash, without a query) fits; else undefined.
 * The object has no prototype. A `%2F` stays as it is in a variable with a pattern, where a slash would change its meaning.
 */
export function matchPath(template: Template | string, path: string): Record<string, string> | undefined {
  const parsed = typeof template === 'string' ? parseTemplate(template) : template;
  const ending = parsed.verb === undefined ? '' : `:${parsed.verb}`;
  const bare = path.startsWith('/') ? path.slice(1) : path;
  if (!bare.endsWith(ending)) return undefined;
  const given = bare.slice(0, bare.length - ending.length).split('/');
  const taken: string[][] = [];
  return fits(listTemplateSteps(parsed), given, taken) ? collect(parsed, taken) : undefined;
}

const steps: WeakMap<Template, readonly TemplateStep[]> = /* @__PURE__ */ new WeakMap();

function parse(source: string): Template {
  const verb = /:([^/{}:*]+)$/.exec(source)?.[1];
  const body = source.slice(0, verb === undefined ? undefined : -verb.length - 1).replace(/^\//, '');
  const pieces = body.match(/(?:\{[^{}]+\}|[^/{}])+/g) ?? [];
  if (pieces.join('/') !== body)
    throw new DiscogenError(`path template: expected segments and paired braces, received ${describeValue(source)}`);
  const segments = pieces.map((piece) =>
    piece
      .split(/(\{[^{}]+\})/)
      .filter(Boolean)
      .map(parsePart),
  );
  const variables = segments.flat().filter((part) => typeof part !== 'string');
  return { source, segments, variables, ...(verb !== undefined && { verb }) };
}

function parsePart(text: string): string | TemplateVariable {
  const [, name, pattern] = /^\{([^=]+)=?(.+)?\}$/.exec(text) ?? [];
  if (name === undefined) return text;
  return pattern === undefined ? { name } : { name, pattern: pattern.split('/') };
}

/** What a text with a slash before it must match to have the form of a pattern: what `**` stands for may be empty after a slash, as Google's path templates have it. */
function patternExpression(pattern: string): RegExp {
  const source = `/${pattern}`.replace(/\W/g, '\\$&').replaceAll('\\/\\*\\*', '(/[^/]+)*').replaceAll('\\*', '[^/]+');
  return new RegExp(`^${source}$`);
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function segmentSteps(segment: Segment): readonly TemplateStep[] {
  const [part] = segment;
  if (segment.length !== 1 || part === undefined) return [{ kind: 'mixed', expression: mixedExpression(segment) }];
  if (typeof part === 'string') return [{ kind: 'literal', text: part }];
  return (part.pattern ?? ['*']).map((text, at): TemplateStep => {
    if (text === '*') return { kind: 'one' };
    return text === '**' ? { kind: 'many', ...(at > 0 && { optional: true }) } : { kind: 'literal', text };
  });
}

function mixedExpression(segment: Segment): RegExp {
  return new RegExp(`^${segment.map((part) => (typeof part === 'string' ? literal(part) : '(.+?)')).join('')}$`);
}

/** Fills `taken` with the segments that each step takes; a step of kind `many` takes as few as it can. */
function fits(wanted: readonly TemplateStep[], given: readonly string[], taken: string[][]): boolean {
  const [step] = wanted;
  if (!step) return given.length === 0;
  const isOptional = step.kind === 'many' && step.optional === true;
  const most = step.kind === 'many' ? given.length - wanted.length + 1 : 1;
  for (let count = isOptional ? 0 : 1; count <= most; count += 1) {
    const part = given.slice(0, count);
    if (part.length < count || !part.every((text) => accepts(step, text))) return false;
    taken.push(part);
    if (fits(wanted.slice(1), given.slice(count), taken)) return true;
    taken.pop();
  }
  return false;
}

function accepts(step: TemplateStep, text: string): boolean {
  if (step.kind === 'literal') return text === step.text || decode(text) === step.text;
  if (step.kind === 'mixed') return step.expression.test(text);
  return text !== '';
}

function collect(template: Template, taken: readonly string[][]): Record<string, string> | undefined {
  const values: Record<string, string> = Object.create(null) as Record<string, string>;
  let at = 0;
  for (const segment of template.segments) {
    const count = segmentSteps(segment).length;
    const texts = taken.slice(at, at + count).flat();
    at += count;
    for (const [name, value] of segmentValues(segment, texts)) {
      if (value === undefined || (values[name] ?? value) !== value) return undefined;
      values[name] = value;
    }
  }
  return values;
}

/** Names and decoded values of a segment's variables; undefined where the text cannot be decoded. */
function segmentValues(segment: Segment, texts: readonly string[]): readonly (readonly [string, string | undefined])[] {
  const variables = segment.filter((part) => typeof part !== 'string');
  if (segment.length > 1) {
    const groups = mixedExpression(segment).exec(texts.join('/')) ?? [];
    return variables.map(({ name }, index) => [name, decode(groups[index + 1] ?? '')]);
  }
  return variables.map(({ name, pattern }) => [name, decode(pattern ? texts.join('/').replace(/%2f/gi, '%252F') : texts.join('/'))]);
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
