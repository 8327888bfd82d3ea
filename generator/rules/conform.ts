/** Completes rules with invalid parts, so that their valid parts can still be checked. */
import { isObject, type Json, type JsonObject, getMember } from '../lib/json.js';
import type { Rule } from '../../templates/runtime/rule.js';
import { ruleKinds } from './index.js';
import type { JsonSchema } from './parameter-schemas.js';

/** Returns the rule with a neutral value in place of each missing or invalid part, or `undefined` if its kind is unknown. */
export function conformRule(rule: JsonObject): Rule | undefined {
  const { kind } = rule;
  if (typeof kind !== 'string' || !Object.hasOwn(ruleKinds, kind)) return undefined;
  const { properties, optional } = ruleKinds[kind as Rule['kind']].schema;
  const required = Object.keys(properties).filter((name) => !Object.hasOwn(optional, name));
  const members = conformValue(rule, { type: 'object', properties, required });
  return { ...(members as JsonObject), kind } as unknown as Rule;
}

function conformValue(value: Json | undefined, schema: JsonSchema): Json {
  if (value === undefined || !hasType(value, schema)) return createNeutralValue(schema);
  if (schema.enum && !schema.enum.includes(value as string)) return createNeutralValue(schema);
  const { items, properties, additionalProperties: others, required = [] } = schema;
  if (Array.isArray(value)) return items ? value.map((element) => conformValue(element, items)) : value;
  if (!isObject(value)) return value;
  const names = [...Object.keys(value), ...required.filter((name) => !Object.hasOwn(value, name))];
  const entries = names.flatMap((name): [string, Json][] => {
    const propertySchema = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
    const memberSchema = propertySchema ?? (typeof others === 'object' ? others : undefined);
    if (memberSchema) return [[name, conformValue(getMember(value, name), memberSchema)]];
    return properties ? [] : [[name, getMember(value, name) ?? null]];
  });
  return Object.fromEntries(entries);
}

function hasType(value: Json, { type }: JsonSchema): boolean {
  const memberSchema = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  return (
    type === undefined || [type].flat().some((element) => element === memberSchema || (element === 'integer' && Number.isInteger(value)))
  );
}

function createNeutralValue(schema: JsonSchema): Json {
  const [type] = [schema.type].flat();
  const [first] = schema.enum ?? [];
  if (first !== undefined) return first;
  if (type === 'array') return [];
  if (type === 'object') return conformValue({}, schema);
  if (type === 'integer' || type === 'number') return 0;
  return type === 'boolean' ? false : '';
}
