/** Finds misspelled names: an unknown member of an object that lacks a required one. */
import type { ValidationError } from '../descriptor.js';
import { findNearest } from '../error-text.js';

/** The maximum number of unknown members of an object that are compared, because comparing is slow. */
const maxCompared = 20;

/** Adds to the errors about missing and unknown members of the same object which name was probably meant. */
export function addMisspelledNames(errors: readonly ValidationError[]): readonly ValidationError[] {
  const unknown = groupNames(errors, 'additionalProperties', 'additionalProperty');
  if (unknown.size === 0) return errors;
  const missing = groupNames(errors, 'required', 'missingProperty');
  if (missing.size === 0) return errors;
  return errors.map((error) => {
    const { instancePath, keyword, params, message } = error;
    if (keyword === 'required') {
      const misspelled = findNearest(String(params['missingProperty']), unknown.get(instancePath) ?? []);
      if (misspelled === undefined) return error;
      return { ...error, message: `${message}; did you misspell it as ${JSON.stringify(misspelled)}?`, params: { ...params, misspelled } };
    }
    if (keyword !== 'additionalProperties') return error;
    const suggestion = findNearest(String(params['additionalProperty']), missing.get(instancePath) ?? []);
    if (suggestion === undefined) return error;
    return { ...error, message: `${message}; did you mean ${JSON.stringify(suggestion)}?`, params: { ...params, suggestion } };
  });
}

/** Groups the names that errors with a keyword have as a parameter by the place of their object. */
function groupNames(errors: readonly ValidationError[], keyword: string, parameter: string): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const error of errors) {
    if (error.keyword !== keyword) continue;
    const names = groups.get(error.instancePath) ?? [];
    if (names.length < maxCompared) names.push(String(error.params[parameter]));
    groups.set(error.instancePath, names);
  }
  return groups;
}
