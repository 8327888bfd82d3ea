/** Recognizes scenarios that are independent of each other: their requests differ in more than names. */
import { compareText } from '../../lib/diagnostics.js';
import { isObject, type Json } from '../../lib/json.js';
import type { Exchange, RecordedScenario } from '../exchange.js';

const nameField = /^(?:name|title|description|etag|.*(?:Id|Name|Names|Fingerprint|fingerprint))$/;

/** Returns a text that is the same for scenarios whose requests differ only in names. */
export function getSignature({ exchanges }: RecordedScenario): string {
  const writes = exchanges.filter(({ request }) => request.method !== 'GET' && request.method !== 'HEAD');
  const counted = writes.length > 0 ? writes : exchanges;
  const names = listNames(exchanges);
  return [...new Set(counted.map((exchange) => describeRequest(exchange, names)))].sort(compareText).join('\n');
}

/** Lists the segments of paths that can be names, the longest first. */
function listNames(exchanges: readonly Exchange[]): readonly string[] {
  const segments = exchanges.flatMap(({ request }) => getPath(request.url).split(/[/:]/));
  const names = segments.filter((segment) => segment.length > 2 && /[^a-zA-Z]/.test(segment) && !/^v\d[a-z\d]*$/.test(segment));
  return [...new Set(names)].sort((left, right) => right.length - left.length || compareText(left, right));
}

const getPath = (url: string): string => url.replace(/^https?:\/\/[^/]*\//, '').replace(/\?.*$/, '');

function describeRequest({ request }: Exchange, names: readonly string[]): string {
  const url = reduceText(request.url.replace(/\?.*$/, ''), '', names);
  const body = request.body?.kind === 'json' ? JSON.stringify(reduce(request.body.value, '', names)) : '';
  return `${request.method} ${url} ${body}`;
}

function reduce(value: Json, key: string, names: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((element: Json) => reduce(element, key, names));
  if (typeof value === 'string') return reduceText(value, key, names);
  if (!isObject(value)) return value;
  const members = Object.entries(value).sort(([left], [right]) => compareText(left, right));
  return members.map(([name, inner]) => [reduceText(name, '', names), reduce(inner, name, names)]);
}

function reduceText(text: string, key: string, names: readonly string[]): string {
  if (nameField.test(key)) return '*';
  const unnamed = names.reduce((rest, name) => rest.replaceAll(name, '*'), text);
  return unnamed.replace(/\$\{[^}]*\}/g, '*').replace(/\d+/g, '0');
}
