/** Recorded traffic as data: what every reader of recordings returns, and what replay, comparison, and learning read. */
import type { Location } from '../../generator/lib/diagnostics.js';
import type { Json } from '../../generator/lib/json.js';

/** One file with recorded traffic. */
export interface Recording {
  readonly file: string;
  /** The name of its format: `har`. */
  readonly format: string;
  /** The SHA-256 digest of the file's text, in hexadecimal. */
  readonly digest: string;
  /**
   * Whether texts contain placeholders (`${projectId}`), and normalized values such as `abcdef0123A=`, in place of what differs between runs.
   * Such a value stands for any value of its form.
   */
  readonly isNormalized: boolean;
  /** Independent of each other. Most formats have one per file. */
  readonly scenarios: readonly RecordedScenario[];
}

/** Exchanges in the order of their requests, from one start state. */
export interface RecordedScenario {
  /** Unique in its recording. */
  readonly name: string;
  readonly exchanges: readonly Exchange[];
}

export interface Exchange {
  /** The start of the request in the recording. */
  readonly at: Location;
  readonly request: RecordedRequest;
  /** Absent if the recording has none, for example after a broken connection. */
  readonly response?: RecordedResponse;
  /** When the request was sent, in milliseconds since 1970. Absent if the recording doesn't say. */
  readonly time?: number;
}

/** An exchange with its response. */
export type CompleteExchange = Exchange & { readonly response: RecordedResponse };

export type RecordedHeaders = readonly (readonly [name: string, value: string])[];

export interface RecordedRequest {
  /** In capitals. `GRPC` for a gRPC call, of which the recording is not read. */
  readonly method: string;
  /** Absolute, with the query as it was sent. Only the path and the query if the recording doesn't have the host, and for a gRPC call. */
  readonly url: string;
  /** In the order of the recording, with names in lower case. They describe the body as it was sent, for example its content encoding. */
  readonly headers: RecordedHeaders;
  readonly body?: RecordedBody;
}

export interface RecordedResponse {
  /** The start of the response in the recording. */
  readonly at: Location;
  readonly status: number;
  readonly headers: RecordedHeaders;
  /** Absent if it is empty. */
  readonly body?: RecordedBody;
  /** The recorder left out the body. */
  readonly isBodyUnknown?: true;
}

/** A body after its content encoding was removed. `json`: its text is JSON, according to its content type or its first character. `bytes`: it isn't UTF-8. */
export type RecordedBody =
  | { readonly kind: 'json'; readonly value: Json; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly base64: string };
