/** Draws random values of the types of a model. */
import { getLookup, type Lookup } from '../../generator/model/schema-lookup.js';
import type { Json } from '../../generator/lib/json.js';
import type { Api, Field, NumericType, StringType, Type } from '../../generator/model/model.js';
import { SampleValues } from '../corpus/samples.js';
import type { Random } from './random.js';

const words = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heath'];
const maxDepth = 5;
/** The probabilities with which an object has an optional field. */
export const extents = [0, 0.3, 0.8];

export class ValueDrawer {
  readonly #lookup: Lookup;
  readonly #samples: SampleValues;

  constructor(
    api: Api,
    private readonly random: Random,
  ) {
    this.#lookup = getLookup(api);
    this.#samples = new SampleValues(api);
  }

  /** The fields of an object that requests can set. */
  listFields(type: Type | undefined): readonly Field[] {
    return (this.#lookup.object(type)?.fields ?? []).filter(({ readOnly, deprecated }) => !readOnly && !deprecated);
  }

  /** Draws a value. Each object has few, some, or most of its optional fields. */
  draw(type: Type, depth = 0): Json | undefined {
    const resolved = this.#lookup.resolve(type);
    if (resolved === undefined || depth > maxDepth) return undefined;
    switch (resolved.kind) {
      case 'string':
        return this.#drawText(resolved);
      case 'integer':
      case 'number':
        return this.#drawNumber(resolved);
      case 'boolean':
        return this.random.isBelow(0.5);
      case 'array': {
        const items = Array.from({ length: this.random.integer(1, 2) }, () => this.draw(resolved.items, depth + 1));
        return items.filter((item) => item !== undefined);
      }
      case 'map': {
        const value = this.draw(resolved.values, depth + 1);
        return value === undefined ? {} : { [this.random.pick(words) as string]: value };
      }
      case 'object': {
        const extent = this.random.pick(extents) as number;
        const fields = this.listFields(resolved).filter(({ required, expected }) => required || expected || this.random.isBelow(extent));
        const members = fields.map(({ name, type: own }) => [name, this.draw(own, depth + 1)] as const);
        return Object.fromEntries(members.filter((member): member is [string, Json] => member[1] !== undefined));
      }
      case 'any':
        return undefined;
      default:
        return undefined;
    }
  }

  #drawText(type: StringType): Json | undefined {
    if (type.const !== undefined) return type.const;
    const values = (type.enum ?? []).filter(({ deprecated, value }) => !deprecated && !value.endsWith('_UNSPECIFIED'));
    if (values.length > 0) return this.random.pick(values)?.value;
    if (type.format === 'int64' || type.format === 'uint64') return String(this.random.integer(1, 2000));
    const sample = this.#samples.value(type, 'most');
    return sample === 'x' ? `${this.random.pick(words)}-${this.random.integer(1, 99)}` : sample;
  }

  #drawNumber({ kind, minimum = 1, maximum = 100 }: NumericType): number {
    const most = Math.max(minimum, Math.min(maximum, minimum + 100));
    const value = minimum + this.random.next() * (most - minimum);
    return kind === 'integer' ? Math.round(value) : Math.round(value * 100) / 100;
  }
}
