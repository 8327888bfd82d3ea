/**
 * The bodies of the control routes that show what is in a mock: its APIs, resources, operations, requests, and versions. The header
 * `x-mock-session` selects the session. Times are RFC 3339 on the session's clock, unless stated otherwise. Paths of resources are URL paths
 * in the form of a seed document: `/dns/v1/projects/p/managedZones/z`.
 */
import type { JsonObject } from '../lib/json.js';
import type { JournalEntry } from './mock.js';
import type { SeedDocument } from './seed.js';

/** `GET /__admin/apis`. `GET /__admin/apis/NAME/VERSION` returns the Discovery document of an API, with `x-rules`, `x-validations`, and `x-source`. */
export interface ApiList {
  readonly apis: readonly ApiSummary[];
}

export interface ApiSummary {
  readonly name: string;
  readonly version: string;
  readonly title: string;
  /** The number of methods. */
  readonly methods: number;
  /** The beginning of the paths up to the version: `/compute/v1/`. Absent if no path contains the version. */
  readonly basePath?: string;
  /** The address of the public documentation, if it is an HTTP address. */
  readonly documentationLink?: string;
}

/** `GET /__admin/methods`: the methods of all APIs, as their Discovery documents describe them, and the rules that apply to their calls. */
export interface MethodList {
  readonly methods: readonly MethodSummary[];
  readonly rules: readonly RuleSummary[];
}

export interface MethodSummary {
  readonly id: string;
  readonly api: string;
  readonly version: string;
  /** The collections that contain it: `['projects', 'locations']`. */
  readonly collections: readonly string[];
  /** Its name in the last collection: `get`. */
  readonly name: string;
  readonly path: string;
  readonly description?: string;
  /** The indexes of its rules in the list of rules: its own, and those of the schemas of its messages and of its resource. */
  readonly rules: readonly number[];
}

/** A rule of a specification: an entry of `x-rules` or `x-validations`. */
export interface RuleSummary {
  /** The name that the journal and the coverage use: its kind, or `x-validations`. */
  readonly name: string;
  /** The element that states it: a method ID, or the name of a schema. */
  readonly owner: string;
  /** The message of a validation, or the members of another rule, one a line. */
  readonly text: string;
  /** The condition of a validation. */
  readonly expression?: string;
  /** Where the rule is from: a section of the documents, or public knowledge. */
  readonly source?: string;
}

/** `GET /__admin/form?methodId=ID`: what a call of a method can set. */
export interface CallForm {
  /** The parameters by name, without the field mask of an update, which `POST /__admin/dry-run` creates. */
  readonly parameters: Readonly<Record<string, FormField>>;
  /** The resource in the request body. Absent if its schema is unknown. */
  readonly resource?: FormField;
  /** The schemas that fields refer to, by name. */
  readonly schemas: Readonly<Record<string, FormField>>;
}

/** A parameter, a field, or a schema: a JSON Schema as Discovery documents have it, and what calls of the method must and can set. */
export interface FormField {
  /** The name of the schema that has the other members. */
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly default?: string;
  readonly pattern?: string;
  readonly minimum?: string;
  readonly maximum?: string;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, FormField>>;
  /** The values of a map. */
  readonly additionalProperties?: FormField;
  readonly items?: FormField;
  /** Of a parameter. */
  readonly location?: 'path' | 'query';
  /** Calls of the method must set it. */
  readonly required?: true;
  /** Why calls of the method can't set it: the server sets it, or it keeps its value. Absent if they can. */
  readonly access?: 'outputOnly' | 'immutable';
}

/** `GET /__admin/collections` */
export interface CollectionList {
  /** The collections that contain resources, sorted by path. */
  readonly collections: readonly CollectionSummary[];
  /** The types of resources of all APIs, whether or not there are any, in the order of the APIs. */
  readonly types: readonly ResourceTypeSummary[];
}

export interface CollectionSummary {
  /** The path of the collection: `/dns/v1/projects/p/managedZones`. */
  readonly path: string;
  /** The template of the type of its resources. See `types`. */
  readonly type: string;
  /** The name of the API: `dns`. */
  readonly api: string;
  /** The version of the API: `v1`. */
  readonly version: string;
  /** The project in the path. */
  readonly project?: string;
  /** The number of resources. */
  readonly count: number;
}

export interface ResourceTypeSummary {
  /** The path template, without a leading slash: `dns/v1/projects/{project}/managedZones/{managedZone}`. */
  readonly type: string;
  readonly api: string;
  readonly version: string;
  /** The name of the type: its schema, or the last collection in its path. */
  readonly name: string;
  /** The name of the schema in the Discovery document. */
  readonly schema?: string;
  /** The IDs of the methods that act on resources of this type. */
  readonly methods: Readonly<Partial<Record<ResourceAction, string>>>;
  /** The parameter of the list method with a filter. */
  readonly filter?: string;
}

export type ResourceAction = 'list' | 'get' | 'create' | 'update' | 'patch' | 'delete';

/**
 * `GET /__admin/resources?collection=PATH&search=TEXT&filter=TEXT&offset=N&after=PATH&limit=N`. `collection`: the path of a collection. Default:
 * all collections. `search`: text in the path or in the body, ignoring case. `filter`: a filter of the list method of the collection. `offset`: the
 * number of resources to skip. `after`: the path of the resource after which to start. `limit`: from 1 to 1,000. Default: 100.
 */
export interface ResourcePage {
  readonly resources: readonly ResourceSummary[];
  /** The number of resources that match, on all pages. */
  readonly total: number;
  /** The path that `after` takes to get the next page. Absent on the last page. */
  readonly next?: string;
}

export interface ResourceSummary {
  readonly path: string;
  /** The name in the collection. */
  readonly name: string;
  /** The number of changes of its content, starting at 1. */
  readonly version: number;
  /** The resource as a GET returns it. */
  readonly body: JsonObject;
}

/**
 * `GET /__admin/requests` with any of the parameters `after`, `before`, `limit`, `methodId`, `path`, `status`, `reason`, and `search` returns
 * this page of the journal. `after` returns the first entries after an index, otherwise the route returns the last entries (before the index
 * `before`); both oldest first. `limit`: from 1 to 1,000. Default: 100. The other parameters select entries: `methodId` and `path` are exact or
 * end in `*`, `status` is a status (`404`) or a class of statuses (`4xx`), `reason` is the reason of the error, and `search` is text in the path or in a
 * body, ignoring case.
 *
 * `GET /__admin/requests/INDEX` returns one entry (`IndexedEntry`).
 */
export interface RequestPage {
  readonly requests: readonly IndexedEntry[];
  /** The index of the oldest entry that the journal keeps. Absent if it is empty. */
  readonly first?: number;
  /** The index of the newest entry. Absent if the journal is empty. */
  readonly last?: number;
}

export interface IndexedEntry extends JournalEntry {
  /** Identifies the entry in its session until the mock stops. It increases: 0, 1, and so on, with gaps if several processes serve the mock. */
  readonly index: number;
  /** How long the mock took, in milliseconds, including the delay of faults. */
  readonly durationMs: number;
  /** The path and query parameters, if a method matched. Only `GET /__admin/requests/INDEX` returns them. */
  readonly parameters?: JsonObject;
  /** What the specification says about the rejection of the request. Only `GET /__admin/requests/INDEX` returns it. */
  readonly explanation?: RejectionExplanation;
  /**
   * The resources that the request created or changed, as they were then, or the resource that it read. Only `GET /__admin/requests/INDEX`
   * returns them, while the mock has that version of the state.
   */
  readonly seed?: SeedDocument;
}

export interface RejectionExplanation {
  /** The rules that rejected the request. */
  readonly rules: readonly RuleSummary[];
  /** The parameters and fields that the errors name, if no rule is known. */
  readonly fields: readonly { readonly location: string; readonly description?: string; readonly source?: string }[];
  /** The source of the method. */
  readonly source?: string;
}

/** A journal entry without headers and bodies. */
export interface RequestSummary extends Pick<IndexedEntry, 'index' | 'time' | 'methodId' | 'method' | 'path' | 'status' | 'durationMs'> {
  /** The reason of the error. */
  readonly reason?: string;
  /** The rule that rejected the request. */
  readonly rule?: string;
}

/** `GET /__admin/statistics`, since the start or the last reset. */
export interface Statistics {
  readonly requests: number;
  /** The number of errors by reason, such as `notFound`. Closed connections have the reason `dropped`. */
  readonly errorsByReason: Readonly<Record<string, number>>;
  /** Percentiles of the durations of the last 1,000 requests, in milliseconds. 0 without requests. */
  readonly latency: { readonly p50: number; readonly p90: number; readonly p99: number };
  /** The last 60 seconds, oldest first, in real time. Seconds without requests are included. */
  readonly perSecond: readonly RequestRate[];
}

export interface RequestRate {
  /** The beginning of the second in real time. */
  readonly time: string;
  readonly requests: number;
  readonly errors: number;
}

/** `GET /__admin/coverage` */
export interface Coverage {
  /** The number of responses by method ID and HTTP status. */
  readonly methods: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The IDs of the methods that weren't called, sorted. */
  readonly unreached: readonly string[];
  /** The number of requests that a rule rejected, by method ID and rule. `requestId` also counts repeated requests. */
  readonly rules: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** What changed the state. If several causes apply to one change, all their members are present. */
export interface ChangeCause {
  /** The method that was called. */
  readonly methodId?: string;
  /** The HTTP method of the request. */
  readonly method?: string;
  /** The path and the query of the request. */
  readonly path?: string;
  /** The user of the token, or `anonymous@example.com`. */
  readonly user?: string;
  /** The index of the request in the journal. Absent if the journal of this process doesn't have it. */
  readonly requestIndex?: number;
  /** The paths of the operations that completed. */
  readonly operations?: readonly string[];
  /** Scheduled changes took place, such as the completion of an operation. */
  readonly scheduled?: true;
  /** The source of a change that no API request made. */
  readonly control?: ControlCause;
}

/** `seed` merged a seed document, `state` replaced the state by one, and `operation` finished or failed an operation. */
export type ControlCause = 'start' | 'seed' | 'state' | 'reset' | 'clock' | 'faults' | 'settings' | 'rewind' | 'fork' | 'operation';

/** `GET /__admin/history?path=RESOURCE` */
export interface ResourceHistory {
  /** The template of the type of the resource. See `CollectionList`. */
  readonly type: string;
  /** The versions of the resource in the states that the session keeps (`history`), newest first. */
  readonly versions: readonly ResourceVersion[];
}

export interface ResourceVersion {
  /** The sequence number of the first state with this version. */
  readonly sequence: number;
  /** When the state was created. Absent if it isn't known. */
  readonly time?: string;
  /** The resource as a GET returned it, or `null` if it was deleted. */
  readonly body: JsonObject | null;
  /** Absent if the oldest kept state already has the version, so that its origin isn't known. */
  readonly cause?: ChangeCause;
}

/**
 * `GET /__admin/compare?from=VERSION&to=VERSION&limit=N`. A version is the name of a snapshot or a sequence number; the default
 * of `to` is the current state. `limit`: the maximum number of changes, from 1 to 10,000. Default: 1,000.
 */
export interface StateComparison {
  /** The resources that differ, sorted by path. */
  readonly changes: readonly ResourceChange[];
  /** The number of resources that differ. */
  readonly total: number;
  /** The sequence numbers of the states. */
  readonly from: number;
  readonly to: number;
}

export interface ResourceChange {
  readonly path: string;
  /** Absent if the resource was created. */
  readonly before?: JsonObject;
  /** Absent if the resource was deleted. */
  readonly after?: JsonObject;
}

/** `GET /__admin/operations` */
export interface OperationList {
  /** The operations that the state contains, oldest first. The changes of DNS, which are `pending` at first, are among them. */
  readonly operations: readonly OperationSummary[];
  readonly now: string;
}

export interface OperationSummary {
  readonly path: string;
  /** The method that started it, if it is known. */
  readonly methodId?: string;
  /** The path of the resource that it changes, if it is known. */
  readonly target?: string;
  /** Absent if the operation doesn't show it. */
  readonly started?: string;
  /** When it completed, or when it will. Absent if it isn't known. */
  readonly ends?: string;
  /** From 0 to 100. */
  readonly progress: number;
  readonly status: 'PENDING' | 'RUNNING' | 'DONE';
  /** Whether `POST /__admin/operations` can complete it now. */
  readonly isPending: boolean;
  /** Present if it failed. */
  readonly error?: OperationErrorSummary;
  /** The paths of the pending operations that change the same resource and complete earlier. */
  readonly waitsFor: readonly string[];
}

export interface OperationErrorSummary {
  /** A code such as `RESOURCE_NOT_READY`, or a status. */
  readonly code?: string | number;
  readonly message: string;
}

/** The body of `POST /__admin/operations`, which completes a pending operation now. The response is `{}`. */
export interface OperationCompletion {
  readonly path: string;
  /** `fail` is an error (400) for DNS's changes and operations of zones, which have no status for a failure. */
  readonly action: 'finish' | 'fail';
  /** The error of a failed operation. Default: `INTERNAL_ERROR`. */
  readonly error?: { readonly code: string; readonly message: string };
}

/** `GET /__admin/clock` */
export interface ClockStatus {
  readonly now: string;
  readonly frozen: boolean;
  /**
   * The time of the next scheduled change, apart from the removal of completed operations. `POST /__admin/clock {"next": true}` advances the
   * clock to it, and changes nothing without one.
   */
  readonly next?: string;
}

/** The response of `POST /__admin/faults/preview`, whose body is a `FaultRule`. */
export interface FaultPreview {
  /** The IDs of the methods that the rule can match. */
  readonly methods: readonly string[];
  /** The indexes of the journal entries that the rule matches. */
  readonly requests: readonly number[];
  /** Why the mock would reject the rule. */
  readonly error?: string;
}

/** The body of `POST /__admin/dry-run`, which executes a call without effects. */
export interface PlannedCall {
  readonly methodId: string;
  /** The path of the resource, or of the collection of a new one. Its IDs are the path parameters. */
  readonly target?: string;
  /** The other parameters. */
  readonly parameters?: JsonObject;
  /** The resource as it is to be: the request body, or the part of it that is the resource. */
  readonly resource?: JsonObject;
  /** The resource as it is. The request then contains what a patch or an update needs: the changes, a field mask, and etags. */
  readonly before?: JsonObject;
}

export interface DryRun {
  /** The request of the call. Absent if a path parameter is missing. */
  readonly request?: { readonly method: string; readonly path: string; readonly body?: JsonObject };
  /** Why the mock would reject the request. */
  readonly errors: readonly DryRunError[];
}

export interface DryRunError {
  /** A reason such as `required`. */
  readonly reason: string;
  readonly message: string;
  /** The parameter that is invalid. */
  readonly parameter?: string;
  /** The field of the resource that is invalid: `rules.0.name`. */
  readonly field?: string;
}
