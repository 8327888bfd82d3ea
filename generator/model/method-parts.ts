/** Parts of methods in the model. */

/** The schema of an operation's `metadata`, and its fields that hold text. */
export interface OperationMetadata {
  readonly schema: string;
  readonly fields: readonly string[];
}

export interface Precondition {
  readonly parameter: string;
  /** Field of the resource that must hold the value of the parameter. */
  readonly field: string;
  /** Whether the field must hold a different value. */
  readonly negated: boolean;
}

export interface MediaUpload {
  /** As written. */
  readonly path: string;
  /** The path from the root. */
  readonly route: string;
  /** As written: `1GB`, `36700160`. */
  readonly maxSize?: string;
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
