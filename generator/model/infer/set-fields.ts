/** Infers methods that replace fields of a resource: `setLabels`, `setMachineType`, `setTags`. */
import type { Action } from '../../../templates/runtime/rule.js';
import type { Field } from '../model.js';
import { isSameType, returnsResource, type CustomMethod } from './custom-method.js';

/**
 * Infers `setX`, if every field of the request is a field of the resource with the same type, or if the request has the type of the field `x`
 * of the resource. An etag in the request protects the fields.
 */
export function inferSetFields(custom: CustomMethod): Action | undefined {
  const { method, name, resource, type, input, lookup } = custom;
  const own = /^set([A-Z]\w*)$/.exec(name)?.[1];
  if (method.httpMethod !== 'POST' || own === undefined || !returnsResource(custom)) return undefined;
  const subject = own.slice(0, 1).toLowerCase() + own.slice(1);
  const { request } = method;
  const subjectField = lookup.field(type, subject);
  if (request?.kind === 'ref' && subjectField && isSameType(subjectField.type, request, lookup))
    return subjectField.readOnly ? undefined : { kind: 'setFields', resource, fields: [subject], isBare: true };
  const isEtag = (field: Field): boolean => lookup.field(type, field.name)?.etag !== undefined;
  const fields = input.filter((field) => !isEtag(field) && !/fingerprint$/i.test(field.name));
  const isKnown = fields.every((field) => {
    const target = lookup.field(type, field.name);
    return target && !target.readOnly && isSameType(target.type, field.type, lookup);
  });
  const names = fields.map((field) => field.name);
  // A field of the resource with the name of the method is what it sets.
  const isOther = subjectField !== undefined && !names.includes(subject);
  if (!isKnown || isOther || fields.length === 0) return undefined;
  const etag = input.find(isEtag);
  return { kind: 'setFields', resource, fields: names, ...(etag && { fingerprint: etag.name, match: 'optional' }) };
}
