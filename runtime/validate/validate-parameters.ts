/** Validates the parameters of a call. */
import { systemParameters } from '../descriptor.js';
import { MaskError, parseMask } from '../parse-mask.js';
import type { ObjectTable } from './members.js';
import type { Members } from './objects.js';
import { append, formatInstancePath, report, type BuiltError, type Errors } from './report.js';

/** The schema path of a parameter, and the section of the documentation that states its rule. */
export type ExpressionSite = readonly [schemaPath: string, source?: string | undefined];

/** The error of a parameter that contains an expression. */
interface ExpressionError {
  readonly keyword: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export function reportExpression(
  errors: Errors,
  [schemaPath, source]: ExpressionSite,
  { keyword, message, params }: ExpressionError,
): Errors {
  const build = (): readonly BuiltError[] => {
    const place = { instancePath: formatInstancePath(schemaPath, []), schemaPath: `${schemaPath}/${keyword}` };
    return [{ error: { ...place, keyword, params: source === undefined ? params : { ...params, source }, message } }];
  };
  return append(errors, { place: '', build });
}

/** Appends the error of an invalid field mask. An empty mask is valid. */
export function validateMask(errors: Errors, value: unknown, place: ExpressionSite): Errors {
  if (typeof value !== 'string' || value === '') return errors;
  try {
    parseMask(value);
    return errors;
  } catch (error) {
    if (!(error instanceof MaskError)) throw error;
    return reportExpression(errors, place, { keyword: 'fieldMask', message: `must be a field mask: ${error.message}`, params: {} });
  }
}

type ParametersSite = readonly [schemaPath: string, own: ObjectTable, common: ObjectTable | null];

/** Reports invalid field masks of a method that allows unknown parameters. */
export function validateMasks(errors: Errors, request: Members, [schemaPath]: readonly [schemaPath: string, source?: string]): Errors {
  return ['fields', '$fields'].reduce(
    (found, name) => (Object.hasOwn(request, name) ? validateMask(found, request[name], [`${schemaPath}/properties/${name}`]) : found),
    errors,
  );
}

/** Reports unknown parameters, including the body of a method without one, and invalid field masks. */
export function reportUnknownParameters(errors: Errors, request: Members, site: ParametersSite): Errors {
  const [schemaPath, own, common] = site;
  let found = errors;
  for (const name of Object.keys(request)) {
    const value = request[name];
    if (value === undefined || Object.hasOwn(own.fields, name)) continue;
    const plain = name.startsWith('$') ? name.slice(1) : name;
    if (plain === 'fields') found = validateMask(found, value, [`${schemaPath}/properties/${name}`]);
    else if (plain === name && !systemParameters.has(name) && (common === null || !Object.hasOwn(common.fields, name)))
      found = report(found, [schemaPath, 'additionalProperties', name, own.source]);
  }
  return found;
}
