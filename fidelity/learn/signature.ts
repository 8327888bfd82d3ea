/** Recognizes scenarios that are independent of each other: their requests differ in more than the values that clients choose freely. */
import { compareText } from '../../generator/lib/diagnostics.js';
import { isObject, type Json } from '../../generator/lib/json.js';
import type { Type } from '../../generator/model/model.js';
import { getLookup, type Lookup } from '../../generator/model/schema-lookup.js';
import type { Exchange, RecordedScenario } from '../recordings/exchange.js';
import type { Match } from '../recordings/match-exchange.js';

/** A value that a service defines, such as `STANDARD`. Other texts, such as names and dates, can be exchanged for any. */
const constant = /^[A-Z][A-Z\d]+(?:_[A-Z\d]+)*$/;
/** The name of a field whose values clients choose, whatever they look like. */
const nameField = /^(?:id|name|title|description|.*(?:Id|Name))$/;

/** Returns a text that is the same for scenarios whose requests differ only in names, IDs, numbers, times, and other free texts. */
export function getSignature({ exchanges }: RecordedScenario, match: (request: Exchange['request']) => Match): string {
  const writes = exchanges.filter(({ request }) => request.method !== 'GET' && request.method !== 'HEAD');
  const counted = writes.length > 0 ? writes : exchanges;
  return [...new Set(counted.map(({ request }) => describeRequest(request, match(request))))].sort(compareText).join('\n');
}

/** Names the method, and what the body sets. */
function describeRequest({ method, body }: Exchange['request'], found: Match): string {
  if (found.kind !== 'match') return method;
  const lookup = getLookup(found.api);
  const names = new Set(found.pathParameters.values());
  const sent = body?.kind === 'json' ? JSON.stringify(reduce(body.value, { type: found.method.request, key: '' }, { lookup, names })) : '';
  return `${found.api.name} ${found.method.id} ${sent}`;
}

interface ReduceContext {
  readonly lookup: Lookup;
  /** The values of the variables in the path. */
  readonly names: ReadonlySet<string>;
}

interface ReducedPlace {
  readonly type: Type | undefined;
  /** The name of the field. */
  readonly key: string;
}

function reduce(value: Json, { type, key }: ReducedPlace, context: ReduceContext): Json {
  const resolved = context.lookup.resolve(type);
  if (Array.isArray(value)) {
    const items = resolved?.kind === 'array' ? resolved.items : undefined;
    return value.map((element: Json) => reduce(element, { type: items, key }, context));
  }
  if (isObject(value)) {
    const isMap = resolved?.kind === 'map';
    const members = Object.entries(value).map(([name, inner]): [string, Json] => [
      isMap ? '*' : name,
      reduce(inner, { type: isMap ? resolved.values : context.lookup.field(type, name)?.type, key: name }, context),
    ]);
    return members.sort(([left], [right]) => compareText(left, right));
  }
  if (typeof value === 'number') return '*';
  if (typeof value !== 'string') return value;
  if (resolved?.kind === 'string' && resolved.enum !== undefined) return value;
  return constant.test(value) && !nameField.test(key) && !context.names.has(value) ? value : '*';
}
