/** The location in a validator at which a value is checked. */
import { _, Name, type Code, joinList } from './code.js';
import type { Keyword } from '../../../templates/runtime/validate/messages.js';
import type { Lookup } from '../../model/schema-lookup.js';
import type { ObjectType, ModelElement } from '../../model/model.js';
import type { CompiledValidation } from '../validations.js';
import type { FunctionBody } from './function-body.js';
import { toPropertyAccess } from '../../lib/literals.js';
import { toRawCode, toTextCode, type Tables } from './code-tables.js';

/** The state of a compilation. */
export interface Compilation {
  readonly tables: Tables;
  readonly lookup: Lookup;
  /** Whether requests can have protobuf field names (`display_name`). */
  readonly protoJson: boolean;
  readonly listValidations: (type: ObjectType) => readonly CompiledValidation[];
  /** Returns the function of a schema. */
  readonly getValidator: (schema: string) => Code;
  /** Returns the function of the common parameters. */
  readonly getCommonParameterValidator: () => Code;
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
  /** The expression of the direction: `direction`, or `direction.elements` in a list. */
  readonly direction: Code;
  /** The document's section. */
  readonly source: string | undefined;
}

export const errors: Name = new Name('vErrors');

/** Returns the section of the document that describes an element. */
export function getSection(stated: Pick<ModelElement, 'source'>): string | undefined {
  return stated.source.kind === 'document' ? stated.source.reference : undefined;
}

/** Escapes a segment of a JSON pointer. */
export function toPointerSegment(name: string): string {
  return name.replace(/~/g, '~0').replace(/\//g, '~1');
}

/** Creates the list that identifies a site in reporting functions of the runtime. */
export function createSiteList({ compilation, schemaPath, steps, source }: CheckLocation, details: readonly Code[]): Code {
  const tail = steps.length > 0 || source !== undefined ? [compilation.tables.addSource(source), ...steps] : [];
  return _`[${joinList([toTextCode(schemaPath), ...details, ...tail])}]`;
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

/** Creates the expression of the path in the value: `"/a/" + i0`. */
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
