/** Finds the parts of objects and lists that are equal wherever the server sets them. */
import { compareText } from '../../generator/lib/diagnostics.js';
import { isObject, type Json, setMember } from '../../generator/lib/json.js';
import type { Type } from '../../generator/model/model.js';
import { isSufficient } from './evidence.js';
import type { FieldTypes } from './flatten.js';
import type { FieldFact } from './field-fact.js';
import type { Observation } from './observe.js';

/** The value of a field in an observation. */
export interface ObservedValue {
  readonly observation: Observation;
  readonly value: Json | undefined;
}

/** A field of all observations. */
export interface ExplainedField {
  readonly path: string;
  readonly type: Type | undefined;
  readonly values: readonly ObservedValue[];
}

/** Explains the values of one field. */
export type Explain = (field: ExplainedField) => FieldFact | undefined;

const maxDepth = 6;
const maxElements = 20;

/** Finds the largest value that all values contain. Facts about its members are sufficient on their own. */
export class PartFinder {
  constructor(
    private readonly types: FieldTypes,
    private readonly explain: Explain,
  ) {}

  /** Returns the common part, with the weakest supported fact about a part of it. `isCovered` leaves out members of an object. */
  find(field: ExplainedField, isCovered: (path: string) => boolean = () => false, depth = 0): FieldFact | undefined {
    const { values } = field;
    if (depth > maxDepth || values.length === 0 || isCovered(field.path)) return undefined;
    if (values.every(({ value }) => isObject(value) && Object.keys(value).length > 0)) return this.findMembers(field, isCovered, depth);
    if (values.every(({ value }) => isListOfObjects(value))) return this.findElements(field, depth);
    const fact = this.explain(field);
    return fact !== undefined && fact.question === undefined && isSufficient(fact.support.scenarios, fact.chance) ? fact : undefined;
  }

  private findMembers({ path, type, values }: ExplainedField, isCovered: (path: string) => boolean, depth: number): FieldFact | undefined {
    const names = [...new Set(values.flatMap(({ value }) => Object.keys(value as object)))].filter((name) => !name.includes('.'));
    const members = names.sort(compareText).flatMap((name) => {
      const member: ExplainedField = {
        path: `${path}.${name}`,
        type: this.types.findMember(type, name),
        values: values.map(({ observation, value }) => ({ observation, value: getOwn(value, name) })),
      };
      const fact = this.find(member, isCovered, depth + 1);
      return fact === undefined ? [] : [{ name, fact }];
    });
    const value: Record<string, Json> = {};
    for (const { name, fact } of members) setMember(value, name, fact.value);
    return join(
      path,
      members.map(({ fact }) => fact),
      value,
    );
  }

  private findElements({ path, type, values }: ExplainedField, depth: number): FieldFact | undefined {
    const lengths = new Set(values.map(({ value }) => (value as Json[]).length));
    const [length = 0] = lengths;
    if (lengths.size > 1 || length > maxElements) return undefined;
    const list = this.types.resolve(type);
    const elements = Array.from({ length }, (_, index) =>
      this.find(
        {
          path,
          type: list?.kind === 'array' ? list.items : undefined,
          values: values.map(({ observation, value }) => ({ observation, value: (value as Json[])[index] })),
        },
        undefined,
        depth + 1,
      ),
    );
    const found = elements.filter((element) => element !== undefined);
    return found.length < length
      ? undefined
      : join(
          path,
          found,
          found.map(({ value }) => value),
        );
  }
}

/** Whether a value is a list of at least one object. */
export const isListOfObjects = (value: Json | undefined): boolean =>
  Array.isArray(value) && value.length > 0 && (value as Json[]).every((element) => isObject(element));

const getOwn = (value: Json | undefined, name: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

function join(path: string, parts: readonly FieldFact[], value: Json): FieldFact | undefined {
  const [first] = parts;
  if (first === undefined) return undefined;
  const weakest = parts.reduce((left, right) => (right.support.scenarios < left.support.scenarios ? right : left), first);
  return { ...weakest, field: path, value, values: 1e6, chance: Math.max(...parts.map(({ chance }) => chance)) };
}
