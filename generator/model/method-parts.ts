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
  /** Must hold another value. */
  readonly negated: boolean;
}

export interface MediaUpload {
  /** As written. */
  readonly path: string;
  /** From the root, as routes of methods are. */
  readonly route: string;
  /** As written: `1GB`, `36700160`. */
  readonly maxSize?: string;
  readonly accept: readonly string[];
  /** In one request. */
  readonly simple: boolean;
  /** In pieces. */
  readonly resumable: boolean;
}

export interface ListShape {
  /** Field of the response that holds the page's items. */
  readonly items: string;
  /** `map`: items are keyed by scope. */
  readonly shape: 'array' | 'map';
  readonly pageToken: string;
  readonly nextPageToken: string;
  readonly pageSize?: string;
  /** Where page token and size travel. */
  readonly in: 'query' | 'body';
}
