/** Descriptors: what the generator says of an API and its methods, as data that client and mock interpret. */
import type { Action, InnerRecordDataRule, MethodRule, SchemaRule, ValidationReason } from './rule.js';

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** One method, as far as sending a request and reading the answer need it. */
export interface MethodDescriptor {
  /** `dns.managedZones.get` */
  readonly id: string;
  readonly httpMethod: HttpMethod;
  /** Route from the root, no leading slash: `dns/v1/projects/{project}`, `v1beta1/{group.name=projects/*\/groups/*}`, `v1/{name=**}:cancel`. */
  readonly path: string;
  /** Query parameters by name; 1 where the parameter may be repeated, else 0. */
  readonly query?: Readonly<Record<string, 0 | 1>>;
  /** Required query parameters (path parameters always are). */
  readonly required?: readonly string[];
  /** 1: takes a JSON body; 2: must have one. */
  readonly body?: 1 | 2;
  /** Any one of them suffices; the narrowest come first. */
  readonly scopes?: readonly string[];
  readonly list?: ListDescriptor;
  /** Parameter or body field that carries a request id. */
  readonly requestId?: string;
  readonly requestIdIn?: 'body';
  readonly updateMask?: UpdateMaskDescriptor;
  /** Names of the fields of the body that are secret. */
  readonly secrets?: readonly string[];
  /** Takes media. */
  readonly upload?: UploadDescriptor;
  /** Answers media where `alt=media` asks for it; `service`: below `download/`. */
  readonly download?: 'plain' | 'service';
  /** Bodies that are no JSON but content as it is, in whose place the documents show `{ contentType, data }`. */
  readonly httpBody?: 'request' | 'response' | 'both';
  /** How the answered operation tells that it is done: `status: DONE` or `done: true`. */
  readonly operation?: 'compute' | 'longrunning';
}

/** What takes the mask of an update. */
export interface UpdateMaskDescriptor {
  /** Of a query parameter, or of a field of the body. */
  readonly name: string;
  readonly in?: 'body';
  /** In the body: the field beside it that holds the resource. */
  readonly of?: string;
  /** Paths of the resource that only the server sets. */
  readonly readOnly?: readonly string[];
  /** Paths of the resource that are no messages although they hold objects (maps). */
  readonly whole?: readonly string[];
}

export interface UploadDescriptor {
  /** Route; absent: `upload/` and that of the method. */
  readonly path?: string;
  /** 1: in pieces. */
  readonly resumable?: 1;
  /** 0: only in pieces. */
  readonly whole?: 0;
  /** In bytes. */
  readonly maxSize?: number;
  /** Content types, `image/*` among them; absent: any. */
  readonly accept?: readonly string[];
}

/** A further address of a service. */
export interface Endpoint {
  readonly location: string;
  readonly url: string;
}

export interface ListDescriptor {
  readonly items: string;
  /** Items are keyed by scope. */
  readonly map?: true;
  /** Defaults: `pageToken`, `nextPageToken`, in the query. */
  readonly pageToken?: string;
  readonly nextPageToken?: string;
  readonly in?: 'body';
}

export interface ApiDescriptor {
  readonly name: string;
  readonly version: string;
  /** Default address, ends in a slash; absent: the caller must give one. */
  readonly rootUrl?: string;
  readonly servicePath?: string;
  readonly batchPath?: string;
  /** Query parameters that all methods take beyond the usual ones (`fields`, `key`, …); 1 where one may be repeated. */
  readonly parameters?: Readonly<Record<string, 0 | 1>>;
}

/** ajv's shape of an error. */
export interface ValidationError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** A compiled validator: true, or false with all errors on `errors`. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly ValidationError[] | null;
}

/**
 * A compiled expression. Returns whether the expression is false: an evaluation that fails violates nothing.
 *
 * @param whole Whether an absent field of `self` is unset: false for the body of a partial update.
 */
export type ViolationTest = (self: unknown, oldSelf: unknown, whole: boolean) => boolean;

/** A condition that a resource must meet: an entry of `x-validations`. */
export interface ResourceValidation {
  readonly isViolated: ViolationTest;
  readonly message: string;
  readonly reason?: ValidationReason;
  /** The objects that it applies to, from the resource: names of fields, and `*` for each element of a list or value of a map. */
  readonly at?: readonly string[];
  /** The field that an error names, from the object. */
  readonly fieldPath?: readonly string[];
  /** Fields of the object that it mentions. */
  readonly fields: readonly string[];
  /** Whether it compares with the stored object: `required` where it applies to updates alone. */
  readonly oldSelf?: 'required' | 'optional';
}

/** What the mock knows of a method beyond its descriptor. */
export interface MethodBehavior {
  readonly method: MethodDescriptor;
  readonly action: Action;
  readonly rules?: readonly MethodRule[];
  readonly permissions?: readonly (string | { readonly permission: string; readonly when: string })[];
  /** Judges `{ ...parameters, requestBody }`, parameters as their JSON types. */
  readonly validate?: Validator;
  /** Types of parameters that are not plain strings, for reading the query; `int64`: whole numbers that are text. */
  readonly parameterTypes?: Readonly<Record<string, 'integer' | 'int64' | 'number' | 'boolean'>>;
  /** Query parameters' defaults. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Fields that the response shape shows (top level), where it shows any. */
  readonly responseFields?: readonly string[];
  /** Name of that shape. */
  readonly responseShape?: string;
  /** Fields of the response that always have one value: a list's `kind`. */
  readonly responseConstants?: Readonly<Record<string, string>>;
  /** Field of the response that holds the resource, where the response is not the resource itself. */
  readonly responseWrap?: string;
  /** Field of the body that holds the resource, where the body is not the resource itself. */
  readonly requestWrap?: string;
  /** Where the body of a creation is another message than the resource: its fields that are the resource's. */
  readonly requestFields?: readonly string[];
  /** Field of the response that holds the items of a list without pages. */
  readonly listItems?: string;
  /** Fields of a list's items, where these are another message than the resource. */
  readonly itemFields?: Readonly<Record<string, FieldBehavior>>;
  /** A list's items are the names of the resources. */
  readonly itemsAreNames?: true;
  /** `@type` of the response of an operation (AIP-151). */
  readonly operationResponse?: string;
  /** `@type` of its metadata, and the fields that these have. */
  readonly operationMetadata?: { readonly type: string; readonly fields: readonly string[] };
  /** Query parameters that name the version of the resource that the call is meant for, or (`negated`) is not meant for. */
  readonly preconditions?: readonly { readonly parameter: string; readonly field: string; readonly negated: boolean }[];
  /** Values of enums in the order of their numbers, by the paths of the body's fields, where the numbers are known. */
  readonly enumNumbers?: Readonly<Record<string, readonly string[]>>;
  /** Where `null` in the body stands for what is absent, as protobuf reads JSON. */
  readonly looseBody?: true;
  /** Name of the shape of the body, where its fields are known. */
  readonly requestShape?: string;
  /** A second route, one variable for each segment, where the method's own admits more segments than it should: it wins over other methods' routes of that kind. */
  readonly flatPath?: string;
  /** What the method does is inferred from its shape; no specification states it. */
  readonly byConvention?: true;
  /** Parameters, and fields of the body (`requestBody.x`), that have no effect in the mock; sorted. */
  readonly ignored?: readonly string[];
  /** Routes that a path parameter's description names beside the method's own; every other method's route wins over them. */
  readonly shorterPaths?: readonly string[];
}

/** What the mock knows of a kind of resource. */
export interface ResourceBehavior {
  /** `dns/v1/projects/{project}/managedZones/{managedZone}` */
  readonly path: string;
  readonly idParameters: readonly string[];
  readonly idFields: readonly string[];
  readonly parent?: string;
  readonly implicit?: true;
  /** Where `name` holds the whole name (`projects/p/topics/t`): how many leading segments of the path are not part of it. */
  readonly fullNameFrom?: number;
  /** The last of its names may hold slashes. */
  readonly spansSegments?: true;
  /** Templates of what fields show of the path: `{bucket}`, `{projectId}:{datasetId}`. */
  readonly pathFields?: Readonly<Record<string, string>>;
  /** Names of single resources that exist without having been created. */
  readonly builtInNames?: readonly string[];
  /** Form of the names that the server gives. Default: numbers from 0 on. */
  readonly nameForm?: { readonly kind: 'uuid' } | { readonly kind: 'number'; readonly prefix: string };
  /** Id of the schema, and its validator (judges the resource as it stands). */
  readonly schema?: string;
  readonly validate?: Validator;
  /** Top-level fields by the way the server treats them. */
  readonly fields?: Readonly<Record<string, FieldBehavior>>;
  readonly rules?: readonly (SchemaRule | InnerRecordDataRule)[];
  readonly validations?: readonly ResourceValidation[];
}

/** What the server fills into a field: an id, the time of creation or of the last change, or the number of a version of the content or of the metadata. */
export type ServerValue = 'id' | 'uuid' | 'createTime' | 'updateTime' | 'generation' | 'metageneration';

/** Only what differs from an ordinary field is said. */
export interface FieldBehavior {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'map' | 'object' | 'any';
  readonly format?: string;
  readonly readOnly?: true;
  readonly writeOnly?: true;
  readonly immutable?: true;
  /** Documented as changed by a patch. */
  readonly patchable?: true;
  readonly omitEmpty?: true;
  readonly const?: string;
  readonly default?: unknown;
  readonly serverValue?: ServerValue;
  /** Name of the shape of an object, or of the objects in a list or map; absent where none of its members is known, or any name may be one. */
  readonly shape?: string;
  /** Of the elements of a list, or the values of a map, where those are numbers, or lists or maps of numbers. */
  readonly items?: FieldBehavior;
  /** Members of an object, or of the objects in a list, where they are no ordinary fields. */
  readonly fields?: Readonly<Record<string, FieldBehavior>>;
}

export interface ApiBehavior {
  /** Bodies stand below `data`. */
  readonly dataWrapper?: true;
  /** Where it takes or answers media: the code that does. Each package has types of its own for it. */
  readonly media?: object;
  readonly name: string;
  readonly version: string;
  readonly title: string;
  /** Variables that are set, for seeds that name them (`{scope_base}/compute`). */
  readonly variables: Readonly<Record<string, string>>;
  readonly methods: readonly MethodBehavior[];
  readonly resources: readonly ResourceBehavior[];
  /** Fields of the objects inside resources and answers, by the names of their shapes. */
  readonly shapes?: Readonly<Record<string, Readonly<Record<string, FieldBehavior>>>>;
  /** Schema of the operations that mutating methods answer with (compute style), if any: its fields. */
  readonly operation?: Readonly<Record<string, FieldBehavior>>;
  /** Domain of a service that gives details of its refusals. */
  readonly errorDomain?: string;
  /** Loads the Discovery document of the API, as JSON text. */
  readonly discovery?: () => Promise<string>;
  /** Compiles the expressions of list filters, where the API offers the style with RE2 expressions. */
  readonly regularExpressions?: () => Promise<RegexEngine>;
}

/** Compiles an RE2 expression to a test of the whole value; throws with a message for what is none. */
export type RegexEngine = (pattern: string) => (text: string) => boolean;
