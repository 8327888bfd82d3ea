/** Requests and responses of a mock without HTTP. */
/** A request to the mock, as `handle` takes it. */
export interface MockRequest {
  readonly method: string;
  /** The absolute URL. Links in the response start with its origin. */
  readonly url: string;
  /** The headers. Names are case-insensitive. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: string | Uint8Array | undefined;
}

/** A response of the mock. */
export interface MockResponse {
  readonly status: number;
  /** The headers. Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text. */
  readonly body: string;
  /** The body of a media response as bytes. */
  readonly bytes?: Uint8Array;
  /** The body of an event stream (`GET /__admin/events`), which ends with the mock. `body` is then empty. */
  readonly stream?: ReadableStream<Uint8Array>;
}
