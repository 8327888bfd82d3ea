/** The behavior of an API. The generator emits it as data; the mock interprets it. */
import type { CallKind } from './call-kind.js';
import type { Re2 } from './validate/pattern.js';
import type { CompiledExpression, RelatedExpression, MethodDescriptor, ParameterDescriptors, Validator } from './descriptor.js';
import type { Action, MethodRule, SchemaRule, ValidationReason } from './rule.js';
import type { SoftDeletion, StatedValue } from './resource-rules.js';
import type { InnerServiceRule } from './services.js';

/** A condition that a resource must meet: an entry of `x-validations`. */
export interface ResourceValidation extends ObjectLocation {
  readonly evaluate: CompiledExpression;
  readonly message: string;
  readonly reason?: ValidationReason;
  /** The path from the object to the field that an error names. */
  readonly fieldPath?: readonly string[];
  /** The fields of the object that the condition mentions. */
  readonly fields: readonly string[];
  /** Whether the condition uses the stored object. `required` means that it applies only to updates. */
  readonly oldSelf?: 'required' | 'optional';
}

/** A condition that compares a resource with its parent or its siblings. */
export interface RelatedValidation extends Pick<ResourceValidation, 'message' | 'reason' | 'fieldPath' | 'oldSelf'> {
  readonly evaluate: RelatedExpression;
  /** The indexes by which it finds siblings: fields, each with `.lowerAscii()` if its case doesn't matter. */
  readonly siblingIndexes?: readonly (readonly string[])[];
}

/** A value that a list response contains: the path of the collection, its URL, the names of unreachable scopes, or the number of all items. */
export type ListValue = 'path' | 'link' | 'unreachableScopes' | 'itemCount';

/**
 * The form of a field of an operation. `name`: a name instead of a URL or a number. `unknown`: the document doesn't state the form, so the
 * field is absent.
 */
export type OperationFieldForm = 'name' | 'unknown' | { readonly value: string };

/** The form of the records of changes. */
export interface ChangeRecordForm {
  /** The path template of the record. */
  readonly resource: string;
  /** The field of the record that holds the resource before and after the change. */
  readonly context?: string;
  /** The query parameter that names the record. */
  readonly idParameter?: string;
  /** The record is the response. */
  readonly isResponse?: true;
}

/** How a list recognizes deleted resources. It omits them unless the boolean `parameter` is true. */
export interface DeletedItems {
  readonly deletion: SoftDeletion;
  readonly parameter?: string;
}

export type SuccessStatus = 200 | 201 | 202 | 204;

/** The behavior of a method in the mock. */
export interface MethodBehavior {
  readonly method: MethodDescriptor;
  readonly action: Action;
  readonly rules?: readonly MethodRule[];
  readonly permissions?: readonly (string | { readonly permission: string; readonly when: string })[];
  /** Validates `{ ...parameters, requestBody }`, where parameters have their JSON types. */
  readonly validate?: Validator;
  /** The request ID doesn't need to be a UUID. */
  readonly anyRequestId?: true;
  /** The status of a success. 204 is that of a response without a body. Default: 200. */
  readonly successStatus?: SuccessStatus;
  /** The request body is a list or a single value, not an object. Only a handler implements such a method. */
  readonly plainRequest?: true;
  /** The response is a list or a single value, not an object. */
  readonly plainResponse?: 'list' | 'value';
  /** The name of the schema of the response, or of its items. */
  readonly responseType?: string;
  /** The response fields with a constant value, such as the `kind` of a list. */
  readonly responseConstants?: Readonly<Record<string, string>>;
  /** The field of the response that holds the resource, if the response isn't the resource itself. */
  readonly responseWrap?: string;
  /** The field of the body that holds the resource, if the body isn't the resource itself. */
  readonly requestWrap?: string;
  /** The body fields that belong to the resource, if the body of a create request is another message. */
  readonly requestFields?: readonly string[];
  /** The fields of a list response other than its items, its page token, and constants. */
  readonly listFields?: Readonly<Record<string, ListValue>>;
  /** The field of the response that holds the items of a list without pages. Default: `items`. */
  readonly listItems?: string;
  /** The response omits the field of the items if there are none. */
  readonly omitsEmptyItems?: true;
  /** The object type of the list items, if these are another message than the resource. */
  readonly itemType?: string;
  /** The constant fields of the list items, if these are another message than the resource. */
  readonly itemConstants?: Readonly<Record<string, string>>;
  /** The field that holds the items of one scope, if a list groups its items by scope. */
  readonly scopeItems?: string;
  /** The parameter or body field that holds the page size of a list. */
  readonly pageSize?: string;
  /** The parameters that can name a new resource, for each of its ids, those with precedence first. */
  readonly idParameters?: readonly (readonly string[])[];
  /** Where the changes that it makes are recorded. */
  readonly changeRecord?: ChangeRecordForm;
  /** The query parameters that select the items of a list by the field of the same name. */
  readonly fieldFilters?: readonly string[];
  /** A list omits deleted resources, unless its boolean `parameter` is true (AIP-164). */
  readonly deletedItems?: DeletedItems;
  /** The query parameter that selects the fields of the resource, or of each item, in the response (AIP-157). */
  readonly readMask?: string;
  /** The paths of the fields that the items of a list lack. */
  readonly omittedItemFields?: readonly string[];
  /** The list items are the names of the resources. */
  readonly itemsAreNames?: true;
  /** The parameter that requests the scopes without items, too, from a list by scope. */
  readonly allScopes?: string;
  /** The path template of the operations that it starts. */
  readonly operationPath?: string;
  /** The fields of an operation with a status whose form differs from Compute's. */
  readonly operationFields?: Readonly<Record<string, OperationFieldForm>>;
  /** The `@type` of the response of the operation (AIP-151). `null`: the operation has no response. */
  readonly operationResponse?: string | null;
  /**
   * The `@type` and the fields of the metadata of the operation. `isResource`: the metadata is the changed resource. `common`: the field that holds
   * the common metadata, with its fields.
   */
  readonly operationMetadata?: {
    readonly type: string;
    readonly fields: readonly string[];
    readonly isResource?: true;
    readonly common?: { readonly field: string; readonly fields: readonly string[] };
  };
  /** The query parameters that state which version the resource must have, or (`negated`) must not have. */
  readonly preconditions?: readonly { readonly parameter: string; readonly field: string; readonly negated: boolean }[];
  /** The name of the schema of the body, if its fields are known. */
  readonly requestType?: string;
  /** The path template with one variable per segment, if `path` matches more segments than it should. It takes precedence over templates of other methods that do. */
  readonly flatPath?: string;
  /** The action is inferred from the object type of the method. No specification states it. */
  readonly byConvention?: true;
  /** No method creates or changes the resource that the method reads, so that only a seed can provide it. */
  readonly seededOnly?: true;
  /** The parameters and body fields (`requestBody.x.y`) that ask to validate a request without executing it (AIP-163). */
  readonly validateOnly?: readonly string[];
  /** The response can contain enum values whose numbers aren't known, so they are names even if a request asks for numbers. */
  readonly namedEnums?: true;
  /** The parameters and body fields (`requestBody.x`) that have no effect in the mock, sorted. */
  readonly ignored?: readonly string[];
  /** Those of `ignored` that select what the response contains or what the request changes, each with the values that select nothing. */
  readonly selectors?: Readonly<Record<string, readonly string[]>>;
  /** What to know about an inferred behavior, or why there is none. */
  readonly supportNote?: string;
  /** Further path templates that the description of a path parameter names. Those of every other method take precedence. */
  readonly shorterPaths?: readonly string[];
}

/** `errors`: the list `errors` with a reason each. `status`: the canonical code (AIP-193), and details if there is a domain. `both`: all of them. */
export type ErrorEnvelope = 'errors' | 'status' | 'both';

/** The form of the error bodies of an API. */
export interface ErrorForm {
  readonly envelope: ErrorEnvelope;
  /** The `domain` of `google.rpc.ErrorInfo`. If absent, errors have no details. */
  readonly domain?: string;
  /** What errors of methods without a resource contain. */
  readonly messages?: ErrorMessages;
  /** What errors of methods contain, by the ids of the methods. */
  readonly methods?: Readonly<Record<string, ErrorMessages>>;
}

/** The reasons of errors. */
export type ErrorReason =
  | 'invalid'
  | 'required'
  | 'parseError'
  | 'resourceNotReady'
  | 'resourceInUseByAnotherResource'
  | 'containerNotEmpty'
  | 'failedPrecondition'
  | 'authError'
  | 'forbidden'
  | 'insufficientPermissions'
  | 'notFound'
  | 'methodNotAllowed'
  | 'alreadyExists'
  | 'conditionNotMet'
  | 'uploadTooLarge'
  | 'rateLimitExceeded'
  | 'internalError'
  | 'notImplemented'
  | 'backendError';

/**
 * What the errors with a reason contain. `code`: the HTTP status. `status`: the canonical code, or `null` for none. `reason` and `domain`: those
 * of the entries of `errors`. `details`: replace those of the mock.
 *
 * In text, `{name}` is the name of the resource (`projects/p/topics/t`), `{id}` its last ID, `{topic}` or `{path.topics}` a part of its path,
 * and `{projectNumber}` the number of the project.
 */
export interface StatedError {
  readonly message?: string;
  readonly code?: number;
  readonly status?: string | null;
  readonly reason?: string;
  readonly domain?: string;
  readonly envelope?: ErrorEnvelope;
  readonly details?: readonly StatedValue[];
}

/** What errors contain, by their reasons. Text is the message. */
export type ErrorMessages = Readonly<Partial<Record<ErrorReason, string | StatedError>>>;

/** A property of media content, as a field shows it. `md5Hex` is the digest in hexadecimal digits; digests are in base64 otherwise. */
export type ContentValue = 'size' | 'md5' | 'md5Hex' | 'crc32c' | 'type' | 'encoding' | 'cacheControl' | 'disposition' | 'language';

/** A quota: an element `{ metric, limit, usage }` of the list `quotas` of another resource. */
export interface ResourceQuota {
  readonly metric: string;
  /** The path templates of the ancestors that have quotas, the nearest first. */
  readonly owners: readonly string[];
}

/** The path to objects inside a resource: names of fields, and `*` for each element of a list or value of a map. */
export interface ObjectLocation {
  readonly at?: readonly string[];
}

/** A rule of a resource, or of the objects inside it at a path. */
export type LocatedRule<R> = R & ObjectLocation;

/** The behavior of a resource type in the mock. */
export interface ResourceBehavior {
  /** The path template: `dns/v1/projects/{project}/managedZones/{managedZone}`. */
  readonly path: string;
  readonly idParameters: readonly string[];
  readonly idFields: readonly string[];
  /** The fields of `idFields` that the server generates if the client doesn't set them. The client must set the others. */
  readonly generatedIds?: readonly string[];
  readonly parent?: string;
  readonly implicit?: true;
  /** A number in the field `id` also identifies it. */
  readonly numericId?: true;
  /** It is an operation: `status` has a `status` (`DONE`), `longrunning` has `done` (AIP-151). */
  readonly operation?: 'status' | 'longrunning';
  /** The `error` of the operation is a google.rpc.Status. Otherwise, it is an object with a list of errors. */
  readonly hasStatusError?: true;
  /** It records a change of its parent: the first and the last value of its `status`. */
  readonly recordStates?: readonly [first: string, last: string];
  /** The fields that hold the number of a project, which can replace its name in the paths of any resource. */
  readonly projectNumbers?: readonly string[];
  /** Its IDs are numbers, so lists are in numeric order. */
  readonly numericOrder?: true;
  /** The quota that limits how many exist. */
  readonly quota?: ResourceQuota;
  /** If `name` holds the full name (`projects/p/topics/t`), the number of leading path segments that aren't part of it. */
  readonly fullNameFrom?: number;
  /** Other path templates of the resource, below which child collections are: `lists/{list}` for `users/@me/lists/{list}`. */
  readonly otherPaths?: readonly string[];
  /** The resource id may contain slashes. */
  readonly spansSegments?: true;
  /** The templates of fields that repeat parts of the path: `{bucket}`, `{projectId}:{datasetId}`. A field that holds a number repeats only numbers. */
  readonly pathFields?: Readonly<Record<string, string>>;
  /** The field whose members the server generates, too, as in Kubernetes. */
  readonly metadataField?: string;
  /** The fields that describe its media content. The server sets the size and the digests. */
  readonly contentFields?: Readonly<Record<string, ContentValue>>;
  /** The field of a body, besides the field with the name, that names a new resource. */
  readonly plainName?: string;
  /** The names of resources that exist without being created. */
  readonly builtInNames?: readonly string[];
  /** The form of names that the server generates. Default: numbers, starting with 0. */
  readonly nameForm?: { readonly kind: 'uuid' } | { readonly kind: 'number'; readonly prefix: string };
  /** The id of the schema, which is the name of its object type. A resource without an object type can have any field. */
  readonly schema?: string;
  /** What errors about it contain, if it differs from those of the mock. */
  readonly errorMessages?: ErrorMessages;
  /** Validates the stored resource. */
  readonly validate?: Validator;
  readonly rules?: readonly LocatedRule<SchemaRule | InnerServiceRule>[];
  readonly validations?: readonly ResourceValidation[];
  readonly relatedValidations?: readonly RelatedValidation[];
}

/**
 * The server-generated value of a field. `generation` and `metageneration` are the versions of the content and of the metadata, and
 * `gatewayAddress` is the first address of the range in `ipCidrRange`.
 */
export type ServerValue = 'id' | 'uuid' | 'createTime' | 'updateTime' | 'generation' | 'metageneration' | 'gatewayAddress';

/** A state, or the object with it: `{ code: 'READY' }`. */
export type ResourceState = string | Readonly<Record<string, string>>;

/** The states of a new resource: once it works, and while the operation that creates it runs, if the enum has such a value. */
export interface CreationStates {
  readonly ready: ResourceState;
  readonly creating?: ResourceState;
}

/** What a field of a resource links to: the resource itself, or the member of a collection in its path. */
export type FieldLink = 'self' | 'regions' | 'zones';

/** The content that an etag is the version of: the whole resource, or only the object with the etag. */
export interface EtagScope {
  readonly of: 'resource' | 'object';
  /** The fields that it covers. Default: all. */
  readonly covers?: readonly string[];
}

/** The properties of a field in which it differs from an ordinary one. */
export interface FieldBehavior {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'map' | 'object' | 'any';
  readonly format?: string;
  readonly readOnly?: true;
  readonly writeOnly?: true;
  readonly immutable?: true;
  /** The documentation states that a patch can change the field. */
  readonly patchable?: true;
  readonly omitEmpty?: true;
  /** The name of a group of fields, of which at most one is set. A request that sets one clears the others. */
  readonly oneof?: string;
  /** Responses always contain the field, according to a published document. */
  readonly present?: true;
  readonly const?: string;
  /** The only value is `null` (`google.protobuf.NullValue`). */
  readonly isNull?: true;
  /** The numbers of enum values, if they are known. */
  readonly enumNumbers?: Readonly<Record<string, number>>;
  readonly default?: unknown;
  readonly serverValue?: ServerValue;
  /** The states that the server sets in a new resource. */
  readonly creationStates?: CreationStates;
  /** The field holds the URL of the resource itself, or of the region or zone that contains it. */
  readonly link?: FieldLink;
  /** Which content the field is the version of, if it is an etag. */
  readonly etag?: EtagScope;
  /** The field is an encryption key of the client. Only its hash is stored, in `sha256`. */
  readonly encryptionKey?: true;
  /** The name of the object type of an object, or of the objects in a list or map. Absent if no member is known. */
  readonly objectType?: string;
  /** The objects can also have other members than those of the object type. */
  readonly open?: true;
  /** The elements of a list, or the values of a map, if their values have several JSON forms, or if they are lists or maps of such values. */
  readonly items?: FieldBehavior;
}

/** What comparing a method with recorded traffic of the service showed. */
export interface MethodEvidence {
  /** The number of scenarios with a compared exchange. */
  readonly scenarios: number;
  /** The number of compared exchanges. */
  readonly compared: number;
  /** The number of compared exchanges without a difference. */
  readonly agree: number;
  /** The fields of responses that differ, sorted. */
  readonly differs: readonly string[];
  /** How whole responses differ, sorted: `rejected`, `accepted`, `notImplemented`. */
  readonly outcomes: readonly string[];
}

/** What comparing an API with recorded traffic of the service showed. */
export interface ApiEvidence {
  /** By method ID. A method that isn't there was never compared. */
  readonly methods: Readonly<Record<string, MethodEvidence>>;
  /** The specification, its overlays, or discogen have changed since. */
  readonly isOutdated?: true;
}

/** The behavior of an API in the mock. */
export interface ApiBehavior {
  /** The API uses ProtoJSON, whose parsers accept several forms of a request. */
  readonly protoJson?: true;
  /**
   * The path alone determines the target of a request. A body can repeat its values, and other values there have no effect. An empty object
   * stands for no body.
   */
  readonly pathDecides?: true;
  /** `ignored`: fields of bodies that the description lacks have no effect. Otherwise, the service rejects them. */
  readonly unknownFields?: 'ignored';
  /** The values that responses omit: empty lists, or every default value of ProtoJSON (`false`, `0`, and empty text and lists). */
  readonly omittedValues?: 'emptyLists' | 'defaults';
  /** Bodies are wrapped in `data`. */
  readonly dataWrapper?: true;
  /** The media support, if the API has media methods. Untyped because each package has its own types. */
  readonly media?: object;
  /** The service modules that the rules and actions name. Untyped because each package has its own types. */
  readonly services?: readonly object[];
  readonly name: string;
  readonly version: string;
  readonly title: string;
  /** The default base URLs of clients, each with a slash at its end: the address of the API, and those of its locations. */
  readonly rootUrls?: readonly string[];
  /** The path of batch requests, without a leading slash. */
  readonly batchPath?: string;
  /** The number of leading path segments that aren't part of resource names: 2 for `compute/v1/projects/p`. */
  readonly nameStart: number;
  /** The collection of the projects, if names begin with it. A project has a number, and links can be relative to it. */
  readonly projectCollection?: string;
  /** The variables and their values, for seeds that use them (`{scope_base}/compute`). */
  readonly variables: Readonly<Record<string, string>>;
  readonly methods: readonly MethodBehavior[];
  readonly resources: readonly ResourceBehavior[];
  /** The collections of operations that no method describes. They can be read. */
  readonly operationResources?: readonly ResourceBehavior[];
  /**
   * The parameters of lists that select in other calls, too, where they aren't described: the kinds of calls, and the values that select nothing.
   */
  readonly otherSelectors?: Readonly<Record<string, { readonly calls: readonly CallKind[]; readonly neutral: readonly string[] }>>;
  /** The query parameters of all methods. */
  readonly parameters?: ParameterDescriptors | undefined;
  /** The fields of resources, requests, and responses, and of the objects in them, by the name of the object type: a schema, or the path of an inline object. */
  readonly objectTypes?: Readonly<Record<string, Readonly<Record<string, FieldBehavior>>>>;
  /** The object type of the operations with a `status` that mutating methods return, if any. */
  readonly operationType?: string;
  /** Default: `both`, without details. */
  readonly errors?: ErrorForm;
  /** What comparing the API with recorded traffic showed. Absent if nobody has compared it. */
  readonly evidence?: ApiEvidence;
  /** Loads the Discovery document of the API as JSON text. */
  readonly discovery?: () => Promise<string>;
  /** Loads the RE2 engine for list filters, if the API supports regular expressions. */
  readonly re2?: () => Promise<Re2>;
}
