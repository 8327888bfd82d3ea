/**
 * Normalizes the path syntaxes of specifications to one form.
 *
 *     projects/{project}                        -> {project} is one segment
 *     {+name}, pattern ^projects/[^/]+/x/[^/]+$ -> {name=projects/*\/x/*}
 *     {+name} without a pattern                 -> {name=**}, one or more segments (zero or more after another segment: {name=a/**})
 *     orgs{/name*}                              -> orgs/{name=**}, as older documents write it
 *     {group.name=projects/*\/groups/*}         -> as it is
 */
import { compilePattern } from '../lib/pattern.js';

/** A syntax error in a path. */
export interface RouteProblem {
  readonly kind: 'unclosedBrace' | 'strayBrace' | 'badName' | 'badTemplate' | 'duplicateVariable' | 'emptySegment';
  /** The invalid part of the path. */
  readonly text: string;
}

export interface RouteVariable {
  readonly name: string;
  /** `*` (one segment), `**` (one or more; zero or more after another segment), or segments of these and literals: `projects/*\/zones/*`. */
  readonly template: string;
}

export interface ParsedRoute {
  /** Normalized, without a leading slash. */
  readonly text: string;
  /** The text without the names of variables: `projects/*\/groups/*:cancel`. Equal for paths that accept the same requests. */
  readonly key: string;
  /** In the order of the path. */
  readonly variables: readonly RouteVariable[];
}

export type RouteResult = { readonly ok: true; readonly route: ParsedRoute } | { readonly ok: false; readonly problem: RouteProblem };

export interface RouteInput {
  /** As written: relative to the service path, with or without a leading slash. */
  readonly path: string;
  readonly servicePath?: string;
  /** Returns the `pattern` of a path parameter. Used only for `{+name}`. */
  readonly pattern?: (name: string) => string | undefined;
}

const namePattern = /^[A-Za-z_$][\w$.-]*$/;
const literalSegment = /^[^{}*=\s]+$/;

/** Parses a path in Discovery syntax or as the documents write it. Returns errors as values. */
export function parseRoute(input: RouteInput): RouteResult {
  const { path, servicePath = '' } = input;
  const variables: RouteVariable[] = [];
  let text = '';
  let key = '';
  let position = 0;
  while (position < path.length) {
    const open = path.indexOf('{', position);
    const literal = path.slice(position, open < 0 ? path.length : open);
    if (literal.includes('}')) return createFailure('strayBrace', '}');
    text += literal;
    key += literal;
    if (open < 0) break;
    const close = path.indexOf('}', open);
    if (close < 0) return createFailure('unclosedBrace', path.slice(open));
    const begins = path[open + 1] === '/' ? open + 2 : open + 1;
    const variable = parseVariable(path.slice(begins, close), input, begins > open + 1);
    if ('kind' in variable) return { ok: false, problem: variable };
    if (variables.some(({ name }) => name === variable.name)) return createFailure('duplicateVariable', variable.name);
    variables.push(variable);
    const slash = begins > open + 1 ? '/' : '';
    text += slash + printVariable(variable);
    key += slash + variable.template;
    position = close + 1;
  }
  if (path.includes('//') || path.includes('/{/')) return createFailure('emptySegment', '//');
  return { ok: true, route: { text: join(servicePath, text), key: join(servicePath, key), variables } };
}

function createFailure(kind: RouteProblem['kind'], text: string): RouteResult {
  return { ok: false, problem: { kind, text } };
}

/** `afterSlash`: the variable includes a leading slash (`{/name}`), or one for each segment (`{/name*}`). */
function parseVariable(text: string, input: RouteInput, afterSlash: boolean): RouteVariable | RouteProblem {
  const isExploded = afterSlash && text.endsWith('*');
  const expression = isExploded ? text.slice(0, -1) : text;
  const reserved = expression.startsWith('+');
  const equals = expression.indexOf('=');
  const name = expression.slice(reserved ? 1 : 0, equals < 0 ? expression.length : equals);
  if (!namePattern.test(name)) return { kind: 'badName', text: name };
  if (equals >= 0) {
    const template = expression.slice(equals + 1);
    return isTemplate(template) ? { name, template } : { kind: 'badTemplate', text: template };
  }
  if (!reserved) return { name, template: isExploded ? '**' : '*' };
  const pattern = input.pattern?.(name);
  return { name, template: pattern === undefined || !compilePattern(pattern).ok ? '**' : patternToTemplate(pattern) };
}

/** `**` must be the last segment, because a following segment would be ambiguous. */
function isTemplate(template: string): boolean {
  const segments = template.split('/');
  return segments.every((segment, index) =>
    segment === '**' ? index === segments.length - 1 : segment === '*' || literalSegment.test(segment),
  );
}

function printVariable({ name, template }: RouteVariable): string {
  return template === '*' ? `{${name}}` : `{${name}=${template}}`;
}

function join(servicePath: string, path: string): string {
  const base = servicePath.replace(/^\/+|\/+$/g, '');
  const rest = path.replace(/^\/+/, '');
  return base === '' || rest === '' ? base + rest : `${base}/${rest}`;
}

/**
 * Converts a pattern to a template that accepts the same paths, or more if the pattern can't be expressed:
 * `^projects/[^/]+$` is `projects/*`, `^operations/.*$` is `operations/**`, `\d+` is `*`, and alternatives that hold slashes are `**`.
 */
export function patternToTemplate(pattern: string): string {
  const body = pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '');
  const segments: string[] = [];
  for (const part of splitSegments(body)) {
    const segment = part === undefined ? '**' : toSegment(part);
    segments.push(segment);
    if (segment === '**') break;
  }
  return segments.join('/');
}

/** Splits at slashes outside brackets. `undefined` stands for a part that can contain slashes. */
function splitSegments(body: string): (string | undefined)[] {
  const parts: (string | undefined)[] = [];
  let part = '';
  let depth = 0;
  let slashInGroup = false;
  let alternatives = false;
  const endPart = (): void => {
    parts.push(slashInGroup ? undefined : part);
    part = '';
    slashInGroup = false;
  };
  for (const token of body.match(tokenPattern) ?? []) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === '|' && depth === 0) alternatives = true;
    if (isSlash(token) && depth === 0) {
      endPart();
      continue;
    }
    if (isSlash(token)) slashInGroup = true;
    part += token;
  }
  endPart();
  if (!alternatives || (parts.length === 1 && parts[0] !== undefined)) return parts;
  return [undefined];
}

/** An escape, a bracketed class, or one character. */
const tokenPattern = /\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|[^]/gu;

function isSlash(token: string): boolean {
  return token === '/' || token === '\\/';
}

const anything = /(?<!\\)\.(?:[*+]|\{\d+(?:,\d*)?\})/;
const literalPattern = /^(?:[\w~%@:!,;&'-]|\.|\\[^\w\s{}*=])+$/;

function toSegment(part: string): string {
  if (literalPattern.test(part)) return part.replace(/\\(.)/g, '$1');
  if ((part.match(tokenPattern) ?? []).some(canMatchSlash)) return '**';
  return anything.test(part.replace(/\[\^?\]?(?:\\[^]|[^\]\\])*\]/g, 'x')) ? '**' : '*';
}

/** Whether a bracketed class contains the slash: `[a-z/]`. */
function canMatchSlash(token: string): boolean {
  if (!token.startsWith('[')) return false;
  try {
    return new RegExp(`^${token}$`, 'u').test('/');
  } catch {
    return false;
  }
}

/** Converts a template such as `projects/*\/zones/*` to a pattern. */
export function toTemplatePattern(template: string): string {
  const segments = template.split('/').map((segment) => {
    if (segment === '*') return '[^/]+';
    return segment === '**' ? '.+' : segment.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  });
  return `^${segments.join('/')}$`;
}
