/** Finds the numbers of enum values, where recordings show the same field both by name and by number. */
import { compareText } from '../../generator/lib/diagnostics.js';
import { groupBy } from '../../generator/lib/group-by.js';
import type { Json } from '../../generator/lib/json.js';
import type { Api, Type } from '../../generator/model/model.js';
import { getLookup } from '../../generator/model/schema-lookup.js';
import type { KeyEntry } from './entry.js';
import { getChance, isSufficient, Support } from './evidence.js';
import type { Observation } from './observe.js';

/** The name and the number of an enum value in one scenario. */
interface NumberedName {
  readonly key: string;
  readonly name: string;
  readonly number: number;
  readonly observation: Observation;
}

/** The values of one field of one resource in a scenario. */
interface Seen {
  readonly key: string;
  readonly names: Set<string>;
  readonly numbers: Set<number>;
  readonly observation: Observation;
}

/** Identifies an enum by its values: fields with the same values have the same enum. */
export function getEnumKey(type: Type | undefined): string | undefined {
  return type?.kind === 'string' && type.enum !== undefined ? type.enum.map(({ value }) => value).join(' ') : undefined;
}

/** Finds the numbers that at least three independent scenarios show, and none contradicts, by enum. */
export function findEnumNumbers(api: Api, observations: readonly Observation[]): ReadonlyMap<string, readonly EnumNumber[]> {
  const byEnum = groupBy(listPairs(api, observations), ({ key }) => key);
  return new Map([...byEnum].map(([key, pairs]) => [key, findConsistent(key, pairs)]));
}

/** The number of an enum value. */
export interface EnumNumber {
  readonly name: string;
  readonly number: number;
  readonly support: Support;
}

function findConsistent(key: string, pairs: readonly NumberedName[]): readonly EnumNumber[] {
  const size = key.split(' ').length;
  return [...groupBy(pairs, ({ name }) => name)].flatMap(([name, own]) => {
    const { number } = own[0]!;
    const isUnique =
      own.every((other) => other.number === number) && pairs.every((other) => other.number !== number || other.name === name);
    const support = new Support();
    for (const { observation } of own) support.add(observation.scenario);
    return isUnique && isSufficient(support.scenarios, getChance(size, support.scenarios)) ? [{ name, number, support }] : [];
  });
}

function listPairs(api: Api, observations: readonly Observation[]): readonly NumberedName[] {
  const lookup = getLookup(api);
  const seen = new Map<string, Seen>();
  for (const observation of observations) {
    const { type, value, resource, scenario } = observation;
    if (resource === undefined || observation.role === 'operation') continue;
    for (const field of lookup.object(type)?.fields ?? []) {
      const own: Json | undefined = value[field.name];
      const key = getEnumKey(lookup.resolve(field.type));
      if (key === undefined || (typeof own !== 'number' && typeof own !== 'string')) continue;
      const place = `${scenario.name} ${resource.path} ${resource.changes.length} ${getPlace(observation)} ${field.name}`;
      const entry = seen.get(place) ?? { key, names: new Set(), numbers: new Set(), observation };
      seen.set(place, entry);
      if (typeof own === 'number') entry.numbers.add(own);
      else entry.names.add(own);
    }
  }
  return [...seen.values()].flatMap(({ key, names, numbers, observation }) => {
    const [[name], [number]] = [[...names], [...numbers]];
    return names.size === 1 && numbers.size === 1 ? [{ key, name: name!, number: number!, observation }] : [];
  });
}

/** The path of a message from its resource. */
const getPlace = ({ at, call }: Observation): string =>
  at.replace(/^(?:response|metadata)(?:\.|$)/, '').replace(call.method.action.kind === 'list' ? /^\w+\[\d+\]\.?/ : /^$/, '');

/** Entries `x-enumNumbers` for all fields with these enums. */
export function proposeEnumNumbers(api: Api, found: ReadonlyMap<string, readonly EnumNumber[]>): KeyEntry[] {
  const lookup = getLookup(api);
  const entries = api.schemas.flatMap(({ id }) =>
    (lookup.object({ kind: 'ref', schema: id })?.fields ?? []).flatMap(({ name: field, type }) => {
      const numbers = found.get(getEnumKey(lookup.resolve(type)) ?? '') ?? [];
      const stated = listStated(lookup.resolve(type));
      return numbers
        .filter(({ name }) => !stated.has(name))
        .map(({ name, number, support }): KeyEntry => ({
          at: ['schemas', id, 'properties', field, 'x-enumNumbers', name],
          id: `${id}.${field}:enumNumbers.${name}`,
          value: number,
          support,
        }));
    }),
  );
  return entries.sort((left, right) => compareText(left.id, right.id));
}

/** The values whose numbers the description of the API already has. */
const listStated = (type: Type | undefined): ReadonlySet<string> =>
  new Set(type?.kind === 'string' ? type.enum?.flatMap(({ value, number }) => (number === undefined ? [] : [value])) : []);
