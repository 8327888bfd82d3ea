/** Rules whose shape is wrong in parts, so that what they name elsewhere can be checked all the same. */
import { isObject, type Json, type JsonObject, getMember } from '../read/specification.js';
import type { Rule } from '../../templates/runtime/rule.js';
import { ruleKinds } from './index.js';
import type { JsonSchema } from './parameter-schemas.js';

/** The rule with a neutral value in place of each part that is missing or of the wrong shape; `undefined` where its kind isn't known. */
export function conformRule(rule: JsonObject): Rule | undefined {
  const { kind } = rule;
  if (typeof kind !== 'string' || !Object.hasOwn(ruleKinds, kind)) return undefined;
  const { properties, optional } = ruleKinds[kind as Rule['kind']].schema;
  const required = Object.keys(properties).filter((name) => !Object.hasOwn(optional, name));
  const members = conform(rule, { type: 'object', properties, required });
  return { ...(members as JsonObject), kind } as unknown as Rule;
}

function conform(value: Json | undefined, schema: JsonSchema): Json {
  if (value === undefined || !hasType(value, schema)) return neutralValue(schema);
  if (schema.enum && !schema.enum.includes(value as string)) return neutralValue(schema);
  const { items, properties, additionalProperties: others, required = [] } = schema;
  if (Array.isArray(value)) return items ? value.map((each) => conform(each, items)) : value;
  if (!isObject(value)) return value;
  const names = [...Object.keys(value), ...required.filter((name) => !Object.hasOwn(value, name))];
  const entries = names.flatMap((name): [string, Json][] => {
    const known = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
    const own = known ?? (typeof others === 'object' ? others : undefined);
    if (own) return [[name, conform(getMember(value, name), own)]];
    return properties ? [] : [[name, getMember(value, name) ?? null]];
  });
  return Object.fromEntries(entries);
}

function hasType(value: Json, { type }: JsonSchema): boolean {
  const own = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  return type === undefined || [type].flat().some((each) => each === own || (each === 'integer' && Number.isInteger(value)));
}

function neutralValue(schema: JsonSchema): Json {
  const [type] = [schema.type].flat();
  const [first] = schema.enum ?? [];
  if (first !== undefined) return first;
  if (type === 'array') return [];
  if (type === 'object') return conform({}, schema);
  if (type === 'integer' || type === 'number') return 0;
  return type === 'boolean' ? false : '';
}
