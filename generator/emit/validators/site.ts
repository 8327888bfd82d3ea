/** Where in the code of a validator one value is judged. */
import { _, Name, type Code } from 'ajv';
import type { Keyword } from '../../../templates/runtime/validate/messages.js';
import type { Lookup } from '../../model/schema-lookup.js';
import type { ObjectType, ModelElement } from '../../model/model.js';
import type { CompiledValidation } from '../validations.js';
import type { FunctionBody } from './function-body.js';
import { listCode, textCode, type Tables } from './code-tables.js';

/** What the whole compilation shares. */
export interface Compilation {
  readonly tables: Tables;
  readonly lookup: Lookup;
  readonly validationsOf: (type: ObjectType) => readonly CompiledValidation[];
  /** The compiled function of a schema. */
  readonly validator: (schema: string) => Code;
  /** The compiled function of the parameters common to all methods. */
  readonly commonParameters: () => Code;
}

export interface Site {
  readonly compilation: Compilation;
  readonly gen: FunctionBody;
  /** The value that is judged. */
  readonly value: Code;
  /** Place in the schema: `#/properties/name`. */
  readonly schemaPath: string;
  /** Place in what the validator was given: text, and code where it is known only while judging. */
  readonly instance: readonly (string | Code)[];
  /** Indices and keys on the way, as expressions. */
  readonly steps: readonly Code[];
  /** The expression of the direction: `createDirection`, or `direction.elements` in a list. */
  readonly direction: Code;
  /** The document's section. */
  readonly source: string | undefined;
}

export const errors: Name = new Name('vErrors');

/** The section of a document that states an element. */
export function getSection(stated: Pick<ModelElement, 'source'>): string | undefined {
  return stated.source.kind === 'document' ? stated.source.reference : undefined;
}

/** A JSON pointer's segment, at generation time. */
export function toPointerSegment(name: string): string {
  return name.replace(/~/g, '~0').replace(/\//g, '~1');
}

/** The list by which reporting functions of the runtime know the site. */
export function createSiteList({ compilation, schemaPath, steps, source }: Site, details: readonly Code[]): Code {
  const tail = steps.length > 0 || source !== undefined ? [compilation.tables.source(source), ...steps] : [];
  return _`[${listCode([textCode(schemaPath), ...details, ...tail])}]`;
}

/** What most reporting functions of the runtime take: errors so far, the value, and the site. */
export function createReportArguments(site: Site, details: readonly Code[]): Code {
  return _`${errors}, ${site.value}, ${createSiteList(site, details)}`;
}

/** Code that reports one error. */
export function emitError(site: Site, keyword: Keyword, parameter: Code): void {
  const { gen, compilation } = site;
  gen.assign(errors, _`${compilation.tables.use('report')}(${errors}, ${createSiteList(site, [textCode(keyword), parameter])})`);
}

/** Code that reports one error where a condition holds. */
export function emitErrorIf(site: Site, condition: Code, [keyword, parameter]: readonly [Keyword, Code]): void {
  site.gen.if(condition, () => emitError(site, keyword, parameter));
}

/** `"/a/" + i0` */
export function createPlaceExpression(site: Site): Code {
  const merged: (string | Code)[] = [];
  for (const part of site.instance) {
    const last = merged.at(-1);
    if (typeof part === 'string' && typeof last === 'string') merged[merged.length - 1] = last + part;
    else merged.push(part);
  }
  const parts = merged.map((part) => (typeof part === 'string' ? textCode(part) : part));
  return parts.length === 0 ? textCode('') : parts.reduce((before, part) => _`${before} + ${part}`);
}
