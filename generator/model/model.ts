/**
 * The model: a resolved, immutable specification. Emitters depend on nothing else.
 * Every node has a `kind`. Names are those of the wire. `emit/names.ts` creates TypeScript names.
 */
import type {
  ApiBehavior,
  ApiEvidence,
  CreationStates,
  ErrorForm,
  ErrorMessages,
  EtagScope,
  FieldLink,
  ServerValue,
  SuccessStatus,
} from '../../runtime/behavior.js';
import type { Endpoint } from '../../runtime/descriptor.js';
import type { Action, MethodRule, SchemaRule, ValidationRule } from '../../runtime/rule.js';
import type { Json, Pointer } from '../lib/json.js';
import type { ListShape, UploadSupport, InferredMethodFacts, Precondition } from './method-parts.js';
import type { Resource } from './resource.js';
import type { AnyType, BooleanType, NumericType, StringType } from './scalar-types.js';

export type { ListShape, UploadSupport, InferredMethodFacts, OperationMetadata, UpdateMask } from './method-parts.js';
export type { NameForm, Resource } from './resource.js';
export type { EnumValue, NumericType, StringType } from './scalar-types.js';

/**
 * The version of the interface of the model. It increases if a member is removed or renamed, or gets another meaning. New members, and new
 * values of `kind`, don't increase it.
 */
export const modelVersion = 1;

/** The source of a statement. `published`: a published Discovery document that names no source. */
export interface Source {
  readonly kind: 'document' | 'public' | 'recordings' | 'assumption' | 'published';
  /** For a document: `compute: Limits > Flow sampling`. For recordings: `3 scenarios`. Otherwise a short reference. Empty for `published`. */
  readonly reference: string;
  /** Present for recordings. */
  readonly evidence?: Evidence;
}

/** The recorded traffic that shows a fact. */
export interface Evidence {
  /** The first 12 hexadecimal digits of the SHA-256 of each recording. */
  readonly recordings: readonly string[];
  /** The number of independent scenarios that show the fact. */
  readonly scenarios: number;
  /** The number of scenarios that contradict it. */
  readonly against: number;
}

/** The common members of elements. */
export interface ModelElement {
  readonly description?: string;
  /** Its position in the document. */
  readonly pointer: Pointer;
  readonly source: Source;
  /** Aspects that the documents don't describe: `fields`, `values`, `description`, `request`, `response`, ... */
  readonly undocumentedAspects: readonly string[];
  readonly deprecated: boolean;
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
  /** The union of schemas that the object can have. The fields are then its own and, after them, those of all schemas. */
  readonly variants?: Variants;
  /** The type of members other than the fields. If absent, strict requests reject unknown members. */
  readonly additional?: Type;
  /** Rules about the state of a resource and between resources. */
  readonly rules: readonly StatedRule<SchemaRule>[];
  /** Conditions that the object, or one of its fields, must meet. */
  readonly validations?: readonly StatedValidation[];
}
/** A union of schemas. The value of the discriminant field selects the schema of an object. */
export interface Variants {
  /** The name of a field. */
  readonly discriminant: string;
  /** The schemas, by the value of the discriminant. They exist. */
  readonly options: readonly { readonly value: string; readonly schema: string }[];
  /** The names of the fields that the object itself has. */
  readonly own: readonly string[];
  /** Whether each schema has all fields that the object itself has, and the discriminant. A value is then valid if that schema accepts it. */
  readonly areWhole: boolean;
}
export interface RefType {
  readonly kind: 'ref';
  /** The id of a schema of the same API; it exists. */
  readonly schema: string;
}
export type Type = StringType | NumericType | BooleanType | AnyType | ArrayType | MapType | ObjectType | RefType;

export type FieldFlag = 'required' | 'readOnly' | 'writeOnly' | 'immutable';

export interface Field extends ModelElement {
  readonly kind: 'field';
  readonly name: string;
  readonly type: Type;
  readonly default?: Json;
  /** Responses don't contain the default. It is what an absent field means. */
  readonly implicitDefault?: true;
  /** The value that the server sets if no request does, according to the description. */
  readonly describedDefault?: Json;
  /** Stated as required in request bodies of creations and replacements, but not of partial updates. */
  readonly required: boolean;
  /** Ids of the methods that require it, if only some do (`required` is false). Sorted, never empty. */
  readonly requiredBy?: readonly string[];
  /** Ids of those methods in `requiredBy` that don't require it in a call that sends media. Sorted, never empty. */
  readonly replacedByMedia?: readonly string[];
  /**
   * Required only according to its publisher: its description ("Required.") or `x-expected`. The types of requests and responses have it. Of
   * the requests, only creations must have it (`expectedFields` of a method): services accept others without it.
   */
  readonly expected?: true;
  /** Stated as optional for some or all methods, although its description says "Required.". */
  readonly statedOptional?: true;
  /** Ids of the methods whose requests are expected to have it, if others set it in the URL. Sorted, never empty. */
  readonly expectedBy?: readonly string[];
  /** Output only: set by the server and ignored in requests. */
  readonly readOnly: boolean;
  /** Input only: never in a response. */
  readonly writeOnly: boolean;
  /** A secret that responses don't contain according to its description. The types of responses still have it. */
  readonly unreturned?: true;
  /** Can be set only on creation. */
  readonly immutable: boolean;
  /** The name of a group of fields of its object, of which at most one can be set: a protobuf oneof. */
  readonly oneof?: string;
  /** Documented as updatable by a patch. */
  readonly patchable: boolean;
  /** Omitted from responses if unset or empty. */
  readonly omitEmpty: boolean;
  /** The server-generated value: an id, a time, or a version number. */
  readonly serverValue?: ServerValue;
  /** The states that the server sets in a new resource, if it is the state of one. */
  readonly creationStates?: CreationStates;
  /** The constant value according to the description. */
  readonly always?: string;
  /** What it links to, if it is a link that the server derives from the path. */
  readonly link?: FieldLink;
  /** Which content it is the version of, if it is an etag. */
  readonly etag?: EtagScope;
  /** Whether it is an encryption key of the client, of which the server returns the hash. */
  readonly encryptionKey?: true;
  /** What its text means to people, for the values of examples. */
  readonly meaning?: 'title' | 'description' | 'email';
  /** Whether it holds a secret, which errors must not show. */
  readonly secret?: true;
  /** Whether every response contains it, although it isn't required. */
  readonly present?: true;
  /** Whether responses contain it with a value that those of the API usually omit: a rule sets it, or its name states the type of the value. */
  readonly stated?: true;
  /** The behavior that the description states ("Output only."). */
  readonly described: readonly FieldFlag[];
  /** The flags that are set only because the description states them. */
  readonly inferred: readonly FieldFlag[];
}

export interface Parameter extends ModelElement {
  readonly kind: 'parameter';
  readonly name: string;
  readonly location: 'path' | 'query';
  /** The declared type: of one value, if the parameter is repeated. */
  readonly type: Type;
  /** The type of what a call passes: a list if the parameter is repeated, and text that matches the route for a path parameter. */
  readonly value: Type;
  readonly required: boolean;
  readonly repeated: boolean;
  readonly default?: Json;
  /** Whether it is the field mask of the response, which a call can also pass as a list of paths. */
  readonly mask?: true;
  /** For a path parameter such as `group.name`, the field of the body with the same value: `name`. */
  readonly bodyField?: string;
  /** For a path parameter, templates in its description that the route omits (`databases/*\/documents` for `databases/*\/documents/*\/**`). */
  readonly shorterForms?: readonly string[];
}

export interface StatedRule<R> {
  readonly kind: 'rule';
  /** A stable key of the rule, if one is stated. */
  readonly id?: string;
  readonly rule: R;
  /** Its position in the document. */
  readonly pointer: Pointer;
  /** The rule as a sentence. */
  readonly sentence: string;
  readonly source: Source;
}

export interface StatedValidation extends StatedRule<ValidationRule> {
  /** The field whose value is `self`. If absent, `self` is the object. */
  readonly field?: string;
}

export interface Permission {
  readonly permission: string;
  /** The body field that makes the permission necessary. If absent, it is always necessary. */
  readonly when?: string;
  readonly source: Source;
}

export interface Method extends ModelElement, InferredMethodFacts {
  readonly kind: 'method';
  /** `dns.managedZones.get`: the API's name, its collections, the method. */
  readonly id: string;
  /** The collections of the method, outermost first. Empty at the top level. */
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
  /** Pagination, stated or inferred. */
  readonly list?: ListShape;
  /** The effect in the mock, stated (`x-action`) or inferred. */
  readonly action: Action;
  /** How clients of the publisher retry the method (`x-retry`). Delays are in milliseconds. */
  readonly retry?: RetryPolicyStatement;
  /** The stated status of a success (`x-status`). */
  readonly statedStatus?: SuccessStatus;
  /** The source of a stated `action`. Absent if inferred. */
  readonly actionSource?: Source;
  /** What a user of the mock must know about an inferred behavior, or why there is none. A sentence. */
  readonly supportNote?: string;
  /** The request field that holds the resource, if the body isn't the resource itself. A sibling field holds its id (`id` of the action). */
  readonly requestWrap?: string;
  /** The request fields that the resource has too, if the body of a creation is another message. */
  readonly requestFields?: readonly string[];
  /** The response field that holds the resource, if the response isn't the resource itself. */
  readonly responseWrap?: string;
  /** Query parameters that are preconditions on the version of the resource: `ifGenerationMatch`. */
  readonly preconditions?: readonly Precondition[];
  readonly mediaUpload?: UploadSupport;
  readonly mediaDownload: boolean;
  /** Whether media are downloaded under `download/`. */
  readonly mediaDownloadService: boolean;
}

/** How clients of the publisher retry a method. */
export interface RetryPolicyStatement {
  /** The codes of errors after which a client repeats a call: `UNAVAILABLE`. */
  readonly codes: readonly string[];
  /** The upper bound of the first delay, and the maximum one, in milliseconds. */
  readonly delay?: number;
  readonly maxDelay?: number;
}

/** A resource, and the methods that show its use. */
export interface MainResource {
  readonly resource: Resource;
  readonly create?: Method;
  readonly get?: Method;
  readonly list?: Method;
}

/** A regional endpoint, as the document describes it. */
export interface DescribedEndpoint extends Endpoint {
  readonly description?: string;
  readonly deprecated: boolean;
}

export interface Schema extends ModelElement {
  readonly kind: 'schema';
  readonly id: string;
  readonly type: Type;
  /** Whether requests and responses differ (read-only or write-only fields, also nested). */
  readonly directional: boolean;
  /** Whether a request can contain it. */
  readonly requested: boolean;
}

/** A topic that the documents don't describe. */
export interface UndocumentedTopic {
  readonly topic: string;
  readonly source: Source;
}

export interface Scope {
  readonly name: string;
  readonly description: string;
}

/** What a specification states about the errors of an API. */
export interface StatedErrors extends Partial<Pick<ErrorForm, 'envelope' | 'domain'>> {
  readonly messages: ErrorMessages;
  /** The messages about resources, by the id of their schema. */
  readonly schemaMessages: Readonly<Record<string, ErrorMessages>>;
  /** The messages of methods, by their id. */
  readonly methodMessages: Readonly<Record<string, ErrorMessages>>;
  readonly source: Source;
}

export interface Api extends ModelElement {
  readonly kind: 'api';
  /** Whether it is in the specification language, and not a published document, whose descriptions also state facts. */
  readonly isSpecification: boolean;
  readonly name: string;
  readonly version: string;
  readonly title: string;
  /** The name in words, as written: `Cloud Filestore`. */
  readonly canonicalName?: string;
  /** The words of `canonicalName` or `name`, capitalized and joined: `ErrorReporting`. */
  readonly className: string;
  /** Absent if the address is an unset variable. Ends with a slash. */
  readonly rootUrl?: string;
  /** The variable for the address, if there is one: `base_url`. */
  readonly rootUrlVariable?: string;
  /** Without a leading slash, with a trailing one, or empty. */
  readonly servicePath: string;
  readonly batchPath?: string;
  /** Location-specific endpoints. */
  readonly endpoints: readonly DescribedEndpoint[];
  /** As written. `dataWrapper`: bodies are wrapped in `data`. */
  readonly features: readonly string[];
  /** The values of variables. */
  readonly variables: Readonly<Record<string, string>>;
  /** All declared variables, by name. */
  readonly declaredVariables: readonly { readonly name: string; readonly description: string }[];
  readonly documents: readonly { readonly id: string; readonly title: string }[];
  readonly scopes: readonly Scope[];
  /** Query parameters common to all methods. */
  readonly parameters: readonly Parameter[];
  /**
   * Whether the API uses ProtoJSON, the JSON mapping of Protocol Buffers: its parsers also accept protobuf field names
   * (`display_name`), and `null` for an absent field.
   */
  readonly protoJson: boolean;
  /**
   * Whether this is a published Discovery document, and not a specification. Its service accepts more requests than the document allows: bodies
   * that repeat path parameters, even with other values, and the creation of a resource without a body.
   */
  readonly isPublished: boolean;
  /** `ignored`: fields of bodies that the description lacks have no effect. Otherwise, the service rejects them. */
  readonly unknownFields?: 'ignored';
  /** The parameters of lists that select in calls of other methods, too. Absent if there are none. */
  readonly otherSelectors?: ApiBehavior['otherSelectors'];
  /** The service module of discogen that the description names. */
  readonly service?: string;
  /** The values that responses omit: empty lists, or every default value of ProtoJSON. */
  readonly omittedValues?: 'emptyLists' | 'defaults';
  /** By id. */
  readonly schemas: readonly Schema[];
  /** By id. */
  readonly methods: readonly Method[];
  readonly resources: readonly Resource[];
  /** The collections of operations that methods use and that no method describes. */
  readonly operationResources: readonly Resource[];
  /** The resources, those that show the most of the API first. */
  readonly mainResources: readonly MainResource[];
  /** The number of leading path segments that aren't part of resource names: 2 for `compute/v1/projects/{project}`. */
  readonly nameStart: number;
  /** The collection of the projects, if names begin with it. */
  readonly projectCollection?: 'projects';
  /** The form of error bodies, stated or inferred. */
  readonly errors: ErrorForm;
  readonly statedErrors?: StatedErrors;
  /** What comparing its mock with recorded traffic showed, if its config names evidence. */
  readonly evidence?: ApiEvidence;
  /** Topics that the documents don't describe. */
  readonly undocumentedTopics: readonly UndocumentedTopic[];
  /** Notes about the service as a whole. */
  readonly notes: readonly Note[];
}

/** A sentence of the documents that no rule expresses (versioning, notation, purpose). */
export interface Note {
  readonly topic: string;
  readonly text: string;
  readonly source: Source;
}
