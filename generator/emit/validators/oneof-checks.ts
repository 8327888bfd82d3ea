/** Emits checks of fields that exclude each other (protobuf oneofs). */
import type { Field, ObjectType } from '../../model/model.js';
import { listOneofs } from '../facts.js';
import { isNullValue } from '../type-queries.js';
import { _, type Code } from './code.js';
import { type CheckLocation, emitErrorIf, readMember } from './check-location.js';
import { toTextListCode } from './code-tables.js';

/** Reports an object that has several fields of a oneof. A server ignores output-only fields in requests, and `null` means absent. */
export function emitOneofChecks(site: CheckLocation, type: ObjectType): void {
  for (const fields of listOneofs(type)) {
    const count = fields.map((field) => createPresence(site, field)).reduce((sum, one) => _`${sum} + ${one}`);
    const names = toTextListCode(fields.map(({ name }) => name));
    // A client must accept what it doesn't expect.
    emitErrorIf(site, _`(${site.mode}.request || !${site.mode}.lenient) && ${count} > 1`, ['oneof', names]);
  }
}

/** 1 or 0. */
function createPresence(site: CheckLocation, { name, type }: Field): Code {
  const member = readMember(site, name);
  // The value `null` of `google.protobuf.NullValue` is present.
  return isNullValue(type) ? _`(${member} !== undefined ? 1 : 0)` : _`(${member} !== undefined && ${member} !== null ? 1 : 0)`;
}
