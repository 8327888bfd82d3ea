/** Expands path templates. Clients import only this part of the definition. */
import { describeValue } from '../error-text.js';
import { ParameterError } from '../errors.js';

const variableForm = /\{([^=}]+)=?([^}]*)\}/;
/** The segment `.` or `..`, also before a custom verb. */
const dotSegment = /(^|\/)\.\.?([/:]|$)/;

/** A cache of split templates, limited by the number of methods. */
const templatePieces = /* @__PURE__ */ Object.create(null) as Record<string, readonly string[]>;

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

/** Throws `ParameterError` for a value that doesn't match the pattern of its variable. `expandPath` rejects an absent value. */
export function validatePathParameters(template: string, params: Readonly<Record<string, unknown>>, caller?: string): void {
  const pieces = splitTemplate(template);
  for (let at = 1; at < pieces.length; at += 3) {
    const parameter = pieces[at] as string;
    const pattern = pieces[at + 1];
    const value = params[parameter];
    if (pattern && value !== undefined && !toPatternExpression(pattern).test(`/${String(value)}`))
      throw new ParameterError(parameter, `of the form ${pattern}`, describeValue(value), caller);
  }
}

export function getVariableNames(template: string): string[] {
  return splitTemplate(template).filter((_, at) => at % 3 === 1);
}

/** Returns the pattern of a variable, unless it is one segment: `projects/*` for `name` of `v1/{name=projects/*}`. */
export function getVariablePattern(template: string, name: string): string | undefined {
  const pieces = splitTemplate(template);
  return pieces.find((_, at) => at % 3 === 2 && pieces[at - 1] === name) || undefined;
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

/** Returns the expression that a value with a leading slash must match. As in Google's path templates, `**` also matches nothing after a slash. */
function toPatternExpression(pattern: string): RegExp {
  const source = `/${pattern}`.replace(/\W/g, '\\$&').replaceAll('\\/\\*\\*', '(/[^/]+)*').replaceAll('\\*', '[^/]+');
  return new RegExp(`^${source}$`);
}
