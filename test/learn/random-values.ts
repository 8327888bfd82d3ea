/** Counts what learning proposes if the values of all responses are random. */
import { isObject, type Json, mapMembers } from '../../generator/lib/json.js';
import type { Type } from '../../generator/model/model.js';
import { getLookup, type Lookup } from '../../generator/model/schema-lookup.js';
import { type ApiCalls, learn } from '../../fidelity/learn/learn.js';

/** Returns one line for the real values, and one for each run. */
export function* countRandomProposals(inputs: readonly ApiCalls[], runs: number): Generator<string> {
  const real = countProposals(inputs);
  yield `${real} proposals from the recorded values`;
  const random = createRandom();
  for (let run = 1; run <= runs; run += 1) {
    const count = countProposals(inputs.map((input) => replaceValues(input, random)));
    yield `run ${run}: ${count} proposals from random values (${((100 * count) / real).toFixed(2)} %)`;
  }
}

const countProposals = (inputs: readonly ApiCalls[]): number =>
  learn(inputs).reduce((sum, { rules, keys }) => sum + rules.length + keys.length, 0);

function replaceValues({ api, scenarios }: ApiCalls, random: () => number): ApiCalls {
  const lookup = getLookup(api);
  const changed = scenarios.map((scenario) => ({
    ...scenario,
    calls: scenario.calls.map((call) =>
      call.response === undefined ? call : { ...call, response: replace(call.response, call.method.response, { lookup, random }) },
    ),
  }));
  return { api, scenarios: changed };
}

interface Replacement {
  readonly lookup: Lookup;
  readonly random: () => number;
}

/** Replaces a value by a random one of the same shape: the same members, and the same types. */
function replace(value: Json, type: Type | undefined, context: Replacement): Json {
  const { lookup, random } = context;
  const resolved = lookup.resolve(type);
  if (Array.isArray(value))
    return value.map((element: Json) => replace(element, resolved?.kind === 'array' ? resolved.items : undefined, context));
  if (isObject(value))
    return mapMembers(value, (inner, key) =>
      replace(inner, resolved?.kind === 'map' ? resolved.values : lookup.field(type, key)?.type, context),
    );
  if (typeof value === 'boolean') return random() < 0.5;
  if (typeof value === 'number') return Math.floor(random() * 1000);
  if (typeof value !== 'string') return value;
  const values = resolved?.kind === 'string' ? (resolved.enum ?? []) : [];
  if (values.length > 0) return values[Math.floor(random() * values.length)]!.value;
  return Array.from({ length: Math.max(1, value.length) }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('');
}

/** A reproducible sequence of numbers from 0 to 1. */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
