/** Validates the parameters of a call. */
import { systemParameters } from '../system-parameters.js';
import { validateMask } from './validate-mask.js';
import type { FieldTable, Members } from './members.js';
import { report, type Errors } from './report.js';

type ParametersSite = readonly [schemaPath: string, own: FieldTable, common: FieldTable | 0, source?: string];

/** Reports invalid field masks of a method that allows unknown parameters. */
export function validateMasks(errors: Errors, request: Members, [schemaPath]: readonly [schemaPath: string, source?: string]): Errors {
  return ['fields', '$fields'].reduce(
    (found, name) => (Object.hasOwn(request, name) ? validateMask(found, request[name], [`${schemaPath}/properties/${name}`]) : found),
    errors,
  );
}

/** Reports unknown parameters, including the body of a method without one, and invalid field masks. */
export function reportUnknownParameters(errors: Errors, request: Members, site: ParametersSite): Errors {
  const [schemaPath, own, common, source = ''] = site;
  let found = errors;
  for (const name of Object.keys(request)) {
    const value = request[name];
    if (value === undefined || Object.hasOwn(own, name)) continue;
    const plain = name.startsWith('$') ? name.slice(1) : name;
    if (plain === 'fields') found = validateMask(found, value, [`${schemaPath}/properties/${name}`]);
    else if (plain === name && !systemParameters.has(name) && (common === 0 || !Object.hasOwn(common, name)))
      found = report(found, [schemaPath, 'additionalProperties', name, source]);
  }
  return found;
}
