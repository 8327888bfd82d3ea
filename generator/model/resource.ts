/** Resources in the model. */

/** `uuid`, or a text before a number. */
export type NameForm = { readonly kind: 'uuid' } | { readonly kind: 'number'; readonly prefix: string };

/** A kind of resource that the API's methods keep: what the mock stores. */
export interface Resource {
  readonly kind: 'resource';
  /** Template of one resource's path from the root, with one variable per path segment that identifies it: `dns/v1/projects/{project}/managedZones/{managedZone}`. */
  readonly path: string;
  /** The variables that name it within its collection: `['managedZone']`, `['name', 'type']`. */
  readonly idParameters: readonly string[];
  /** Field of the body that holds each of them; `datasetReference.datasetId` where that is a member of another one. */
  readonly idFields: readonly string[];
  /** Template of the parent resource's path, where that is itself a resource of the API. */
  readonly parent?: string;
  /** Id of its schema. */
  readonly schema?: string;
  /** Where `name` holds the whole name (`projects/p/topics/t`): how many leading segments of the path are not part of it. */
  readonly fullNameFrom?: number;
  /** Its name may hold slashes: `{name=files/**}`. */
  readonly spansSegments: boolean;
  /** Templates of what fields show of the path, by the fields: `{bucket}` in `bucket`, `{projectId}:{datasetId}` in `id`. */
  readonly pathFields: Readonly<Record<string, string>>;
  /** Names of single resources of this kind that exist without having been created: `primary`. */
  readonly builtInNames: readonly string[];
  /** The form of the names that the server gives. */
  readonly nameForm?: NameForm;
  /** It exists without having been created (projects, zones, regions). */
  readonly implicit: boolean;
}
