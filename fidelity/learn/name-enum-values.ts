/** Replaces the numbers of enum values by their names, in recordings of clients that ask for numbers. */
import { isObject, type Json, type JsonObject, mapMembers } from '../../generator/lib/json.js';
import type { Api, Type } from '../../generator/model/model.js';
import { getLookup } from '../../generator/model/schema-lookup.js';
import type { ObservedCall } from './calls.js';
import type { Observation } from './observe.js';
import { type EnumNumber, getEnumKey } from './propose-enum-numbers.js';

/** Returns the observations with the names of enum values whose numbers the description of the API or recordings show. */
export function nameEnumValues(
  api: Api,
  observations: readonly Observation[],
  found: ReadonlyMap<string, readonly EnumNumber[]>,
): readonly Observation[] {
  const names = new EnumNames(api, found);
  const asked = new Set([...new Set(observations.map(({ scenario }) => scenario))].filter(({ calls }) => calls.some(isNumericEnumRequest)));
  return observations.map((observation) => {
    if (!asked.has(observation.scenario)) return observation;
    const { type, value, sent } = observation;
    return { ...observation, value: names.apply(value, type), ...(sent !== undefined && { sent: names.apply(sent, type) }) };
  });
}

const isNumericEnumRequest = ({ query }: ObservedCall): boolean => /enum-encoding=int/.test(`${query['$alt'] ?? ''} ${query['alt'] ?? ''}`);

const maxDepth = 40;

class EnumNames {
  private readonly lookup;

  constructor(
    api: Api,
    private readonly found: ReadonlyMap<string, readonly EnumNumber[]>,
  ) {
    this.lookup = getLookup(api);
  }

  apply(message: JsonObject, type: Type): JsonObject {
    return this.convert(message, type, 0) as JsonObject;
  }

  private convert(value: Json, type: Type | undefined, depth: number): Json {
    const resolved = this.lookup.resolve(type);
    if (resolved === undefined || depth > maxDepth) return value;
    if (typeof value === 'number') return this.findName(value, resolved) ?? value;
    if (Array.isArray(value))
      return resolved.kind === 'array' ? value.map((element: Json) => this.convert(element, resolved.items, depth + 1)) : value;
    if (!isObject(value)) return value;
    if (resolved.kind === 'map') return mapMembers(value, (inner) => this.convert(inner, resolved.values, depth + 1));
    return mapMembers(value, (inner, key) => this.convert(inner, this.lookup.field(type, key)?.type, depth + 1));
  }

  private findName(number: number, type: Type): string | undefined {
    if (type.kind !== 'string' || type.enum === undefined) return undefined;
    const stated = type.enum.find((one) => one.number === number)?.value;
    return stated ?? this.found.get(getEnumKey(type) ?? '')?.find((one) => one.number === number)?.name;
  }
}
