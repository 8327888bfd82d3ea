import { checkFilter, type FilterTarget, type FilterField, type KnownFields } from '../filter/check-filter.js';
import { FilterError } from '../filter/lexer.js';
import { formatFilterError, readFilter } from '../filter/read-filter.js';
import type { FilterRule } from '../rule.js';
import type { ValidationMode } from './validation-mode.js';
import type { FieldTable } from './members.js';
import type { Errors } from './report.js';
import { reportExpression, type ExpressionSite } from './validate-parameters.js';

/** The fields of resources that a filter can name. `inner` describes those without a shape. */
export type FilterableFields = readonly [fields: FieldTable, inner?: Readonly<Record<string, InnerField>>];
/** An object, list, or map, and the fields of the objects in it, if known. */
type InnerField = readonly [type: 'object' | 'array' | 'map', members?: FilterableFields];

interface FilteredField extends FilterField {
  readonly members?: KnownFields<FilteredField>;
}

type FilterSite = readonly [
  ...place: Required<ExpressionSite>,
  styles: FilterRule['styles'],
  getFilterable: (() => FilterableFields) | null,
  mode: ValidationMode,
];

/** Appends the error of an invalid filter. An empty filter is valid. Lenient validation allows unknown fields. */
export function validateFilter(
  errors: Errors,
  value: unknown,
  [schemaPath, source, styles, getFilterable, { lenient }]: FilterSite,
): Errors {
  if (typeof value !== 'string' || value.trim() === '') return errors;
  try {
    checkFilter(
      readFilter(value, styles),
      getFilterable === null || lenient ? openTarget : { ...openTarget, fields: createFieldLookup(getFilterable()) },
    );
    return errors;
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    return reportExpression(errors, [schemaPath, source], {
      keyword: 'filter',
      message: formatFilterError(error),
      params: { position: error.at + 1 },
    });
  }
}

const getMembers = (field: FilteredField | undefined): KnownFields<FilteredField> => field?.members;
const valueTypes = /^(?:string|integer|number|boolean)$/;
const isValue = (field: FilteredField | undefined): boolean => valueTypes.test(field?.type ?? '');
const openTarget: FilterTarget<FilteredField> = { fields: undefined, getMembers, isValue };

function createFieldLookup([fields, inner = {}]: FilterableFields): KnownFields<FilteredField> {
  return (name) => {
    if (!Object.hasOwn(fields, name)) return null;
    const [type, innerFields] = inner[name] ?? [];
    if (type === undefined) return fields[name] ?? {};
    const members = innerFields && createFieldLookup(innerFields);
    // Every name is a key of a map.
    return { type, ...(members && { members: type === 'map' ? () => ({ type: 'object', members }) : members }) };
  };
}
