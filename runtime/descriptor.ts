/** Descriptors of an API and its methods. The generator emits them as data; the client and the mock interpret them. */

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** A method, with the data that the client needs to send a request and read the response. */
export interface MethodDescriptor {
  /** The method ID: `dns.managedZones.get`. */
  readonly id: string;
  readonly httpMethod: HttpMethod;
  /** The path template without a leading slash: `dns/v1/projects/{project}`, `v1beta1/{group.name=projects/*\/groups/*}`, `v1/{name=**}:cancel`. */
  readonly path: string;
  /** The query parameters, and the path parameters that aren't strings. */
  readonly parameters?: ParameterDescriptors;
  /** Whether the method accepts or requires a JSON body. Absent if it takes none. */
  readonly body?: 'optional' | 'required';
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
  /** Whether the method can return its response as server-sent events, with `alt=sse`. */
  readonly events?: true;
  /** How clients of the publisher retry the method. */
  readonly retry?: RetryDescriptor;
  /** The style of the operation in the response: `status: DONE` (compute) or `done: true` (longrunning). */
  readonly operation?: 'status' | 'longrunning';
}

/** The statuses after which a client repeats a call, also of a method that isn't idempotent, and its delays in milliseconds. */
export interface RetryDescriptor {
  readonly statuses: readonly number[];
  readonly delay?: number;
  readonly maxDelay?: number;
}

/** A parameter. The client encodes its values and the mock parses them by this description. */
export interface ParameterDescriptor {
  /** Default: `query`. Path parameters are always required. */
  readonly in?: 'path';
  /** Default: `string`. `int64` is an integer as text. */
  readonly type?: 'integer' | 'int64' | 'number' | 'boolean';
  readonly repeated?: true;
  readonly required?: true;
  readonly default?: unknown;
}

/** Parameters by name. */
export type ParameterDescriptors = Readonly<Record<string, ParameterDescriptor>>;

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
  /** Whether the method supports resumable uploads. */
  readonly resumable?: true;
  /** False if the method supports only resumable uploads. */
  readonly whole?: false;
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
  /** The query parameters of all methods. Every client also accepts the standard ones (`fields`, `key`, …). */
  readonly parameters?: ParameterDescriptors;
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
  (value: unknown, options?: { readonly strict?: boolean; readonly media?: boolean }): boolean;
  errors?: readonly ValidationError[] | null;
}

/**
 * A compiled expression. Returns its result, a symbol with the reason as its description if the evaluation fails, or `undefined` if the
 * result depends on fields that aren't known.
 *
 * @param whole Whether an absent field of `self` is unset. False for the body of a partial update.
 */
export type CompiledExpression = (self: unknown, oldSelf: unknown, whole: boolean) => boolean | symbol | undefined;

/** A compiled expression that compares a whole resource with other resources. Only the mock evaluates it. */
export type RelatedExpression = (self: unknown, oldSelf: unknown, related: RelatedObjects) => boolean | symbol | undefined;

/** The resources that an expression compares a resource with. */
export interface RelatedObjects {
  /** Empty if the parent isn't stored. */
  readonly parent: object;
  /** Returns the other resources of the collection whose fields have these values. */
  readonly siblings: (fields: readonly string[], values: readonly unknown[]) => readonly object[];
}
