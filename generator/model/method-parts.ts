/** Parts of methods in the model. */
import type { ChangeRecordForm, DeletedItems, ListValue, OperationFieldForm, SuccessStatus } from '../../runtime/behavior.js';
import type { MethodRule } from '../../runtime/rule.js';

/** The type URL of an operation's `metadata`, and its fields that hold text or flags. */
export interface OperationMetadata {
  readonly type: string;
  readonly fields: readonly string[];
  /** The metadata is the changed resource. */
  readonly isResource?: true;
  /** The field that holds the common metadata, with its fields: `genericMetadata`. */
  readonly common?: { readonly field: string; readonly fields: readonly string[] };
}

export interface Precondition {
  readonly parameter: string;
  /** Field of the resource that must hold the value of the parameter. */
  readonly field: string;
  /** Whether the field must hold a different value. */
  readonly negated: boolean;
}

export interface UploadSupport {
  /** As written. */
  readonly path: string;
  /** The path from the root. */
  readonly route: string;
  /** As written: `1GB`, `36700160`. */
  readonly maxSize?: string;
  /** `maxSize` in bytes, if it is a size. */
  readonly maxBytes?: number;
  readonly accept: readonly string[];
  /** Whether simple uploads, in one request, are supported. */
  readonly simple: boolean;
  /** Whether resumable uploads, in parts, are supported. */
  readonly resumable: boolean;
}

export interface ListShape {
  /** The response field that holds the items. */
  readonly items: string;
  /** `map`: the items are keyed by scope. */
  readonly shape: 'array' | 'map';
  readonly pageToken: string;
  readonly nextPageToken: string;
  readonly pageSize?: string;
  /** The location of page token and page size. */
  readonly in: 'query' | 'body';
}

/** The field mask of an update: a query parameter, or a field of a body that wraps the resource. */
export interface UpdateMask {
  readonly name: string;
  /** If the mask is in the body, the field that holds the resource. */
  readonly resourceField?: string;
}

/** The query parameter or body field that carries a request id. */
export interface RequestId {
  readonly name: string;
  readonly in: 'query' | 'body';
  /** Whether it can be any text: its description doesn't demand a UUID. */
  readonly isAnyText?: true;
}

/** The members of a method that inference determines from all others. */
export interface InferredMethodFacts {
  /** An inferred read of a resource that no method creates or changes. */
  readonly seededOnly?: true;
  /** Whether the response can contain enum values whose numbers aren't known. */
  readonly namedEnums: boolean;
  /** The items of a list without pagination. */
  readonly listItems?: Pick<ListShape, 'items' | 'shape'>;
  /** The fields of a list response that the path or the scopes of the list determine. */
  readonly listFields: Readonly<Record<string, ListValue>>;
  /** The field that holds the items of one scope, if a list groups its items by scope. */
  readonly scopeItems?: string;
  /** The constant fields of the items of a list. */
  readonly itemConstants: Readonly<Record<string, string>>;
  /** The query parameter or body field that carries a request id. */
  readonly requestId?: RequestId;
  /** `status`: `status: DONE`; `longrunning`: `done: true`. */
  readonly operation?: 'status' | 'longrunning';
  /** The path template of the operations that it starts. */
  readonly operationPath?: string;
  /** The metadata of its operations. */
  readonly operationMetadata?: OperationMetadata;
  /** The template of the change record in the response, if it isn't an operation: `managedZones/{managedZone}/operations/{operation}`. */
  readonly recordedAs?: string;
  /** `none`: the method takes no body. `optional`: a call can omit it. `required`: a call must have it. */
  readonly body: 'none' | 'optional' | 'required' | 'requiredWithoutMedia';
  /** The fields of the body that the method checks although only their description calls them required. */
  readonly expectedFields: readonly string[];
  /** The path parameters that a body can repeat although its schema lacks them. They have no effect there. */
  readonly repeatedParameters: readonly string[];
  /** `whole`: the body must have all required fields. `partial`: it can omit fields. `mergePatch`: it can omit fields, and `null` removes a field. */
  readonly bodyForm: 'whole' | 'partial' | 'partialElements' | 'mergePatch';
  /** Which HTTP bodies are raw content, which the description represents as `{ contentType, data }`. */
  readonly httpBody?: 'request' | 'response' | 'both';
  /** Whether calls can upload media. */
  readonly acceptsMedia: boolean;
  /** Whether calls can download media. */
  readonly returnsMedia: boolean;
  /** Whether it can return its response as server-sent events, one message each. */
  readonly returnsEvents: boolean;
  readonly updateMask?: UpdateMask;
  /** The rules that follow from the parameters and the response, of kinds that aren't stated. */
  readonly inferredRules: readonly MethodRule[];
  /** The query parameter or body field that holds the page size. */
  readonly pageSize?: string;
  /** The parameter that requests the scopes without items, too, from a list by scope. */
  readonly allScopes?: string;
  /** A list response omits the field of the items if there are none. */
  readonly omitsEmptyItems?: true;
  /** The query parameters that select the items of a list by the field of the same name. */
  readonly fieldFilters: readonly string[];
  /** How a list recognizes deleted resources. It omits them unless the boolean parameter is true. */
  readonly deletedItems?: DeletedItems;
  /** The query parameter that selects the fields of the resource, or of each item, in the response (AIP-157). */
  readonly readMask?: string;
  /** The paths of the fields that the items of a list lack. */
  readonly omittedItemFields?: readonly string[];
  /** The parameters that can name a new resource, for each of its ids, those with precedence first. */
  readonly idParameters: readonly (readonly string[])[];
  /** Where the changes that it makes are recorded. */
  readonly changeRecord?: ChangeRecordForm;
  /** The forms of operation fields that differ from Compute's. */
  readonly operationFields?: Readonly<Record<string, OperationFieldForm>>;
  /** The status of a success, stated or inferred. 204 is that of a response without a body. Default: 200. */
  readonly successStatus?: SuccessStatus;
  /** The type URL of the response of its operations (AIP-151). `null`: they have none. */
  readonly operationResponse?: string | null;
  /** The route at which clients read an operation by its name, if it isn't the version followed by the name. */
  readonly operationRoute?: string;
  /** Whether it waits for an operation. */
  readonly waits: boolean;
  /** Whether clients can validate the values of path variables against their templates. */
  readonly validatesPath: boolean;
  /** A path with one variable per segment, if the route matches more segments than it should. */
  readonly segmentPath?: string;
  /** Further routes that the descriptions of path parameters name. */
  readonly shorterRoutes: readonly string[];
  /** The scopes, any of which permits the call. The one that grants the least comes first. */
  readonly narrowestScopes: readonly string[];
  /** How a mock can support the method: as specified, by convention, or not at all. */
  readonly support: 'implemented' | 'convention' | 'notImplemented';
  /** The parameters and body fields (`requestBody.x.y`) that ask to validate a request without executing it. */
  readonly validateOnly: readonly string[];
  /** The parameters and body fields (`requestBody.x`) that have no effect in a mock, sorted. */
  readonly ignored: readonly string[];
  /** Those of `ignored` that select what the response contains or the request changes, each with the values that select nothing. */
  readonly selectors: Readonly<Record<string, readonly string[]>>;
}
