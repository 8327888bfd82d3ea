/** A tested rule: a rule of a specification, and the part of the model that it is about. */
import type { Location } from '../../generator/lib/diagnostics.js';
import { getAt, getText, type Json, type JsonObject, type Pointer } from '../../generator/lib/json.js';
import type { Api, Method, Parameter } from '../../generator/model/model.js';

/** A rule as `lint --rules` lists it. */
export interface ProvableRule extends Location {
  readonly id: string;
  readonly owner: string;
  readonly kind: string;
  readonly sentence: string;
  readonly source: string;
  readonly pointer: Pointer;
}

/** Names of fields, `[]` for an element of a list, and `{}` for a value of a map. */
export type RulePath = readonly string[];

export type RulePlace =
  /** A field, or the schema itself if the path is empty. */
  | { readonly in: 'schema'; readonly schema: string; readonly path: RulePath }
  /** A parameter. `method`: absent if all methods have it. */
  | { readonly in: 'parameter'; readonly method?: Method; readonly parameter: Parameter }
  | { readonly in: 'method'; readonly method: Method }
  | { readonly in: 'api' };

export interface TestedRule extends ProvableRule {
  /** What states the rule: a kind of rule, `validation`, `permission`, `statement`, or a key such as `pattern`. */
  readonly key: string;
  /** The value at the pointer. */
  readonly value: Json;
  readonly place: RulePlace;
}

/** Converts rules to tested rules. `document`: the specification with its overlays. */
export function toTestedRules(rules: readonly ProvableRule[], api: Api, document: JsonObject): readonly TestedRule[] {
  return rules.map((rule) => {
    const value = getAt(document, rule.pointer) ?? null;
    return { ...rule, key: findKey(rule, value), value, place: findPlace(rule.pointer, api) };
  });
}

const listKeys: Readonly<Record<string, string>> = { 'x-validations': 'validation', 'x-permissions': 'permission', 'x-notes': 'statement' };

function findKey({ pointer }: ProvableRule, value: Json): string {
  const [list, last] = [String(pointer.at(-2)), String(pointer.at(-1))];
  if (typeof pointer.at(-1) !== 'number') return last === 'annotations' ? 'required' : last;
  if (list === 'x-rules') return getText(value, 'kind') ?? list;
  return listKeys[list] ?? list;
}

function findPlace(pointer: Pointer, api: Api): RulePlace {
  if (pointer[0] === 'schemas') return { in: 'schema', schema: String(pointer[1]), path: readFieldPath(pointer.slice(2)) };
  const parameter = findPlaced(pointer, [...api.parameters, ...api.methods.flatMap(({ parameters }) => parameters)]);
  const method = findPlaced(pointer, api.methods);
  if (parameter !== undefined) return { in: 'parameter', parameter, ...(method && { method }) };
  return method === undefined ? { in: 'api' } : { in: 'method', method };
}

/** Finds the element whose pointer begins a pointer. */
function findPlaced<T extends { readonly pointer: Pointer }>(pointer: Pointer, elements: readonly T[]): T | undefined {
  return elements.find((element) => element.pointer.length > 0 && element.pointer.every((key, at) => key === pointer[at]));
}

function readFieldPath(pointer: Pointer): RulePath {
  const [first, second, ...rest] = pointer;
  if (first === 'properties' && second !== undefined) return [String(second), ...readFieldPath(rest)];
  if (first === 'items') return ['[]', ...readFieldPath(pointer.slice(1))];
  return first === 'additionalProperties' ? ['{}', ...readFieldPath(pointer.slice(1))] : [];
}
