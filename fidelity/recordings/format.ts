/** The interface of a recording format, which the built-in formats and those of users implement. */
import type { Location } from '../../generator/lib/diagnostics.js';
import type { RecordedBody } from './exchange.js';
import type { RecordingFile } from './recording-file.js';

/** A format of recordings: how to recognize a file of it, and how to read its exchanges. */
export interface RecordingFormat {
  /** Lower-case letters, digits, and hyphens, beginning with a letter: `har`. Unique. */
  readonly name: string;
  /** Whether a file has this format. The first format that matches reads the file. */
  readonly matches: (file: RecordingFile) => boolean;
  /** Returns the exchanges in the order of their requests. It can be a generator. Report problems with `file.reject` and `file.skip`. */
  readonly read: (file: RecordingFile) => Iterable<FormatExchange>;
}

/** An exchange as a format reads it. discogen validates it. */
export interface FormatExchange {
  /** The name of the scenario. Exchanges of one scenario begin with one start state. Default: all exchanges of the file are one scenario. */
  readonly scenario?: string;
  /** The start of the request in the file. Default: the start of the file. */
  readonly at?: Location;
  /** When the request was sent, in milliseconds since 1970. */
  readonly time?: number;
  readonly request: FormatRequest;
  /** Absent if the recording has none, for example after a broken connection. */
  readonly response?: FormatResponse;
}

export interface FormatRequest {
  /** `GRPC` for a gRPC call, which isn't compared. */
  readonly method: string;
  /** Absolute, or only the path and the query if the recording doesn't have the host. */
  readonly url: string;
  readonly headers?: FormatHeaders;
  readonly body?: FormatBody;
}

export interface FormatResponse {
  /** The start of the response in the file. Default: that of the exchange. */
  readonly at?: Location;
  /** 100 to 599. */
  readonly status: number;
  readonly headers?: FormatHeaders;
  readonly body?: FormatBody;
  /** The recorder left out the body. */
  readonly isBodyUnknown?: boolean;
}

/** Pairs of names and values, or a mapping of names to values. */
export type FormatHeaders = readonly (readonly [name: string, value: string])[] | Readonly<Record<string, string | readonly string[]>>;

/** A text without content encoding, bytes that are compressed as the `Content-Encoding` header says or not, or a body that discogen has read. */
export type FormatBody = string | Uint8Array | RecordedBody;

/** Returns the format, with its type checked. */
export const defineRecordingFormat = (format: RecordingFormat): RecordingFormat => format;
