/** The location in a validator at which a value is checked. */
import { _, Name, type Code, joinList } from './code.js';
import type { Keyword } from '../../../runtime/validate/messages.js';
import type { Lookup } from '../../model/schema-lookup.js';
import type { Field, ObjectType, ModelElement } from '../../model/model.js';
import type { CompiledValidation } from '../validations.js';
import type { Names } from '../names.js';
import type { FunctionBody } from './function-body.js';
import { toPropertyAccess } from '../../lib/literals.js';
import { toRawCode, toTextCode, type Tables } from './code-tables.js';

/** The state of a compilation. */
export interface Compilation {
  readonly tables: Tables;
  readonly names: Names;
  readonly lookup: Lookup;
  /** Whether requests can have protobuf field names (`display_name`). */
  readonly protoJson: boolean;
  readonly listValidations: (type: ObjectType) => readonly CompiledValidation[];
  /** Returns the function of a schema. */
  readonly getValidator: (schema: string) => Code;
  /** Returns the function of the common parameters. */
  readonly getCommonParameterValidator: () => Code;
  /** Whether most of the parameters with the name of this one have the same type. They share one shape. */
  readonly isCommonParameterType: (parameter: CheckedMember) => boolean;
}

/** A field of an object, or a parameter of a call: both have the same checks. */
export type CheckedMember = Pick<Field, 'name' | 'type' | 'source' | 'readOnly' | 'writeOnly' | 'omitEmpty'>;

/** The fields of an object type or the parameters of a method, as a constant of the module. */
export interface CheckedObject {
  /** The name of the type, which is that of the constant: `SubnetworkLogConfig`. */
  readonly name: string;
  readonly kind: 'fields' | 'parameters';
  readonly fields: readonly CheckedMember[];
  /** The document's section. */
  readonly source: string | undefined;
  /** Returns the constant. Adds it when something uses it. */
  readonly getTable: () => Name;
}

export interface CheckLocation {
  readonly compilation: Compilation;
  readonly gen: FunctionBody;
  /** The checked value. */
  readonly value: Code;
  /** The path in the schema: `#/properties/name`. */
  readonly schemaPath: string;
  /** The path in the value: text, or code for a part that is known only at run time. */
  readonly instance: readonly (string | Code)[];
  /** The indices and keys on the path, as expressions. */
  readonly steps: readonly Code[];
  /** The expression of the mode: `mode`, or `mode.elements` in a list. */
  readonly mode: Code;
  /** The name of the checked value, for the constants that describe it: `SubnetworkLogConfig`. */
  readonly name: string;
  /** The innermost object. */
  readonly object: CheckedObject | undefined;
  /** The document's section. */
  readonly source: string | undefined;
}

export const errors: Name = new Name('errors');

/** Returns the section of the document that describes an element. */
export function getSection(stated: Pick<ModelElement, 'source'>): string | undefined {
  return stated.source.kind === 'document' ? stated.source.reference : undefined;
}

/** Escapes a segment of a JSON pointer. */
export function toPointerSegment(name: string): string {
  return name.replace(/~/g, '~0').replace(/\//g, '~1');
}

/** Creates the list that identifies a site in reporting functions of the runtime. */
export function createSiteList(site: CheckLocation, details: readonly Code[]): Code {
  const { schemaPath, steps, source } = site;
  const tail = steps.length > 0 || source !== undefined ? [createSourceCode(site, source), ...steps] : [];
  return _`[${joinList([toTextCode(schemaPath), ...details, ...tail])}]`;
}

/** Creates the expression of a section of the document, or `undefined`. */
export function createSourceCode({ object }: CheckLocation, source: string | undefined): Code {
  if (source === undefined) return toRawCode('undefined');
  return object?.source === source ? _`${object.getTable()}.source` : toTextCode(source);
}

/** Creates the common arguments of reporting functions: the errors, the value, and the site. */
export function createReportArguments(site: CheckLocation, details: readonly Code[]): Code {
  return _`${errors}, ${site.value}, ${createSiteList(site, details)}`;
}

/** Emits code that reports an error. */
export function emitError(site: CheckLocation, keyword: Keyword, parameter: Code): void {
  const { gen, compilation, value } = site;
  const received = keyword === 'type' ? [value] : [];
  const details = [errors, createSiteList(site, [toTextCode(keyword), parameter]), ...received];
  gen.assign(errors, _`${compilation.tables.useSymbol('report')}(${joinList(details)})`);
}

/** Emits code that reports an error if a condition holds. */
export function emitErrorIf(site: CheckLocation, condition: Code, [keyword, parameter]: readonly [Keyword, Code]): void {
  site.gen.if(condition, () => emitError(site, keyword, parameter));
}

/** Creates the expression of the path in the value: `"/a/" + index`. */
export function createPathExpression(site: CheckLocation): Code {
  const merged: (string | Code)[] = [];
  for (const part of site.instance) {
    const last = merged.at(-1);
    if (typeof part === 'string' && typeof last === 'string') merged[merged.length - 1] = last + part;
    else merged.push(part);
  }
  const parts = merged.map((part) => (typeof part === 'string' ? toTextCode(part) : part));
  return parts.length === 0 ? toTextCode('') : parts.reduce((before, part) => _`${before} + ${part}`);
}

/** Reads a member. An inherited name such as `constructor` is read as an own property. */
export function readMember(site: CheckLocation, name: string): Code {
  const inherited = name in Object.prototype;
  return inherited
    ? _`${site.compilation.tables.useSymbol('getOwnMember')}(${site.value}, ${toTextCode(name)})`
    : _`${site.value}${toRawCode(toPropertyAccess(name))}`;
}
