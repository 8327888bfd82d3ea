/** Evaluates the `x-validations` of resources, on their content and on changes. */
import type { RelatedValidation, ResourceValidation } from '../../../runtime/behavior.js';
import { resetCosts } from '../../../runtime/cel/cost.js';
import { findRejection } from '../../../runtime/cel/failure.js';
import { HttpError, type ErrorDetail } from '../../lib/http-error.js';
import { isList, isObject, getMember, pick, withMember, withoutMember, type Json, type JsonObject } from '../../lib/json.js';
import { formatRejection, formatPath } from '../../lib/request-validation.js';
import { createRelatedObjects } from '../related-resources.js';
import { locateField, type RelatedResource } from '../resource-change.js';
import type { CompiledResource } from '../../catalog/resource.js';

/** A value that a validation applies to, with the stored value. */
interface ValidatedValue {
  readonly value: Json;
  readonly stored: Json | undefined;
  readonly path: readonly string[];
}

interface ValidatedChange {
  readonly next: JsonObject;
  /** The stored resource. Absent for a new resource. */
  readonly stored?: JsonObject | undefined;
  /** The location of the resource in the request body. Default: the body. */
  readonly at?: string | undefined;
}

/** Throws 400 if a resource violates a condition on its content. If the resource has a validator, that evaluates these conditions. */
export function requireValid({ behavior, contentValidations }: CompiledResource, next: JsonObject): void {
  if (!behavior.validate) throwViolations(listViolations(contentValidations, { next }));
}

/** Throws 400 if a change violates a condition that compares it with the stored resource or with other resources. */
export function requireValidChange(related: RelatedResource, stored: JsonObject | undefined): void {
  const { next, at, place } = related;
  const violations = listViolations(place.resource.changeValidations, { next, stored, at });
  const relationViolations = listRelationViolations(related, stored, ({ oldSelf }) => oldSelf !== 'required' || stored !== undefined);
  throwViolations([...violations, ...relationViolations]);
}

/** Returns the violations of the conditions that compare a resource with other resources. */
export function findRelationViolations(related: RelatedResource): readonly ErrorDetail[] {
  return listRelationViolations(related, undefined, ({ oldSelf }) => oldSelf === undefined);
}

/** Lists the violations of conditions that compare a resource with others, which they read when they are evaluated. */
function listRelationViolations(
  related: RelatedResource,
  stored: JsonObject | undefined,
  isApplicable: (validation: RelatedValidation) => boolean,
): readonly ErrorDetail[] {
  const { relatedValidations = [] } = related.place.resource.behavior;
  if (relatedValidations.length === 0) return [];
  const objects = createRelatedObjects(related);
  resetCosts();
  const violations: ErrorDetail[] = [];
  for (const validation of relatedValidations) {
    if (!isApplicable(validation)) continue;
    const rejection = findRejection(validation.evaluate(related.next, stored, objects), validation.message);
    if (rejection !== undefined)
      violations.push(toErrorDetail(validation, related, { path: validation.fieldPath ?? [], message: rejection }));
  }
  return violations;
}

/** Restores the stored values of fields that violate a condition on the change. */
export function ignoreInvalidChanges(
  { behavior: { validations = [] } }: CompiledResource,
  next: JsonObject,
  stored: JsonObject,
): JsonObject {
  return validations.reduce((body, validation) => {
    const [name] = (validation.oldSelf === 'required' && findViolation(validation, { next: body, stored })?.path) || [];
    if (name === undefined) return body;
    const before = getMember(stored, name);
    return before === undefined ? withoutMember(body, name) : withMember(body, name, before);
  }, next);
}

/** Throws 400 if a field of the body, which the method may apply or ignore, violates a condition together with the present resource. */
export function requireSupportedFields({ behavior: { validations = [] } }: CompiledResource, sent: JsonObject, present: JsonObject): void {
  for (const validation of validations) {
    if (validation.oldSelf !== undefined || validation.at !== undefined) continue;
    const [errorField] = validation.fieldPath ?? [];
    const sentFields = (errorField === undefined ? validation.fields : [errorField]).filter((name) => getMember(sent, name) !== undefined);
    if (sentFields.length > 0) throwViolations(listViolations([validation], { next: { ...present, ...pick(sent, sentFields) } }));
  }
}

export function throwViolations(details: readonly ErrorDetail[]): void {
  const [first] = details;
  if (first) throw new HttpError(first.reason, { details, rule: 'x-validations' });
}

function listViolations(validations: readonly ResourceValidation[], change: ValidatedChange): readonly ErrorDetail[] {
  return validations.flatMap((validation): ErrorDetail[] => {
    const violation = findViolation(validation, change);
    return violation === undefined ? [] : [toErrorDetail(validation, change, violation)];
  });
}

function toErrorDetail(
  { reason = 'invalid' }: Pick<ResourceValidation, 'reason'>,
  change: Pick<ValidatedChange, 'at'>,
  { path, message }: FoundViolation,
): ErrorDetail {
  const location = locateField(change, formatPath(path) || 'requestBody');
  return { reason, message: formatRejection(reason, location, message), location, locationType: 'field' };
}

interface FoundViolation {
  /** Includes the field that the error names. */
  readonly path: readonly string[];
  readonly message: string;
}

/** Finds the first value that violates a condition. */
function findViolation(
  { evaluate, message, at = [], fieldPath = [], oldSelf }: ResourceValidation,
  { next, stored }: ValidatedChange,
): FoundViolation | undefined {
  resetCosts();
  for (const { value, stored: before, path } of listSites({ value: next, stored, path: [] }, at)) {
    const rejection = before !== undefined || oldSelf !== 'required' ? findRejection(evaluate(value, before, true), message) : undefined;
    if (rejection !== undefined) return { path: [...path, ...fieldPath], message: rejection };
  }
  return undefined;
}

/** Lists the values at a path. Elements of arrays have no stored counterpart. */
function listSites(site: ValidatedValue, steps: readonly string[]): readonly ValidatedValue[] {
  const [name, ...rest] = steps;
  const { value, stored, path } = site;
  if (value === null) return [];
  if (name === undefined) return [site];
  if (isList(value) && name === '*')
    return value.flatMap((element, index) => listSites({ value: element, stored: undefined, path: [...path, String(index)] }, rest));
  if (!isObject(value)) return [];
  const names = name === '*' ? Object.keys(value) : [name];
  return names.flatMap((key) => {
    const inner = getMember(value, key);
    if (inner === undefined) return [];
    const before = isObject(stored) ? getMember(stored, key) : undefined;
    return listSites({ value: inner, stored: before ?? undefined, path: [...path, key] }, rest);
  });
}
