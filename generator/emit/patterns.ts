/** The patterns of fields, of keys, and of parameters. They match entire texts. */
import { compilePattern } from '../lib/pattern.js';
import { getLookup } from '../model/schema-lookup.js';
import { walkTypes } from '../model/walk-types.js';
import type { Api } from '../model/model.js';

/** Returns a regular expression of JavaScript that matches the same entire texts, or `undefined` if only an RE2 engine can. */
export function findEntirePattern(pattern: string): RegExp | undefined {
  const result = compilePattern(pattern);
  return result.ok ? result.pattern.toRegExp('entire') : undefined;
}

/** Formats a regular expression without the anchors that every pattern of an entire text has. */
export function formatPattern({ source, ignoreCase }: RegExp): string {
  const body = source.replace(/^\^\(\?:([^]*)\)\$$/, '$1').replace(/\\\//g, '/');
  return ignoreCase ? `(?i)${body}` : body;
}

/** Whether a pattern of the API needs the RE2 engine. */
export function hasRe2FieldPatterns(api: Api): boolean {
  const { methods, parameters, schemas } = api;
  const types = [
    ...schemas.map(({ type }) => type),
    ...[...parameters, ...methods.flatMap((method) => method.parameters)].map(({ type }) => type),
    ...methods.flatMap(({ request, response }) => [request, response]),
  ];
  for (const type of walkTypes(types, getLookup(api))) {
    const pattern = type.kind === 'string' ? type.pattern : type.kind === 'map' ? type.keys?.pattern : undefined;
    if (pattern !== undefined && findEntirePattern(pattern) === undefined) return true;
  }
  return false;
}
