/**
 * The model: what a specification says, read once, resolved, immutable. Emitters see nothing else.
 * Every node is tagged by `kind`. Names are those of the wire; names of TypeScript come from `emit/names.ts`.
 */
import type { ServerValue } from '../../templates/runtime/descriptor.js';
import type { Action, MethodRule, SchemaRule, Validation } from '../../templates/runtime/rule.js';
import type { ListShape, MediaUpload, OperationMetadata, Precondition } from './method-parts.js';
import type { Resource } from './resource.js';

export type { ListShape, MediaUpload, OperationMetadata } from './method-parts.js';
export type { NameForm, Resource } from './resource.js';

/** Where a statement comes from. `published`: it stands in a published Discovery document that names no source. */
export interface Source {
  readonly kind: 'document' | 'public' | 'assumption' | 'published';
  /** For `createDocumentSchema`: `compute: Limits > Flow sampling`; otherwise a short reference. Empty for `published`. */
  readonly reference: string;
}

/** What every stated element has. */
export interface ModelElement {
  readonly description?: string;
  readonly source: Source;
  /** Aspects the documents leave open: `fields`, `values`, `description`, `request`, `response`, ... */
  readonly undocumentedAspects: readonly string[];
  readonly deprecated: boolean;
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export interface EnumValue {
  readonly value: string;
  readonly description?: string;
  readonly deprecated: boolean;
}

export interface StringType {
  readonly kind: 'string';
  /** Discovery format (`uint64`, `int64`, `byte`, `date-time`, `google-datetime`, ...) or one of `x-format` (`uuid`, `url`, `cidr-ipv4`, `bcp47`, `pem`). */
  readonly format?: string;
  /** Holds for the whole string, whether or not it is anchored; as written in the specification. */
  readonly pattern?: string;
  readonly enum?: readonly EnumValue[];
  /** True: the enum admits further values (the documents do not show the whole set). */
  readonly open: boolean;
  readonly const?: string;
  /** In characters (code points). */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** In bytes of UTF-8. */
  readonly maxBytes?: number;
  /** Exact length in bytes after base64 decoding. */
  readonly byteLength?: number;
  /** Values that are refused. */
  readonly not?: readonly string[];
}
export interface NumericType {
  readonly kind: 'integer' | 'number';
  /** `int32`, `uint32`, `float`, `double`. */
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Values that are refused. */
  readonly not?: readonly number[];
}
export interface BooleanType {
  readonly kind: 'boolean';
}
export interface AnyType {
  readonly kind: 'any';
}
export interface ArrayType {
  readonly kind: 'array';
  readonly items: Type;
}
export interface MapType {
  readonly kind: 'map';
  readonly values: Type;
  readonly keys?: { readonly pattern?: string; readonly maxLength?: number; readonly maxBytes?: number };
}
export interface ObjectType {
  readonly kind: 'object';
  readonly fields: readonly Field[];
  /** Members beyond the fields: `undefined` none are known (unknown ones are refused in strict requests), a type where any are admitted. */
  readonly additional?: Type;
  /** Rules of the resource's state, and between resources. */
  readonly rules: readonly StatedRule<SchemaRule>[];
  /** Conditions that the object, or one of its fields, must meet. */
  readonly validations?: readonly StatedValidation[];
}
export interface RefType {
  readonly kind: 'ref';
  /** The id of a schema of the same API; it exists. */
  readonly schema: string;
}
export type Type = StringType | NumericType | BooleanType | AnyType | ArrayType | MapType | ObjectType | RefType;

export interface Field extends ModelElement {
  readonly kind: 'field';
  readonly name: string;
  readonly type: Type;
  readonly default?: Json;
  /** Must stand in a request body (a create or replace, not a partial update). */
  readonly required: boolean;
  /** Ids of the methods in whose requests it must stand, where not all that take it ask for it (`required` is false); sorted, never empty. */
  readonly requiredBy?: readonly string[];
  /** Output-only: set by the server, ignored in requests. */
  readonly readOnly: boolean;
  /** Never in a response. */
  readonly writeOnly: boolean;
  /** Settable only at creation. */
  readonly immutable: boolean;
  /** Documented as changed by a patch. */
  readonly patchable: boolean;
  /** Left out of responses while unset or empty. */
  readonly omitEmpty: boolean;
  /** What the server fills in: an id, a time, or a number that counts versions. */
  readonly serverValue?: ServerValue;
  /** The value that its description says it always has. */
  readonly always?: string;
  /** Where `required`, `readOnly`, `immutable` were read from prose ("Output only."), their names. */
  readonly inferred: readonly string[];
}

export interface Parameter extends ModelElement {
  readonly kind: 'parameter';
  readonly name: string;
  readonly location: 'path' | 'query';
  readonly type: Type;
  readonly required: boolean;
  readonly repeated: boolean;
  readonly default?: Json;
  /** Of a path parameter: templates that its description names and that the route leaves out (`databases/*\/documents` beside `databases/*\/documents/*\/**`). */
  readonly shorterForms?: readonly string[];
}

export interface StatedRule<R> {
  readonly kind: 'rule';
  readonly rule: R;
  /** A sentence a person understands. */
  readonly sentence: string;
  readonly source: Source;
}

export interface StatedValidation extends StatedRule<Validation> {
  /** The field whose value is `self`; the object is, where absent. */
  readonly field?: string;
}

export interface Permission {
  readonly permission: string;
  /** Needed only where this body field is present. */
  readonly when?: string;
  readonly source: Source;
}

export interface Method extends ModelElement {
  readonly kind: 'method';
  /** `dns.managedZones.get`: the API's name, its collections, the method. */
  readonly id: string;
  /** Collections that lead to it, outermost first; empty at the top level. */
  readonly collections: readonly string[];
  readonly name: string;
  readonly httpMethod: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** Normalised route from the root, without a leading slash: `dns/v1/{resource=projects/*\/managedZones/*}:getIamPolicy`. A variable without `=` is one segment; `**` is one or more segments, or zero or more after another segment of its variable. */
  readonly route: string;
  /** `path` as written, for export. */
  readonly path: string;
  readonly flatPath?: string;
  /** Path parameters in the order of the route, then query parameters by name. Parameters common to the API are not repeated here. */
  readonly parameters: readonly Parameter[];
  readonly request?: Type;
  readonly response?: Type;
  readonly scopes: readonly string[];
  readonly permissions: readonly Permission[];
  readonly rules: readonly StatedRule<MethodRule>[];
  /** How pages are asked for and found, stated or recognized. */
  readonly list?: ListShape;
  /** Where the items are in the answer of a list without pages. */
  readonly listItems?: Pick<ListShape, 'items' | 'shape'>;
  /** Name of the query parameter (`in: 'query'`) or body field that carries a request id. */
  readonly requestId?: { readonly name: string; readonly in: 'query' | 'body' };
  /** `compute`: `status: DONE`; `longrunning`: `done: true`. */
  readonly operation?: 'compute' | 'longrunning';
  /** What its operations tell of the call. */
  readonly operationMetadata?: OperationMetadata;
  /** Template of the record of a change that is the answer, where it is not an operation: `managedZones/{managedZone}/operations/{operation}`. */
  readonly recordedAs?: string;
  /** What the mock does; stated (`x-action`) or recognized. */
  readonly action: Action;
  /** Where a stated `action` comes from; absent where it was recognized. */
  readonly actionSource?: Source;
  /** Where the body of a change is not the resource itself but holds it: in this field. What names a new one stands beside it (`id` of the action). */
  readonly requestWrap?: string;
  /** Where the body of a creation is another message than the resource: its fields that the resource has, too. */
  readonly requestFields?: readonly string[];
  /** Where an answer is not the resource itself but holds it: in this field. */
  readonly responseWrap?: string;
  /** Query parameters that make the call depend on the version of the resource: `ifGenerationMatch`. */
  readonly preconditions?: readonly Precondition[];
  readonly mediaUpload?: MediaUpload;
  readonly mediaDownload: boolean;
  /** Media are answered below `download/`. */
  readonly mediaDownloadService: boolean;
}

/** A further address of the service. */
export interface Endpoint {
  readonly location: string;
  readonly url: string;
  readonly description?: string;
  readonly deprecated: boolean;
}

export interface Schema extends ModelElement {
  readonly kind: 'schema';
  readonly id: string;
  readonly type: Type;
  /** True where the form sent differs from the form received (read-only or write-only fields here or below). */
  readonly directional: boolean;
}

export interface Undocumented {
  readonly topic: string;
  readonly source: Source;
}

export interface Scope {
  readonly name: string;
  readonly description: string;
}

export interface Api extends ModelElement {
  readonly kind: 'api';
  readonly name: string;
  readonly version: string;
  readonly title: string;
  /** Words of `canonicalName`, else of `name`, each with a capital, joined: `ErrorReporting`. */
  readonly className: string;
  /** Absent where the address is a variable that is not set. Ends in a slash. */
  readonly rootUrl?: string;
  /** The variable that stands for the address, where one does: `base_url`. */
  readonly rootUrlVariable?: string;
  /** Without a leading slash, with a trailing one, or empty. */
  readonly servicePath: string;
  readonly batchPath?: string;
  /** Addresses for single locations. */
  readonly endpoints: readonly Endpoint[];
  /** As written; `dataWrapper`: bodies stand below `data`. */
  readonly features: readonly string[];
  /** Variables of the specification that are set, with their values. */
  readonly variables: Readonly<Record<string, string>>;
  /** All variables that the specification declares, set or not, and what they stand for; by name. */
  readonly declaredVariables: readonly { readonly name: string; readonly description: string }[];
  readonly documents: readonly { readonly id: string; readonly title: string }[];
  readonly scopes: readonly Scope[];
  /** Query parameters common to all methods. */
  readonly parameters: readonly Parameter[];
  /** By id. */
  readonly schemas: readonly Schema[];
  /** By id. */
  readonly methods: readonly Method[];
  readonly resources: readonly Resource[];
  /** Where refusals come with details: the domain of the service. */
  readonly errorInfo?: { readonly domain: string; readonly source: Source };
  /** Topics that the documents do not show. */
  readonly undocumentedTopics: readonly Undocumented[];
  /** Statements about the service as a whole. */
  readonly notes: readonly Note[];
}

/** A sentence of the documents that no rule kind carries (versioning, notation, purpose). */
export interface Note {
  readonly topic: string;
  readonly text: string;
  readonly source: Source;
}
