/** List filters: text to a predicate over what a client sees of a resource. */
import type { FilterRule } from '../../rule.js';
import { Refusal } from '../errors.js';
import type { JsonObject } from '../json.js';
import type { Fields } from '../world/resource.js';

export type Filter = (resource: JsonObject) => boolean;

export interface FilterContext {
  readonly rule: FilterRule;
  /** Absent where the shape is not shown: any field may be named. */
  readonly fields: Fields | undefined;
}

/** Throws 400, with the position, for what is no filter or names what does not exist. */
export function compileFilter(text: string, { rule }: FilterContext): Filter {
  throw new Refusal('invalid', {
    message: `Invalid value for field 'filter': '${text}'. Invalid list filter expression.`,
    location: rule.parameter,
    locationType: 'parameter',
    rule: 'filter',
  });
}
