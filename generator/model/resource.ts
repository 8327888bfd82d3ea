/** Resources in the model. */
import type { ContentValue, ErrorMessages, ResourceQuota } from '../../runtime/behavior.js';
import type { SchemaRule } from '../../runtime/rule.js';

/** `uuid`, or a prefix and a number. */
export type NameForm = { readonly kind: 'uuid' } | { readonly kind: 'number'; readonly prefix: string };

/** A resource type of the API, which the mock stores. */
export interface Resource {
  readonly kind: 'resource';
  /** The path template from the root, with one variable per identifying segment: `dns/v1/projects/{project}/managedZones/{managedZone}`. */
  readonly path: string;
  /** The variables that identify it in its collection: `['managedZone']`, `['name', 'type']`. */
  readonly idParameters: readonly string[];
  /** The body fields that hold the variables, such as `name` or `datasetReference.datasetId`. */
  readonly idFields: readonly string[];
  /** The fields of `idFields` that the server generates if the client doesn't set them. */
  readonly generatedIds: readonly string[];
  /** The path template of the parent, if it is a resource of the API. */
  readonly parent?: string;
  /** The id of its schema. */
  readonly schema?: string;
  /** If `name` holds the full name (`projects/p/topics/t`): the number of leading path segments that aren't part of it. */
  readonly fullNameFrom?: number;
  /** Whether a number in the field `id` also identifies it. */
  readonly numericId: boolean;
  /** Whether its name can contain slashes: `{name=files/**}`. */
  readonly spansSegments: boolean;
  /** Templates of fields that hold parts of the path: `{bucket}` in `bucket`, `{projectId}:{datasetId}` in `id`. */
  readonly pathFields: Readonly<Record<string, string>>;
  /** The field whose members the server generates, too, as in Kubernetes: `metadata`. */
  readonly metadataField?: string;
  /** The fields that describe its media content, if the API has media. */
  readonly contentFields?: Readonly<Record<string, ContentValue>>;
  /** The field of a body, besides the field with the name, that names a new resource: `name`, `policyId`. */
  readonly plainName?: string;
  /** Names of built-in resources: `primary`. */
  readonly builtInNames: readonly string[];
  /** The form of server-generated names. */
  readonly nameForm?: NameForm;
  /** Other path templates of the resource, below which child collections are: `lists/{list}` for `users/@me/lists/{list}`. */
  readonly otherPaths?: readonly string[];
  /** The messages of errors about it. */
  readonly errorMessages?: ErrorMessages;
  /** The rules that follow from the descriptions of its methods. */
  readonly inferredRules?: readonly SchemaRule[];
  /** If it is an operation, its style: `status` has a `status` (`DONE`), `longrunning` has `done` (AIP-151). */
  readonly operation?: 'status' | 'longrunning';
  /** Whether the `error` of an operation with a `status` is a google.rpc.Status. */
  readonly hasStatusError?: boolean;
  /** If it records a change of its parent: the first and the last value of its `status`. */
  readonly recordStates?: readonly [first: string, last: string];
  /** If it is a project, whose number can replace its name in paths: the fields that hold its number. */
  readonly projectNumbers?: readonly string[];
  /** Whether lists sort its IDs numerically. */
  readonly numericOrder: boolean;
  /** The quota that limits how many exist. */
  readonly quota?: ResourceQuota;
  /** Whether it exists without being created (projects, zones, regions). */
  readonly implicit: boolean;
}
