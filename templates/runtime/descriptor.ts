/** Descriptors of an API and its methods. The generator emits them as data; the client and the mock interpret them. */
import type { Action, MethodRule, SchemaRule, ValidationReason } from './rule.js';
import type { InnerRecordDataRule } from './service-rules.js';

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** A method, with the data that the client needs to send a request and read the response. */
export interface MethodDescriptor {
  /** The method id: `dns.managedZones.get`. */
  readonly id: string;
  readonly httpMethod: HttpMethod;
  /** The path template without a leading slash: `dns/v1/projects/{project}`, `v1beta1/{group.name=projects/*\/groups/*}`, `v1/{name=**}:cancel`. */
  readonly path: string;
  /** The query parameters. 1 marks a parameter that may be repeated, 0 any other. */
  readonly query?: Readonly<Record<string, 0 | 1>>;
  /** The required query parameters. Path parameters are always required. */
  readonly required?: readonly string[];
  /** 1 if the method accepts a JSON body, 2 if it requires one. */
  readonly body?: 1 | 2;
  /** The OAuth scopes, any of which permits the call. The narrowest come first. */
  readonly scopes?: readonly string[];
  readonly list?: ListDescriptor;
  /** The parameter or body field that carries the request id. */
  readonly requestId?: string;
  readonly requestIdIn?: 'body';
  readonly updateMask?: UpdateMaskDescriptor;
  /** The names of secret fields of the body. */
  readonly secrets?: readonly string[];
  /** How the method accepts media. */
  readonly upload?: UploadDescriptor;
  /** The method returns media if the request has `alt=media`. `service` means that the path of the download starts with `download/`. */
  readonly download?: 'plain' | 'service';
  /** The bodies of type `HttpBody`: the HTTP body is raw content, which the description represents as `{ contentType, data }`. */
  readonly httpBody?: 'request' | 'response' | 'both';
  /** The style of the operation in the response: `status: DONE` (compute) or `done: true` (longrunning). */
  readonly operation?: 'compute' | 'longrunning';
}

/** The field mask of an update. */
export interface UpdateMaskDescriptor {
  /** The name of the query parameter or body field. */
  readonly name: string;
  readonly in?: 'body';
  /** If the mask is in the body, the field that holds the resource. */
  readonly of?: string;
  /** The paths of output-only fields of the resource. */
  readonly readOnly?: readonly string[];
  /** The paths of maps in the resource, which the mask names as a whole. */
  readonly whole?: readonly string[];
}

/** How a method accepts media. */
export interface UploadDescriptor {
  /** The path template. Default: `upload/` followed by that of the method. */
  readonly path?: string;
  /** 1 if the method supports resumable uploads. */
  readonly resumable?: 1;
  /** 0 if the method supports only resumable uploads. */
  readonly whole?: 0;
  /** The maximum size in bytes. */
  readonly maxSize?: number;
  /** The accepted content types and ranges such as `image/*`. Default: all. */
  readonly accept?: readonly string[];
}

/** A regional endpoint of a service. */
export interface Endpoint {
  readonly location: string;
  readonly url: string;
}

/** How a list method returns pages. */
export interface ListDescriptor {
  /** The field of a page that holds the items. */
  readonly items: string;
  /** The items are keyed by scope. */
  readonly map?: true;
  /** Default: `pageToken`, in the query. */
  readonly pageToken?: string;
  /** Default: `nextPageToken`. */
  readonly nextPageToken?: string;
  readonly in?: 'body';
}

/** An API, with the data that the client needs. */
export interface ApiDescriptor {
  readonly name: string;
  readonly version: string;
  /** The default base URL, which ends in a slash. If absent, the caller must provide one. */
  readonly rootUrl?: string;
  readonly servicePath?: string;
  readonly batchPath?: string;
  /** The query parameters of all methods other than the standard ones (`fields`, `key`, …). 1 marks a parameter that may be repeated. */
  readonly parameters?: Readonly<Record<string, 0 | 1>>;
}

/** The query parameters that all APIs of this kind accept even if the description doesn't list them, also with the prefix `$`. */
export const systemParameters: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'alt',
  'fields',
  'key',
  'prettyPrint',
  'quotaUser',
  'userIp',
  'callback',
  'oauth_token',
  'access_token',
  'uploadType',
  'upload_protocol',
]);

/** A validation error in the format of ajv. */
export interface ValidationError {
  /** A JSON pointer to the rejected value: `/requestBody/dnsName`. */
  readonly instancePath: string;
  /** A JSON pointer to the violated keyword in the schema. */
  readonly schemaPath: string;
  /** The violated keyword: `type`, `required`, … */
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** A compiled validator. If it returns false, `errors` holds all errors. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly ValidationError[] | null;
}

/**
 * A compiled expression. Returns whether the expression is false: an evaluation that fails violates nothing.
 *
 * @param whole Whether an absent field of `self` is unset. False for the body of a partial update.
 */
export type ViolationTest = (self: unknown, oldSelf: unknown, whole: boolean) => boolean;

/** A condition that a resource must meet: an entry of `x-validations`. */
export interface ResourceValidation {
  readonly isViolated: ViolationTest;
  readonly message: string;
  readonly reason?: ValidationReason;
  /** The path from the resource to the objects that the condition applies to: field names, and `*` for each element of a list or value of a map. */
  readonly at?: readonly string[];
  /** The path from the object to the field that an error names. */
  readonly fieldPath?: readonly string[];
  /** The fields of the object that the condition mentions. */
  readonly fields: readonly string[];
  /** Whether the condition uses the stored object. `required` means that it applies only to updates. */
  readonly oldSelf?: 'required' | 'optional';
}

/** The behavior of a method in the mock. */
export interface MethodBehavior {
  readonly method: MethodDescriptor;
  readonly action: Action;
  readonly rules?: readonly MethodRule[];
  readonly permissions?: readonly (string | { readonly permission: string; readonly when: string })[];
  /** Validates `{ ...parameters, requestBody }`, where parameters have their JSON types. */
  readonly validate?: Validator;
  /** The types of parameters that aren't plain strings, for parsing the query. `int64` is an integer as text. */
  readonly parameterTypes?: Readonly<Record<string, 'integer' | 'int64' | 'number' | 'boolean'>>;
  /** The defaults of query parameters. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** The documented top-level fields of the response, if any. */
  readonly responseFields?: readonly string[];
  /** The name of the schema of the response. */
  readonly responseShape?: string;
  /** The response fields with a constant value, such as the `kind` of a list. */
  readonly responseConstants?: Readonly<Record<string, string>>;
  /** The field of the response that holds the resource, if the response isn't the resource itself. */
  readonly responseWrap?: string;
  /** The field of the body that holds the resource, if the body isn't the resource itself. */
  readonly requestWrap?: string;
  /** The body fields that belong to the resource, if the body of a create request is another message. */
  readonly requestFields?: readonly string[];
  /** The field of the response that holds the items of a list without pages. */
  readonly listItems?: string;
  /** The fields of the list items, if these are another message than the resource. */
  readonly itemFields?: Readonly<Record<string, FieldBehavior>>;
  /** The list items are the names of the resources. */
  readonly itemsAreNames?: true;
  /**
   * The fields of an operation with a status whose form differs from Compute's. `name`: a name instead of a URL. `unknown`: the document
   * doesn't state the form, so the field is absent.
   */
  readonly operationFields?: Readonly<Record<string, 'name' | 'unknown'>>;
  /** The `@type` of the response of the operation (AIP-151). */
  readonly operationResponse?: string;
  /** The `@type` and the fields of the metadata of the operation. */
  readonly operationMetadata?: { readonly type: string; readonly fields: readonly string[] };
  /** The query parameters that state which version the resource must have, or (`negated`) must not have. */
  readonly preconditions?: readonly { readonly parameter: string; readonly field: string; readonly negated: boolean }[];
  /** The enum values in the order of their numbers, by field path of the body, if the numbers are known. */
  readonly enumNumbers?: Readonly<Record<string, readonly string[]>>;
  /** `null` in the body means absent, as in the JSON mapping of protobuf. */
  readonly looseBody?: true;
  /** The name of the schema of the body, if its fields are known. */
  readonly requestShape?: string;
  /** The path template with one variable per segment, if `path` matches more segments than it should. It takes precedence over templates of other methods that do. */
  readonly flatPath?: string;
  /** The action is inferred from the shape of the method. No specification states it. */
  readonly byConvention?: true;
  /** No method creates or changes the resource that the method reads, so that only a seed can provide it. */
  readonly seededOnly?: true;
  /** The parameters and body fields (`requestBody.x`) that have no effect in the mock, sorted. */
  readonly ignored?: readonly string[];
  /** What to know about an inferred behavior, or why there is none. */
  readonly supportNote?: string;
  /** Further path templates that the description of a path parameter names. Those of every other method take precedence. */
  readonly shorterPaths?: readonly string[];
}

/** The behavior of a resource type in the mock. */
export interface ResourceBehavior {
  /** The path template: `dns/v1/projects/{project}/managedZones/{managedZone}`. */
  readonly path: string;
  readonly idParameters: readonly string[];
  readonly idFields: readonly string[];
  readonly parent?: string;
  readonly implicit?: true;
  /** If `name` holds the full name (`projects/p/topics/t`), the number of leading path segments that aren't part of it. */
  readonly fullNameFrom?: number;
  /** Other path templates of the resource, below which child collections are: `lists/{list}` for `users/@me/lists/{list}`. */
  readonly otherPaths?: readonly string[];
  /** The resource id may contain slashes. */
  readonly spansSegments?: true;
  /** The templates of fields that repeat parts of the path: `{bucket}`, `{projectId}:{datasetId}`. */
  readonly pathFields?: Readonly<Record<string, string>>;
  /** The names of resources that exist without being created. */
  readonly builtInNames?: readonly string[];
  /** The form of names that the server generates. Default: numbers, starting with 0. */
  readonly nameForm?: { readonly kind: 'uuid' } | { readonly kind: 'number'; readonly prefix: string };
  /** The id of the schema. */
  readonly schema?: string;
  /** Validates the stored resource. */
  readonly validate?: Validator;
  /** How the server treats top-level fields. */
  readonly fields?: Readonly<Record<string, FieldBehavior>>;
  readonly rules?: readonly (SchemaRule | InnerRecordDataRule)[];
  readonly validations?: readonly ResourceValidation[];
}

/** The server-generated value of a field. `generation` and `metageneration` are the versions of the content and of the metadata. */
export type ServerValue = 'id' | 'uuid' | 'createTime' | 'updateTime' | 'generation' | 'metageneration';

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
  readonly const?: string;
  readonly default?: unknown;
  readonly serverValue?: ServerValue;
  /** The name of the schema of an object, or of the objects in a list or map. Absent if no member is known, or any name can be a member. */
  readonly shape?: string;
  /** The elements of a list, or the values of a map, if they are numbers, or lists or maps of numbers. */
  readonly items?: FieldBehavior;
  /** The members of an object, or of the objects in a list, that aren't ordinary fields. */
  readonly fields?: Readonly<Record<string, FieldBehavior>>;
}

/** The behavior of an API in the mock. */
export interface ApiBehavior {
  /** Bodies are wrapped in `data`. */
  readonly dataWrapper?: true;
  /** The media support, if the API has media methods. Untyped because each package has its own types. */
  readonly media?: object;
  readonly name: string;
  readonly version: string;
  readonly title: string;
  /** The variables and their values, for seeds that use them (`{scope_base}/compute`). */
  readonly variables: Readonly<Record<string, string>>;
  readonly methods: readonly MethodBehavior[];
  readonly resources: readonly ResourceBehavior[];
  /** The fields of objects in resources and responses, by schema name. */
  readonly shapes?: Readonly<Record<string, Readonly<Record<string, FieldBehavior>>>>;
  /** The fields of the operations that mutating methods return (compute style), if any. */
  readonly operation?: Readonly<Record<string, FieldBehavior>>;
  /** The `domain` of `ErrorInfo` details, if the service returns them. */
  readonly errorDomain?: string;
  /** Loads the Discovery document of the API as JSON text. */
  readonly discovery?: () => Promise<string>;
  /** Loads the regular expression engine for list filters, if the API supports RE2 expressions. */
  readonly regularExpressions?: () => Promise<RegexEngine>;
}

/** Compiles an RE2 expression to a test of the whole value. Throws an error with a message if the expression is invalid. */
export type RegexEngine = (pattern: string) => (text: string) => boolean;
