/** Conditions that resources must meet, alone and as a change of what is stored. */
import type { ResourceValidation } from '../../descriptor.js';
import { HttpError, type ErrorDetail } from '../http-error.js';
import { isList, isObject, getMember, withMember, withoutMember, type Json, type JsonObject } from '../json.js';
import { rejectionMessage, formatPath } from '../request-validation.js';
import type { Resource } from '../world/resource.js';

/** A value that a validation applies to, with the stored one. */
interface Site {
  readonly value: Json;
  readonly stored: Json | undefined;
  readonly path: readonly string[];
}

interface Checked {
  readonly next: JsonObject;
  /** What is stored; absent for a new resource. */
  readonly stored?: JsonObject | undefined;
}

/** Throws where a resource doesn't meet the conditions on it alone. Those that its validator evaluates are left to that. */
export function requireValid({ behavior: { validate, validations = [] } }: Resource, next: JsonObject): void {
  if (!validate)
    rejectUnmet(
      validations.filter(({ oldSelf }) => oldSelf === undefined),
      { next },
    );
}

/** Throws where a change doesn't meet the conditions that compare it with the stored resource. */
export function requireValidChange({ behavior: { validations = [] } }: Resource, checked: Checked): void {
  const compared = validations.filter(({ oldSelf }) => oldSelf === 'optional' || (oldSelf === 'required' && checked.stored));
  rejectUnmet(compared, checked);
}

/** A change without the fields that don't meet a condition on the change: those stay as they are stored. */
export function ignoreInvalidChanges({ behavior: { validations = [] } }: Resource, next: JsonObject, stored: JsonObject): JsonObject {
  return validations.reduce((body, validation) => {
    const [name] = (validation.oldSelf === 'required' && findUnmet(validation, { next: body, stored })) || [];
    if (name === undefined) return body;
    const before = getMember(stored, name);
    return before === undefined ? withoutMember(body, name) : withMember(body, name, before);
  }, next);
}

/** Throws where the resource as it stands, with the field of the body that an error would name, doesn't meet a condition: the field may be taken over or ignored. */
export function requireSupportedFields({ behavior: { validations = [] } }: Resource, sent: JsonObject, present: JsonObject): void {
  for (const validation of validations) {
    if (validation.oldSelf !== undefined || validation.at !== undefined) continue;
    const [named] = validation.fieldPath ?? [];
    const given = (named === undefined ? validation.fields : [named]).filter((name) => getMember(sent, name) !== undefined);
    const next = Object.fromEntries([...Object.entries(present), ...given.map((name) => [name, sent[name] as Json] as const)]);
    if (given.length > 0) rejectUnmet([validation], { next });
  }
}

function rejectUnmet(validations: readonly ResourceValidation[], checked: Checked): void {
  const details = validations.flatMap((validation): ErrorDetail[] => {
    const path = findUnmet(validation, checked);
    if (path === undefined) return [];
    const location = formatPath(path) || 'requestBody';
    const { reason = 'invalid', message } = validation;
    return [{ reason, message: rejectionMessage(reason, location, message), location, locationType: 'field' }];
  });
  const [first] = details;
  if (first) throw new HttpError(first.reason, { details, rule: 'x-validations' });
}

/** The path of the first value that doesn't meet a condition, with the field that an error names. */
function findUnmet(
  { isViolated, at = [], fieldPath = [], oldSelf }: ResourceValidation,
  { next, stored }: Checked,
): readonly string[] | undefined {
  const sites = sitesAt({ value: next, stored, path: [] }, at);
  const unmet = sites.find(
    ({ value, stored: before }) => (before !== undefined || oldSelf !== 'required') && isViolated(value, before, true),
  );
  return unmet && [...unmet.path, ...fieldPath];
}

/** The values on a way. Elements of lists have no stored counterpart. */
function sitesAt(site: Site, way: readonly string[]): readonly Site[] {
  const [name, ...rest] = way;
  const { value, stored, path } = site;
  if (value === null) return [];
  if (name === undefined) return [site];
  if (isList(value) && name === '*')
    return value.flatMap((element, index) => sitesAt({ value: element, stored: undefined, path: [...path, String(index)] }, rest));
  if (!isObject(value)) return [];
  const names = name === '*' ? Object.keys(value) : [name];
  return names.flatMap((key) => {
    const inner = getMember(value, key);
    if (inner === undefined) return [];
    const before = isObject(stored) ? getMember(stored, key) : undefined;
    return sitesAt({ value: inner, stored: before ?? undefined, path: [...path, key] }, rest);
  });
}
