/**
 * The shape of a route: its literals and wildcards, without the names of variables. All routes of a
 * resource have the same shape.
 */

export type RoutePart =
  | { readonly kind: 'literal'; readonly text: string }
  /** `inPattern`: part of a variable that spans several segments. */
  | { readonly kind: 'wild'; readonly variable: string; readonly many: boolean; readonly inPattern?: true };

export interface RouteShape {
  readonly parts: readonly RoutePart[];
  /** The custom verb after the last colon: `getIamPolicy`. */
  readonly verb?: string;
}

const verbPattern = /:([A-Za-z][A-Za-z0-9_]*)$/;

/** Parses a normalized route (`Method.route`). */
export function parseShape(route: string): RouteShape {
  const verb = verbPattern.exec(route)?.[1];
  const body = verb === undefined ? route : route.slice(0, -verb.length - 1);
  return { parts: splitSegments(body).flatMap(parseSegment), ...(verb === undefined ? {} : { verb }) };
}

/** `projects/*\/managedZones/*`: equal for routes of the same resource. */
export function formatShapeKey(parts: readonly RoutePart[]): string {
  return parts.map((part) => (part.kind === 'literal' ? part.text : part.many ? '**' : '*')).join('/');
}

/** Whether a part is a version, such as `v1` or `v1beta1`. */
export const isVersion = (part: RoutePart): boolean => part.kind === 'literal' && /^v\d\w*$/.test(part.text);

/** `projects/*\/managedZones/*` for a template: equal for all templates of the same resource. */
export const toShapeKey = (template: string): string => formatShapeKey(parseShape(template).parts);

/** Formats a path template with one variable per wildcard. Repeated variables get a number. */
export function toTemplate(parts: readonly RoutePart[]): string {
  return nameWildcards(parts)
    .map((part) => (part.kind === 'literal' ? part.text : part.many ? `{${part.variable}=**}` : `{${part.variable}}`))
    .join('/');
}

/** Lists the variables after the last literal, which name a member of its collection. */
export function listTrailingVariables(parts: readonly RoutePart[]): readonly string[] {
  const named = nameWildcards(parts);
  const last = named.findLastIndex((part) => part.kind === 'literal');
  return named.slice(last + 1).flatMap((part) => (part.kind === 'wild' ? [part.variable] : []));
}

export function findLastLiteral(parts: readonly RoutePart[]): string | undefined {
  const found = parts.findLast((part) => part.kind === 'literal');
  return found?.kind === 'literal' ? found.text : undefined;
}

export interface PathVariable {
  readonly name: string;
  /** The range of its parts in `parseShape(route).parts`: `from` inclusive, `to` exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Lists the variables of a route in order. */
export function getPathVariables(route: string): readonly PathVariable[] {
  let from = 0;
  return splitSegments(route).flatMap((segment) => {
    const to = from + parseSegment(segment.replace(verbPattern, '')).length;
    const variables = [...segment.matchAll(/\{([^=}]+)/g)].map(([, name = '']) => ({ name, from, to }));
    from = to;
    return variables;
  });
}

export const hasTrailingLiteral = (parts: readonly RoutePart[]): boolean => parts.at(-1)?.kind === 'literal';

/** Returns the parts up to the last literal: the collection of a resource. */
export function toCollectionParts(parts: readonly RoutePart[]): readonly RoutePart[] {
  return parts.slice(0, parts.findLastIndex((part) => part.kind === 'literal') + 1);
}

export const createWildcard = (variable: string): RoutePart => ({ kind: 'wild', variable, many: false });

/** Joins a trailing name that spans segments into one part. */
export function joinTrailingName(parts: readonly RoutePart[]): readonly RoutePart[] {
  const last = parts.at(-1);
  if (last?.kind !== 'wild' || !last.many || parts.length < 3) return parts;
  // In `documents/*/**`, everything after `documents` is one name.
  const from = parts.findLastIndex((part) => part.kind === 'literal' || part.inPattern !== true) + 1;
  const first = parts[from];
  return first?.kind === 'wild'
    ? [...parts.slice(0, from), createWildcard(first.variable)]
    : [...parts.slice(0, -1), createWildcard(last.variable)];
}

/** Whether the last variable of a route can contain slashes. */
export const canSpanSegments = (parts: readonly RoutePart[]): boolean => {
  const last = parts.at(-1);
  return last?.kind === 'wild' && last.many;
};

/** `policies` -> `policy`, `addresses` -> `address`, `shelves` -> `shelf`, `zones` -> `zone`. */
export function toSingular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:[hs]el|hal|wol|cal|lea|loa|thie|scar)ves$/i.test(word)) return `${word.slice(0, -3)}f`;
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Finds the best id parameter for a collection: `instanceId` or `sqlInstanceId` for `instances`, `accountId` for `serviceAccounts`. */
export function findIdName(names: readonly string[], collection: string): string | undefined {
  // The singular of `-ves` is `-ve` (`moves`) or `-f` (`shelves`).
  const singulars = [toSingular(collection), ...(collection.endsWith('ves') ? [`${collection.slice(0, -3)}f`] : [])];
  const idNames = singulars.map((each) => `${each}Id`.toLowerCase());
  const ids = names.filter((name) => /.Id$/.test(name)).map((name) => ({ name, text: name.toLowerCase() }));
  const found =
    ids.find(({ text }) => idNames.includes(text)) ??
    ids.find(({ text }) => idNames.some((idName) => text.endsWith(idName) || idName.endsWith(text)));
  return found?.name;
}

function splitSegments(route: string): readonly string[] {
  const segments: string[] = [];
  let start = 0;
  let depth = 0;
  for (let index = 0; index <= route.length; index++) {
    const char = route[index];
    if (char === '{') depth++;
    if (char === '}') depth--;
    if (index < route.length && (char !== '/' || depth > 0)) continue;
    if (index > start) segments.push(route.slice(start, index));
    start = index + 1;
  }
  return segments;
}

function parseSegment(segment: string): readonly RoutePart[] {
  const variable = /^\{([^=}]+)(?:=([^}]*))?\}$/.exec(segment);
  if (variable === null)
    return [segment.includes('{') ? createWildcard(segment.replace(/[^\w.]+/g, '')) : { kind: 'literal', text: segment }];
  const [, name = '', pattern] = variable;
  if (pattern === undefined || pattern === '*') return [createWildcard(name)];
  if (pattern === '**') return [{ kind: 'wild', variable: name, many: true }];
  return parsePattern(pattern.split('/'));
}

function parsePattern(pieces: readonly string[]): readonly RoutePart[] {
  return pieces.map((piece, index): RoutePart => {
    if (piece !== '*' && piece !== '**') return { kind: 'literal', text: piece };
    return {
      kind: 'wild',
      variable: `${pieces[index - 1] ?? 'resource'}Id`.replace(/^\*+/, 'resource'),
      many: piece === '**',
      inPattern: true,
    };
  });
}

function nameWildcards(parts: readonly RoutePart[]): readonly RoutePart[] {
  const seen = new Map<string, number>();
  return parts.map((part) => {
    if (part.kind === 'literal') return part;
    const count = (seen.get(part.variable) ?? 0) + 1;
    seen.set(part.variable, count);
    return count === 1 ? part : { ...part, variable: `${part.variable}${count}` };
  });
}
